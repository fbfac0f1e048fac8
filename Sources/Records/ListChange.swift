/// A change of a list.
public enum ListChange: Hashable, Sendable {
  /// An item was put in; the place is where it now is.
  case inserted(at: Int)
  /// An item was taken out; the place is where it was.
  case removed(at: Int)
  /// An item went from one place to another; both are places in the list without it.
  case moved(from: Int, to: Int)
}

extension ListChange {
  /// How one list becomes another, in as few steps as the two have differences: first what is
  /// removed, from the end on, then what is moved or put in, from the beginning on.
  static func steps<Item: Hashable>(from old: [Item], to new: [Item]) -> [ListChange] {
    var removed: Set<Int> = []
    // Where what is put in at a place comes from; nil where it is new.
    var origins: [Int: Int?] = [:]
    for step in new.difference(from: old).inferringMoves() {
      switch step {
      case .remove(let place, _, let target): if target == nil { removed.insert(place) }
      case .insert(let place, _, let origin): origins.updateValue(origin, forKey: place)
      }
    }
    var steps = removed.sorted(by: >).map { ListChange.removed(at: $0) }
    // The places that the items had before; nil for one that is new.
    var list: [Int?] = old.indices.filter { !removed.contains($0) }
    let moved = Set(origins.values.compactMap { $0 })
    var placed: Set<Int> = []
    var place = 0
    for index in new.indices {
      // What is to move farther on is passed over.
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
