public import Records

extension Catalog {
  /// The undefined types that properties refer to; a type with such a property has no records yet.
  public var missingTypes: [Store.MissingType] {
    types.lazy.filter(\.leadsToRecords).flatMap { type in
      type.properties.compactMap { property in
        guard let missing = property.kind.recordType, tables[missing] == nil else { return nil }
        return Store.MissingType(type: type.name, property: property.name, missing: missing)
      }
    }
  }

  func checkIsComplete(_ table: Table) throws(StoreError) {
    guard table.hasReferences else { return }
    for property in table.type.properties {
      guard let missing = property.kind.recordType, tables[missing] == nil else { continue }
      throw StoreError(
        .refused, .awaitedType(missing, by: PropertyReference(table.type.name, property.name)),
        candidates: types.map(\.name))
    }
  }

  /// Returns a computed property for the owner of a type's records; nil unless a list that owns
  /// them declares this name for the owner.
  package func owner(named name: String, of type: String) -> Property? {
    OwningList.lists(owning: type, among: types).first { $0.givenName == name }.map { list in
      Property(
        name, .reference(to: list.owner), isOptional: true,
        computation: "\(list.owner.asName).\(list.list.asName)")
    }
  }

  /// For each type, the types whose records determine its lists of records, its computed properties
  /// and its defaults.
  package var listSources: [String: Set<String>] {
    types.reduce(into: [:]) { sources, type in
      var others = Set(type.properties.compactMap { schema.source(of: $0, in: type)?.type })
      if let table = tables[type.name], !table.calculated.isEmpty {
        others.formUnion((try? computedColumns(of: table))?.others ?? [])
      }
      others.formUnion(typesOfDefaults(of: type))
      if !others.isEmpty { sources[type.name] = others }
    }
  }

  func rows(of list: Property, in owner: Table) -> (table: Table, column: TableColumn)? {
    guard let source = schema.source(of: list, in: owner.type), let table = tables[source.type],
      let column = table.columns.first(where: { $0.plainName == source.owner })
    else { return nil }
    return (table, column)
  }

  /// Throws if no record of the type could ever be created, or if a name that a list of records
  /// declares or generates is taken.
  func checkReferences(of type: RecordType) throws(StoreError) {
    try checkRequirements(of: type)
    let others = types.filter { $0.name != type.name } + [type]
    for owner in others where owner.leadsToRecords {
      for list in owner.properties where list.refersToMany {
        let references = ReferenceList(owner: owner.name, list: list, number: 0)
        let table = tables[references.name]?.plainName
        let member = PropertyReference(owner.name, list.name)
        for other in others {
          let name = other.name.lowercased()
          guard name == references.name.lowercased() || name == table?.lowercased() else {
            continue
          }
          throw StoreError(
            .refused, .nameOfReferences(other.name, of: member),
            property: owner.name == type.name && other.name != type.name ? list.name : nil)
        }
      }
    }
    // By item type, then by lowercased name.
    var holders: [String: [String: PropertyReference]] = [:]
    for owner in others where owner.leadsToRecords {
      for property in owner.properties {
        guard property.ownsRecords, let items = property.kind.recordType else { continue }
        let link = ListLink(owner: owner.name, list: property.name, number: 0)
        let member = PropertyReference(owner.name, property.name)
        let itemType = items == type.name ? type : tables[items]?.type
        if let name = property.ownerName {
          let clash = itemType?.properties.first { $0.name.lowercased() == name.lowercased() }
            .map { PropertyReference(items, $0.name) }
          let other = holders[items, default: [:]].updateValue(member, forKey: name.lowercased())
          if let taken = clash ?? other {
            throw StoreError(
              .refused, .ownerName(name, of: member, taken: taken),
              property: owner.name == type.name ? property.name : taken.property)
          }
        }
        for name in link.takenNames {
          let clash = itemType?.properties.first { $0.name.lowercased() == name.lowercased() }
          if let clash {
            throw StoreError(
              .refused,
              .nameOfLink(
                PropertyReference(items, clash.name), of: member, isInHistory: name.contains(".")),
              property: items == type.name ? clash.name : property.name)
          }
          if let other = holders[items, default: [:]].updateValue(
            member, forKey: name.lowercased())
          {
            throw StoreError(
              .refused, .sharedColumn(name, of: other, member, items: items),
              property: owner.name == type.name ? property.name : nil)
          }
        }
      }
    }
  }

  /// Throws if the inverse of a list does not exist, does not refer to the type of the list's
  /// owner, owns its items or is itself an inverse.
  ///
  /// - Parameter type: The type being defined, to which errors are attributed; nil for all types.
  func checkInverses(among types: [RecordType], of type: RecordType? = nil) throws(StoreError) {
    for owner in types where owner.leadsToRecords {
      for list in owner.properties {
        guard let name = list.inverse, let items = list.kind.recordType,
          let itemType = types.first(where: { $0.name == items }),
          let fault = Self.obstacle(to: list, name, of: itemType, in: owner.name)
        else { continue }
        let isOwn = type.map { $0.name == owner.name } ?? true
        throw StoreError(
          .refused,
          .inverse(
            PropertyReference(owner.name, list.name), kind: list.kindDefinition,
            of: PropertyReference(items, name), fault),
          property: isOwn ? list.name : itemType[name]?.name,
          candidates: itemType[name] == nil
            ? itemType.properties.filter { $0.kind.recordType == owner.name && $0.inverse == nil }
              .map(\.name) : [])
      }
    }
  }

  private static func obstacle(
    to list: Property, _ name: String, of type: RecordType, in owner: String
  ) -> StoreError.InverseFault? {
    guard let property = type[name] else { return .missing }
    guard property.kind.recordType == owner else { return .otherType }
    return property.ownsRecords ? .owns : property.inverse == nil ? nil : .isInverse
  }

