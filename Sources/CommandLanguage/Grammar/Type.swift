/// What `type` says.
public struct TypeSyntax: Hashable, Sendable {
  /// The field or form that is typed into.
  public var field: InteractorSyntax
  /// The keys.
  public var keys: [KeySyntax]
  /// The keys as written, their escapes read.
  public var text: Spanned<String>
  /// Whether each key's outcome is wanted.
  public var isTraced: Bool

  /// Makes the typing of `keys` into `field`.
  public init(field: InteractorSyntax, keys: [KeySyntax], text: Spanned<String>, isTraced: Bool) {
    self.field = field
    self.keys = keys
    self.text = text
    self.isTraced = isTraced
  }
}

extension Verb {
  static let type = Verb(
    "type",
    synopsis: "type FIELD|FORM \"KEYS\" [--trace]",
    summary: "Types keys into a field or a form as the keyboard does; `help keys` names them.",
    examples: [
      "type f \"42<Return>\"", "type editor.age \"42\"", "type f \"<All><Paste:7>\" --trace",
    ],
    options: ["trace": "prints what became of each key"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .type(try parser.typing())
  }
}

extension Parser {
  fileprivate mutating func typing() throws(SyntaxError) -> TypeSyntax {
    let field = try interactor("a field or a form", .field)
    noteKeys()
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

  /// Notes the keys that can stand at a caret behind a `<`.
  private func noteKeys() {
    guard isAtCaret, let recorder, bytes[tokens[index].start] == UInt8(ascii: "\"") else { return }
    // The token ends with a letter that stands for what may come.
    let inside = bytes[tokens[index].start + 1..<tokens[index].end - 1]
    guard let start = inside.lastIndex(of: UInt8(ascii: "<")),
      !inside[start...].contains(UInt8(ascii: ">"))
    else { return }
    recorder.start = start
    let before = Array(inside[..<start])
    if keys(before) != nil {
      for name in KeySyntax.names + ["Paste"] { note(.sign("<\(name)>")) }
      for name in ["Paste", "Go", "Sel"] { note(.sign("<\(name):")) }
    } else if case .paste(_?)? = keys(before + [UInt8(ascii: ">")])?.last {
      note(.sign("<lt>"))
      note(.sign("<gt>"))
    }
  }

  private func keys(_ bytes: [UInt8]) -> [KeySyntax]? {
    try? KeyScanner(bytes: bytes, places: places).keys()
  }
}
