internal import RecordStore
internal import Records

/// The lists of records during the replay of the history: their original order, and the order that
/// the script's commands have produced so far.
struct ScriptedLists {
  struct List: Hashable {
    var owner: RecordID
    var name: String

    var path: String { "\(owner).\(name.asName)" }
  }

  private struct Item: Comparable {
    var position: Int
    var number: Int

    static func < (a: Item, b: Item) -> Bool { (a.position, a.number) < (b.position, b.number) }
  }

  private var stored: [List: [Item]] = [:]
  private var written: [List: [Int]] = [:]
  private var places: [RecordID: (list: List, item: Item)] = [:]
  private var moved: Set<List> = []

  /// Returns the index of the item; nil if the item is the last item.
  mutating func put(_ item: RecordID, into list: List, at position: Int) -> Int? {
    let place = store(Item(position: position, number: item.number), of: item, in: list)
    let count = written[list]?.count ?? 0
    written[list, default: []].insert(item.number, at: min(place, count))
    return place < count ? place : nil
  }

  mutating func move(_ item: RecordID, to position: Int) {
    guard let list = takeOut(item) else { return }
    _ = store(Item(position: position, number: item.number), of: item, in: list)
    moved.insert(list)
  }

  mutating func remove(_ item: RecordID) {
    guard let list = takeOut(item) else { return }
    written[list]?.removeAll { $0 == item.number }
  }

  mutating func moves() -> [(list: List, from: Int, to: Int)] {
    var moves: [(list: List, from: Int, to: Int)] = []
    for list in moved.sorted(by: { $0.path < $1.path }) {
      let wanted = stored[list, default: []].map(\.number)
      var numbers = written[list, default: []]
      var place = 0
      while place < wanted.count {
        defer { place += 1 }
        guard numbers[place] != wanted[place] else { continue }
        var from = numbers.firstIndex(of: wanted[place]) ?? place
        var to = place
        // If moving one item toward the end gives the wanted order, do so instead of moving many
        // items toward the start.
        if let target = wanted.firstIndex(of: numbers[place]) {
          var others = numbers
          others.insert(others.remove(at: place), at: target)
          if others == wanted { (from, to) = (place, target) }
        }
        numbers.insert(numbers.remove(at: from), at: to)
        moves.append((list, from, to))
      }
      written[list] = numbers
    }
    moved = []
    return moves
  }

  mutating func rename(_ name: (List) -> List?) {
    func renamed<Value>(_ lists: [List: Value]) -> [List: Value] {
      Dictionary(
        lists.compactMap { list, value in name(list).map { ($0, value) } },
        uniquingKeysWith: { first, _ in first })
    }
    stored = renamed(stored)
    written = renamed(written)
    moved = Set(moved.compactMap(name))
    for (record, place) in places {
      places[record] = name(place.list).map { ($0, place.item) }
    }
  }

  func filled(of type: String) -> Set<String> {
    Set(written.lazy.filter { $0.owner.type == type && !$1.isEmpty }.map(\.key.name))
  }

  /// - Returns: The record numbers of the items with their lists, in the order of appending.
  mutating func refill(_ name: String, of type: String, from former: String) -> [(
    list: List, item: Int
  )] {
    let isFormer = { (list: List) in list.owner.type == type && list.name == former }
    let items = written.filter { isFormer($0.key) }
      .sorted { $0.key.owner.number < $1.key.owner.number }
      .flatMap { list, items in
        items.map { (list: List(owner: list.owner, name: name), item: $0) }
      }
    rename { isFormer($0) ? List(owner: $0.owner, name: name) : $0 }
    return items
  }

  private mutating func store(_ item: Item, of record: RecordID, in list: List) -> Int {
    places[record] = (list, item)
    let items = stored[list, default: []]
    let place = items.partitionIndex { $0 >= item }
    stored[list, default: []].insert(item, at: place)
    return place
  }

  private mutating func takeOut(_ record: RecordID) -> List? {
    guard let (list, item) = places.removeValue(forKey: record) else { return nil }
    stored[list]?.removeAll { $0 == item }
    return list
  }
}

/// Lists that a transaction converted between owning and referring. `alter` converts their items.
struct ListConversions {
  private var names: Set<String> = []

  init(_ types: [TypeChange]) {
    for change in types {
      guard let old = change.old, let new = change.new else { continue }
      for (number, property) in zip(old.numbers, old.type.properties) {
        guard property.kind.isListOfRecords, let place = new.numbers.firstIndex(of: number),
          new.type.properties[place].ownsRecords != property.ownsRecords
        else { continue }
        names.insert("\(old.type.name).\(property.name)")
        names.insert("\(new.type.name).\(new.type.properties[place].name)")
      }
    }
  }

  func contains(_ change: HistoryEntry) -> Bool {
    guard !names.isEmpty else { return false }
    if names.contains(change.record.type) { return true }
    guard let property = change.property else { return false }
    return names.contains(property)
      || property.hasSuffix(".at") && names.contains(String(property.dropLast(".at".count)))
  }
}
