/// What `get` says.
public struct GetSyntax: Hashable, Sendable {
  /// What is printed.
  public enum Subject: Hashable, Sendable {
    /// The value of a property or an item, or the text of a label in a form.
    case property(PathSyntax)
    /// The text of a label.
    case label(Name)
  }

  /// What is printed.
  public var subject: Subject
  /// Whether what is masked is shown in full.
  public var isRevealed: Bool

  /// Makes the wish to see `subject`.
  public init(subject: Subject, isRevealed: Bool = false) {
    self.subject = subject
    self.isRevealed = isRevealed
  }
}

extension Verb {
  static let get = Verb(
    "get",
    synopsis: "get RECORD.PROPERTY [--reveal] · get LABEL",
    summary: "Prints the value of a property or of an item of a list, or a label again.",
    examples: ["get ann.age", "get ann.tags[0]", "get age"],
    options: ["reveal": "shows the numbers of cards in full"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    let subject = try parser.get()
    return .get(GetSyntax(subject: subject, isRevealed: parser.hasOption("reveal")))
  }
}

extension Parser {
  fileprivate mutating func get() throws(SyntaxError) -> GetSyntax.Subject {
    note(.interactor(.any))
    let (record, steps) = try recordOrPath("a property or a label", .property, parts: .any)
    if !steps.isEmpty { return .property(PathSyntax(record: record, steps: steps)) }
    if case .name(let name) = record.value { return .label(name) }
    throw unexpected("\".\" and a property")
  }
}
