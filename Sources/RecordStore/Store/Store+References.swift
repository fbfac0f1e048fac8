public import Records

/// What records know of each other.
extension Store {
  /// A type that a property refers to and that is not defined.
  public struct MissingType: Hashable, Sendable {
    /// The type that has the property.
    public var type: String
    /// The property.
    public var property: String
    /// The name of the type that is missing.
    public var missing: String
  }

  /// The types that properties refer to and that are not defined yet; there are no records of the
  /// types that have such properties.
  public var missingTypes: [MissingType] {
    types.flatMap { type in
      type.properties.compactMap { property in
        guard let missing = property.kind.recordType, tables[missing] == nil else { return nil }
        return MissingType(type: type.name, property: property.name, missing: missing)
      }
    }
  }

  /// Refuses a record of a type whose properties refer to a type that is not defined.
  func checkIsComplete(_ table: Table) throws(StoreError) {
    guard table.hasReferences else { return }
    for property in table.type.properties {
      guard let missing = property.kind.recordType, tables[missing] == nil else { continue }
      throw StoreError(
        .refused,
        "\(table.type.name.asName) has no records before \(missing.asName) is defined, which "
          + "\(property.name.asName) refers to", candidates: types.map(\.name))
    }
  }

  // MARK: Defining

  /// Refuses a type none of whose records could be made, and columns of one name.
  func checkReferences(of type: RecordType) throws(StoreError) {
    try checkRequirements(of: type)
    let others = types.filter { $0.name != type.name } + [type]
    // The list that gives its items a column of a name, in lower case, by the type of the items.
    var holders: [String: [String: String]] = [:]
    for owner in others {
      for property in owner.properties {
        guard case .records(let items) = property.kind else { continue }
        let link = ListLink(owner: owner.name, list: property.name, number: 0)
        let words = "\(owner.name.asName).\(property.name.asName)"
        let itemType = items == type.name ? type : tables[items]?.type
        for name in link.takenNames {
          let clash = itemType?.properties.first { $0.name.lowercased() == name.lowercased() }
          if let clash {
            let what = name.contains(".") ? "that the history gives" : "of the column for"
            throw StoreError(
              .refused,
              "\(items.asName).\(clash.name.asName) has the name \(what) \(words); "
                + "choose another one",
              property: items == type.name ? clash.name : property.name)
          }
          if let other = holders[items, default: [:]].updateValue(
            words, forKey: name.lowercased())
          {
            throw StoreError(
              .refused,
              "\(other) and \(words) would have one column \(name.asName) among the records of "
                + "\(items.asName); choose another name",
              property: owner.name == type.name ? property.name : nil)
          }
        }
      }
    }
  }

  /// Refuses a cycle of references that each record has to have: none could be the first.
  private func checkRequirements(of type: RecordType) throws(StoreError) {
    var path: [(type: String, property: String)] = []
    var visited: Set<String> = []
    func required(_ name: String) -> [(property: String, target: String)] {
      let type = name == type.name ? type : tables[name]?.type
      return (type?.properties ?? []).compactMap { property in
        guard case .reference(let target) = property.kind, property.isRequired else { return nil }
        return (property.name, target)
      }
    }
    /// Whether a way leads back to the new type; it then is in `path`.
    func leadsBack(from name: String) -> Bool {
      for (property, target) in required(name) {
        path.append((name, property))
        if target == type.name { return true }
        if visited.insert(target).inserted, leadsBack(from: target) { return true }
        path.removeLast()
      }
      return false
    }
    guard leadsBack(from: type.name) else { return }
    let way = path.map { "\($0.type.asName).\($0.property.asName)" }
    throw StoreError(
      .refused,
      way.count == 1
        ? "\(way[0]) is required, so no first record could be made; make it optional"
        : "\(way.joined(separator: ", ")) are all required, so no first record could be made; "
          + "make one of them optional",
      property: path[0].property)
  }

  // MARK: Deleting

  /// The records that are deleted with others, by `on delete cascade` and as items of lists,
  /// after those that are to be deleted.
  ///
  /// - Complexity: O(*n*) in the records taken along, and in those that refer to them.
  public func takenAlong(byDeleting ids: [RecordID]) throws(StoreError) -> [RecordID] {
    var taken = ids
    var known = Set(ids)
    var next = 0
    while next < taken.count {
      let record = taken[next]
      next += 1
      for (table, column) in referring(to: record.type) where column.onDelete == .cascade {
        for number in try numbers(table, column, record) {
          let other = RecordID(table.type.name, number)
          if known.insert(other).inserted { taken.append(other) }
        }
      }
    }
    return taken
  }

  /// Deletes a record and those that are deleted with it, one by one, the last of a chain first:
  /// SQLite itself follows a chain for a thousand records at most.
  func deleteEach(byDeleting id: RecordID) throws(StoreError) {
    if let obstacle = try obstacle(toDeleting: [id]) { throw obstacle }
    let isDeferred = try engine.value("PRAGMA defer_foreign_keys")
    // A record that refuses may be between two that are both deleted.
    try engine.execute("PRAGMA defer_foreign_keys = ON")
    defer {
      if isDeferred == .integer(0) { try? engine.execute("PRAGMA defer_foreign_keys = OFF") }
    }
    for record in try takenAlong(byDeleting: [id]).reversed() {
      let table = try table(record.type)
      try engine.statement("DELETE FROM \(table.name) WHERE id = ?1").run([
        .integer(record.number)
      ])
    }
  }

  /// Whether deleting a record of a type can concern others.
  public func hasDependents(_ type: String) -> Bool { !referring(to: type).isEmpty }

  /// The columns that refer to records of a type.
  func referring(to type: String) -> [(Table, TableColumn)] {
    types.compactMap { tables[$0.name] }.flatMap { table in
      table.columns.filter { $0.target == type }.map { (table, $0) }
    }
  }

  private func numbers(
    _ table: Table, _ column: TableColumn, _ id: RecordID
  ) throws(StoreError) -> [Int] {
    try table.checkIsWhole()
    let statement = try engine.statement(
      "SELECT id FROM \(table.name) WHERE \(column.name) = ?1 ORDER BY id")
    try statement.bind([.integer(id.number)])
    var numbers: [Int] = []
    while try statement.step() { numbers.append(statement.column(0).integer ?? 0) }
    return numbers
  }

  /// Finds a record that stays and refers to one, or to one that is deleted with it.
  func obstacle(toDeleting ids: [RecordID]) throws(StoreError) -> StoreError? {
    let taken = try takenAlong(byDeleting: ids)
    let going = Set(taken)
    for record in taken {
      for (table, column) in referring(to: record.type) where column.onDelete == .refuse {
        let staying = try numbers(table, column, record)
          .map { RecordID(table.type.name, $0) }.filter { !going.contains($0) }
        guard let first = staying.first else { continue }
        let others = staying.count - 1
        let more = others == 0 ? "" : " and \(others) other\(others == 1 ? "" : "s")"
        let use = "the \(column.plainName.asName) of \(first)\(more)"
        if ids.contains(record) {
          return StoreError(.refused, "\(record) cannot be deleted: it is \(use)")
        }
        return StoreError(
          .refused,
          "\(ids[0]) cannot be deleted: \(record) would be deleted with it, and is \(use)")
      }
    }
    return nil
  }

  /// The records that refer to one, itself among them.
  func referrers(to id: RecordID) throws(StoreError) -> [(Table, TableColumn, record: Int)] {
    var found: [(Table, TableColumn, record: Int)] = []
    for (table, column) in referring(to: id.type) {
      found += try numbers(table, column, id).map { (table, column, $0) }
    }
    return found
  }
}
