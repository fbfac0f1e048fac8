internal import RecordStore
internal import Records
internal import Replies

/// A script that, in an empty database, recreates the current definitions and all records with
/// their numbers.
struct StoreDump {
  private let store: Store
  private let emit: (String) -> Void
  private var written: [String: Set<Int>] = [:]
  /// Records being written, to detect cycles of required references.
  private var begun: Set<RecordID> = []
  private var owners: [RecordID: (owner: RecordID, list: String)] = [:]
  /// Items still to be written, whose owners have been written; the next item is last.
  private var items: [RecordID] = []
  private var later: [(record: RecordID, property: Property, value: Value)] = []

  private var leftOut: Set<RecordID> = []
  private var addresses = AddressBook()

  init(of store: Store, _ emit: @escaping (String) -> Void) {
    self.store = store
    self.emit = { emit($0.withRemarkOnOneLine) }
  }

  /// - Throws: ``Diagnostic`` if required references form a cycle.
  mutating func write() throws(Diagnostic) {
    // Define types without the defaults that are records, because these records do not exist yet.
    for type in store.schema.typesAsDefined { emit(type.withoutRecordDefaults.definition) }
    try findOwners()
    for type in store.schema.types {
      try eachRecord(of: type) { (dump, id, values) throws(Diagnostic) in
        if dump.owners[id] == nil { try dump.write(id, type, values) }
      }
    }
    // The remaining records own each other in a cycle, which only another program can have created.
    for type in store.schema.types {
      try eachRecord(of: type) { (dump, id, values) throws(Diagnostic) in
        guard !dump.isWritten(id), !dump.leftOut.contains(id), let (owner, list) = dump.owners[id]
        else { return }
        dump.emit(
          "# \(id) was removed from \(owner).\(list.asName), because \(owner) belongs to \(id)")
        dump.owners[id] = nil
        try dump.write(id, type, values)
      }
    }
    for (record, property, value) in later where !leftOut.contains(record) {
      if case .reference(let target) = value, leftOut.contains(target) {
        emit("# \(record).\(property.name.asName) was \(target), which is skipped")
        continue
      }
      if property.kind.isListOfRecords {
        let items = Self.items(of: value)
        for item in items where !isWritten(item) {
          emit(
            "# \(item) was removed from \(record).\(property.name.asName), because the item is skipped"
          )
        }
        let left = items.filter(isWritten).map(Value.reference)
        emit(ScriptedChanges.change(property, of: record, to: .list(left)))
        continue
      }
      emit("set \(record).\(property.name.asName) \(value.literal(of: property))")
    }
    writeRecordDefaults()
    // Write rules last, because they apply to the result of all commands.
    let definitions = try attempt(store.schema.definitionsBesideTypes())
    let hasHandlers = definitions.contains(where: KeptHandlers.defines)
    if hasHandlers { emit(KeptHandlers.switchOff) }
    for text in definitions { emit(text) }
    if hasHandlers { emit(KeptHandlers.switchOn) }
  }

  private func writeRecordDefaults() {
    for type in store.schema.types {
      for property in type.properties {
        guard case .value(.reference(let id)) = property.givenDefault else { continue }
        let name = "\(type.name.asName).\(property.name.asName)"
        if isWritten(id) {
          emit("alter \(type.name.asName) { change \(property.definition) }")
        } else {
          let fate = leftOut.contains(id) ? "is skipped" : "no longer exists"
          emit("# \(name) has the default \(id), which \(fate)")
        }
      }
    }
  }

