import Validation

extension CornerCase {
  static let digits: [CornerCase] = {
    let (integer, card, date) = (
      CornerFormats.integer, CornerFormats.card, CornerFormats.date
    )
    let arabic = Formats.integer(0...999, .arabic)
    return [
      CornerCase(
        104, "a digit of another script is one, shown as the locale shows it",
        [
          .typed(integer, "^", "٣", "3^", "3"), .typed(arabic, "^", "٣", "٣^", "3"),
          .typed(arabic, "^", "3", "٣^", "3"), .typed(card, "^", "٤١1", "411^", .incomplete),
        ]),
      CornerCase(
        105, "a Persian digit is one in an Arabic field and in an English one",
        [.typed(arabic, "^", "۳", "٣^", "3"), .typed(integer, "^", "۳", "3^", "3")]),
      CornerCase(
        106, "digits of two scripts make one number",
        [
          .pasted(integer, "^", "١2", "12^", "12"), .typed(integer, "^", "١2", "12^", "12"),
          .pasted(arabic, "^", "١2", "١٢^", "12"),
        ]),
      CornerCase(
        107, "full-width digits of an input method are digits",
        [
          .pasted(integer, "^", "１２", "12^", "12"), .typed(integer, "^", "１２", "12^", "12"),
          .pasted(card, "^", "４１１１", "4111^"), .pasted(date, "^", "２０２６", "2026^"),
        ]),
      CornerCase(
        108, "what has a number in it and is no decimal digit is refused",
        ["²", "½", "①", "Ⅷ", "一"].flatMap { text in
          [
            .typed(integer, "1^", text, nil), .pasted(integer, "1^", text, nil),
            .typed(card, "4^", text, nil),
          ]
        }),
      CornerCase(
        109, "a combining mark is refused, and never grows together with a digit",
        [
          .pasted(integer, "^", "5️⃣", nil), .typed(integer, "1^", "\u{301}", nil),
          .typed(integer, "12^", "\u{20E3}", nil), .pasted(integer, "1^", "\u{301}", nil),
          .typed(card, "4^", "\u{301}", nil),
        ]),
      CornerCase(
        110, "a digit of two units in UTF-16 is shown as one of one",
        [.typed(integer, "^", "𝟗", "9^", "9"), .typed(integer, "1^2", "𝟗", "19^2", "192")]),
      CornerCase(
        111, "invisible characters and marks of direction are no part of a paste",
        [
          .pasted(integer, "^", "\u{FEFF}1\u{200B}2\u{200E}3\u{AD}\u{200F}", "123^", "123"),
          .pasted(card, "^", "\u{FEFF}4111\u{200B} 11\u{AD}11\n", "4111 1111^"),
        ]),
      CornerCase(
        112, "a paste with a picture among its digits is refused whole",
        [.pasted(integer, "^", "12👍34", nil), .pasted(card, "^", "41👍11", nil)]),
      CornerCase(
        113, "line ends around a paste go, and white space inside of it is refused",
        [
          .pasted(integer, "^", "12\r\n", "12^", "12"),
          .pasted(integer, "^", "\t12", "12^", "12"),
          .pasted(integer, "^", "1\t2", nil), .pasted(integer, "^", "1\r\n2", nil),
        ]),
    ]
  }()
}
