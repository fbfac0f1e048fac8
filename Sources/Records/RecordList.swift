/// A list of records that tells of items added, removed and moved.
public final class RecordList {
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
    items.insert(record, at: index)
    listChanged.raise(self, .inserted(at: index))
  }

  /// Puts a record after the last.
  public func append(_ record: Record) { insert(record, at: items.count) }

  /// Takes a record out and returns it.
  @discardableResult
  public func remove(at index: Int) -> Record {
    precondition(items.indices.contains(index), "a place in the list")
    let record = items.remove(at: index)
    listChanged.raise(self, .removed(at: index))
    return record
  }

  /// Takes the record at one place and puts it at the other.
  public func move(from source: Int, to destination: Int) {
    precondition(items.indices.contains(source), "a place in the list")
    precondition(items.indices.contains(destination), "a place in the list")
    guard source != destination else { return }
    items.insert(items.remove(at: source), at: destination)
    listChanged.raise(self, .moved(from: source, to: destination))
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

/// A change of a list of records.
public enum ListChange: Hashable, Sendable {
  /// An item was put in; the place is where it now is.
  case inserted(at: Int)
  /// An item was taken out; the place is where it was.
  case removed(at: Int)
  /// An item went from one place to another; both are places in the list without it.
  case moved(from: Int, to: Int)
}
