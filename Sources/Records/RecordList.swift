/// A list of records that tells of items added, removed and moved.
///
/// It needs no store. As a ``Subject`` it has the property `count`, which a label can follow, and
/// the ``itemsName``, whose objects are the records.
public final class RecordList {
  /// The name of the property that is told of with every change of the list.
  public static let itemsName = "items"
  private static let count = Property("count", .integer)

  /// Raised after ``listChanged``, for the items and, if it is another one, for their count.
  public let propertyChanged = PropertyChanged()
  /// Raised after each change of the list; changes inside its records are theirs to tell.
  public let listChanged = Event<RecordList, ListChange>()
  private var items: [Record]

  /// Makes a list of records in the order given.
  public init(_ items: [Record] = []) {
    self.items = items
  }

  /// Puts a record in front of the one at a place, or after the last.
  public func insert(_ record: Record, at index: Int) {
    precondition((0...items.count).contains(index), "a place in the list or after it")
    let before = items.count
    items.insert(record, at: index)
    tell(.inserted(at: index), from: before)
  }

  /// Puts a record after the last.
  public func append(_ record: Record) { insert(record, at: items.count) }

  /// Takes a record out and returns it.
  @discardableResult
  public func remove(at index: Int) -> Record {
    precondition(items.indices.contains(index), "a place in the list")
    let before = items.count
    let record = items.remove(at: index)
    tell(.removed(at: index), from: before)
    return record
  }

  /// Takes the record at one place and puts it at the other.
  public func move(from source: Int, to destination: Int) {
    precondition(items.indices.contains(source), "a place in the list")
    precondition(items.indices.contains(destination), "a place in the list")
    guard source != destination else { return }
    items.insert(items.remove(at: source), at: destination)
    tell(.moved(from: source, to: destination), from: items.count)
  }

  private func tell(_ change: ListChange, from before: Int) {
    let count = items.count
    listChanged.raise(self, change)
    propertyChanged.raise(self, PropertyChange(name: Self.itemsName, old: nil, new: nil))
    guard count != before else { return }
    let counts = PropertyChange(name: Self.count.name, old: .integer(before), new: .integer(count))
    propertyChanged.raise(self, counts)
  }
}

extension RecordList: RandomAccessCollection {
  /// The place of the first record, which is 0.
  public var startIndex: Int { 0 }
  /// The place after the last record, which is how many there are.
  public var endIndex: Int { items.count }
  /// The record at a place in the list.
  public subscript(index: Int) -> Record { items[index] }
}

extension RecordList: Subject {
  /// Describes the count; nil for every other name.
  public func property(named name: String) -> Property? {
    name == Self.count.name ? Self.count : nil
  }

  /// How many records there are, under the name `count`.
  public func value(of name: String) -> Value? {
    name == Self.count.name ? .integer(count) : nil
  }

  /// The records, under ``itemsName``.
  public func items(of name: String) -> [any Subject]? { name == Self.itemsName ? items : nil }

  /// Refuses every value: a list is changed by what it does with its records.
  public func set(_ name: String, to value: Value?) throws(Violation) {
    guard name == Self.count.name else {
      throw Violation.missing(name, of: "a list of records")
    }
    throw Violation(kind: .value, .countOfList, of: name)
  }

  /// What is wrong with its records, under the paths `items[0].name`.
  public func violations() -> [Violation] {
    items.enumerated().flatMap { place, record in
      record.violations().map { $0.within("\(Self.itemsName)[\(place)]") }
    }
  }

  /// Does nothing: a list is changed by what it does with its records.
  public func restore(_ name: String, to value: Value?) {}
}
