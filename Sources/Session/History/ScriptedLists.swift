internal import Records
internal import Replies

/// The lists of records while the history is gone through: the order they had, and the one that the
/// commands written so far have made.
struct ScriptedLists {
  /// The list of an owner.
  struct List: Hashable {
    var owner: RecordID
    var name: String

    /// The list as a command names it.
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
  /// The lists of which items were given another position.
  private var moved: Set<List> = []

  /// Puts an item into a list.
  ///
  /// - Returns: Its place in the list; nil for the last.
  mutating func put(_ item: RecordID, into list: List, at position: Int) -> Int? {
    let place = store(Item(position: position, number: item.number), of: item, in: list)
    let count = written[list]?.count ?? 0
    written[list, default: []].insert(item.number, at: min(place, count))
    return place < count ? place : nil
  }

  /// Gives an item of a list another position.
  mutating func move(_ item: RecordID, to position: Int) {
    guard let list = takeOut(item) else { return }
    _ = store(Item(position: position, number: item.number), of: item, in: list)
    moved.insert(list)
  }

  /// Takes an item out of its list, if it is in one.
  mutating func remove(_ item: RecordID) {
    guard let list = takeOut(item) else { return }
    written[list]?.removeAll { $0 == item.number }
  }

  /// The moves that bring the lists to the order that they had.
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
        // One item that was moved back looks like many that were moved forward.
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

  // MARK: Types that change

  /// Calls lists by other names; nil stands for one that is there no more.
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

  /// The names of the lists of a type's records that have items.
  func filled(of type: String) -> Set<String> {
    Set(written.lazy.filter { $0.owner.type == type && !$1.isEmpty }.map(\.key.name))
  }

  /// Puts what is in the lists of a name into those of another one.
  ///
  /// - Returns: The items by their numbers, in an order in which they can be appended.
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
