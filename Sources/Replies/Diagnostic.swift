/// An error or a warning in the user's terms, with its place.
package struct Diagnostic: Error, Hashable, Sendable {
  /// Whether something has failed, or there is only something to take note of.
  package enum Severity: String, Hashable, Sendable { case error, warning }

  /// What sort of mistake it is; the names are part of the program's contract.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case syntax, name, value, rule, conflict, expression, refused, file, store, expect, usage
  }

  /// A place in a script.
  package struct Place: Hashable, Sendable {
    /// The script's name: a file as it was named, `<stdin>`, `<command>` or `<prompt>`.
    package var file: String
    /// Counts from 1.
    package var line: Int
    /// Counts characters from 1; nil where the whole line is meant.
    package var column: Int?

    /// Makes a place in a script, that of a whole line where no column is given.
    package init(file: String, line: Int, column: Int? = nil) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// How many characters of a message are kept.
  package static let longestMessage = 400

  /// Whether it is an error or a warning.
  package var severity: Severity
  /// What sort of mistake it is.
  package var kind: Kind
  /// What is wrong and what was expected, for a person.
  package var message: String
  /// Where in a script the mistake is; nil where it is in none.
  package var place: Place?
  /// What may help, such as `did you mean "age"?`.
  package var hint: String?
  /// The names that may have been meant, for programs to offer.
  package var candidates: [String]
  /// The line of the script, and where in it the caret is, counted in characters from 0.
  package var excerpt: Excerpt?
  /// The places of the `include` commands that led here, the nearest first.
  package var includedFrom: [Place]
  /// The places where the commands of the user's were called that led here, and those of commands
  /// that were followed by handlers, the nearest first; of very many the last one stands for several.
  package var calledFrom: [Place] = []
  /// Whether it says that a Return was refused, which is a key that a field has refused.
  package var isOfReturn = false

  /// Whether it is shown in one line, cut where there is no room for more.
  package var isBrief = false

  /// Whether somebody has interrupted the command, so that no command goes on from there.
  package var isInterruption = false

  /// Whether another program has changed what the command was to build on, so that it has to be run
  /// again.
  package var isOvertaken = false
  /// Whether the transaction was lost with a machine of a cluster, so that nothing has happened.
  package var isLost = false

  /// Whether it says that something may have been stored or not.
  package var isDoubtful = false

  /// A piece of a line that is short enough to be shown.
  package struct Excerpt: Hashable, Sendable {
    /// The piece of the line, with `…` where something is left out.
    package var text: String
    /// Where in the piece the caret is, counted in characters from 0.
    package var caret: Int

    /// Makes a piece of a line with a caret in it.
    package init(text: String, caret: Int) {
      self.text = text
      self.caret = caret
    }
  }

  /// Makes a diagnostic; a message of more than 400 characters is cut off with `…`.
  package init(
    _ kind: Kind, _ message: String, severity: Severity = .error, place: Place? = nil,
    hint: String? = nil, candidates: [String] = []
  ) {
    self.severity = severity
    self.kind = kind
    // What was wrong may be a text of a million characters; its beginning tells which.
    self.message = message.shortened(to: Self.longestMessage)
    self.place = place
    self.hint = hint?.shortened(to: Self.longestMessage)
    self.candidates = candidates
    includedFrom = []
  }
}

extension Diagnostic {
  /// The diagnostic with its words masked; the line of the script is what was entered.
  package func masked(by mask: (String) -> String) -> Diagnostic {
    var masked = self
    masked.message = mask(message)
    masked.hint = hint.map(mask)
    return masked
  }

  private static let mostCalls = 10

  /// The diagnostic with a place from which the command or handler was called that it is in.
  package func called(from place: Place) -> Diagnostic {
    var called = self
    if calledFrom.count == Self.mostCalls { called.calledFrom.removeLast() }
    called.calledFrom.append(place)
    return called
  }

  /// That somebody has interrupted the command.
  package static var interrupted: Diagnostic {
    var diagnostic = Diagnostic(.refused, "interrupted")
    diagnostic.isInterruption = true
    return diagnostic
  }
}

extension String {
  /// The text, cut off with `…` after so many characters.
  package func shortened(to count: Int) -> String {
    // Most are short, and that shows without counting characters.
    utf8.count <= count || self.count <= count ? self : prefix(count) + "…"
  }
}