  /// Throws if required references form a cycle, because its first record could not be created.
  private func checkRequirements(of type: RecordType) throws(StoreError) {
    var path: [PropertyReference] = []
    var visited: Set<String> = []
    func required(_ name: String) -> [(property: String, target: String)] {
      let type = name == type.name ? type : tables[name]?.type
      return (type?.properties ?? []).compactMap { property in
        guard case .reference(let target) = property.kind, property.isRequired else { return nil }
        return (property.name, target)
      }
    }
    /// If the result is true, `path` contains the cycle.
    func leadsBack(from name: String) -> Bool {
      for (property, target) in required(name) {
        path.append(PropertyReference(name, property))
        if target == type.name { return true }
        if visited.insert(target).inserted, leadsBack(from: target) { return true }
        path.removeLast()
      }
      return false
    }
    guard leadsBack(from: type.name) else { return }
    throw StoreError(.refused, .requiredRing(path), property: path[0].property)
  }

  /// Returns whether deleting a record of a type can affect other records.
  public func hasDependents(_ type: String) -> Bool { !referring(to: type).isEmpty }

  func referring(to type: String) -> [(Table, TableColumn)] {
    allTables.flatMap { table in
      table.columns.filter { $0.target == type }.map { (table, $0) }
    }
  }

  /// Returns the rules of a type in the order of definition; empty if the type does not exist.
  public func rules(of type: String) -> [Rule] { tables[type]?.rules.map(\.rule) ?? [] }

  /// Returns whether the same rule exists, ignoring the layout of its condition.
  public func isDefined(_ rule: Rule, condition: RecordExpression) -> Bool {
    guard let present = tables[rule.type]?.rules.first(where: { $0.rule.name == rule.name }) else {
      return false
    }
    var same = rule
    same.condition = present.rule.condition
    return present.rule == same && present.condition == condition
  }

  /// Returns the names of a type's properties that have a requested index, in the order of the
  /// definition.
  public func indexes(of type: String) -> [String] {
    tables[type].map { table in
      zip(table.properties, table.type.properties)
        .filter { table.indexed.contains($0.0) }.map(\.1.name)
    } ?? []
  }

  private func typesOfDefaults(of type: RecordType) -> Set<String> {
    guard type.hasCalculatedDefaults, let table = tables[type.name],
      let defaults = try? calculatedDefaults(of: table).inOrder
    else { return [] }
    return Set(defaults.flatMap { $0.compiled.reads.map(\.type) }).subtracting([type.name])
  }

  /// The ``types`` in an order in which they can be defined: each after the types that its computed
  /// properties and defaults read, except in cycles.
  public var typesAsDefined: [RecordType] {
    var ordered: [RecordType] = []
    var left = types.map { type in
      let others = tables[type.name].flatMap { try? computedColumns(of: $0) }?.others ?? []
      return (type: type, others: others.union(typesOfDefaults(of: type)).subtracting([type.name]))
    }
    var waiting = Set(left.map(\.type.name))
    while !left.isEmpty {
      let next = left.firstIndex { $0.others.isDisjoint(with: waiting) } ?? 0
      let type = left.remove(at: next).type
      waiting.remove(type.name)
      ordered.append(type)
    }
    return ordered
  }

  /// Returns the commands that recreate all other definitions, in an order in which they can be run
  /// after the ``types`` are defined.
  public func definitionsBesideTypes() throws(StoreError) -> [String] {
    let rows = try engine.rows(
      """
      SELECT d.object, d.new FROM wb_def AS d JOIN (
          SELECT min(seq) AS first, max(seq) AS last FROM wb_def
          WHERE object NOT GLOB 'type:*' AND object NOT GLOB 'prop:*' GROUP BY object) AS o
        ON d.seq = o.last
      WHERE d.new IS NOT NULL ORDER BY o.first
      """)
    let definitions = rows.compactMap { row -> (rank: Int, text: String)? in
      guard let object = row[0].text, let text = row[1].text,
        let command = command(of: object, text)
      else { return nil }
      return (Self.rank(object, text), command)
    }
    return (0...Self.lastRank).flatMap { rank in
      definitions.filter { $0.rank == rank }.map(\.text)
    }
  }

  private func command(of object: String, _ text: String) -> String? {
    if let index = PropertyIndex(object: object) {
      for table in allTables {
        guard let place = table.properties.firstIndex(of: index.property) else { continue }
        let property = table.type.properties[place].name
        return index.command(type: table.type.name, property: property)
      }
      return nil
    }
    if object.hasPrefix(TableRule.prefix) {
      for table in allTables {
        if let rule = table.rules.first(where: { $0.object == object }) {
          return rule.rule.definition
        }
      }
      return nil
    }
    return keptDefinitions.contains { $0.object == object && $0.text == text }
      ? definitions.withoutComments(text) : nil
  }

  /// The SQL that creates the tables in another database, without the history triggers.
  package func tableCommands() throws(StoreError) -> [String] {
    var commands: [String] = []
    for isOfReferences in [false, true] {
      for table in allTables where (table.references != nil) == isOfReferences {
        commands += table.commands(try computedColumns(of: table))
      }
    }
    return commands
  }

  /// A definition uses only definitions of the same rank or a lower rank.
  private static func rank(_ object: String, _ text: String) -> Int {
    guard let kept = KeptDefinition(object: object, text: text) else { return 0 }
    switch kept.kind {
    case .formatter, .command: return 1
    case .handler: return 2
    // A screen that lists records can open a screen about one record.
    case .screen: return text.prefix(while: { $0 != "{" }).contains(" for [") ? 3 : 2
    case .layout: return Self.lastRank
    }
  }

  private static let lastRank = 4
}
