package import Records

package enum Reply: Hashable, Sendable {
  case label(name: String, text: String)
  case rejectedKey(KeyRejection)
  case typed(TypeResult)
  /// The reference of a record, for example `Person/1`.
  case reference(String)
  case value(Datum)
  case count(Int)
  case text(String)
  /// Help text, which may be rewrapped for a narrow screen.
  case prose(String)
  /// Names with values, for example of the properties of a record; the first entry identifies the
  /// record, type or form.
  case details([Datum.Entry])
  /// Begins a table, whose rows follow one by one. If `isWhole`, no column may be omitted.
  case tableBegins([Column], isWhole: Bool = false)
  case row([Datum])
  case difference(Difference)
  /// Ends a table; not sent if an error interrupts the table.
  case tableEnds
  case bars([Bar])
  case chart(Chart)
  case item(ScreenItem)
  /// A confirmation for interactive users; not data.
  case notice(String)
  /// The outcome of one expectation; sent only in runs that report expectations.
  case expectation(ExpectationOutcome)
  /// The number of expectations, sent at the end of the run.
  case expectationsEnd(Int)
  case diagnostic(Diagnostic)
}

package struct ExpectationOutcome: Hashable, Sendable {
  /// The number of the expectation, from 1.
  package var number: Int
  package var text: String
  package var failure: Diagnostic?

  package init(number: Int, text: String, failure: Diagnostic?) {
    (self.number, self.text, self.failure) = (number, text, failure)
  }
}

extension Reply {
  /// Whether the reply is discarded if its command is rolled back.
  package var isOutput: Bool {
    switch self {
    case .label, .rejectedKey, .typed, .reference, .value, .count, .text, .prose, .details,
      .tableBegins, .row, .difference, .tableEnds, .bars, .chart, .item, .notice:
      true
    case .expectation, .expectationsEnd, .diagnostic: false
    }
  }

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

package struct Column: Hashable, Sendable {
  /// The column's heading, and its key in JSON.
  package var name: String
  package var isNumeric: Bool
  /// Whether the column is truncated before the others in a table that is too wide.
  package var givesWay: Bool
  /// The minimum width in characters; if the columns do not fit, the last ones are omitted.
  package var least: Int

  package init(_ name: String, isNumeric: Bool = false, givesWay: Bool = false, least: Int = 10) {
    (self.name, self.isNumeric, self.givesWay, self.least) = (name, isNumeric, givesWay, least)
  }
}

package struct Difference: Hashable, Sendable {
  package enum Sign: String, Hashable, Sendable {
    case created = "+"
    case deleted = "-"
    case changed = "~"
  }

  package var sign: Sign
  package var record: String
  /// The properties with their values; for a changed property, the old and the new value.
  package var parts: [String]
  /// The changes, with the keys of a history entry.
  package var rows: [[Datum.Entry]]

  package init(sign: Sign, record: String, parts: [String], rows: [[Datum.Entry]]) {
    (self.sign, self.record, self.parts, self.rows) = (sign, record, parts, rows)
  }

  package var line: String {
    "\(sign.rawValue) \(record)" + (parts.isEmpty ? "" : " " + parts.joined(separator: ", "))
  }
}

package struct ScreenItem: Hashable, Sendable {
  /// The formatter that created the item; nil for the screen's own items.
  package var section: String?
  /// `property`, `text`, `record`, `none`, `failure`, `title`, `field`, or `unavailable` for a field
  /// whose path is broken.
  package var item: String
  /// Unique within the section, such as `Review/2`.
  package var id: String
  /// The text; for a removed item, its last text.
  package var text: String
  /// The title of the section, `title`, or the name of the field; nil if only one section is
  /// printed.
  package var heading: String?
  package var isGone = false
  /// The record that the item represents; nil if the item cannot be selected.
  package var record: RecordID?

  package init(section: String?, item: String, id: String, text: String, heading: String?) {
    (self.section, self.item, self.id) = (section, item, id)
    (self.text, self.heading) = (text, heading)
  }

  package var canBeSelected: Bool { record != nil }

  package var line: String {
    let text = isGone ? "gone: \(text)" : text
    return heading.map { "\($0): \(text)" } ?? text
  }
}

package protocol ReplyPrinter: AnyObject {
  func print(_ reply: Reply)
  func flush()
}

/// Buffers the replies of a command group until its commit, and the replies of commands that run as
/// one transaction until the transaction ends.
package protocol ReplyHold: AnyObject {
  func hold()
  func release()
  /// Discards the replies of a group that was rolled back.
  func drop()

  func holdCommand()
  func releaseCommand()
  /// Discards the output of a command that was rolled back, and sends the other replies.
  func dropCommand()

  /// Whether the next replies are output, which a rollback of the command discards.
  var isOutput: Bool { get set }
}
