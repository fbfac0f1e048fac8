/// An error or warning for the user, with its position.
package struct Diagnostic: Error, Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable { case error, warning }

  /// The names are a stable part of the output format.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case syntax, name, value, rule, conflict, expression, refused, file, store, expect, usage
  }

  package struct Place: Hashable, Sendable {
    /// The file name as given, `<stdin>`, `<command>` or `<prompt>`.
    package var file: String
    /// From 1.
    package var line: Int
    /// In characters, from 1; nil for the whole line.
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
  /// A suggestion, such as `did you mean "age"?`.
  package var hint: String?
  /// The names that may have been meant, for programs to offer.
  package var candidates: [String]
  /// The line of the script, with a caret.
  package var excerpt: Excerpt?
  /// The positions of the `include` commands that led here, innermost first.
  package var includedFrom: [Place] = []
  /// The positions of the calls of user commands and handlers that led here, innermost first; after
  /// ten, the last entry is replaced.
  package var calledFrom: [Place] = []
  /// Whether a field refused Return, which counts as a refused key.
  package var isOfReturn = false
  /// Whether it is shown in one line, truncated if needed.
  package var isBrief = false

  /// What ended the command, if it matters to what runs next.
  package enum Cause: Hashable, Sendable {
    /// The user: no further command runs.
    case interruption
    /// Another program has changed the data that the command read.
    case overtaking
    /// The transaction was lost with a node of a cluster, so that nothing was changed.
    case loss
    /// It is unknown whether the change was saved.
    case unknownOutcome
  }
  package var cause: Cause?

  package struct Excerpt: Hashable, Sendable {
    /// The excerpt, with `…` for omitted text.
    package var text: String
    /// The position of the caret in the excerpt, in characters from 0.
    package var caret: Int

    package init(text: String, caret: Int) { (self.text, self.caret) = (text, caret) }
  }

  /// Truncates the message and hint to 400 characters.
  package init(
    _ kind: Kind, _ message: String, severity: Severity = .error, place: Place? = nil,
    hint: String? = nil, candidates: [String] = []
  ) {
    (self.severity, self.kind, self.place) = (severity, kind, place)
    // The quoted input can be a million characters; its beginning is enough.
    self.message = message.shortened(to: Self.longestMessage)
    self.hint = hint?.shortened(to: Self.longestMessage)
    self.candidates = candidates
  }
}

extension Diagnostic {
  /// The diagnostic with its message and hint masked; the excerpt is the user's own input.
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
    // The size in UTF-8 usually decides, without counting characters.
    utf8.count <= count || self.count <= count ? self : prefix(count) + "…"
  }
}

extension Int {
  package func count(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
