internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Workspace

extension CompletionProvider {
  func properties(of owner: CompletionCategory.Owner) -> [Property] {
    type(of: owner)?.properties ?? []
  }

  func assignments(of owner: CompletionCategory.Owner, except given: Set<String>) -> [Completion] {
    properties(of: owner).compactMap { property in
      // `put` sets the key in brackets, not by name.
      if case .put = owner, property.isKey { return nil }
      guard property.isGiven, !given.contains(property.name) else { return nil }
      return Completion(name(property.name) + "=", isWhole: false)
    }
  }

  func values(of owner: CompletionCategory.Owner, _ name: String) -> [Completion] {
    guard let property = type(of: owner)?[name] else { return [] }
    return words(of: property)
  }

  private func words(of property: Property) -> [Completion] {
    if property.kind.isReference, let type = property.kind.recordType {
      return records(ofType: type) + (property.isOptional ? [Completion("nil")] : [])
    }
    let words = property.kind.words.map {
      property.kind.isComputable ? $0 : property.kind.definitionLiteral(.text($0))
    }
    return (words + (property.isOptional ? ["nil"] : [])).map { Completion($0) }
  }

  func items(of owner: CompletionCategory.Owner, _ name: String) -> [Completion] {
    (type(of: owner)?[name]?.item).map(words) ?? []
  }

  /// The lists of the owner, and its references, because a path through them can lead to a list.
  func listProperties(of owner: CompletionCategory.Owner) -> [Completion] {
    properties(of: owner).compactMap { property in
      if property.kind.isList { return Completion(name(property.name)) }
      return property.kind.isReference
        ? Completion(name(property.name) + ".", isWhole: false) : nil
    }
  }

  func places(in path: PathSyntax) -> [Completion] {
    guard let count = itemCount(in: path), count <= Self.mostPlaces else { return [] }
    return (0..<count).map { Completion(String($0), isWhole: false) }
  }

  private func itemCount(in path: PathSyntax) -> Int? {
    if let part = try? session.names.part(path) { return (part as? BoundList)?.rows.count }
    guard let list = try? session.resolver.list(path) else { return nil }
    return (try? session.resolver.reader.items(of: list))?.count
  }

  private static let mostPlaces = 100

  func isGroupable(_ path: PathSyntax) -> Bool { property(path)?.kind.isGroupable ?? false }

  func isDate(_ path: PathSyntax) -> Bool { property(path)?.kind == .date }

  func isNumber(_ path: PathSyntax) -> Bool { property(path)?.kind.isNumeric ?? false }

  private func property(_ path: PathSyntax) -> Property? {
    guard let last = path.steps.last else { return nil }
    let before = PathSyntax(record: path.record, steps: path.steps.dropLast())
    let property = type(of: .path(before))?[last.name.value]
    return last.index == nil ? property : property?.item
  }

  func type(of owner: CompletionCategory.Owner) -> RecordType? {
    switch owner {
    case .type(let name), .put(let name): return session.store.schema.type(named: name)
    case .record(.id(let name, _)), .record(.key(let name, _)):
      return session.store.schema.type(named: name.value)
    case .record(.name(let name)):
      guard case .record(let id) = session.names[name.value] else { return nil }
      return session.store.schema.type(named: id.type)
    case .path(let path):
      var type = type(of: .record(path.record.value))
      for step in path.steps {
        guard let property = type?[step.name.value],
          property.kind.isList == (step.index != nil), let next = property.kind.recordType
        else { return nil }
        type = session.store.schema.type(named: next)
      }
      return type
    }
  }
}
