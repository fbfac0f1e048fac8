/// A list of records that reports insertions, removals and moves.
///
/// A list needs no store. As a ``PropertySubject`` it has the property `count` and the list of
/// objects ``itemsName``.
public final class RecordList {
  /// The name of the property under which every change of the list is reported.
  public static let itemsName = "items"
  private static let count = Property("count", .integer)

  /// Raised after ``listChanged``, for the items, and for the count if it has changed.
  public let propertyChanged = PropertyChanged()
  /// An insertion, removal or move, with its record.
  public struct Change {
    /// The kind of change, with its indices.
    public let step: ListChange
    /// The inserted, removed or moved record.
    public let record: TypedRecord
  }

  /// Raised after each change of the list; its records report their own changes.
  public let listChanged = Event<RecordList, Change>()
  private var items: [TypedRecord]

  /// Creates a list of records.
  public init(_ items: [TypedRecord] = []) {
    self.items = items
  }

  /// Inserts a record before an index, or at the end.
  public func insert(_ record: TypedRecord, at index: Int) {
    precondition(
      (0...items.count).contains(index), "the position must be in the list or at its end")
    let before = items.count
    items.insert(record, at: index)
    tell(.inserted(at: index), of: record, from: before)
  }

  /// Appends a record.
  public func append(_ record: TypedRecord) { insert(record, at: items.count) }

  /// Removes a record and returns it.
  @discardableResult
  public func remove(at index: Int) -> TypedRecord {
    precondition(items.indices.contains(index), "the position must be in the list")
    let before = items.count
    let record = items.remove(at: index)
    tell(.removed(at: index), of: record, from: before)
    return record
  }

  /// Moves a record; `destination` is its index after the move.
  public func move(from source: Int, to destination: Int) {
    precondition(items.indices.contains(source), "the position must be in the list")
    precondition(items.indices.contains(destination), "the destination must be in the list")
    guard source != destination else { return }
    let record = items.remove(at: source)
    items.insert(record, at: destination)
    tell(.moved(from: source, to: destination), of: record, from: items.count)
  }

  private func tell(_ step: ListChange, of record: TypedRecord, from before: Int) {
    let count = items.count
    listChanged.raise(self, Change(step: step, record: record))
    propertyChanged.raise(self, PropertyChange(name: Self.itemsName, old: nil, new: nil))
    guard count != before else { return }
    let counts = PropertyChange(name: Self.count.name, old: .integer(before), new: .integer(count))
    propertyChanged.raise(self, counts)
  }
}

extension RecordList: RandomAccessCollection {
  /// The index of the first record, 0.
  public var startIndex: Int { 0 }
  /// The index after the last record, which is the count.
  public var endIndex: Int { items.count }
  /// The record at an index.
  public subscript(index: Int) -> TypedRecord { items[index] }
}

extension RecordList: PropertySubject {
  /// Returns the property `count`; nil for other names.
  public func property(named name: String) -> Property? {
    name == Self.count.name ? Self.count : nil
  }

  /// Returns the number of records for the name `count`; nil for other names.
  public func value(of name: String) -> Value? {
    name == Self.count.name ? .integer(count) : nil
  }

  /// Returns the records for ``itemsName``; nil for other names.
  public func items(of name: String) -> [any PropertySubject]? {
    name == Self.itemsName ? items : nil
  }

  /// Always throws, because the list changes only by its own methods.
  public func set(_ name: String, to value: Value?) throws(Violation) {
    guard name == Self.count.name else {
      throw Violation.missing(name, of: "a list of records")
    }
    throw Violation(kind: .value, .countOfList, of: name)
  }

  /// Returns the violations of the records, under paths such as `items[0].name`.
  public func violations() -> [Violation] {
    items.enumerated().flatMap { place, record in
      record.violations().map { $0.within("\(Self.itemsName)[\(place)]") }
    }
  }

  /// Does nothing, because the list changes only by its own methods.
  public func restore(_ name: String, to value: Value?) {}
}
