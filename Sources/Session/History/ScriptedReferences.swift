internal import RecordStore
internal import Records

/// Lists that refer to records: their state in the history and in the script.
///
/// The history stores each reference as a record. After each transaction, the script sets each
/// changed list as a whole.
struct ScriptedReferences {
  private struct List: Hashable {
    var owner: RecordID
    var name: String

    var path: String { "\(owner).\(name.asName)" }
  }

  private struct Reference {
    var list: List?
    var position = 0
    var item: RecordID?
  }

  private var references: [RecordID: Reference] = [:]
  private var written: [List: [RecordID]] = [:]
  private var changed: [List] = []
  /// Lists by the type that the history uses for their references.
  private var lists: [String: (owner: String, property: Property)] = [:]

  mutating func take(_ types: [RecordType]) {
    for type in types {
      for property in type.properties where property.refersToMany {
        lists["\(type.name).\(property.name)"] = (type.name, property)
      }
    }
  }

  mutating func note(_ run: ChangeRun) -> Bool {
    guard let (_, property) = lists[run.record.type] else { return false }
    var reference = references[run.record] ?? Reference()
    if let list = reference.list { note(list) }
    if case .reference(let owner)? = run.values["of"]?.new {
      reference.list = List(owner: owner, name: property.name)
    }
    if case .integer(let position)? = run.values["at"]?.new { reference.position = position }
    if case .reference(let item)? = run.values["item"]?.new { reference.item = item }
    references[run.record] = run.exists ? reference : nil
    if let list = reference.list { note(list) }
    return true
  }

  private mutating func note(_ list: List) {
    if !changed.contains(list) { changed.append(list) }
  }

  mutating func commands(isThere: (RecordID) -> Bool) -> [String] {
    let lists = changed.filter { isThere($0.owner) }
    changed = []
    guard !lists.isEmpty else { return [] }
    var rows: [List: [(RecordID, Reference)]] = [:]
    for (record, reference) in references {
      if let list = reference.list { rows[list, default: []].append((record, reference)) }
    }
    var commands: [String] = []
    for list in lists {
      let items = rows[list, default: []]
        .sorted { ($0.1.position, $0.0.number) < ($1.1.position, $1.0.number) }
        .compactMap(\.1.item).filter(isThere)
      if let command = set(list, to: items) { commands.append(command) }
    }
    return commands
  }

  mutating func commands(beforeDeleting records: Set<RecordID>) -> [String] {
    var commands: [String] = []
    for (list, items) in written.sorted(by: { $0.key.path < $1.key.path }) {
      guard !records.contains(list.owner) else {
        written[list] = nil
        continue
      }
      let left = items.filter { !records.contains($0) }
      if left != items, let command = set(list, to: left) { commands.append(command) }
    }
    return commands
  }

  private mutating func set(_ list: List, to items: [RecordID]) -> String? {
    guard items != written[list] ?? [] else { return nil }
    written[list] = items
    return "set \(list.path) [\(items.map(\.description).joined(separator: ", "))]"
  }

  mutating func rename(_ names: [String: String], of type: String) {
    func renamed(_ list: List) -> List? {
      guard list.owner.type == type else { return list }
      return names[list.name].map { List(owner: list.owner, name: $0) }
    }
    var next: [RecordID: Reference] = [:]
    for (record, reference) in references {
      guard let list = reference.list.flatMap(renamed) else { continue }
      var (record, reference) = (record, reference)
      reference.list = list
      if list.owner.type == type {
        record = RecordID("\(type).\(list.name)", record.number)
      }
      next[record] = reference
    }
    references = next
    changed = changed.compactMap(renamed)
    written = Dictionary(
      written.compactMap { list, items in renamed(list).map { ($0, items) } },
      uniquingKeysWith: { first, _ in first })
  }
}

/// Consecutive changes of one record in a transaction.
struct ChangeRun {
  var record: RecordID
  /// Whether the record existed before these changes; `exists` is the state after them.
  var existed = true
  var exists = true
  var values: [String: (old: Value?, new: Value?)] = [:]
  private var hasExistence = false

  init(of record: RecordID) { self.record = record }

  mutating func add(_ change: HistoryEntry) {
    switch change.event {
    case .create, .delete:
      exists = change.event == .create
      if !hasExistence { existed = !exists }
      hasExistence = true
    case .set:
      guard let name = change.property else { return }
      let old = values[name].map(\.old) ?? change.old
      values[name] = (old, change.new)
    case .erase: break
    }
  }
}

struct ChangeRuns {
  private(set) var all: [ChangeRun] = []

  mutating func add(_ change: HistoryEntry) {
    if all.last?.record != change.record { all.append(ChangeRun(of: change.record)) }
    all[all.count - 1].add(change)
  }
}
