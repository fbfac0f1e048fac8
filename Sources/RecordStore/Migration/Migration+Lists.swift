internal import Records

extension Migration {
  /// Throws if a list would become an inverse list or stop being one, or if a list would become the
  /// owner of an item that has an owner or is in several lists.
  func checkRoles(_ properties: [AlteredProperty], _ table: Table) throws(StoreError) {
    for property in properties {
      let wanted = property.property
      guard let former = property.former, former.kind == wanted.kind,
        former.kind.isListOfRecords, former.listRole != wanted.listRole
      else { continue }
      // An inverse list has no stored items.
      guard former.inverse == nil, wanted.inverse == nil else {
        throw StoreError(
          .refused, .listKind(former.definition, wanted.definition, areLists: true),
          property: wanted.name)
      }
      if wanted.ownsRecords { try checkHasOneOwner(former, wanted, table) }
    }
  }

  /// Throws if the list would own an item that already has an owner, or that the lists of several
  /// records contain.
  private func checkHasOneOwner(
    _ former: Property, _ wanted: Property, _ table: Table
  ) throws(StoreError) {
    guard let (references, _) = catalog.rows(of: former, in: table),
      let items = former.kind.recordType.flatMap({ tables[$0] })
    else { return }
    let item = ReferenceList.item.asSQLName
    let owned = items.links.compactMap(items.ownerColumn).map { "wb_t.\($0.name) IS NOT NULL" }
    let others = owned.isEmpty ? "0" : owned.joined(separator: " OR ")
    let rows = try engine.rows(
      """
      SELECT wb_t.id FROM \(items.name) AS wb_t
        JOIN (SELECT \(item) AS item, count(*) AS n FROM \(references.name) GROUP BY \(item)) AS wb_r
          ON wb_r.item = wb_t.id
      WHERE wb_r.n > 1 OR \(others) ORDER BY wb_t.id
      """)
    guard rows.isEmpty else {
      let first = rows.prefix(Self.mostNamed).map {
        RecordID(items.type.name, $0[0].integer ?? 0)
      }
      throw StoreError(
        .refused,
        .severalLists(
          PropertyReference(table.type.name, wanted.name), first, more: rows.count - first.count),
        property: wanted.name)
    }
  }

  func checkForRings(_ properties: [AlteredProperty], _ table: Table) throws(StoreError) {
    for property in properties.map(\.property) where property.ownsRecords {
      guard let items = property.kind.recordType.flatMap({ tables[$0] }),
        let ring = OwnerRing(of: items, among: tables),
        let number = try engine.value(ring.records).integer
      else { continue }
      throw StoreError(
        .refused,
        .ownsItself(
          PropertyReference(table.type.name, property.name), RecordID(items.type.name, number)),
        property: property.name)
    }
  }

  /// Moves the items of a list that changes between owning and referring.
  func moveItems(
    of property: AlteredProperty, _ table: Table, in owners: [Int: Table]
  ) throws(StoreError) {
    guard let former = property.former, let number = property.number,
      former.kind == property.property.kind, former.listRole != property.property.listRole,
      let items = former.kind.recordType,
      let itemTable = owners.values.first(where: { $0.type.name == items }),
      let references = owners.values.first(where: { $0.references?.number == number })
    else { return }
    let owner = "Owner(\(number))"
    let column = try engine.value("SELECT id FROM wb_prop WHERE kind = ?1", .text(owner))
    guard let column = column.integer, let loose = owners[column] ?? owners[itemTable.existence],
      let ownerColumn = loose.column(ofNumber: column)?.name,
      let positionColumn = loose.column(ofNumber: column + 1)?.name
    else { return }
    let pair = [ReferenceList.owner, ReferenceList.position, ReferenceList.item]
      .map(\.asSQLName).joined(separator: ", ")
    if former.ownsRecords {
      try engine.execute(
        """
        INSERT INTO \(references.name)(\(pair))
        SELECT \(ownerColumn), coalesce(\(positionColumn), 0), id FROM \(loose.name)
        WHERE \(ownerColumn) IS NOT NULL ORDER BY \(ownerColumn), \(positionColumn), id;
        UPDATE \(loose.name) SET \(ownerColumn) = NULL, \(positionColumn) = NULL
        WHERE \(ownerColumn) IS NOT NULL OR \(positionColumn) IS NOT NULL
        """)
    } else {
      try engine.execute(
        """
        UPDATE \(loose.name) SET (\(ownerColumn), \(positionColumn)) =
          (SELECT \(ReferenceList.owner.asSQLName), \(ReferenceList.position.asSQLName)
           FROM \(references.name) AS wb_r WHERE wb_r.\(ReferenceList.item.asSQLName) = \(loose.name).id)
        WHERE id IN (SELECT \(ReferenceList.item.asSQLName) FROM \(references.name))
        """)
    }
  }

  func renameInInverses(
    _ properties: inout [AlteredProperty], _ former: [AlteredProperty], of table: Table
  ) -> (changes: [Redefinition], types: [String: RecordType]) {
    var names: [String: String] = [:]
    for property in properties {
      guard let old = property.former?.name, old != property.property.name else { continue }
      names[old] = property.property.name
    }
    guard !names.isEmpty else { return ([], [:]) }
    func renamed(_ list: Property) -> Property? {
      guard list.kind.recordType == table.type.name, let name = list.inverse.flatMap({ names[$0] })
      else { return nil }
      var list = list
      list.listRole = .inverse(of: name)
      return list
    }
    for place in properties.indices where !properties[place].isRestated {
      properties[place].property = renamed(properties[place].property) ?? properties[place].property
    }
    var changes: [Redefinition] = []
    var types: [String: RecordType] = [:]
    for other in allTables where other !== table && other.references == nil {
      var list = other.type.properties
      for (place, property) in list.enumerated() {
        guard let next = renamed(property) else { continue }
        list[place] = next
        changes.append(
          Redefinition(
            object: "prop:\(other.properties[place])", old: property.definition,
            new: next.definition))
      }
      if list != other.type.properties {
        types[other.type.name] = try? RecordType(other.type.name, list, isOlder: true)
      }
    }
    return (changes, types)
  }
}
