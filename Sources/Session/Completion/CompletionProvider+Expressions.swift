internal import CommandLanguage
internal import RecordStore
internal import Records

extension CompletionProvider {
  func continuations(of start: ExpressionStart) -> [Completion] {
    let type = start.owner.flatMap(self.type(of:))
    if let record = recordStart(start) { return record }
    let tokens = start.tokens + start.following
    let resolver = session.resolver
    let names = ExpressionNames(tokens, in: resolver) { path in
      // If the name is unknown, a later line may define it.
      guard let (value, property) = try? resolver.value(path) else { return (0, nil) }
      return (0, resolver.kind(of: path, value, property))
    }
    var expression = RecordExpression(tokens.map(\.kind))
    if start.hasFormer, let type { expression = expression.namingFormer(type.name) }
    let expected = session.store.queries.expectations(
      at: start.tokens.count, in: expression.tokens, for: type?.name, asking: names,
      isComputation: start.isComputation)
    var result = expected.words.map { Completion($0) }
    result += expected.signs.map { Completion($0, isWhole: $0 == ",") }
    result += expected.properties.map { Completion(operand($0, start.reserved)) }
    result += expected.references.map {
      Completion(operand($0, start.reserved) + ".", isWhole: false)
    }
    result += expected.sources.map { Completion(name($0) + ".", isWhole: false) }
    if start.hasFormer, !expected.properties.isEmpty, start.tokens.last?.kind != .symbol(".") {
      result.append(Completion("old.", isWhole: false))
    }
    if expected.takesType { result += session.store.schema.types.map { Completion(name($0.name)) } }
    result += expected.texts.map { Completion(Value.text($0).literal) }
    if let type = expected.recordType { result += records(ofType: type) }
    if expected.takesToday, type?["today"] == nil { result.append(Completion("today")) }
    // Functions are many and rarely needed, so offer them only if nothing else matches.
    if !word.isEmpty, !result.contains(where: { $0.text.hasPrefix(word) }) {
      result += expected.functions.map {
        Completion($0.name + "(", isWhole: false, shown: $0.call)
      }
    }
    return result
  }

  private func recordStart(_ start: ExpressionStart) -> [Completion]? {
    guard start.tokens.count > 1, case .symbol(let sign) = start.tokens[start.tokens.count - 1].kind
    else { return nil }
    guard case .word(let name) = start.tokens[start.tokens.count - 2].kind,
      session.store.schema.type(named: name) != nil
    else { return nil }
    switch sign {
    case "/": return numbers(of: name)
    case "[": return keys(of: name)
    default: return nil
    }
  }

  private func operand(_ name: String, _ reserved: [String]) -> String {
    let isWord = reserved.contains(name) || Self.wordsOfSQL.contains(name.lowercased())
    return isWord ? Self.quoted(name) : self.name(name)
  }

  /// Words of expressions and SQL that need backticks if used as names.
  static let wordsOfSQL: Set<String> = [
    "all", "and", "between", "case", "cast", "collate", "count", "current_date", "current_time",
    "current_timestamp", "distinct", "else", "end", "escape", "exists", "false", "glob", "in", "is",
    "isnull", "like", "nil", "not", "notnull", "null", "or", "regexp", "select", "then", "true",
    "values", "when", "where", "with",
  ]

  func sqlContinuations(before rest: String) -> [Completion] {
    func isWord(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
    let typed = String((openText ?? "").reversed().prefix(while: isWord).reversed())
    guard let openText,
      let expected = session.store.queries.expectations(
        inSQL: String(openText.dropLast(typed.count)),
        before: String(rest.prefix { $0 != "\"" }.drop(while: isWord)))
    else { return [] }
    let prefix = String(word.dropLast(typed.count))
    func completion(_ text: String, isWhole: Bool = true, shown: String? = nil) -> Completion {
      Completion(prefix + text, isWhole: isWhole, shown: shown ?? text)
    }
    // SQL has neither paths nor `nil` nor session names.
    var words = expected.words
    if words.remove("nil") != nil { words.formUnion(["null", "case", "cast", "exists"]) }
    var result = words.union(expected.signs.intersection(["*"])).map { completion($0) }
    result += expected.properties.map { completion(sqlName($0)) }
    result += expected.sources.map { completion(sqlName($0) + ".", isWhole: false) }
    if expected.takesType {
      result += (session.store.schema.types.map(\.name) + ["history"]).map {
        completion(sqlName($0))
      }
    }
    let isOffered = typed.isEmpty || result.contains { $0.shown.hasPrefix(typed) }
    if !expected.functions.isEmpty, !isOffered {
      result += ExpressionFunction.all.map {
        completion($0.name + "(", isWhole: false, shown: $0.call)
      }
    }
    return result
  }

  private func sqlName(_ name: String) -> String {
    let isKeyword = Self.wordsOfSQL.contains(name.lowercased()) || Self.clauses.contains(name)
    return isKeyword ? Self.quoted(name) : self.name(name)
  }

  /// SQL keywords that expressions contain only in subqueries.
  private static let clauses: Set<String> = [
    "as", "by", "cross", "except", "from", "group", "having", "inner", "intersect", "join", "left",
    "limit", "natural", "offset", "on", "order", "right", "union", "using",
  ]
}
