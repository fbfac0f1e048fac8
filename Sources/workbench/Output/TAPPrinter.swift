internal import Replies

final class TAPPrinter: Printer {
  private let output: Output
  private let comments: TextPrinter
  private var hasBegun = false

  init(_ output: Output, comments: TextPrinter) {
    (self.output, self.comments) = (output, comments)
  }

  func flush() { comments.flush() }

  func print(_ reply: Reply) {
    if !hasBegun { output.writeLine("TAP version 14") }
    hasBegun = true
    switch reply {
    case .expectation(let expectation): expectation.lines.forEach(output.writeLine)
    case .expectationsEnd(let count): output.writeLine("1..\(count)")
    case .label, .rejectedKey, .typed, .reference, .value, .count, .text, .prose, .details,
      .tableBegins, .row, .difference, .tableEnds, .bars, .chart, .item, .notice, .diagnostic:
      comments.print(reply)
    }
  }
}

extension ExpectationOutcome {
  private var line: String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let description = words.replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    return "\(failure == nil ? "ok" : "not ok") \(number) - \(description)"
  }

  fileprivate var lines: [String] {
    guard let failure else { return [line] }
    var lines = [line, "  ---", "  message: \(JSON.text(of: .text(failure.message)))"]
    if let place = failure.place {
      let column = place.column.map { ":\($0)" } ?? ""
      let written = "\(place.file):\(place.line)\(column)"
      lines.append("  at: \(JSON.text(of: .text(written)))")
    }
    return lines + ["  ..."]
  }
}
