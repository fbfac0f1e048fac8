internal import RecordStore
internal import Records

struct ScriptedChanges {
  private struct Membership {
    var owner: String
    var list: String
  }

  private var types: [String: RecordType] = [:]
  /// Lists by record type and membership property.
  private var memberships: [String: [String: Membership]] = [:]
  /// Default values by type and property, except those that are calculated or depend on the
  /// clock.
  private var defaults: [String: [String: Value?]] = [:]
  private let hasNumbers: Bool
  private var lists = ScriptedLists()
  private var references = ScriptedReferences()
  /// Used numbers and the maximum number, by lowercase type name.
  private var given: [String: Set<Int>] = [:]
  private var greatest: [String: Int] = [:]
  private var deleted: Set<RecordID> = []
  /// Records that cannot be created, for example because required values were erased. They are also
  /// in `deleted`.
  private var erased: Set<RecordID> = []
  private var deletions: [ChangeRun] = []
  /// For each deleted record, the number of references to it that the transaction has yet to
  /// remove.
  private var awaited: [RecordID: Int] = [:]
  /// Records that the transaction restores and the script has not written yet.
  private var returning: Set<RecordID> = []
  /// References to missing records, which are written once the records exist.
  ///
  /// For example, an undo of many commands can create a reference that it later removes.
  private var postponed: [(record: RecordID, property: Property, value: Value?)] = []
  private var addresses = AddressBook()

  init(hasNumbers: Bool) { self.hasNumbers = hasNumbers }

