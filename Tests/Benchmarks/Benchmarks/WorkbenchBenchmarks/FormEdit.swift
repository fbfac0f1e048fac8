import Benchmark
import Foundation
import Validation

/// The last key in a card of 19 digits, a mask of 30 places and a date, typed after those before it,
/// against the text matched as a whole by Foundation's regular expression at each key, which knows no
/// groups and no caret.
func formEdit() {
  measure(
    "card", CardGrammar(), text: "6304 0000 0000 0000 00", key: "0",
    expression: "[0-9]{4}( [0-9]{1,4}){2,4}")
  guard let mask = try? TextMask("+00 (000) 000-0000 AA/NN 000-00") else {
    preconditionFailure("the mask is one")
  }
  measure(
    "mask", MaskGrammar(mask), text: "+49 (123) 456-7890 AB/1X 123-4", key: "5",
    expression: #"\+\d\d \(\d{3}\) \d{3}-\d{4} [A-Z]{2}/\w\w \d{3}-\d\d"#)
  measure(
    "date", DateGrammar(order: .dayMonthYear, separator: "."), text: "21.11.202", key: "6",
    expression: #"\d\d\.\d\d\.\d{4}"#)
}

private func measure(
  _ name: String, _ grammar: some Grammar, text: String, key: String, expression source: String
) {
  let thousand = Benchmark.Configuration(scalingFactor: .kilo)

  Benchmark("edit of a \(name)", configuration: thousand) { benchmark in
    let format = FieldFormat(grammar: grammar)
    var editor = FieldEditor(format: format, text: "")
    for scalar in text.unicodeScalars { editor.press(.character(scalar)) }
    let state = editor.state
    let end = text.count
    let edit = Edit(range: end..<end, replacement: key, isTyped: true)
    guard case .accepted = format.outcome(of: edit, in: state) else {
      benchmark.error("the key is not taken")
      return
    }
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(format.outcome(of: edit, in: state)) }
    benchmark.stopMeasurement()
  }

  Benchmark("edit of a \(name): NSRegularExpression", configuration: thousand) { benchmark in
    let expression = try NSRegularExpression(pattern: "\\A(?:\(source))\\z")
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      let edited = text + key
      let range = NSRange(location: 0, length: edited.utf16.count)
      blackHole(expression.firstMatch(in: edited, range: range))
    }
    benchmark.stopMeasurement()
  }
}
