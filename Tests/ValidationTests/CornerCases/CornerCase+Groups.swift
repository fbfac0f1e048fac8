import Testing
import Validation

extension CornerCase {
  static let groups: [CornerCase] = {
    let (english, german, french) = (
      CornerFormats.english, CornerFormats.german, CornerFormats.french
    )
    let (card, date) = (CornerFormats.card, CornerFormats.date)
    let late = Formats.decimal(8, 2, .german.grouped(minimum: 2))
    let rouble = Formats.decimal(8, 2, .french.grouped(), suffix: "\u{A0}₽")
    return [
      CornerCase(
        18, "backspace behind a separator of groups takes the digit before it",
        [
          .key(english, "12,^345.50", .backspace, "1^,345.50", "1345.5"),
          .key(date, "2026-^11", .backspace, "202^-11", .incomplete),
          .keys(date, "2026-^11", [.backspace, .character("6")], "2026^-11", .incomplete),
        ]),
      CornerCase(
        19, "forward delete before a separator of groups takes the digit behind it",
        [
          .key(english, "1^,345", .delete, "1^45", "145"),
          .key(card, "4111^ 1234", .delete, "4111^ 234", .incomplete),
        ]),
      CornerCase(
        20, "a separator goes with the only digit before it",
        [.key(english, "1^,337", .backspace, "^337", "337")]),
      CornerCase(
        21, "a digit deleted in the last group takes the separator along with it",
        [.key(english, "1,00^0", .backspace, "10^0", "100")]),
      CornerCase(
        22, "all groups move when a digit at the end is deleted",
        [.key(english, "2,342,343^", .backspace, "234,234^", "234234")]),
      CornerCase(
        23, "groups move before a fraction, and the caret stays before it",
        [.key(german, "1.234.567^,8901", .backspace, "123.456^,8901", "123456.8901")]),
      CornerCase(
        24, "digits typed at the end stay in order as separators come between them",
        [
          .typed(english, "^", "12345", "12,345^", "12345"),
          .typed(french, "^", "12345", "12\u{202F}345^", "12345"),
          .typed(
            Formats.decimal(8, 2, .arabic.grouped()), "^", "12345", "١٢\u{66C}٣٤٥^", "12345"),
          .typed(card, "^", "4111 1111 2", "4111 1111 2^", .incomplete),
        ]),
      CornerCase(
        25, "the caret stands right behind a digit typed, wherever the groups now end",
        [.typed(english, "1^23,456", "9", "1,9^23,456", "1923456")]),
      CornerCase(
        26, "a selected separator is no character of its own when it is typed over",
        [.typed(english, "1[,2]34", "9", "1,9^34", "1934")]),
      CornerCase(
        27,
        "a separator of groups is not typed, and not swallowed: before a displayed one it moves",
        [
          .typed(english, "1^", ",", nil, .reason("the decimal separator is \".\"")),
          .typed(german, "1^", ".", nil, .reason("the decimal separator is \",\"")),
          .typed(english, "1^,234", ",", "1,^234", "1234"),
          .typed(english, "1,^234", ",", nil),
          .typed(english, "1[,]234", ",", nil),
          .typed(card, "4111^", " ", "4111^"),
          .typed(card, "^4111", " ", nil),
        ]),
      CornerCase(
        28, "what the field itself displays in groups can be gone on with",
        [.typed(english, "1,234.5^", "6", "1,234.56^", "1234.56")]),
      CornerCase(
        29, "what a field displays can be pasted back unchanged",
        [
          .pasted(english, "[1,234,567]", "1,234,567", "1,234,567^", "1234567"),
          .pasted(card, "[4111 1]", "4111 1", "4111 1^"),
          .pasted(date, "[2026-11-21]", "2026-11-21", "2026-11-21^", "2026-11-21"),
        ]),
      CornerCase(
        30, "a separator that is at no boundary of groups makes a paste refused",
        [
          .pasted(english, "^", "1,23", nil), .pasted(english, "^", "12,34", nil),
          .pasted(english, "^", "1234,56", nil), .pasted(english, "^", ",123", nil),
        ]),
      CornerCase(
        31, "the fraction of another locale is refused, and not taken for ten times as much",
        [.pasted(german, "^", "1.5", nil, .reason("the decimal separator is \",\""))]),
      CornerCase(
        32, "what could be groups or a fraction is what it is in the locale of the field",
        [
          .pasted(german, "^", "1.234", "1.234^", "1234"),
          .pasted(english, "^", "1.234", "1.234^", "1.234"),
          .pasted(Formats.decimal(10, 4), "^", "1.234", "1.234^", "1.234"),
        ]),
      CornerCase(
        33, "where groups are parted by a space, any space will do",
        [" ", "\u{A0}", "\u{202F}", "\u{2009}"].flatMap { space in
          [
            .pasted(french, "^", "1\(space)234,5", "1\u{202F}234,5^", "1234.5"),
            .pasted(
              Formats.decimal(8, 2, .swedish.grouped()), "^", "1\(space)234,5",
              "1\u{A0}234,5^", "1234.5"),
            .pasted(card, "^", "4111\(space)11", "4111 11^"),
          ]
        }),
      CornerCase(
        34, "where groups are parted by an apostrophe, a straight and a curly one will do",
        ["'", "\u{2019}"].flatMap { apostrophe in
          [
            .pasted(Formats.decimal(5, 2, .swiss), "^", "1\(apostrophe)234", "1234^", "1234"),
            .pasted(
              Formats.decimal(5, 2, .swiss.grouped()), "^", "1\(apostrophe)234", "1\u{2019}234^",
              "1234"),
          ]
        }),
      CornerCase(
        35, "groups have the sizes of the locale",
        [.typed(Formats.decimal(8, 2, .indian), "^", "12345678", "1,23,45,678^", "12345678")]),
      CornerCase(
        36, "where the locale groups from five digits on, four stand together",
        [
          .typed(late, "^", "1234", "1234^", "1234"),
          .typed(late, "1234^", "5", "12.345^", "12345"),
          .key(late, "12.345^", .backspace, "1234^", "1234"),
        ]),
      CornerCase(
        37, "zeros in front, which only a deletion can leave, are grouped like other digits",
        [.key(english, "1^,000,012", .backspace, "^000,012", "12", returned: "12")]),
      CornerCase(
        38, "a minus comes before the first group, and no separator behind it",
        [.typed(english, "^123,456", "-", "-^123,456", "-123456")]),
      CornerCase(
        39, "a unit with the character that parts groups is none of the text",
        [
          .pasted(rouble, "^", "1 234,50 ₽", "1\u{202F}234,50^", "1234.5"),
          .key(rouble, "1\u{202F}234^", .backspace, "123^", "123"),
        ]),
    ]
  }()
}
