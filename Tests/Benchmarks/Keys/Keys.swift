import Foundation
import Interactors
import Records
import Validation

/// What a key costs, in one table: in a field, which has a limit, and in a grammar, beside what
/// Foundation takes for the same work.
///
/// A row whose name has the argument in it is measured, without one all are. The least of many
/// times counts, so that other processes hardly matter; the status is 1 where a limit or a peer is
/// exceeded.
@main
struct Keys {
  private var isWithin = true
  private let wanted = CommandLine.arguments.dropFirst().first

  static func main() throws {
    var keys = Keys()
    keys.printRow("a key", "takes", "beside", "", "ratio")
    try keys.measureFields()
    try keys.measureGrammars()
    if !keys.isWithin { exit(1) }
  }

  private func isWanted(_ name: String) -> Bool { wanted.map(name.contains) ?? true }

  // MARK: Fields

  private mutating func measureFields() throws {
    let property = Property("count", .integer, range: ValueRange(.integer(0), .integer(99_999)))
    let record = try Record(RecordType("Item", [property]))
    let item = Item()
    for (name, earlier) in [("", 0), (", ten thousand keys on", 10_000)] {
      compare("in an editor" + name, limit: nil, after: earlier) {
        var editor = FieldEditor(format: FieldFormat(property), text: "")
        return { editor.press($0) }
      }
      compare("in a field on a record" + name, limit: 2, after: earlier) {
        let field = TextFieldInteractor(record, property)
        return { field.press($0) }
      }
      compare("in a field on a class" + name, limit: 4, after: earlier) {
        let field = TextFieldInteractor(item, \.count)
        return { field.press($0) }
      }
    }
  }

  /// Types a number and deletes it again, key by key, in one editing.
  private mutating func compare(
    _ name: String, limit: Double?, after earlier: Int, editing: () -> (Key) -> Outcome
  ) {
    guard isWanted(name) else { return }
    let digits = "12345".unicodeScalars.map { Key.character($0) }
    let keys = digits + digits.map { _ in .backspace }
    let least = (1...(earlier == 0 ? 5_000 : 20)).map { _ in
      let press = editing()
      for _ in 0..<earlier / keys.count { type(keys, press) }
      return time(10) { type(keys, press) } / Double(keys.count)
    }.min()
    report(name, least ?? 0, beside: limit, "limit")
  }

  private func type(_ keys: [Key], _ press: (Key) -> Outcome) {
    for key in keys {
      if case .rejected(let rejection) = press(key) { preconditionFailure("\(rejection)") }
    }
  }

  // MARK: Grammars

  /// The last key of a long text, against all of it matched by Foundation, which knows no groups, no
  /// caret, and not whether more could come.
  private mutating func measureGrammars() throws {
    compare(
      "in a card of 19 digits", FieldFormat(grammar: CardGrammar()), "6304 0000 0000 0000 00", "0",
      expression: "[0-9]{4}( [0-9]{1,4}){2,4}")
    compare(
      "in a mask of 30 places",
      FieldFormat(grammar: MaskGrammar(try TextMask("+00 (000) 000-0000 AA/NN 000-00"))),
      "+49 (123) 456-7890 AB/1X 123-4", "5",
      expression: #"\+\d\d \(\d{3}\) \d{3}-\d{4} [A-Z]{2}/\w\w \d{3}-\d\d"#)
    compare(
      "in a date", FieldFormat(grammar: DateGrammar(order: .dayMonthYear, separator: ".")),
      "21.11.202", "6", expression: #"\d\d\.\d\d\.\d{4}"#)
    let pattern = "[A-Z]{10}-[0-9]{10}-[a-z]{8}"
    compare(
      "in a pattern of 30 places",
      FieldFormat(Property("p", .text, pattern: try TextPattern(pattern))),
      "ABCDEFGHIJ-0123456789-abcdefg", "h", expression: pattern)
    let german = Locale(identifier: "de_DE")
    let formatter = NumberFormatter()
    formatter.locale = german
    formatter.numberStyle = .decimal
    formatter.maximumFractionDigits = 3
    let decimals = DecimalGrammar(
      maximumIntegerDigits: 8, fractionDigits: 1...3, minimum: ExactDecimal("-99999999"),
      maximum: ExactDecimal("99999999"))
    compare(
      "in a decimal of 8 and 3 digits",
      FieldFormat(grammar: decimals, symbols: NumberSymbols(locale: german), isGrouped: true),
      "12.345.678,12", "3", "NumberFormatter"
    ) { formatter.number(from: $0).flatMap(formatter.string) != nil }
  }

  private mutating func compare(
    _ name: String, _ format: FieldFormat, _ text: String, _ key: String, expression: String
  ) {
    guard let expression = try? NSRegularExpression(pattern: "\\A(?:\(expression))\\z") else {
      preconditionFailure("the expression is one")
    }
    compare(name, format, text, key, "NSRegularExpression") { edited in
      let range = NSRange(location: 0, length: edited.utf16.count)
      return expression.firstMatch(in: edited, range: range) != nil
    }
  }

  private mutating func compare(
    _ name: String, _ format: FieldFormat, _ text: String, _ key: String, _ peer: String,
    accepts: (String) -> Bool
  ) {
    guard isWanted(name) else { return }
    var editor = FieldEditor(format: format, text: "")
    for scalar in text.unicodeScalars { editor.press(.character(scalar)) }
    let state = editor.state
    precondition(state.text == text, "the text is typed as it stands")
    let end = text.count
    let edit = Edit(range: end..<end, replacement: key, isTyped: true)
    func judge() {
      if case .accepted = format.outcome(of: edit, in: state) { return }
      preconditionFailure("the key is taken")
    }
    func match() { precondition(accepts(text + key), "the text is matched") }
    let ours = (1...300).map { _ in time(100, judge) }.min()
    let theirs = (1...300).map { _ in time(100, match) }.min()
    report(name, ours ?? 0, beside: theirs, peer)
  }

  // MARK: Times

  /// How many microseconds a closure takes, called so often.
  private func time(_ count: Int, _ body: () -> Void) -> Double {
    let duration = ContinuousClock().measure { for _ in 0..<count { body() } }
    return duration / .microseconds(1) / Double(count)
  }

  private mutating func report(_ name: String, _ ours: Double, beside: Double?, _ what: String) {
    guard let beside else { return printRow(name, words(ours), "", "", "") }
    printRow(name, words(ours), words(beside), what, String(format: "%.2f", ours / beside))
    if ours > beside { isWithin = false }
  }

  private func words(_ microseconds: Double) -> String { String(format: "%.2f µs", microseconds) }

  private func printRow(_ cells: String...) {
    let widths = [44, 9, 9, 20, 5]
    let padded = zip(cells, widths).enumerated().map { index, pair in
      let (cell, width) = pair
      let space = String(repeating: " ", count: max(0, width - cell.count))
      return index == 0 || index == 3 ? cell + space : space + cell
    }
    print(padded.joined(separator: "  "))
  }
}

/// A class with a property that fields edit.
private final class Item: Subject {
  let propertyChanged = PropertyChanged()
  @Observed(in: 0...99_999) var count: Int = 0
}
