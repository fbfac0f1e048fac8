/// What `let` says.
public struct LetSyntax: Hashable, Sendable {
  /// What a name can stand for.
  public enum Meaning: Hashable, Sendable {
    /// A record that there is.
    case record(Spanned<RecordSyntax>)
    /// A record that is made.
    case new(NewSyntax)
    /// A record that is made or set.
    case put(PutSyntax)
  }

  /// The name.
  public var name: Name
  /// What it stands for.
  public var meaning: Meaning

  /// Makes the binding of `name` to `meaning`.
  public init(name: Name, meaning: Meaning) {
    self.name = name
    self.meaning = meaning
  }
}

extension Verb {
  static let `let` = Verb(
    "let",
    synopsis: "let NAME = RECORD · let NAME = new TYPE … · let NAME = put TYPE[KEY] …",
    summary: "Gives a record a name for the session.",
    examples: [
      "let boss = Person[\"Ann\"]", "let bob = new Person name=\"Bob\"",
      "let eve = put Person[\"Eve\"] age=41",
    ]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .let(try parser.binding())
  }
}

extension Parser {
  fileprivate mutating func binding() throws(SyntaxError) -> LetSyntax {
    let name = try name("a name")
    try take("=")
    if skip(verb: "new") { return LetSyntax(name: name, meaning: .new(try new(isNamed: true))) }
    if skip(verb: "put") { return LetSyntax(name: name, meaning: .put(try put())) }
    let record = try record("a record, \"new\" or \"put\"")
    return LetSyntax(name: name, meaning: .record(record))
  }
}
