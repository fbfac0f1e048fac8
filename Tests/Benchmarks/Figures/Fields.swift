import Foundation
import Interactors
import Records
import Validation

/// The cost of a key: a number typed key by key, and the last key of a long text in each grammar,
/// alone and in a field on a record and on a class.
func fields(_ table: Table) throws {
  try typedNumbers(table)
  try lastKeys(table)
  try manyTexts(table)
  candidates(table)
}

// MARK: A number

private func typedNumbers(_ table: Table) throws {
  table.begin(
    "A number typed",
    """
    One keystroke, while `12345` is typed and deleted again digit by digit. The peer parses the text
    and formats the number after each keystroke.
    """)
  let property = Property("count", .integer, range: 0...99_999)
  let record = try TypedRecord(RecordType("Item", [property]))
  let item = Counted()
  let formatter = NumberFormatter()
  let texts = ["1", "12", "123", "1234", "12345", "1234", "123", "12", "1"]
  table.compare("in an editor", to: "NumberFormatter") {
    var editor = FieldEditor(format: FieldFormat(property), text: "")
    return typed { editor.press($0) }
  } _: {
    least {
      for text in texts { keep(formatter.number(from: text).flatMap(formatter.string)) }
    } / Double(texts.count)
  }
  for (name, earlier) in [("", 0), (", 10,000 keys on", 10_000)] {
    table.limit("in a field on a record\(name)", 2e-6) {
      let field = TextFieldInteractor(record, property)
      return typed(after: earlier) { field.press($0) }
    }
    table.limit("in a field on a class\(name)", 4e-6) {
      let field = TextFieldInteractor(item, \.count)
      return typed(after: earlier) { field.press($0) }
    }
  }
}

private final class Counted: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed(in: 0...99_999) var count: Int = 0
}

/// The average time of a key.
///
/// - Parameter earlier: The number of keys typed before the measurement.
private func typed(after earlier: Int = 0, _ press: (Key) -> Outcome) -> Double {
  let digits = "12345".unicodeScalars.map { Key.character($0) }
  let keys = digits + digits.map { _ in .backspace }
  func type() { for key in keys { take(press(key)) } }
  for _ in 0..<earlier / keys.count { type() }
  return least(type) / Double(keys.count)
}

private func take(_ outcome: Outcome) {
  if case .rejected(let rejection) = outcome { preconditionFailure("\(rejection)") }
}

// MARK: Each grammar

private func lastKeys(_ table: Table) throws {
  table.begin(
    "The last key of a text, in each grammar",
    """
    The check of one edit, compared with Foundation's check of the whole text. Foundation handles no
    digit groups and no caret, and does not tell whether an incomplete text can still become valid.
    In a field, the key is typed and deleted again, and the property is updated.
    """)
  for sample in try Sample.all() {
    let (property, name) = (sample.property, sample.property.name)
    let format = sample.format ?? FieldFormat(property)
    table.compare("\(name), alone", to: sample.peer.name, atMost: sample.most) {
      var editor = FieldEditor(format: format, text: "")
      for scalar in sample.text.unicodeScalars { editor.press(.character(scalar)) }
      let state = editor.state
      let edit = Edit(range: state.selection.range, replacement: sample.key, isTyped: true)
      return least { take(format.outcome(of: edit, in: state)) }
    } _: {
      let text = sample.text + sample.key
      return least { precondition(sample.peer.accepts(text), text) }
    }
    let record = try TypedRecord(RecordType("Item", [property]))
    for (place, subject) in [("a record", record as any PropertySubject), ("a class", Item())] {
      table.limit("\(name), on \(place)", 10e-6) {
        let field = TextFieldInteractor(subject, property.name, format: format)
        for scalar in sample.text.unicodeScalars { field.press(.character(scalar)) }
        let key = Key.character(sample.key.unicodeScalars.first ?? " ")
        return least {
          take(field.press(key))
          take(field.press(.backspace))
        } / 2
      }
    }
  }
}

private final class Item: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var text: String? = nil
  @Observed var integer: Int? = nil
  @Observed var decimal: ExactDecimal? = nil
  @Observed var double: Double? = nil
  @Observed var percent: ExactDecimal? = nil
  @Observed var boolean: Bool? = nil
  @Observed var choice: String? = nil
  @Observed var hex: String? = nil
  @Observed var card: String? = nil
  @Observed var mask: String? = nil
  @Observed var date: CalendarDate? = nil
  @Observed var moment: Instant? = nil
  @Observed var time: ClockTime? = nil
  @Observed var duration: TimeSpan? = nil
  @Observed var month: CalendarMonth? = nil
  @Observed var url: String? = nil
  @Observed var email: String? = nil
  @Observed var account: String? = nil
  @Observed var phone: String? = nil
  @Observed var pattern: String? = nil
}

// MARK: Many texts

/// The cost of a key must not depend on the number of texts.
private func manyTexts(_ table: Table) throws {
  let sizes = [1_000, 10_000, 100_000, 1_000_000]
  table.begin(
    "Growth of a field", "One keystroke, with this number of names or texts.", sizes: sizes)
  table.grow("a choice of so many names", .constant, sizes) { count in
    let grammar = ChoiceGrammar((0..<count).map { "name \($0)" })
    return typed("name 471", into: FieldFormat(grammar: grammar))
  }
  try table.grow("a pattern of so many texts", .constant, sizes) { count in
    let digits = String(count).count - 1
    let pattern = try TextPattern("number [0-9]{\(digits)}")
    return typed("number 471", into: FieldFormat(Property("p", .text, pattern: pattern)))
  }
  table.grow("a text of so many characters before it", .linear, sizes) { count in
    let format = FieldFormat(grammar: TextGrammar())
    let state = EditState(
      text: String(repeating: "a", count: count), selection: Selection(caret: count))
    let edit = Edit(range: count..<count, replacement: "b", isTyped: true)
    return least { take(format.outcome(of: edit, in: state)) }
  }
}

/// A reference is found by any part of the names of its records.
private func candidates(_ table: Table) {
  table.begin(
    "Candidates", "One keystroke in a field for a reference to one of 100,000 records.")
  let index = SearchIndex(
    (0..<100_000).map { number in
      SearchIndex.Entry(
        "Part no. \(number)", label: "Part no. \(number) (KM-\(number))",
        names: ["KM-\(number)", "\(4_524_667_000_000 + number)"])
    })
  let format = FieldFormat(grammar: SearchGrammar(index))
  for text in ["p", "part no. 471", "km-99", "6670471"] {
    table.limit("after \(text)", 20e-3) {
      var editor = FieldEditor(format: format, text: String(text.dropLast()))
      return least {
        take(editor.press(.character(text.unicodeScalars.last!)))
        keep(format.candidates(for: editor.state))
        take(editor.press(.backspace))
      }
    }
  }
}

private func typed(_ text: String, into format: FieldFormat) -> Double {
  least {
    var editor = FieldEditor(format: format, text: "")
    for scalar in text.unicodeScalars { take(editor.press(.character(scalar))) }
  } / Double(text.count)
}
