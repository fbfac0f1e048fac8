/// An error or a warning in the user's terms, with its place.
public struct Diagnostic: Error, Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable { case error, warning }

  /// What sort of mistake it is; the names are part of the program's contract.
  public enum Kind: String, Hashable, Sendable {
    case syntax, name, value, rule, conflict, expression, refused, file, store, expect, usage
  }

  /// A place in a script.
  public struct Place: Hashable, Sendable {
    /// The script's name: a file as it was named, `<stdin>`, `<command>` or `<prompt>`.
    public var file: String
    /// Counts from 1.
    public var line: Int
    /// Counts characters from 1; nil where the whole line is meant.
    public var column: Int?

    public init(file: String, line: Int, column: Int? = nil) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  public var severity: Severity
  public var kind: Kind
  public var message: String
  public var place: Place?
  /// What may help, such as `did you mean "age"?`.
  public var hint: String?
  public var candidates: [String]
  /// The line of the script, and where in it the caret stands, counted in characters from 0.
  public var excerpt: Excerpt?
  /// The places of the `include` commands that led here, the nearest first.
  public var includedFrom: [Place]

  /// A piece of a line that is short enough to be shown.
  public struct Excerpt: Hashable, Sendable {
    public var text: String
    public var caret: Int
  }

  public init(
    _ kind: Kind, _ message: String, severity: Severity = .error, place: Place? = nil,
    hint: String? = nil, candidates: [String] = []
  ) {
    self.severity = severity
    self.kind = kind
    self.message = message
    self.place = place
    self.hint = hint
    self.candidates = candidates
    includedFrom = []
  }
}
