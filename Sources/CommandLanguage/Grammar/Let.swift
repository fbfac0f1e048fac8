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
    /// A value, which is taken once.
    case value(Spanned<ValueSyntax>)
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
    synopsis: "let NAME = RECORD · let NAME = new TYPE … · let NAME = put TYPE[KEY] … "
      + "· let NAME = VALUE",
    summary: "Gives a record or a value a name for the session.",
    examples: [
      "let boss = Person[\"Ann\"]", "let bob = new Person name=\"Bob\"",
      "let eve = put Person[\"Eve\"] age=41", "let limit = 30", "let next = (:ann.age + 1)",
      "let two = [\"old\", \"new\"]",
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
    note(words: ["false", "nil", "true"])
    note(.sign("["))
    if isAtValue { return LetSyntax(name: name, meaning: .value(try value())) }
    let record = try record("a value, a record, \"new\" or \"put\"")
    if isAt("."), isAdjacent {
      throw unexpected(
        "the end of the command", hint: Self.propertyHint)
    }
    return LetSyntax(name: name, meaning: .record(record))
  }

  /// Whether a value comes next that is no bare word: that is the name of a record.
  private var isAtValue: Bool {
    switch current?.kind {
    case .string, .number, .date: true
    case .word: isAt("nil") || isAt("true") || isAt("false")
    case .symbol: isAt("(") || isAt("[") || isAt(":") || isAt("-") || isAt(".")
    default: false
    }
  }
}
