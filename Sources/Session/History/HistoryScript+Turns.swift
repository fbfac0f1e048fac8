internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

extension HistoryScript {
  /// The commands for a transaction that alters or drops types, without new rules, which are
  /// written last.
  mutating func commands(ofTurn entry: LogEntry) throws(Diagnostic) -> [String] {
    let number = entry.transaction
    let types = TypeChange.matched(
      try attempt(history.typeChanges(of: number)).withInversesRenamed)
    let definitions = try attempt(history.definitionChanges(of: number))
    var entries: [HistoryEntry] = []
    try attempt(history.eachChange(of: number) { entries.append($0) })
    let next = try attempt(history.types(after: number))
    defer { changes.take(next) }
    if let given = try GivenDefinition(entry, configuration, verbs), given.explains(types, entries)
    {
      for change in definitions {
        guard case .rule(let rule) = change.subject else { continue }
        // `alter` and `drop` also update the rule.
        rules[rule] = (rules[rule]?.old == nil ? nil : change.new, change.new)
      }
      changes.forget(types.allSatisfy { $0.new == nil } ? entries.map(\.record) : [])
      for case (let old?, let new?) in types.map({ ($0.old, $0.new) }) {
        let alteration = ScriptedAlteration(from: old, to: new, hasChanges: false)
        changes.renameLists(of: new.type.name, alteration.listNames)
      }
      return [given.text]
    }
    let conversions = ListConversions(types)
    let conversion = entries.filter(conversions.contains)
    entries.removeAll(where: conversions.contains)
    var commands = try withoutDefinitions(definitions, of: types)
    commands += types.filter { $0.old == nil }.compactMap(\.new?.type.definition)
    let alterations = alterations(types, entries)
    for (type, alteration) in alterations {
      commands += [alteration.first].compactMap(\.self)
      changes.renameLists(of: type.name, alteration.listNames)
      for list in alteration.renewedLists {
        guard let former = alteration.formerName(of: list) else { continue }
        commands += changes.refill(list, of: type.name, from: former)
      }
    }
    if !conversion.isEmpty {
      changes.take(next, after: types.compactMap(\.old?.type))
      changes.noteConversion(conversion)
    }
    commands += try recordCommands(entries, types, alterations, next, in: number)
    for (type, alteration) in alterations where !alteration.emptied.isEmpty {
      commands += try values(of: alteration.emptied, type, after: number)
    }
    commands += alterations.compactMap(\.alteration.last)
    commands += Self.drops(of: types.compactMap { $0.new == nil ? $0.old?.type : nil })
    for change in definitions where change.subject == .other {
      commands += [change.new].compactMap(\.self)
    }
    for (type, alteration) in alterations where !alteration.emptied.isEmpty {
      guard let past = types.first(where: { $0.new?.type == type })?.new else { continue }
      for property in try attempt(history.indexes(of: past, after: number))
      where alteration.emptied.contains(property) {
        commands.append("index \(type.name.asName).\(property.name.asName)")
      }
    }
    return commands
  }

  /// The commands that drop the types, each before the types it refers to. If types refer to each
  /// other, the referring properties are dropped first.
  private static func drops(of types: [RecordType]) -> [String] {
    func references(_ type: RecordType, to name: String) -> [Property] {
      type.name == name
        ? [] : type.properties.filter { ($0.item ?? $0).kind.recordType == name }
    }
    var left = types
    var commands: [String] = []
    while !left.isEmpty {
      let free = left.firstIndex { type in
        left.allSatisfy { references($0, to: type.name).isEmpty }
      }
      let type = left.remove(at: free ?? 0)
      for other in left {
        let steps = references(other, to: type.name).map { "drop \($0.name.asName)" }
        guard !steps.isEmpty else { continue }
        commands.append("alter \(other.name.asName) { \(steps.joined(separator: ", ")) }")
      }
      commands.append("drop type \(type.name.asName)")
    }
    return commands
  }

