/// What `type` says.
public struct TypeSyntax: Hashable, Sendable {
  /// The field that is typed into.
  public var field: Name
  /// The keys.
  public var keys: [KeySyntax]
  /// The keys as written, their escapes read.
  public var text: Spanned<String>
  /// Whether each key's outcome is wanted.
  public var isTraced: Bool

  /// Makes the typing of `keys` into `field`.
  public init(field: Name, keys: [KeySyntax], text: Spanned<String>, isTraced: Bool) {
    self.field = field
    self.keys = keys
    self.text = text
    self.isTraced = isTraced
  }
}

extension Verb {
  static let type = Verb(
    "type",
    synopsis: "type FIELD \"KEYS\" [--trace]",
    summary: "Types keys into a field as the keyboard does; `help keys` names them.",
    examples: ["type f \"42<Return>\"", "type f \"<All><Paste:7>\" --trace"],
    options: ["trace": "prints what became of each key"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .type(try parser.typing())
  }
}

extension Parser {
  fileprivate mutating func typing() throws(SyntaxError) -> TypeSyntax {
    let field = try name("a field")
    let token = current
    let text = try quotedText("keys")
    var keys: [KeySyntax] = []
    if let token {
      let (decoded, offsets) = try literal(token)
      let places = Places(text: places.text, offsets: offsets)
      keys = try KeyScanner(bytes: decoded, places: places).keys()
    }
    return TypeSyntax(field: field, keys: keys, text: text, isTraced: hasOption("trace"))
  }
}