  private mutating func eachRecord(
    of type: RecordType,
    _ body: (inout StoreDump, RecordID, [Value?]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let records = try attempt(store.queries.select(RecordQuery(type.name)))
    while let (number, values) = try attempt(records.next()) {
      try body(&self, RecordID(type.name, number), values)
    }
  }

  private mutating func findOwners() throws(Diagnostic) {
    for type in store.schema.types {
      let lists = type.properties.enumerated().filter { $0.element.ownsRecords }
      guard !lists.isEmpty else { continue }
      try eachRecord(of: type) { (dump, id, values) throws(Diagnostic) in
        for (index, list) in lists {
          for item in Self.items(of: values[index]) { dump.owners[item] = (id, list.name) }
        }
      }
    }
  }

  private static func items(of value: Value?) -> [RecordID] {
    guard case .list(let items)? = value else { return [] }
    return items.compactMap { if case .reference(let id) = $0 { id } else { nil } }
  }

  private func isWritten(_ id: RecordID) -> Bool { written[id.type]?.contains(id.number) == true }

  /// Writes the records that the record requires, then the record, then its items and their items.
  private mutating func write(
    _ id: RecordID, _ type: RecordType, _ values: [Value?]
  ) throws(Diagnostic) {
    // A loop rather than recursion, because nested lists could exhaust the call stack.
    let waiting = items.count
    try writeAlone(id, type, values)
    while items.count > waiting {
      let item = items.removeLast()
      guard let type = store.schema.type(named: item.type),
        let values = try attempt(store.queries.values(of: item))
      else { continue }
      try writeAlone(item, type, values)
    }
  }

  private mutating func writeAlone(
    _ id: RecordID, _ type: RecordType, _ values: [Value?]
  ) throws(Diagnostic) {
    guard !isWritten(id), !leftOut.contains(id) else { return }
    guard begun.insert(id).inserted else {
      throw Diagnostic(
        .refused, "\(id) is part of a cycle of required references, which commands cannot create",
        hint: "`backup FILE` copies the database unchanged")
    }
    // A comment that replaces the record, if commands cannot create the record.
    var obstacle: String?
    if let owner = owners[id]?.owner, leftOut.contains(owner) {
      obstacle = Self.remark(on: id, without: owner)
    }
    var words = ["new \(id)"]
    for (property, value) in zip(type.properties, values)
    where property.isGiven {
      if property.refersToMany {
        let items = Self.items(of: value)
        if items.isEmpty { continue }
        guard items.allSatisfy(isWritten) else {
          later.append((id, property, value ?? .list([])))
          continue
        }
      }
      if case .reference(let target)? = value, !isWritten(target) {
        if property.isOptional {
          later.append((id, property, .reference(target)))
          continue
        }
        try writeFirst(target)
        if leftOut.contains(target) { obstacle = Self.remark(on: id, without: target) }
      }
      if value == nil, property.givenDefault == nil { continue }
      if let remark = ScriptedChanges.remark(on: value, of: property, of: id) {
        emit(remark)
      } else if let clash = addresses.clash(of: value, property, id) {
        if property.isOptional { emit(clash) } else { obstacle = "\(clash); \(id) is skipped" }
      } else {
        words.append(ScriptedChanges.assignment(of: value, to: property))
      }
    }
    // When a required record was written, this record may have been written as one of its items.
    guard !isWritten(id) else { return }
    if let obstacle {
      emit(obstacle)
      leftOut.insert(id)
      addItems(of: type, values)
      return
    }
    for (property, value) in zip(type.properties, values) {
      if addresses.clash(of: value, property, id) == nil {
        addresses.note(nil, value, of: property, id)
      }
    }
    let command = words.joined(separator: " ")
    if let (owner, list) = owners[id] {
      emit("append \(owner).\(list.asName) \(command)")
    } else {
      emit(command)
    }
    begun.remove(id)
    written[id.type, default: []].insert(id.number)
    addItems(of: type, values)
  }

  private mutating func addItems(of type: RecordType, _ values: [Value?]) {
    let owned = zip(type.properties, values).filter { $0.0.ownsRecords }
    items += owned.flatMap { Self.items(of: $0.1) }.reversed()
  }

  private static func remark(on id: RecordID, without other: RecordID) -> String {
    "# \(id) is skipped: there is no \(other)"
  }

  private mutating func write(_ id: RecordID) throws(Diagnostic) {
    guard let type = store.schema.type(named: id.type),
      let values = try attempt(store.queries.values(of: id))
    else { return }
    try write(id, type, values)
  }

  private mutating func writeFirst(_ id: RecordID) throws(Diagnostic) {
    var first = id
    // Another program may have made a record its own owner.
    var met: Set = [id]
    while let (owner, _) = owners[first], !isWritten(owner), met.insert(owner).inserted {
      first = owner
    }
    try write(first)
  }
}

extension RecordType {
  fileprivate var withoutRecordDefaults: RecordType {
    let plain = properties.map { property in
      var property = property
      if case .value(.reference) = property.givenDefault { property.givenDefault = nil }
      return property
    }
    return (try? RecordType(name, plain, isOlder: true)) ?? self
  }
}
