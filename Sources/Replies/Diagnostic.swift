package struct Diagnostic: Error, Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable { case error, warning }

  /// The kind of an error; its raw value is a stable part of the output format.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case syntax, name, value, rule, conflict, expression, refused, file, store, expect, usage
  }

  package struct Place: Hashable, Sendable {
    /// The file name as written by the user, or `<stdin>`, `<command>` or `<prompt>`.
    package var file: String
    /// The line number, from 1.
    package var line: Int
    /// The column in characters, from 1; nil for the whole line.
    package var column: Int?

    package init(file: String, line: Int, column: Int? = nil) {
      (self.file, self.line, self.column) = (file, line, column)
    }
  }

  /// In characters.
  package static let longestMessage = 400

  package var severity: Severity
  package var kind: Kind
  package var message: String
  package var place: Place?
  package var hint: String?
  /// Names or words that are possible at the error, for programs to offer.
  package var candidates: [String]
  package var excerpt: Excerpt?
  /// The chain of `include` commands, innermost first.
  package var includedFrom: [Place] = []
  /// The calls of user commands and handlers, innermost first; after ten calls, each further call
  /// replaces the last entry.
  package var calledFrom: [Place] = []
  /// Whether the error is a refused Return key, which counts as a rejected key.
  package var isOfReturn = false
  /// Whether the error is printed on one line, truncated if needed.
  package var isBrief = false

  /// A replacement for the source at the error. If the line is one short command, the hint becomes
  /// the corrected line.
  package struct Correction: Hashable, Sendable {
    /// In characters.
    package var length: Int
    package var replacement: String

    package init(length: Int, _ replacement: String) {
      (self.length, self.replacement) = (length, replacement)
    }
  }
  package var correction: Correction?

  /// The reason the command ended, if the reason affects whether later commands run.
  package enum Cause: Hashable, Sendable {
    /// The user interrupted the run; no further command runs.
    case interruption
    /// Another program has changed the data that the command read.
    case overtaking
    /// A node of a cluster lost the transaction; nothing was changed.
    case loss
    /// It is unknown whether the change was saved.
    case unknownOutcome
  }
  package var cause: Cause?

  package struct Excerpt: Hashable, Sendable {
    /// The source line, with `…` for omitted text.
    package var text: String
    /// The position of the caret in characters, from 0.
    package var caret: Int

    package init(text: String, caret: Int) { (self.text, self.caret) = (text, caret) }
  }

  package init(
    _ kind: Kind, _ message: String, severity: Severity = .error, place: Place? = nil,
    hint: String? = nil, candidates: [String] = []
  ) {
    (self.severity, self.kind, self.place) = (severity, kind, place)
    // The quoted input can be a million characters long.
    self.message = message.shortened(to: Self.longestMessage)
    self.hint = hint?.shortened(to: Self.longestMessage)
    self.candidates = candidates
  }

  /// Masks the message and the hint, but not the excerpt, because the user wrote the excerpt.
  package func masked(by mask: (String) -> String) -> Diagnostic {
    var masked = self
    masked.message = mask(message)
    masked.hint = hint.map(mask)
    return masked
  }

  package var isInterruption: Bool { cause == .interruption }

  private static let mostCalls = 10

  package func called(from place: Place) -> Diagnostic {
    var called = self
    if calledFrom.count == Self.mostCalls { called.calledFrom.removeLast() }
    called.calledFrom.append(place)
    return called
  }

  package static var interrupted: Diagnostic {
    var diagnostic = Diagnostic(.refused, "interrupted")
    diagnostic.cause = .interruption
    return diagnostic
  }
}

extension String {
  package func shortened(to count: Int) -> String {
    // Comparing the UTF-8 size first usually avoids counting characters.
    utf8.count <= count || self.count <= count ? self : prefix(count) + "…"
  }
}

extension Int {
  package func count(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
