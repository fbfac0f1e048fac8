internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

extension Vocabulary {
  func properties(of owner: Expectation.Owner) -> [Property] { type(of: owner)?.properties ?? [] }

  func assignments(of owner: Expectation.Owner, except given: Set<String>) -> [Completion] {
    properties(of: owner).compactMap { property in
      // The key stands in brackets.
      if case .put = owner, property.isKey { return nil }
      if given.contains(property.name) { return nil }
      return Completion(name(property.name) + "=", isWhole: false)
    }
  }

  /// The values of a property that are words.
  func values(of owner: Expectation.Owner, _ name: String) -> [Completion] {
    guard let property = type(of: owner)?[name] else { return [] }
    let words: [String] =
      switch property.kind {
      case .boolean: ["true", "false"]
      case .date: ["today"]
      case .dateTime: ["now"]
      case .choice(let names): names.map { $0.asName == $0 ? $0 : Value.text($0).literal }
      default: []
      }
    return (words + (property.isOptional ? ["nil"] : [])).map { Completion($0) }
  }

  /// The properties of a type as an expression writes them, and the number of a record.
  func operands(of type: String, _ reserved: [String]) -> [Completion] {
    guard let type = session.store.type(named: type) else { return [] }
    return (["id"] + type.properties.map(\.name)).map { property in
      let isWord =
        reserved.contains(property) || Self.wordsOfSQL.contains(property.lowercased())
      return Completion(isWord ? Self.quoted(property) : name(property))
    }
  }

  /// The words that mean something else than a name in some place of an expression.
  private static let wordsOfSQL: Set<String> = [
    "all", "and", "between", "case", "cast", "collate", "count", "current_date", "current_time",
    "current_timestamp", "distinct", "else", "end", "escape", "exists", "false", "glob", "in", "is",
    "isnull", "like", "nil", "not", "notnull", "null", "or", "regexp", "select", "then", "true",
    "values", "when", "where", "with",
  ]

  func isGroupable(_ path: PathSyntax) -> Bool { property(path)?.kind.isGroupable ?? false }

  func isNumber(_ path: PathSyntax) -> Bool { property(path)?.kind.isNumeric ?? false }

  private func property(_ path: PathSyntax) -> Property? {
    guard path.properties.count == 1, let name = path.properties.first?.value else { return nil }
    return type(of: .record(path.record.value))?[name]
  }

  private func type(of owner: Expectation.Owner) -> RecordType? {
    switch owner {
    case .type(let name), .put(let name): return session.store.type(named: name)
    case .record(.id(let name, _)), .record(.key(let name, _)):
      return session.store.type(named: name.value)
    case .record(.name(let name)):
      guard case .record(let id) = session.names[name.value] else { return nil }
      return session.store.type(named: id.type)
    }
  }
}
