import Benchmark
import Interactors
import Records
import Validation

/// A text typed into a field that can hold few texts, and into one that can hold very many: the cost
/// of a key must not depend on their number.
func manyTexts() {
  typed("name 4711", "a choice of two names") {
    FieldFormat(grammar: ChoiceGrammar(["name 4711", "name 4712"]))
  }
  typed("name 4711", "a choice of 20,000 names") {
    FieldFormat(grammar: ChoiceGrammar((0..<20_000).map { "name \($0)" }))
  }
  typed("abcdabcdabcd", "a pattern of one text") {
    FieldFormat(Property("p", .text, pattern: try TextPattern("abcdabcdabcd")))
  }
  typed("abcdabcdabcd", "a pattern of 26^12 texts") {
    FieldFormat(Property("p", .text, pattern: try TextPattern("[a-z]{12}")))
  }
}

private func typed(_ text: String, _ name: String, _ format: @escaping () throws -> FieldFormat) {
  Benchmark("keys into \(name)") { benchmark in
    let format = try format()
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      var editor = FieldEditor(format: format, text: "")
      for scalar in text.unicodeScalars { editor.press(.character(scalar)) }
      blackHole(editor.content)
    }
    benchmark.stopMeasurement()
  }
}
