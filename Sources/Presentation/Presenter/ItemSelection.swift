public import Records

/// The items selected by the user, in order of selection.
public final class ItemSelection<ID: Hashable & Sendable> {
  /// Raised after the selection has changed, with the selected items.
  public let changed = Event<ItemSelection<ID>, [ID]>()

  /// The selected items, without duplicates.
  public private(set) var items: [ID] = []
  /// The last selection, including items that have left it since.
  public private(set) var chosen: [ID] = []

  /// Creates an empty selection.
  public init() {}

  /// Whether nothing is selected.
  public var isEmpty: Bool { items.isEmpty }

  /// Selects exactly these items; duplicates are ignored.
  public func replace(with items: some Sequence<ID>) {
    var known: Set<ID> = []
    chosen = items.filter { known.insert($0).inserted }
    select(chosen)
  }

  /// Removes items that do not satisfy a condition, such as existing.
  ///
  /// An item that satisfies it again, for example because its deletion was undone, returns to its
  /// place, unless another selection was made meanwhile.
  public func keep(where isKept: (ID) -> Bool) {
    select(chosen.filter(isKept))
  }

  private func select(_ items: [ID]) {
    guard items != self.items else { return }
    self.items = items
    changed.raise(self, items)
  }
}
