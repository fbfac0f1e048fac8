import TestSupport
import Testing
import Validation

/// A plus is never accepted.
extension CornerCase {
  static let signs: [CornerCase] = {
    let (integer, natural, two) = (
      CornerFormats.integer, CornerFormats.natural, CornerFormats.two
    )
    return [
      CornerCase(
        61, "a minus can be typed first, and is no value yet",
        [.typed(two, "^", "-", "-^", .incomplete)]),
      CornerCase(
        62, "a minus is refused where no value is below zero",
        [.typed(natural, "^", "-", nil), .typed(natural, "^12", "-", nil)]),
      CornerCase(
        63, "a minus can be typed before digits", [.typed(two, "^12", "-", "-^12", "-12")]),
      CornerCase(64, "a minus behind digits is refused", [.typed(two, "12^", "-", nil)]),
      CornerCase(65, "a digit before the minus is refused", [.typed(two, "^-12", "5", nil)]),
      CornerCase(
        66, "a second minus is refused and takes none away",
        [.typed(two, "-12^", "-", nil), .typed(two, "^-12", "-", nil)]),
      CornerCase(
        67, "a minus before nothing but zeros is zero, and goes when the editing ends",
        [
          .typed(two, "^", "-0", "-0^", "0", returned: "0"),
          .typed(two, "^", "-0.", "-0.^", "0", returned: "0"),
          .typed(two, "^", "-0.0", "-0.0^", "0", returned: "0"),
          .typed(Formats.decimal(1, 1, minimum: "-1"), "^", "-0.0", "-0.0^", "0", returned: "0"),
          .typed(CornerFormats.double(), "^", "-0.0", "-0.0^", "0.0", returned: "0"),
        ]),
      CornerCase(
        68, "a digit takes the place of a lone zero behind a minus",
        [.typed(two, "-0^", "5", "-5^", "-5")]),
      CornerCase(
        69, "a digit is refused first where every value is below zero",
        [
          .typed(Formats.integer(-100...(-10)), "^", "5", nil, .reason("expected \"-\"")),
          .typed(Formats.integer(-100...(-10)), "^", "-50", "-50^", "-50"),
        ]),
      CornerCase(
        70, "a hyphen is shown as the minus of the locale",
        [
          .typed(
            Formats.integer(-9...9, .swedish), "^", "-5", "\u{2212}5^", "-5",
            returned: "\u{2212}5")
        ]),
      CornerCase(
        71, "every minus and dash of Unicode is read as a minus",
        ["\u{2212}", "–", "—", "\u{FF0D}", "\u{FE63}"].flatMap {
          (minus: String) -> [CornerExample] in
          let five = "\(minus)5"
          return [
            .pasted(integer, "^", five, "-5^", "-5"),
            .typed(integer, "^", five, "-5^", "-5"),
            .pasted(Formats.integer(-9...9, .swedish), "^", five, "\u{2212}5^", "-5"),
          ]
        } + [.pasted(CornerFormats.date, "^", "2026–11—21", "2026-11-21^", "2026-11-21")]),
      CornerCase(72, "a minus of several scalars is one character, which goes as a whole") {
        for locale in [Locale.arabic, .persian, .kashmiri] {
          let format = Formats.integer(-99...99, locale)
          var editor = FieldEditor(format: format, text: "")
          for key in Key.typing("-12") { editor.press(key) }
          let digits = locale.symbols.digit(1) + locale.symbols.digit(2)
          expectEqual(editor.state.text, locale.symbols.minus + digits)
          expectEqual(editor.content, .complete(.integer(-12)))
          expectEqual(editor.state.selection, Selection(caret: 3))
          editor.press(.left)
          editor.press(.left)
          expectEqual(editor.state.selection, Selection(caret: 1))
          editor.press(.selectLeft)
          expectEqual(editor.selectedText, locale.symbols.minus)
          editor.press(.right)
          editor.press(.backspace)
          expectEqual(editor.state, EditState(text: digits, selection: Selection(caret: 0)))
          expectEqual(editor.content, FieldContent.complete(.integer(12)))
        }
      },
      CornerCase(
        73, "a minus behind the number is refused, and its sign not lost",
        [.pasted(integer, "^", "5-", nil)]),
      CornerCase(
        74, "a number in parentheses is no negative one", [.pasted(integer, "^", "(5)", nil)]),
      CornerCase(
        75, "a plus is refused, typed or pasted",
        [
          .pasted(integer, "^", "+5", nil), .typed(integer, "^", "+", nil),
          .pasted(integer, "^", "+", nil),
        ]),
      CornerCase(
        76, "two hyphens that a keyboard makes a dash of are one minus at most",
        [
          .typed(integer, "-^", "—", nil), .edit(integer, "-^", 0..<1, "—", "-^", .incomplete),
          .keys(integer, "^", [.paste("—"), .character("-")], nil),
          .typed(natural, "^", "—", nil),
        ]),
    ]
  }()
}
