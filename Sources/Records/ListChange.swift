/// A change of a list.
public enum ListChange: Hashable, Sendable {
  /// An item was inserted; the index is its new one.
  case inserted(at: Int)
  /// An item was removed; the index is its former one.
  case removed(at: Int)
  /// An item was moved; both indices refer to the list without the item.
  case moved(from: Int, to: Int)
}

extension ListChange {
  /// The steps that turn one list into another: first removals from the end, then moves and
  /// insertions from the start. There are as many steps as differences.
  static func steps<Item: Hashable>(from old: [Item], to new: [Item]) -> [ListChange] {
    var removed: Set<Int> = []
    // The source index of each item to be placed; nil for a new item.
    var origins: [Int: Int?] = [:]
    for step in new.difference(from: old).inferringMoves() {
      switch step {
      case .remove(let place, _, let target): if target == nil { removed.insert(place) }
      case .insert(let place, _, let origin): origins.updateValue(origin, forKey: place)
      }
    }
    var steps = removed.sorted(by: >).map { ListChange.removed(at: $0) }
    // The former index of each item; nil for a new item.
    var list: [Int?] = old.indices.filter { !removed.contains($0) }
    let moved = Set(origins.values.compactMap { $0 })
    var placed: Set<Int> = []
    var place = 0
    for index in new.indices {
      // Whether the item will be moved further back later, so that it is skipped.
      func waits(_ item: Int?) -> Bool {
        item.map { moved.contains($0) && !placed.contains($0) } ?? false
      }
      guard let origin = origins[index] else {
        while waits(list[place]) { place += 1 }
        place += 1
        continue
      }
      guard let origin else {
        list.insert(nil, at: place)
        steps.append(.inserted(at: place))
        place += 1
        continue
      }
      placed.insert(origin)
      guard let source = list.firstIndex(of: origin) else { continue }
      list.remove(at: source)
      if source < place { place -= 1 }
      list.insert(origin, at: place)
      if source != place { steps.append(.moved(from: source, to: place)) }
      place += 1
    }
    return steps
  }
}
