public import Records

/// Nests one interactor for each item of a list, and follows those added, removed and moved.
///
/// The items are records of a store, known by their `RecordID`, or objects: those of a
/// `RecordList`, or of an array that a class has as an `@Observed` property. An item that is moved
/// keeps its interactor, and what is edited there; no other item is touched by it. One that leaves
/// the list takes its interactor along: the editing is cancelled, and its fields refuse all keys
/// until the interactor is nested again.
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
  /// What a row is for; an object is the same as itself and no other.
  public enum Item: Hashable {
    /// A record of a store.
    case record(RecordID)
    /// An object, which a record without a store is too.
    case object(any Subject)

    /// Whether both are the same record, or the same object.
    public static func == (one: Item, other: Item) -> Bool {
      switch (one, other) {
      case (.record(let one), .record(let other)): one == other
      case (.object(let one), .object(let other)): one === other
      case (.record, .object), (.object, .record): false
      }
    }

    /// Hashes the name of a record, and of an object which one it is.
    public func hash(into hasher: inout Hasher) {
      switch self {
      case .record(let id): hasher.combine(id)
      case .object(let object): hasher.combine(ObjectIdentifier(object))
      }
    }
  }

  /// An item of the list, and what is nested for it.
  public struct Row {
    /// The item.
    public let item: Item
    /// What was made for the item when it came into the list.
    public let interactor: any InteractorProtocol

    /// The record that the item is; nil for an object.
    public var record: RecordID? {
      if case .record(let id) = item { id } else { nil }
    }

    /// The object that the item is; nil for a record of a store.
    public var object: (any Subject)? {
      if case .object(let object) = item { object } else { nil }
    }
  }

  /// What is nested, in the order of the list; an item for which nothing was made has no row.
  public private(set) var rows: [Row] = []

  /// Called with a row before it is taken out, while it is still among ``rows``.
  public var rowWillGo: ((Row) -> Void)?

  private let make: (Item) -> (any InteractorProtocol)?
  private var isUpdating = false
  private var isStale = false

  /// Attaches an interactor, not yet active, to a list of records, and makes its rows.
  ///
  /// - Parameter row: makes what is nested for a record; nil where there is nothing to be shown of
  ///   it, which is asked again whenever the list has changed.
  public init(
    _ subject: any Subject, _ propertyName: String,
    row: @escaping (RecordID) -> (any InteractorProtocol)?
  ) {
    make = { item in
      if case .record(let id) = item { row(id) } else { nil }
    }
    super.init(subject, propertyName)
    update()
  }

  /// Attaches an interactor, not yet active, to an array of objects, and makes its rows.
  ///
  /// - Parameters:
  ///   - type: the class of the items; one of another class has no row.
  ///   - row: makes what is nested for an object; nil where there is nothing to be shown of it,
  ///     which is asked again whenever the list has changed.
  public init<Object: Subject>(
    _ subject: any Subject, _ propertyName: String, of type: Object.Type,
    row: @escaping (Object) -> (any InteractorProtocol)?
  ) {
    make = { item in
      if case .object(let object) = item { (object as? Object).flatMap(row) } else { nil }
    }
    super.init(subject, propertyName)
    update()
  }

  /// Attaches an interactor, not yet active, to a list of records that are in no store, and makes
  /// its rows.
  public convenience init(
    _ list: RecordList, row: @escaping (Record) -> (any InteractorProtocol)?
  ) {
    self.init(list, RecordList.itemsName, of: Record.self, row: row)
  }

  /// Updates the rows with the changes made while the list was not followed.
  public override func willActivate() { update() }

  /// Updates the rows.
  public override func propertyDidChange() { update() }

  /// Makes the rows of the other list, and takes out those of the one before.
  public override func subjectDidChange() { update() }

  private func update() {
    // A handler that learns of a row may change the list again.
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
    // Reversed, for of equal items the first is to be taken first, from the end.
    var known = Dictionary(grouping: rows.reversed(), by: \.item)
    let kept = items.map { known[$0]?.popLast() }
    let staying = Set(kept.compactMap { $0.map { ObjectIdentifier($0.interactor) } })
    for row in rows where !staying.contains(ObjectIdentifier(row.interactor)) {
      rowWillGo?(row)
      // It may have been nested elsewhere meanwhile, as the row of another list.
      guard hasNested(row.interactor) else { continue }
      for field in row.interactor.fields {
        field.takeBackEditing()
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
