public import Records

/// What a person has chosen of what is shown, in the order it was chosen.
public final class ItemSelection<ID: Hashable & Sendable> {
  /// Raised after other items are selected, with them.
  public let changed = Event<ItemSelection<ID>, [ID]>()

  /// The selected items, each once.
  public private(set) var items: [ID] = []
  /// What was chosen last, those items among it that have left the selection since.
  public private(set) var chosen: [ID] = []

  /// Makes an empty selection.
  public init() {}

  /// Whether nothing is selected.
  public var isEmpty: Bool { items.isEmpty }

  /// Selects these items and no others; of an item that is named twice the first counts.
  public func replace(with items: some Sequence<ID>) {
    var known: Set<ID> = []
    chosen = items.filter { known.insert($0).inserted }
    select(chosen)
  }

  /// Lets those items leave the selection that do not meet a condition, such as being there still.
  ///
  /// An item that meets it again, since its deletion was undone, is selected again in its place,
  /// unless something else has been chosen meanwhile.
  public func keep(where isKept: (ID) -> Bool) {
    select(chosen.filter(isKept))
  }

  private func select(_ items: [ID]) {
    guard items != self.items else { return }
    self.items = items
    changed.raise(self, items)
  }
}
