import Validation

extension CornerCase {
  static let pastes: [CornerCase] = {
    let (integer, two, date) = (
      CornerFormats.integer, CornerFormats.two, CornerFormats.date
    )
    let dollars = Formats.decimal(5, 2, prefix: "$")
    return [
      CornerCase(
        114, "a paste that is no number is refused and changes nothing",
        [
          .pasted(integer, "^", "abc", nil), .pasted(integer, "5^", "a1", nil),
          .pasted(integer, "[5]", "abc", nil), .pasted(CornerFormats.card, "^", " ", nil),
        ]),
      CornerCase(
        115, "a paste that only begins with a number is refused",
        [.pasted(two, "^", "12abc", nil), .pasted(date, "^", "2026-11-21x", nil)]),
      CornerCase(
        116, "white space around a paste is none of it",
        [
          .pasted(integer, "^", " 42 ", "42^", "42"),
          .pasted(date, "^", "\u{A0}2026-11-21\n", "2026-11-21^", "2026-11-21"),
        ]),
      CornerCase(
        117, "the currency of the field is taken off a paste, and another one refuses it",
        [
          .pasted(dollars, "^", "$1,234.50", "1234.50^", "1234.5"),
          .pasted(Formats.decimal(5, 2), "^", "$1,234.50", nil),
          .pasted(dollars, "^", "€1,234.50", nil),
          .pasted(dollars, "^", "1,234.50 $", "1234.50^", "1234.5"),
          .pasted(dollars, "^", "kr 1,234.50", nil),
        ]),
      CornerCase(
        118, "an exponent is refused, and is no digit in between",
        [.pasted(two, "^", "1e5", nil), .typed(two, "1^", "e", nil)]),
      CornerCase(
        119, "hexadecimal digits and words for no number are refused",
        ["0x10", "nan", "inf", "0x1p3"].flatMap { text in
          [.pasted(two, "^", text, nil), .pasted(CornerFormats.double(), "^", text, nil)]
        }),
      CornerCase(
        120, "a paste too long for the field is refused whole and not cut off",
        [
          .pasted(Formats.integer(0...9999), "12^", "345", nil),
          .pasted(date, "2026-11-2^", "11", nil),
        ]),
      CornerCase(
        121, "a paste over everything takes the place of the minus too",
        [.pasted(two, "[-123.45]", "876", "876^", "876")]),
      CornerCase(
        122, "a paste in the middle is judged there, and not at the end",
        [
          .pasted(two, "12^34", "9.9", nil),
          .pasted(Formats.decimal(6, 3), "12^34", "9.9", "129.9^34", "129.934"),
        ]),
      CornerCase(
        167, "a length counts characters as people see them",
        [
          .typed(CornerFormats.text(0...2), "👍🏽^", "a", "👍🏽a^", "👍🏽a"),
          .typed(CornerFormats.text(0...2), "👍🏽a^", "b", nil),
          .typed(CornerFormats.text(0...2), "👍🏽a^", "\u{301}", "👍🏽a\u{301}^", "👍🏽a\u{301}"),
          .key(CornerFormats.text(0...2), "👍🏽^a", .backspace, "^a", "a"),
        ]),
    ]
  }()
}
