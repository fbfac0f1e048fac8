import TestSupport
import Testing
import Validation

extension CornerCase {
  static let cardsAndMasks: [CornerCase] = {
    let card = CornerFormats.card
    let (hex, mask) = (CornerFormats.hex, CornerFormats.mask)
    let phone = mask("(000) 000")
    let russian = mask("+7 (000) 000-00-00")
    let dutch = mask("+31 0000000000")
    let american = mask("+1 (000) 200-0000")
    return [
      CornerCase(
        148, "backspace behind the space of a card takes space and digit",
        [
          .key(card, "4111 ^1", .backspace, "411^1"), .key(card, "4111 1^", .backspace, "4111^"),
        ]),
      CornerCase(
        149, "a digit typed before the space of a card stands behind it, and so does the caret",
        [.typed(card, "1234^ 1234", "3", "1234 3^123 4")]),
      CornerCase(
        150, "34 and 37 make groups of 4, 6 and 5 of at most 15 digits, and back without them",
        [
          .typed(card, "^", "37828224631", "3782 822463 1^"),
          .typed(card, "^", "378282246310005", "3782 822463 10005^", "378282246310005"),
          .typed(card, "3782 822463 10005^", "1", nil),
          .key(card, "^3782 822463 1", .delete, "^7828 2246 31"),
        ]),
      CornerCase(
        151, "a digit that makes a shorter card of a longer one is refused where that is too long",
        [
          .typed(card, "[4]111 1111 1111 1111", "3", "3^111 1111 1111 1111", .incomplete),
          .typed(card, "[4]711 1111 1111 1111 111", "3", nil),
          .pasted(card, "[41]11 1111 1111 1111", "37", nil),
          .pasted(card, "[411]1 1111 1111 1111", "37", "37^11 111111 11111", .incomplete),
        ]),
      CornerCase(
        152, "a card of an unknown kind is in fours", [.typed(card, "^", "12345", "1234 5^")]),
      CornerCase(
        153, "a card without its last digit or with a wrong one can be typed and not returned",
        [
          .typed(card, "^", "41111111111", "4111 1111 111^", .reason("one more digit")),
          .typed(card, "^", "411111111111111", "4111 1111 1111 111^", .incomplete),
          .typed(
            card, "411111111111111^", "2", "4111 1111 1111 1112^",
            .reason("the check digit does not match")),
          .typed(
            card, "411111111111111^", "1", "4111 1111 1111 1111^", "4111111111111111"),
        ]),
      CornerCase(
        154, "a literal typed right before the one there moves the caret past it",
        [
          .typed(phone, "^(123) 4", "(", "(^123) 4"), .typed(phone, "(123^) 4", ")", "(123)^ 4"),
        ]),
      CornerCase(
        155, "a paste may have the literals of a mask, some of them or none",
        ["+79114041112", "9114041112", "+7 (911) 404-11-12"].map {
          .pasted(russian, "^", $0, "+7 (911) 404-11-12^", "+7 (911) 404-11-12")
        }
          + [
            .pasted(
              russian, "^", "+7 (9114041112___)", "+7 (911) 404-11-12^", "+7 (911) 404-11-12"),
            .pasted(russian, "^", "+7 (91)1", nil),
          ]),
      CornerCase(
        156, "a digit that is also a literal is taken for that only behind the literals before it",
        [
          .pasted(dutch, "^", "3112345678", "+31 3112345678^", "+31 3112345678"),
          .pasted(dutch, "^", "+3112345678", "+31 12345678^", .incomplete),
        ]),
      CornerCase(
        157, "a digit typed goes to the next free place although a literal is the same digit",
        [
          .typed(american, "^", "1", "+1 (1^"), .typed(american, "+1 (123^", "2", "+1 (123) 22^"),
          .typed(american, "^", "+1 (123) 2", "+1 (123) 2^"),
        ]),
      CornerCase(
        158, "a literal typed out of turn is refused, and erases nothing",
        [
          .typed(CornerFormats.date, "20^26-11-21", "-", nil),
          .typed(CornerFormats.date, "2026^-11-21", "-", "2026-^11-21", "2026-11-21"),
        ]),
      CornerCase(
        159, "what is deleted from a mask can be filled in again where it was",
        [
          .key(phone, "(12^3) 456", .backspace, "(1^34) 56", .incomplete),
          .keys(
            phone, "(12^3) 456", [.backspace, .character("9")], "(19^3) 456", "(193) 456"),
        ]),
      CornerCase(
        160, "a free place is empty, and not filled with what looks like an empty one",
        [
          .typed(mask("00"), "^", "0", "0^", .reason("one more digit")),
          .typed(mask("00"), "^", "00", "00^", "00"),
          .typed(mask("N0"), "^", "_", nil),
        ]),
      CornerCase(
        161, "a letter without a capital of its own is refused where capitals are wanted",
        [
          .typed(mask("AA"), "^", "ß", nil), .typed(mask("AA"), "^", "ﬁ", nil),
          .typed(mask("AA"), "^", "ſ", nil), .typed(mask("AA"), "^", "ı", nil),
          .typed(mask("AA"), "^", "äб", "ÄБ^", "ÄБ"), .typed(mask("aa"), "^", "ßb", "ßb^", "ßb"),
        ]),
      CornerCase(
        163, "a full-width letter is refused where hexadecimal digits are wanted",
        [.typed(hex(4), "^", "Ａ", nil), .pasted(hex(4), "^", "Ａ", nil)]),
      CornerCase(
        164, "one sign of hexadecimal digits is taken off a paste, and nothing else",
        [
          .pasted(hex(4), "^", "0xFF", "FF^", .incomplete), .pasted(hex(4), "^", "0XfF", "FF^"),
          .pasted(hex(4), "^", " #ff\n", "FF^"), .pasted(hex(4), "^", "0x00ff", "00FF^", "00FF"),
          .pasted(hex(4), "^", "FF FF", nil), .pasted(hex(4), "^", "##FF", nil),
          .pasted(hex(4), "^", "0x", nil), .typed(hex(4), "0^", "x", nil),
          .typed(hex(4), "^", "#", nil),
        ]),
      CornerCase(
        165, "a hexadecimal digit too many is refused, also a zero in front",
        [
          .typed(hex(16), "1000000000000000^", "0", nil),
          .pasted(hex(16), "^", "10000000000000000", nil), .typed(hex(2), "^00", "0", nil),
        ]),
      CornerCase(
        125, "a code that autofill tries out with empty texts can be filled in",
        [
          .keys(mask("000000"), "^", [.paste(""), .paste(""), .character("1")], "1^"),
          .keys(
            mask("000000"), "^", [.paste(""), .paste(""), .paste("123456")], "123456^", "123456"),
        ]),
      CornerCase(
        166, "what is typed where the caret stands among literals goes to the next free place",
        [
          .typed(mask("+1 (000)"), "+^1 (12", "3", "+1 (3^12)", "+1 (312)"),
          .typed(phone, "^(12", "3", "(3^12"),
        ]),
      CornerCase(
        168, "a text that does not fit is shown in full, takes nothing, and can be deleted",
        [.typed(phone, "hello^", "1", nil), .key(phone, "hello^", .backspace, "hell^")],
        further: {
          for format in [CornerFormats.mask("(000) 000"), CornerFormats.date, CornerFormats.hex(2)]
          {
            expectEqual(format.text(for: .text("nothing of it")), "nothing of it")
            guard case .incomplete = format.content(of: "nothing of it") else {
              Issue.record("taken")
              continue
            }
          }
          expectEqual(CornerFormats.card.text(for: .text("12345")), "1234 5")
        }),
    ]
  }()
}
