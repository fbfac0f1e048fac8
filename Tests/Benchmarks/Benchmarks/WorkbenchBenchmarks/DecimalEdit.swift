import Benchmark
import Foundation
import Interactors
import Validation

/// One key typed behind `12345678,12` in a German field of three decimals, against what is done
/// where there is no engine: the text parsed and formatted by Foundation at each key.
func decimalEdit() {
  let thousand = Benchmark.Configuration(scalingFactor: .kilo)

  Benchmark("edit of a decimal", configuration: thousand) { benchmark in
    let grammar = DecimalGrammar(
      maximumIntegerDigits: 8, fractionDigits: 1...3,
      minimum: ExactDecimal("-99999999"), maximum: ExactDecimal("99999999"))
    let format = FieldFormat(
      grammar: grammar, symbols: NumberSymbols(locale: Locale(identifier: "de_DE")),
      isGrouped: true)
    let text = "12.345.678,12"
    let end = text.count
    let state = EditState(text: text, selection: Selection(caret: end))
    let edit = Edit(range: end..<end, replacement: "3", isTyped: true)
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations { blackHole(format.outcome(of: edit, in: state)) }
    benchmark.stopMeasurement()
  }

  Benchmark("edit of a decimal: NumberFormatter", configuration: thousand) { benchmark in
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "de_DE")
    formatter.numberStyle = .decimal
    formatter.maximumFractionDigits = 3
    let text = "12.345.678,12"
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      guard let number = formatter.number(from: text + "3") else {
        benchmark.error("the formatter reads no number")
        return
      }
      blackHole(formatter.string(from: number))
    }
    benchmark.stopMeasurement()
  }
}
