import TestSupport
import Testing
import Validation

/// F7: a date is typed in any common notation.
struct DateTypingTests {
  private static let iso = FieldFormat(grammar: DateGrammar(slashed: .monthDayYear))
  private static let british = FieldFormat(grammar: DateGrammar(slashed: .dayMonthYear))
  private static let german = FieldFormat(grammar: DateGrammar())
  private static let american = FieldFormat(
    grammar: DateGrammar(order: .monthDayYear, separator: "/", slashed: .monthDayYear))
  private static let pointed = FieldFormat(
    grammar: DateGrammar(order: .dayMonthYear, separator: "."))
  private static let century = FieldFormat(
    grammar: DateGrammar(
      from: CalendarDate(year: 2000, month: 1, day: 1)!,
      through: CalendarDate(year: 2030, month: 12, day: 31)!, slashed: .monthDayYear))

  struct Editing: Sendable, CustomTestStringConvertible {
    var format: FieldFormat
    var keys: [Key]
    var text: String
    /// The form, if it is not the field's own.
    var form: String?
    var value: String?
    var refused: String?
    var testDescription: String { "\(keys) \(text)" }

    init(
      _ format: FieldFormat, _ keys: [Key], _ text: String, _ form: String? = nil,
      value: String? = nil, refused: String? = nil
    ) {
      self.format = format
      self.keys = keys
      self.text = text
      self.form = form
      self.value = value
      self.refused = refused
    }

    init(
      _ format: FieldFormat, _ typed: String, _ text: String, _ form: String? = nil,
      value: String? = nil, refused: String? = nil
    ) {
      self.init(format, Key.typing(typed), text, form, value: value, refused: refused)
    }
  }

  @Test(arguments: [
    Editing(iso, "3.7.1968", "03.07.1968", "dd.mm.yyyy", value: "1968-07-03"),
    Editing(german, "5.11.2026", "05.11.2026", "dd.mm.yyyy", value: "2026-11-05"),
    Editing(iso, "7/3/1968", "07/03/1968", "mm/dd/yyyy", value: "1968-07-03"),
    Editing(british, "3/7/1968", "03/07/1968", "dd/mm/yyyy", value: "1968-07-03"),
    Editing(iso, "2026/11/21", "2026-11-21", value: "2026-11-21"),
    Editing(iso, "2026.11.21", "2026-11-21", value: "2026-11-21"),
    // The locale's order is unknown, or is written with points.
    Editing(german, "24/1", "241", refused: "/"),
    Editing(iso, "24/1", "241", refused: "/"), Editing(iso, "94.", "94", refused: "."),
    Editing(iso, "24-", "24", refused: "-"), Editing(iso, ".", "", refused: "."),
    // Fields in the form of their locale.
    Editing(american, "13", "13"), Editing(american, "13.", "13.", "dd.mm.yyyy"),
    Editing(american, "132", "13", refused: "2"), Editing(american, "312", "03/12"),
    Editing(american, "9", "09"), Editing(american, "3", "3"),
    Editing(american, "7/3/1968", "07/03/1968", value: "1968-07-03"),
    Editing(american, "3.7.1968", "03.07.1968", "dd.mm.yyyy", value: "1968-07-03"),
    Editing(pointed, "3/7/1968", "03.07.1968", value: "1968-07-03"),
    Editing(pointed, "24/12/2025", "24.12.2025", value: "2025-12-24"),
    // Digits that start no year can be a day or a month.
    Editing(century, "3.7.2024", "03.07.2024", "dd.mm.yyyy", value: "2024-07-03"),
    Editing(century, "31", "31"), Editing(century, "9", "9"),
    Editing(century, "91", "9", refused: "1"),
    Editing(century, "9.", "09.", "dd.mm.yyyy"),
    // The form stays until the text is empty; another separator selects another form.
    Editing(iso, Key.typing("24.") + [.backspace] + Key.typing("12"), "24.12", "dd.mm.yyyy"),
    Editing(iso, Key.typing("12.") + [.backspace, .character("/")], "12/", "mm/dd/yyyy"),
    Editing(
      iso, Key.typing("24.") + [.backspace, .backspace, .backspace] + Key.typing("2026"), "2026"),
    Editing(
      iso, Key.typing("24.12.2025") + [.selectAll] + Key.typing("2026-1"), "2026-1"),
    Editing(iso, Key.typing("24.12") + [.undo, .undo, .undo, .character("/")], "24", refused: "/"),
    Editing(
      iso, Key.typing("24.12.2025") + [.step(by: 1)], "24.12.2026", "dd.mm.yyyy",
      value: "2026-12-24"),
    Editing(
      iso, Key.typing("24.12.2025") + [.home, .character("3"), .character("1")], "31.12.2025",
      "dd.mm.yyyy", value: "2025-12-31"),
    // Pastes in such forms.
    Editing(
      british, [.paste("24/12/2025")], "24/12/2025", "dd/mm/yyyy", value: "2025-12-24"),
    Editing(iso, [.paste("24/12/2025")], "", refused: "24/12/2025"),
    Editing(iso, [.paste("24.12.2025")], "24.12.2025", "dd.mm.yyyy", value: "2025-12-24"),
    Editing(iso, [.paste(" 2026. 11. 21. ")], "2026-11-21", value: "2026-11-21"),
    Editing(iso, [.paste("24. 12. 2025.")], "24.12.2025", "dd.mm.yyyy", value: "2025-12-24"),
    Editing(pointed, [.paste("2026-11-21")], "2026-11-21", "yyyy-mm-dd", value: "2026-11-21"),
    Editing(american, [.paste("24/12")], "", refused: "24/12"),
    Editing(american, [.paste("12/24/2025")], "12/24/2025", value: "2025-12-24"),
    Editing(
      iso, Key.typing("24") + [.paste(".12.2025")], "24.12.2025", "dd.mm.yyyy", value: "2025-12-24"),
    Editing(iso, Key.typing("24") + [.paste(" ")], "24"),
    // F4: each group of digits belongs to one part.
    Editing(iso, Key.typing("202") + [.paste("11-2")], "202", refused: "11-2"),
    Editing(iso, [.paste("20261121")], "2026-11-21", value: "2026-11-21"),
  ])
  func aDateIsTypedAsPeopleWriteIt(editing: Editing) {
    var editor = FieldEditor(format: editing.format, text: "")
    for key in editing.keys { editor.press(key) }
    expectEqual(editor.state.text, editing.text)
    expectEqual(editing.format.form(of: editor.state), editing.form)
    expectEqual(editor.content.value.map { "\($0)" }, editing.value)
    expectEqual(editor.unanswered?.text, editing.refused)
  }
}
