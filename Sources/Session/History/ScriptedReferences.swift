internal import RecordStore
internal import Records

/// The lists that refer to records, as a script has them and as the history does.
///
/// The history has each reference as a record of its own; a script sets a list as a whole, when a
/// transaction has changed it.
struct ScriptedReferences {
  private struct List: Hashable {
    var owner: RecordID
    var name: String

    var path: String { "\(owner).\(name.asName)" }
  }

  /// A reference as the history has it.
  private struct Reference {
    var list: List?
    var position = 0
    var item: RecordID?
  }

  /// The references by the records that the history has of them.
  private var references: [RecordID: Reference] = [:]
  /// What the script has of the lists.
  private var written: [List: [RecordID]] = [:]
  /// The lists that the transaction has changed, in the order in which it did.
  private var changed: [List] = []
  /// The lists by what the history calls the types of their references.
  private var lists: [String: (owner: String, property: Property)] = [:]

  /// Takes the types that there are from now on.
  mutating func take(_ types: [RecordType]) {
    for type in types {
      for property in type.properties where property.refersToMany {
        lists["\(type.name).\(property.name)"] = (type.name, property)
      }
    }
  }

  /// Notes what happened to a reference; false if it is another record.
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

  /// The commands that make the lists what the transaction has made of them.
  ///
  /// - Parameter isThere: whether there is a record at that place of the script.
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

  /// The commands that take records out of lists before they are deleted.
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

  /// Notes that lists of a type's records have other names; those without one are there no more.
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
