/// One piece of a session's output.
package enum Reply: Hashable, Sendable {
  case label(name: String, text: String)
  /// A key that a field has just refused.
  case rejectedKey(KeyRejection)
  case typed(TypeResult)
  /// A record that was created or found, such as `Person/1`.
  case reference(String)
  case value(Datum)
  case count(Int)
  case text(String)
  /// Help text, which may be rewrapped for a narrow screen.
  case prose(String)
  /// The properties of one record; the first entry is the record.
  case details([Datum.Entry])
  /// Begins a table, whose rows follow one by one. If `isWhole`, no column may be left out.
  case tableBegins([Column], isWhole: Bool = false)
  case row([Datum])
  case difference(Difference)
  /// Completes the table; not sent if an error interrupts it.
  case tableEnds
  /// Frequencies or numbers, as a bar chart.
  case bars([Bar])
  case chart(Chart)
  case item(ScreenItem)
  /// A confirmation for interactive users; not data.
  case notice(String)
  /// The outcome of an expectation, in runs that report them.
  case expectation(ExpectationOutcome)
  /// Ends the expectations; with their number.
  case expectationsEnd(Int)
  /// An error, or a warning that does not stop the run.
  case diagnostic(Diagnostic)
}

package struct ExpectationOutcome: Hashable, Sendable {
  /// From 1.
  package var number: Int
  package var text: String
  package var failure: Diagnostic?

  package init(number: Int, text: String, failure: Diagnostic?) {
    self.number = number
    self.text = text
    self.failure = failure
  }
}

extension Reply {
  /// Whether it is output or a notice of a command, which is discarded if the command is rolled
  /// back.
  package var isOutput: Bool {
    switch self {
    case .label, .rejectedKey, .typed, .reference, .value, .count, .text, .prose, .details,
      .tableBegins, .row, .difference, .tableEnds, .bars, .chart, .item, .notice:
      true
    case .expectation, .expectationsEnd, .diagnostic: false
    }
  }

  /// Whether it is output rather than a notice or diagnostic.
  package var isData: Bool { if case .notice = self { false } else { isOutput } }

  package func masked(by mask: (String) -> String) -> Reply {
    switch self {
    case .notice(let text): return .notice(mask(text))
    case .diagnostic(let diagnostic): return .diagnostic(diagnostic.masked(by: mask))
    case .expectation(var expectation):
      expectation.failure = expectation.failure?.masked(by: mask)
      return .expectation(expectation)
    case .label, .rejectedKey, .typed, .reference, .value, .count, .text, .prose, .details,
      .tableBegins, .row, .difference, .tableEnds, .bars, .chart, .item, .expectationsEnd:
      return self
    }
  }

  package static func warning(_ message: String, _ kind: Diagnostic.Kind = .refused) -> Reply {
    .diagnostic(Diagnostic(kind, message, severity: .warning))
  }
}
