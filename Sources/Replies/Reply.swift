/// Something that a session has to say.
package enum Reply: Hashable, Sendable {
  /// A label and its text, which has changed.
  case label(name: String, text: String)
  /// A key that a field refused, as soon as it has.
  case rejectedKey(KeyRejection)
  /// What became of the keys sent to a field.
  case typed(TypeResult)
  /// A record that was made or found, such as `Person/1`.
  case reference(String)
  /// The value of a property.
  case value(Datum)
  /// How many records there are.
  case count(Int)
  /// A text for people.
  case text(String)
  /// Help, whose lines may be broken anew where the screen is narrower than they are.
  case prose(String)
  /// The properties of one record, the first entry being its reference.
  case details([Datum.Entry])
  /// A table begins; its rows follow one by one. Where it is whole no column may be left out.
  case tableBegins([Column], isWhole: Bool = false)
  /// The next row of the table, with a cell for each column.
  case row([Datum])
  /// What differs between two states of a record.
  case difference(Difference)
  /// The table is complete; an error that breaks it off comes instead.
  case tableEnds
  /// How often there is what, for people.
  case bars([Bar])
  /// A line through points, for people.
  case chart(Chart)
  /// A thing that a formatter shows or that is on a screen.
  case item(ScreenItem)
  /// What was done, for people who watch; not data.
  case notice(String)
  /// What has become of an expectation, where these are reported.
  case expectation(Expectation)
  /// So many expectations have been reported, and no more follow.
  case expectationsEnd(Int)
  /// An error, or a warning after which all goes on.
  case diagnostic(Diagnostic)
}

/// An expectation of a script that has held or failed.
package struct Expectation: Hashable, Sendable {
  /// Counts from 1.
  package var number: Int
  /// The command as it was written.
  package var text: String
  /// Why it has failed, with its place; nil where it has held.
  package var failure: Diagnostic?

  /// Makes an expectation that has failed for a reason, or has held.
  package init(number: Int, text: String, failure: Diagnostic?) {
    self.number = number
    self.text = text
    self.failure = failure
  }
}

extension Reply {
  /// Whether it is what a command prints or says it has done, which may be taken back.
  package var isOutput: Bool {
    switch self {
    case .label, .rejectedKey, .typed, .reference, .value, .count, .text, .prose, .details,
      .tableBegins, .row, .difference, .tableEnds, .bars, .chart, .item, .notice:
      true
    case .expectation, .expectationsEnd, .diagnostic: false
    }
  }

  /// Whether it is what a command prints, and no notice or diagnostic beside it.
  package var isData: Bool { if case .notice = self { false } else { isOutput } }

  /// The reply with what it says beside the data masked.
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

  /// A warning of a kind.
  package static func warning(_ message: String, _ kind: Diagnostic.Kind = .refused) -> Reply {
    .diagnostic(Diagnostic(kind, message, severity: .warning))
  }
}
