public import Records

/// What a person has chosen of what is shown, in the order it was chosen.
public final class Selection<ID: Hashable & Sendable> {
  /// Raised after other items are selected, with them.
  public let changed = Event<Selection<ID>, [ID]>()

  /// The selected items, each once.
  public private(set) var items: [ID] = []

  /// Makes an empty selection.
  public init() {}

  /// Whether nothing is selected.
  public var isEmpty: Bool { items.isEmpty }

  /// Selects these items and no others; of an item that is named twice the first counts.
  public func replace(with items: some Sequence<ID>) {
    var known: Set<ID> = []
    let items = items.filter { known.insert($0).inserted }
    guard items != self.items else { return }
    self.items = items
    changed.raise(self, items)
  }

  /// Lets those items leave the selection that do not meet a condition, such as being there still.
  public func keep(where isKept: (ID) -> Bool) {
    replace(with: items.filter(isKept))
  }
}
