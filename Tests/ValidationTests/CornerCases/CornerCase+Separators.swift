import Validation

extension CornerCase {
  static let separators: [CornerCase] = {
    let (integer, two, german) = (
      CornerFormats.integer, CornerFormats.two, CornerFormats.german
    )
    let french = Formats.decimal(3, 2, .french)
    let arabic = Formats.decimal(3, 2, .arabic)
    return [
      CornerCase(
        41, "a separator typed first gets its zero",
        [
          .typed(two, "^", ".", "0.^", "0"), .typed(two, "-^", ".", "-0.^", "0"),
          .typed(two, "^", ".5", "0.5^", "0.5"),
        ]),
      CornerCase(42, "a second separator is refused", [.typed(two, "12.3^", ".", nil)]),
      CornerCase(
        43, "a separator typed before another one does not move that here",
        [.typed(two, "1^2.3", ".", nil)]),
      CornerCase(
        44, "a separator typed right before the one there moves the caret past it",
        [.typed(two, "12^.30", ".", "12.^30", "12.3")]),
      CornerCase(
        45, "a paste with two separators is refused whole", [.pasted(two, "^", "1.2.3", nil)]),
      CornerCase(
        46, "a paste that would make a second separator is refused",
        [.pasted(Formats.decimal(3, 4), "3.^4", "1.2", nil)]),
      CornerCase(
        49, "a digit typed over a separator is refused where that makes too many digits",
        [
          .typed(two, "12[.3]4", "5", nil),
          .typed(Formats.decimal(4, 2), "12[.3]4", "5", "125^4", "1254"),
        ]),
      CornerCase(
        50, "a separator typed over everything is the first character",
        [.typed(two, "[12.34]", ".", "0.^", "0")]),
      CornerCase(
        51, "a digit behind the last place of the fraction is refused",
        [.typed(two, "1.23^", "4", nil)]),
      CornerCase(
        52, "a digit in front of a full fraction is refused and pushes none out",
        [.typed(two, "1.^23", "4", nil)]),
      CornerCase(
        53, "a digit in front of a full whole part is refused",
        [.typed(two, "^123.45", "9", nil)]),
      CornerCase(
        54, "a fraction pasted into a field of whole numbers is refused, not run together",
        [.pasted(integer, "^", "9.55", nil)]),
      CornerCase(
        55, "a separator typed into a field of whole numbers is refused",
        [.typed(integer, "9^", ".", nil), .typed(integer, "^", ".", nil)]),
      CornerCase(
        57, "the full stop of the keypad is the separator where it is no other sign",
        [
          .typed(french, "1^", ".", "1,^", "1"), .pasted(french, "^", "1.5", "1,5^", "1.5"),
          .typed(Formats.decimal(3, 2, .swedish), "1^", ".5", "1,5^", "1.5"),
        ]),
      CornerCase(
        58, "the full stop is refused where it parts groups, be they shown or not",
        [
          .typed(german, "1^", ".", nil, .reason("the decimal separator is \",\"")),
          .typed(Formats.decimal(3, 2, .german), "1^", ".", nil, .reason("\",\"")),
          .pasted(Formats.decimal(3, 2, .german), "^", "1.5", nil),
        ]),
      CornerCase(
        59, "a separator of several bytes is one character",
        [
          .typed(arabic, "^", "1٫5", "١٫٥^", "1.5"),
          .key(arabic, "١٫^٥", .backspace, "١^٥", "15"),
          .keys(arabic, "١٫٥^", [.left, .left, .delete], "١^٥", "15"),
        ]),
      CornerCase(
        60, "what comes before a separator typed first leaves the digits behind it where they are",
        [
          .typed(two, "^5", ".", "0.^5", "0.5"),
          .typed(two, "^5", ".1", "0.1^5", "0.15"),
        ]),
    ]
  }()
}
