import TestSupport
import Testing
import Validation

extension CornerCase {
  static let deletion: [CornerCase] = {
    let (integer, two, english) = (
      CornerFormats.integer, CornerFormats.two, CornerFormats.english
    )
    let five = Formats.decimal(5, 2)
    return [
      CornerCase(
        1, "backspace in the middle takes the character before the caret",
        [
          .key(integer, "12^34", .backspace, "1^34", "134"),
          .edit(integer, "12^34", 1..<2, "", "1^34", "134"),
        ]),
      CornerCase(
        2, "deleting in an empty field does nothing",
        [
          .keys(integer, "^", [.backspace, .delete, .wordBackspace, .cut, .clear], "^", .empty),
          .edit(integer, "^", 0..<0, "", "^", .empty),
        ]),
      CornerCase(
        3, "a selection is deleted or cut in one step, and what is cut can be put elsewhere",
        [
          .key(integer, "12[34]56", .backspace, "12^56", "1256"),
          .key(integer, "12[34]56", .delete, "12^56", "1256"),
          .key(integer, "12[34]56", .cut, "12^56", "1256"),
          .keys(integer, "12[34]56", [.cut, .undo], "12[34]56", "123456"),
        ],
        further: {
          expectEqual(MarkedText("12[34]56").editor(Formats.integer).selectedText, "34")
        }),
      CornerCase(
        4, "all of a grouped number can be deleted at once, and then there is no value",
        [.key(english, "[1,234.5]", .delete, "^", .empty)]),
      CornerCase(
        6, "forward delete at the end does nothing",
        [.key(integer, "123^", .delete, "123^", "123")]),
      CornerCase(
        7, "forward delete takes the character behind the caret, which stays",
        [
          .key(integer, "12^34", .delete, "12^4", "124"),
          .edit(integer, "12^34", 2..<3, "", "12^4", "124"),
        ]),
      CornerCase(
        8, "deleting a word of a number deletes back to its start, like any other range",
        [
          .key(english, "1,234.5^", .wordBackspace, "^", .empty),
          .edit(english, "1,234.5^", 0..<7, "", "^", .empty),
        ]),
      CornerCase(
        9, "a minus can be deleted together with digits",
        [.key(two, "[-1]2", .delete, "^2", "2")]),
      CornerCase(
        10, "backspace can leave a minus alone, which is no value yet",
        [.key(two, "-5^", .backspace, "-^", .incomplete)]),
      CornerCase(
        11, "the last character goes although a prefix stands before it",
        [.key(Formats.decimal(3, 2, prefix: "USD"), "-^", .backspace, "^", .empty)]),
      CornerCase(
        12, "the last digit before a separator can be deleted: the separator stays, without value",
        [.key(two, "1^.", .backspace, "^.", .incomplete)]),
      CornerCase(
        13, "a fraction that has lost its zero keeps its digits, and counts as one with it",
        [
          .key(two, "0^.78", .backspace, "^.78", "0.78"),
          .keys(two, "0^.78", [.backspace, .character("5")], "5^.78", "5.78"),
        ]),
      CornerCase(
        14, "zeros that a deletion leaves in front stay until the editing ends",
        [
          .key(five, "1^0000.25", .backspace, "^0000.25", "0.25", returned: "0.25"),
          .keys(five, "1^0000.25", [.backspace, .character("2")], "2^0000.25", "20000.25"),
        ]),
      CornerCase(
        15, "a text over the limit takes nothing more, and can be deleted back into the limit",
        [
          .key(two, "123456.789^", .backspace, "123456.78^", .incomplete),
          .typed(two, "123456.789^", "1", nil),
          .keys(
            two, "123456.789^", [.backspace, .home, .delete, .delete, .delete], "^456.78", "456.78"
          ),
        ]),
      CornerCase(
        16, "a second minus is refused, also in place of a digit",
        [.typed(two, "-[5]", "-", nil)]),
      CornerCase(
        47, "a separator can be deleted even if the digits then are too many, and have no value",
        [.key(two, "12.^34", .backspace, "12^34", .incomplete)]),
      CornerCase(
        48, "a separator can be deleted, and the digits on both sides are one number",
        [.key(Formats.decimal(4, 2), "12.^34", .backspace, "12^34", "1234")]),
      CornerCase(
        101, "a leading digit can be deleted before zeros, which count as one",
        [.key(integer, "1^00", .backspace, "^00", "0", returned: "0")]),
    ]
  }()
}
