internal import RecordStore
internal import Records

extension CompletionProvider {
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
