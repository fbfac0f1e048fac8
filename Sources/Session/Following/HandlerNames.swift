internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// The names of properties in a handler that the database keeps, but for those on paths from
/// `record`.
struct HandlerNames {
  private let handler: ChangeHandler
  private let text: String
  /// The expressions that read the record of the handler.
  private let own: [ExpressionSyntax]

  init(_ handler: ChangeHandler, _ text: String) {
    (self.handler, self.text) = (handler, text)
    own = Self.expressions(in: handler.body)
  }

  private static func expressions(in block: BlockSyntax) -> [ExpressionSyntax] {
    block.statements.flatMap { statement in
      var found: [ExpressionSyntax] = []
      if let setting = (statement.command as? any RecordSetting)?.setting,
        case .name(let name) = setting.record, name.value == "record"
      {
        found = setting.expressions
      }
      return found + statement.command.blocks.flatMap(expressions)
    }
  }

  /// Throws at a former name that must be renamed, or if a name may be that of the renamed property
  /// of a type.
  func check(
    _ renames: Renames, of type: String, among types: [RecordType]
  ) throws(Diagnostic) {
    for expression in own { try check(expression.tokens, renames, of: type, among: types) }
    guard isReached(type, among: types) else { return }
    let rest = rest
    for name in renames.names.keys.sorted() {
      guard rest.contains(where: { $0 == name }) else { continue }
      throw Diagnostic(
        .refused, "it names \"\(name)\" where the type of the record is not known")
    }
  }

  /// Follows the paths from bare names, which begin at the record.
  private func check(
    _ tokens: [WrittenToken], _ renames: Renames, of type: String, among types: [RecordType]
  ) throws(Diagnostic) {
    var owner: RecordType?
    for (place, token) in tokens.enumerated() {
      guard let name = token.name else { continue }
      let isStep = place > 1 && tokens[place - 1].text == "." && tokens[place - 2].name != nil
      if !isStep {
        guard tokens.isBareName(at: place) else { continue }
        owner = types.first { $0.name == handler.type }
      }
      if renames.next(of: name) != nil, owner?.name == type || owner == nil {
        throw Diagnostic(.name, "\(type.asName) has no \"\(name)\"", at: token.span)
      }
      owner = owner?[name]?.kind.recordType.flatMap { next in types.first { $0.name == next } }
    }
  }

  private func isReached(_ type: String, among types: [RecordType]) -> Bool {
    var reached: Set<String> = []
    var left = types.map(\.name).filter { name in
      name == handler.type || text.contains(name)
    }
    while let next = left.popLast() {
      guard reached.insert(next).inserted, let known = types.first(where: { $0.name == next })
      else { continue }
      left += known.properties.compactMap(\.kind.recordType)
    }
    return reached.contains(type)
  }

  /// The names in the body outside of texts, of expressions that read the record, and of paths and
  /// assignments of the record.
  private var rest: [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    for expression in own {
      for token in expression.tokens where token.name != nil {
        let (line, start) = (token.span.start.line - 1, token.span.start.column - 1)
        for column in start..<token.span.end.column - 1 where lines[line].indices ~= column {
          lines[line][column] = " "
        }
      }
    }
    var rest = lines.map { String($0) }.joined(separator: "\n")[...]
    rest = rest.drop { $0 != "{" }
    var body = String(rest)
    body.replace(/"(?:[^"\\:]|\\.)*"/, with: " ")
    body.replace(/\brecord(?:\.(?:[\p{L}_][\p{L}\p{N}_]*|`[^`]*`))+/, with: " ")
    body.replace(/\bset\s+record\s[^{};]*/) { match in
      String(match.output).replacing(/([\p{L}_][\p{L}\p{N}_]*|`[^`]*`)=/, with: "=")
    }
    return body.matches(of: /(:?)([\p{L}_][\p{L}\p{N}_]*|`[^`]*`)(\(?)/)
      .filter { $0.1.isEmpty && $0.3.isEmpty }
      .map { $0.2.filter { $0 != "`" } }
  }
}

extension WrittenToken {
  /// Nil for a token that is no name.
  fileprivate var name: String? {
    switch kind {
    case .word(let name), .quotedName(let name): name
    case .text, .number, .date, .sessionName, .symbol: nil
    }
  }
}