  private func alterations(
    _ types: [TypeChange], _ entries: [HistoryEntry]
  ) -> [(type: RecordType, alteration: ScriptedAlteration)] {
    types.compactMap { change in
      guard let old = change.old, let new = change.new else { return nil }
      let name = new.type.name
      return (
        new.type,
        ScriptedAlteration(
          from: old, to: new, hasChanges: entries.contains { $0.record.type == name },
          filledLists: changes.filledLists(of: name))
      )
    }
  }

  /// Returns commands that drop the rules defined by the script so far, except for older rules, and
  /// the definitions that the transaction dropped.
  private mutating func withoutDefinitions(
    _ definitions: [DefinitionChange], of types: [TypeChange]
  ) throws(Diagnostic) -> [String] {
    var commands: [String] = []
    for (number, rule) in rules.sorted(by: { $0.key < $1.key }) {
      guard let old = rule.old, olderRules[number] == nil else { continue }
      commands.append(try drop(old))
      rules[number]?.old = nil
    }
    let gone = Set(types.compactMap { $0.new == nil ? $0.old?.type.name : nil })
    for change in definitions {
      switch change.subject {
      case .rule(let number):
        let old = rules[number]?.old
        if let old, change.new == nil { commands.append(try drop(old)) }
        rules[number] = (old == nil ? nil : change.new, change.new)
      case .other:
        guard change.new == nil, let old = change.old else { continue }
        // Dropping a type drops its views.
        let view = ((try? verbs.command(old)) as? any ViewDefining)?.view
        if view.map({ gone.contains($0.type) }) != true { commands.append(try drop(old)) }
      }
    }
    return commands
  }

  private mutating func recordCommands(
    _ entries: [HistoryEntry], _ types: [TypeChange],
    _ alterations: [(type: RecordType, alteration: ScriptedAlteration)], _ next: [RecordType],
    in transaction: Int
  ) throws(Diagnostic) -> [String] {
    let passing = next.map { type in
      alterations.first { $0.type == type }?.alteration.passing ?? type
    }
    let gone = types.compactMap { $0.new == nil ? $0.old?.type : nil }
    // A new type can have the name of a type that is dropped later.
    changes.take(gone + passing, after: types.compactMap(\.old?.type))
    var runs = ChangeRuns()
    for entry in Self.lasting(entries, of: passing) { runs.add(entry) }
    return try commands(of: runs.all, in: transaction)
  }

  /// Excludes values that the new type rejects and that later changes replace.
  private static func lasting(
    _ entries: [HistoryEntry], of types: [RecordType]
  ) -> [HistoryEntry] {
    let types = Dictionary(types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var replaced: Set<[String]> = []
    let lasting = entries.reversed().filter { entry in
      guard let property = entry.property.flatMap({ types[entry.record.type]?[$0] }) else {
        return true
      }
      let isLast = replaced.insert([entry.record.description, property.name]).inserted
      return isLast || (try? property.checked(entry.new)) != nil
    }
    return lasting.reversed()
  }

  private func values(
    of properties: [Property], _ type: RecordType, after transaction: Int
  ) throws(Diagnostic) -> [String] {
    let past = try attempt(store.past(at: transaction))
    let records = try attempt(past.queries.select(RecordQuery(type.name)))
    var commands: [String] = []
    while let (number, values) = try attempt(records.next()) {
      let id = RecordID(type.name, number)
      guard !changes.isErased(id) else { continue }
      let given = properties.compactMap { property -> (Property, Value?)? in
        let value = type.index(of: property.name).flatMap { values[$0] }
        return value == nil || value == .list([]) ? nil : (property, value)
      }
      commands += [ScriptedChanges.change(of: id, to: given)].compactMap(\.self)
    }
    return commands
  }
}

extension TypeChange {
  /// Combines the drop and the definition of a type with the same name into one change.
  fileprivate static func matched(_ changes: [TypeChange]) -> [TypeChange] {
    var matched: [TypeChange] = []
    for change in changes {
      let other = matched.firstIndex {
        let (gone, come) = $0.new == nil ? ($0, change) : (change, $0)
        return gone.new == nil && come.old == nil && gone.old?.type.name == come.new?.type.name
      }
      guard let other else {
        matched.append(change)
        continue
      }
      matched[other].old = matched[other].old ?? change.old
      matched[other].new = matched[other].new ?? change.new
    }
    return matched
  }
}