  /// - Parameter former: Former types, whose deleted records may still appear in the history.
  mutating func take(_ types: [RecordType], after former: [RecordType] = []) {
    self.types = Dictionary(types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    defaults = Dictionary(
      types.map { ($0.name, Self.defaults(of: $0)) }, uniquingKeysWith: { first, _ in first })
    references.take(former + types)
    memberships = [:]
    for type in former + types {
      for property in type.properties {
        guard property.ownsRecords, let items = property.kind.recordType else { continue }
        memberships[items, default: [:]]["\(type.name).\(property.name)"] =
          Membership(owner: type.name, list: property.name)
      }
    }
  }

  private static func defaults(of type: RecordType) -> [String: Value?] {
    var defaults: [String: Value?] = [:]
    for property in type.properties where !property.isRequired {
      guard !property.hasCalculatedDefault, property.givenDefault != .today,
        property.givenDefault != .now
      else { continue }
      defaults[property.name] = .some(property.defaultValue)
    }
    return defaults
  }

  /// Orders creations so that required records are created first.
  ///
  /// The order matters for the first transaction of a compacted history, whose records are in order
  /// of creation but have their final owners.
  mutating func inOrder(_ runs: [ChangeRun]) -> [ChangeRun] {
    awaited = [:]
    let going = Set(runs.filter { $0.existed && !$0.exists }.map(\.record))
    for run in runs where run.existed {
      for record in targets(of: run) where going.contains(record) {
        awaited[record, default: 0] += 1
      }
    }
    let creations = runs.filter { !$0.existed && $0.exists }
    guard !creations.isEmpty else { return runs }
    returning = Set(creations.map(\.record).filter(hasExisted))
    let counts = Dictionary(runs.map { ($0.record, 1) }, uniquingKeysWith: +)
    // A record that is deleted in the same transaction must not be moved.
    let movable = creations.filter { counts[$0.record] == 1 }
    var left = Dictionary(movable.map { ($0.record, $0) }, uniquingKeysWith: { first, _ in first })
    let isMovable = Set(left.keys)
    var ordered: [ChangeRun] = []
    func add(_ run: ChangeRun) {
      left[run.record] = nil
      for target in needs(of: run) {
        if let other = left[target] { add(other) }
      }
      ordered.append(run)
    }
    for run in runs where !isMovable.contains(run.record) || left[run.record] != nil { add(run) }
    return ordered
  }

  private func needs(of run: ChangeRun) -> [RecordID] {
    var needs = list(of: run).map { [$0.0.owner] } ?? []
    for property in types[run.record.type]?.properties ?? [] where !property.isOptional {
      if case .reference(let id)? = run.values[property.name]?.new { needs.append(id) }
    }
    return needs
  }

  private func hasExisted(_ record: RecordID) -> Bool {
    given[record.type.lowercased()]?.contains(record.number) == true
  }

  private mutating func give(_ record: RecordID) {
    given[record.type.lowercased(), default: []].insert(record.number)
  }

  mutating func commands(of run: ChangeRun) -> [String] {
    guard let type = types[run.record.type], !erased.contains(run.record) else {
      if references.note(run), run.existed {
        for record in targets(of: run) { awaited[record]? -= 1 }
      }
      return []
    }
    switch (run.existed, run.exists) {
    case (false, true) where lacksValues(run, type):
      erased.insert(run.record)
      give(run.record)
      deleted.insert(run.record)
      return clashes(of: run, type)
    case (false, true):
      let before = deletionsInOrder() + moves()
      if hasExisted(run.record) { return before + restoration(of: type, run) }
      give(run.record)
      return before + creation(of: type, run)
    case (true, true):
      let isClearing = run.values.values.allSatisfy { $0.new == nil }
      let before = isClearing ? [] : deletionsInOrder()
      for record in targets(of: run) { awaited[record]? -= 1 }
      return before + update(of: type, run)
    case (true, false):
      for record in targets(of: run) { awaited[record]? -= 1 }
      deletions.append(run)
      return []
    case (false, false):
      // The record is not created, so a later creation counts as the first one.
      return []
    }
  }

  private func lacksValues(_ run: ChangeRun, _ type: RecordType) -> Bool {
    type.properties.contains {
      $0.isRequired && $0.isStored
        && (run.values[$0.name]?.new == nil
          || addresses.clash(of: run.values[$0.name]?.new, $0, run.record) != nil)
    } || !erased.isDisjoint(with: needs(of: run))
  }

  private func clashes(of run: ChangeRun, _ type: RecordType) -> [String] {
    let needs = needs(of: run).filter(erased.contains).map {
      "# \(run.record) was created, which no command can do: there is no \($0)"
    }
    return needs
      + type.properties.compactMap { property in
        guard let value = run.values[property.name]?.new else { return nil }
        return addresses.clash(of: value, property, run.record)
          .map { "\($0); \(run.record) is skipped" }
      }
  }

  mutating func commandsAtEnd() -> [String] {
    awaited = [:]
    let changed = references.commands(isThere: isThere)
    let deletions = changed + deletionsInOrder()
    var (ready, left) = (postponed, postponed)
    ready.removeAll { !isThere($0.value) }
    left.removeAll { isThere($0.value) }
    postponed = left
    return deletions + ready.map { Self.change($0.property, of: $0.record, to: $0.value) } + moves()
  }

  var remarks: [String] {
    postponed.map {
      "# \($0.record).\($0.property.name.asName) was \($0.value.map(\.description) ?? "nil"), "
        + "which no command can set: there is no such record"
    }
  }

  private func isThere(_ value: Value?) -> Bool {
    if case .reference(let id)? = value { isThere(id) } else { true }
  }

  private func isThere(_ id: RecordID) -> Bool {
    hasExisted(id) && !deleted.contains(id) && !returning.contains(id)
  }

  private mutating func moves() -> [String] {
    lists.moves().map { "move \($0.list.path) \($0.from) \($0.to)" }
  }

  private mutating func creation(of type: RecordType, _ run: ChangeRun) -> [String] {
    let record = run.record
    let name = record.type.lowercased()
    let isNext = record.number == greatest[name, default: 0] + 1
    greatest[name] = max(greatest[name, default: 0], record.number)
    var (words, remarks) = assignments(of: type, run)
    words.insert("new \(isNext && !hasNumbers ? type.name.asName : record.description)", at: 0)
    var command = words.joined(separator: " ")
    if let (list, position) = list(of: run) {
      let place = lists.put(record, into: list, at: position)
      command = (place.map { "insert \(list.path) \($0) " } ?? "append \(list.path) ") + command
    }
    return remarks + [command]
  }

  private mutating func restoration(of type: RecordType, _ run: ChangeRun) -> [String] {
    returning.remove(run.record)
    deleted.remove(run.record)
    let (words, remarks) = assignments(of: type, run)
    let command = (["restore \(run.record) with"] + words).joined(separator: " ")
    return remarks + [command] + placement(of: run)
  }

  private mutating func assignments(
    of type: RecordType, _ run: ChangeRun
  ) -> (words: [String], remarks: [String]) {
    var words: [String] = []
    var remarks: [String] = []
    for property in type.properties where property.isStored {
      var value = run.values[property.name]?.new
      if case .reference(let id)? = value, property.isOptional,
        !isThere(id) || id == run.record
      {
        postponed.append((run.record, property, value))
        value = nil
      }
      if let initial = defaults[type.name]?[property.name], initial == value { continue }
      if value == nil, property.isRequired || property.givenDefault == nil { continue }
      let remark = Self.remark(on: value, of: property, of: run.record)
      if let remark = remark ?? addresses.clash(of: value, property, run.record) {
        remarks.append(remark)
      } else {
        addresses.note(nil, value, of: property, run.record)
        words.append(Self.assignment(of: value, to: property))
      }
    }
    return (words, remarks)
  }

  private mutating func update(of type: RecordType, _ run: ChangeRun) -> [String] {
    let record = run.record
    var commands: [String] = []
    var changed: [(property: Property, value: Value?)] = []
    for property in type.properties {
      guard let (old, new) = run.values[property.name] else { continue }
      postponed.removeAll { $0.record == record && $0.property.name == property.name }
      guard old != new else { continue }
      let remark = Self.remark(on: new, of: property, of: record)
      if let remark = remark ?? addresses.clash(of: new, property, run.record) {
        commands.append(remark)
      } else if case .reference(let id)? = new, !isThere(id) {
        postponed.append((record, property, new))
      } else {
        addresses.note(old, new, of: property, record)
        changed.append((property, new))
      }
    }
    commands += [Self.change(of: record, to: changed)].compactMap(\.self)
    return commands + placement(of: run)
  }

  /// Returns no command for a move within a list, which is only recorded.
  private mutating func placement(of run: ChangeRun) -> [String] {
    guard let (list, position) = list(of: run) else {
      if let position = position(of: run) { lists.move(run.record, to: position) }
      return []
    }
    // Remove the record first, because it may be in another list of the same owner.
    lists.remove(run.record)
    let place = lists.put(run.record, into: list, at: position)
    let start = place.map { "insert \(list.path) \($0)" } ?? "append \(list.path)"
    return ["\(start) \(run.record)"]
  }

  func isErased(_ record: RecordID) -> Bool { erased.contains(record) }

  mutating func renameLists(of type: String, _ names: [String: String]) {
    references.rename(names, of: type)
    lists.rename { list in
      guard list.owner.type == type else { return list }
      return names[list.name].map { ScriptedLists.List(owner: list.owner, name: $0) }
    }
  }

  func filledLists(of type: String) -> Set<String> { lists.filled(of: type) }

  mutating func refill(_ list: Property, of type: String, from former: String) -> [String] {
    guard case .records(let items) = list.kind else { return [] }
    return lists.refill(list.name, of: type, from: former).map {
      "append \($0.list.path) \(RecordID(items, $0.item))"
    }
  }

  /// Records the effects of an `alter` that converted lists between owning and referring.
  mutating func noteConversion(_ changes: [HistoryEntry]) {
    var runs = ChangeRuns()
    for change in changes { runs.add(change) }
    for run in runs.all where !references.note(run) {
      lists.remove(run.record)
      if let (list, position) = list(of: run) {
        _ = lists.put(run.record, into: list, at: position)
      }
    }
    // Discard the commands, because `alter` already has these effects.
    _ = references.commands { _ in true }
  }

  mutating func forget(_ records: [RecordID]) {
    for record in records { lists.remove(record) }
    deleted.formUnion(records)
    let records = Set(records)
    addresses.forget(records)
  }

  /// The deletions; referring records are deleted first.
  ///
  /// If other records still refer to a record, its deletion stays pending, and so do the deletions
  /// of records that it refers to.
  private mutating func deletionsInOrder() -> [String] {
    guard !deletions.isEmpty else { return [] }
    let waiting = waitingDeletions()
    let later = deletions.filter { waiting.contains($0.record) }
    deletions.removeAll { waiting.contains($0.record) }
    defer { deletions = later }
    var commands: [String] = []
    var left = Dictionary(
      deletions.map { ($0.record, $0) }, uniquingKeysWith: { first, _ in first })
    var referrers: [RecordID: Set<RecordID>] = [:]
    for run in deletions {
      for target in targets(of: run) where target != run.record && left[target] != nil {
        referrers[target, default: []].insert(run.record)
      }
    }
    commands += references.commands(beforeDeleting: Set(left.keys))
    var free = deletions.reversed().map(\.record).filter { referrers[$0] == nil }
    let order = deletions.map(\.record)
    var next = order.startIndex
    while !left.isEmpty {
      while next < order.endIndex, left[order[next]] == nil { next += 1 }
      if free.isEmpty {
        // The remaining records refer to each other in a cycle.
        commands += clearing(order[next], referrers[order[next], default: []])
        referrers[order[next]] = nil
        free.append(order[next])
      }
      let record = free.removeLast()
      guard let run = left.removeValue(forKey: record) else { continue }
      lists.remove(record)
      deleted.insert(record)
      postponed.removeAll { $0.record == record }
      for property in types[record.type]?.properties ?? [] {
        addresses.note(run.values[property.name]?.old, nil, of: property, record)
      }
      commands.append("delete \(record)")
      for target in targets(of: run) where referrers[target]?.remove(record) != nil {
        guard referrers[target]?.isEmpty == true else { continue }
        referrers[target] = nil
        free.append(target)
      }
    }
    return commands
  }

  private func waitingDeletions() -> Set<RecordID> {
    var waiting: Set<RecordID> = []
    var next = deletions.filter { awaited[$0.record, default: 0] > 0 }
    while let run = next.popLast() {
      guard waiting.insert(run.record).inserted else { continue }
      let targets = Set(targets(of: run))
      next += deletions.filter { targets.contains($0.record) }
    }
    return waiting
  }

  private func clearing(_ target: RecordID, _ records: Set<RecordID>) -> [String] {
    deletions.filter { records.contains($0.record) }.flatMap { run in
      (types[run.record.type]?.properties ?? []).filter {
        $0.isOptional && run.values[$0.name]?.old == .reference(target)
      }.map { "set \(run.record).\($0.name.asName) nil" }
    }
  }

  private func targets(of run: ChangeRun) -> [RecordID] {
    run.values.compactMap { name, values in
      if let membership = memberships[run.record.type]?[name] {
        return Self.number(values.old).map { RecordID(membership.owner, $0) }
      }
      guard case .reference(let id) = values.old else { return nil }
      return id
    }
  }

  /// The list that a record leaves without entering another list of the same owner. With commands,
  /// this requires deleting the record.
  func listLeft(by run: ChangeRun) -> (owner: RecordID, name: String)? {
    guard run.existed, run.exists else { return nil }
    let next = list(of: run)?.0
    for (name, membership) in memberships[run.record.type] ?? [:] {
      guard let (old, new) = run.values[name], old != new, let number = Self.number(old) else {
        continue
      }
      let owner = RecordID(membership.owner, number)
      if next?.owner != owner { return (owner, membership.list) }
    }
    return nil
  }

  private func list(of run: ChangeRun) -> (ScriptedLists.List, position: Int)? {
    for (name, membership) in memberships[run.record.type] ?? [:] {
      guard let owner = Self.number(run.values[name]?.new) else { continue }
      let list = ScriptedLists.List(
        owner: RecordID(membership.owner, owner), name: membership.list)
      return (list, Self.number(run.values["\(name).at"]?.new) ?? 0)
    }
    return nil
  }

  private func position(of run: ChangeRun) -> Int? {
    (memberships[run.record.type] ?? [:]).keys.lazy.compactMap {
      Self.number(run.values["\($0).at"]?.new)
    }.first
  }

  private static func number(_ value: Value?) -> Int? {
    if case .reference(let id) = value { return id.number }
    if case .integer(let number) = value { return number }
    return nil
  }
}
