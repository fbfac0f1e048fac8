import Benchmark
import Foundation
import Interactors
import Records
import Validation

/// One key in a field with a pattern of 30 places, against the text matched as a whole by
/// Foundation's regular expression at each key, which cannot tell whether more could come.
func patternEdit() {
  let thousand = Benchmark.Configuration(scalingFactor: .kilo)
  let source = "[A-Z]{10}-[0-9]{10}-[a-z]{8}"
  let text = "ABCDEFGHIJ-0123456789-abcdefg"

  Benchmark("edit of a pattern", configuration: thousand) { benchmark in
    let property = Property("p", .text, pattern: try TextPattern(source))
    let format = FieldFormat(property)
    var editor = FieldEditor(format: format, text: "")
    for scalar in text.unicodeScalars { editor.press(.character(scalar)) }
    let state = editor.state
    let end = text.count
    let edit = Edit(range: end..<end, replacement: "h", isTyped: true)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(format.outcome(of: edit, in: state)) }
    benchmark.stopMeasurement()
  }

  Benchmark("edit of a pattern: NSRegularExpression", configuration: thousand) { benchmark in
    let expression = try NSRegularExpression(pattern: "\\A(?:\(source))\\z")
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      let edited = text + "h"
      let range = NSRange(location: 0, length: edited.utf16.count)
      blackHole(expression.firstMatch(in: edited, range: range))
    }
    benchmark.stopMeasurement()
  }
}
