public import Records

/// Nests an interactor for each item of a list, and follows insertions, removals and moves.
///
/// The items are stored records, identified by their `RecordID`, or objects of a `RecordList` or of
/// an `@Observed` array. A moved item keeps its interactor and its edits, and other items are not
/// affected. If an item is removed, its editing is cancelled, and its fields reject all keys until
/// its interactor is nested again.
///
/// ```swift
/// let reviews = ListInteractor(show, "reviews") { id in
///   records[id].map { FormInteractor($0, ["rating", "text"]) }
/// }
/// let entries = ListInteractor(cart, "entries", of: Entry.self) { entry in
///   FormInteractor(entry, ["amount"])
/// }
/// ```
public final class ListInteractor: PropertyInteractor {
  /// An item of the list; objects are compared by identity.
  public enum Item: Hashable {
    /// A stored record.
    case record(RecordID)
    /// An object, such as a record that is not stored.
    case object(any PropertySubject)

    /// Returns whether both are the same record or the same object.
    public static func == (one: Item, other: Item) -> Bool {
      switch (one, other) {
      case (.record(let one), .record(let other)): one == other
      case (.object(let one), .object(let other)): one === other
      case (.record, .object), (.object, .record): false
      }
    }

    /// Hashes the identifier of a record, or the identity of an object.
    public func hash(into hasher: inout Hasher) {
      switch self {
      case .record(let id): hasher.combine(id)
      case .object(let object): hasher.combine(ObjectIdentifier(object))
      }
    }
  }

  /// An item and its interactor.
  public struct Row {
    /// The item.
    public let item: Item
    /// The interactor created for the item.
    public let interactor: any InteractorProtocol

    /// The identifier of a stored record; nil for an object.
    public var record: RecordID? {
      if case .record(let id) = item { id } else { nil }
    }

    /// The object; nil for a stored record.
    public var object: (any PropertySubject)? {
      if case .object(let object) = item { object } else { nil }
    }
  }

  /// The rows, in the order of the list; an item without an interactor has no row.
  public private(set) var rows: [Row] = []

  /// Called before a row is removed, while it is still in ``rows``.
  public var rowWillGo: ((Row) -> Void)?

  private let make: (Item) -> (any InteractorProtocol)?
  private var isUpdating = false
  private var isStale = false

  /// Creates an interactor for a list of records, with its rows.
  ///
  /// - Parameter row: creates the interactor for a record; nil if the record has no row, in which
  ///   case the closure is called again after each change of the list.
  public init(
    _ subject: any PropertySubject, _ propertyName: String,
    isActive: Bool = true, row: @escaping (RecordID) -> (any InteractorProtocol)?
  ) {
    make = { item in
      if case .record(let id) = item { row(id) } else { nil }
    }
    super.init(subject, propertyName, isActive: isActive)
    update()
  }

  /// Creates an interactor for an array of objects, with its rows.
  ///
  /// - Parameters:
  ///   - type: the class of the items; an item of another class has no row.
  ///   - row: creates the interactor for an object; nil if the object has no row, in which case
  ///     the closure is called again after each change of the list.
  public init<Object: PropertySubject>(
    _ subject: any PropertySubject, _ propertyName: String, of type: Object.Type,
    isActive: Bool = true, row: @escaping (Object) -> (any InteractorProtocol)?
  ) {
    make = { item in
      if case .object(let object) = item { (object as? Object).flatMap(row) } else { nil }
    }
    super.init(subject, propertyName, isActive: isActive)
    update()
  }

  /// Creates an interactor for a list of records that are not stored, with its rows.
  public convenience init(
    _ list: RecordList, isActive: Bool = true,
    row: @escaping (TypedRecord) -> (any InteractorProtocol)?
  ) {
    self.init(list, RecordList.itemsName, of: TypedRecord.self, isActive: isActive, row: row)
  }

  /// Updates the rows with changes made while inactive.
  public override func willActivate() { update() }

  /// Updates the rows.
  public override func propertyDidChange() { update() }

  /// Replaces the rows with the rows of the new list.
  public override func subjectDidChange() { update() }

  private func update() {
    // An update can be nested, because a handler of a row may change the list again.
    guard !isUpdating else {
      isStale = true
      return
    }
    isUpdating = true
    defer { isUpdating = false }
    repeat {
      isStale = false
      follow(items)
    } while isStale
  }

  private var items: [Item] {
    if let objects = subject?.items(of: propertyName) { return objects.map(Item.object) }
    guard case .list(let values) = value else { return [] }
    return values.compactMap { value in
      if case .reference(let id) = value { .record(id) } else { nil }
    }
  }

  private func follow(_ items: [Item]) {
    guard !items.elementsEqual(rows.lazy.map(\.item)) else { return }
    // Reversed, so that `popLast` returns the first of equal items.
    var known = Dictionary(grouping: rows.reversed(), by: \.item)
    let kept = items.map { known[$0]?.popLast() }
    let staying = Set(kept.compactMap { $0.map { ObjectIdentifier($0.interactor) } })
    for row in rows where !staying.contains(ObjectIdentifier(row.interactor)) {
      rowWillGo?(row)
      // The row may have been nested elsewhere meanwhile, for example in another list.
      guard hasNested(row.interactor) else { continue }
      for field in row.interactor.fields {
        field.cancel(inForm: true)
        field.isRemoved = true
      }
    }
    rows = zip(items, kept).compactMap { item, row in row ?? self.row(for: item) }
    nestOnly(rows.map(\.interactor))
  }

  private func row(for item: Item) -> Row? {
    guard let interactor = make(item) else { return nil }
    for field in interactor.fields { field.isRemoved = false }
    return Row(item: item, interactor: interactor)
  }
}
