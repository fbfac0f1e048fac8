package import Records

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
    (self.number, self.text, self.failure) = (number, text, failure)
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

package struct Column: Hashable, Sendable {
  /// The heading, and the key in JSON.
  package var name: String
  /// Numbers are aligned right.
  package var isNumeric: Bool
  /// Whether it is truncated before other columns if the table is too wide.
  package var givesWay: Bool
  /// The minimum number of characters shown; if they do not fit in all columns, the last columns
  /// are left out.
  package var least: Int

  package init(_ name: String, isNumeric: Bool = false, givesWay: Bool = false, least: Int = 10) {
    (self.name, self.isNumeric, self.givesWay, self.least) = (name, isNumeric, givesWay, least)
  }
}

package struct Difference: Hashable, Sendable {
  /// The sign printed before the record.
  package enum Sign: String, Hashable, Sendable {
    case created = "+"
    case deleted = "-"
    case changed = "~"
  }

  package var sign: Sign
  package var record: String
  /// The properties with their values; old and new if they differ.
  package var parts: [String]
  /// The changes with the keys of a history entry.
  package var rows: [[Datum.Entry]]

  package init(sign: Sign, record: String, parts: [String], rows: [[Datum.Entry]]) {
    (self.sign, self.record, self.parts, self.rows) = (sign, record, parts, rows)
  }

  package var line: String {
    "\(sign.rawValue) \(record)" + (parts.isEmpty ? "" : " " + parts.joined(separator: ", "))
  }
}

package struct ScreenItem: Hashable, Sendable {
  /// The formatter that created it; nil for the screen's own items.
  package var section: String?
  /// `text`, `record`, `none`, `failure`, `title`, `field`, or `unavailable` for a field that
  /// currently leads to no property.
  package var item: String
  /// Unique within the section, such as `Review/2`.
  package var id: String
  /// The current or, if it is gone, the last text.
  package var text: String
  /// The heading if several sections are printed; nil for one section.
  package var heading: String?
  package var isGone = false
  /// The record it represents, which can be selected.
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
  /// Prints a reply that is data.
  func print(_ reply: Reply)
  func flush()
}

/// Buffers replies until the changes they report are committed.
///
/// The replies of a group of commands are buffered as a whole. Within a group or outside one, those
/// of a command with several parts are buffered until the command ends.
package protocol ReplyHold: AnyObject {
  func hold()
  func release()
  /// Discards the replies of the group, because it was rolled back.
  func drop()

  func holdCommand()
  /// Sends the replies of the command, or adds them to its group.
  func releaseCommand()
  /// Discards the output of the command, because it was rolled back; other replies are sent.
  func dropCommand()

  /// Whether the next replies are output and so discarded with their command.
  var isOutput: Bool { get set }
}
