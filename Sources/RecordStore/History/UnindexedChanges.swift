internal import Values

/// The changes that the index of the history does not have yet, by what they are of.
///
/// Only those that are committed, which no rollback takes away.
struct UnindexedChanges {
  private struct Key: Hashable {
    var record: Int
    var property: Int
  }

  /// The newest change that is in the index.
  let mark: Int
  /// The newest change that this has, or the mark.
  private(set) var last: Int
  private var numbers: [Key: [Int]] = [:]

  init(after mark: Int) {
    self.mark = mark
    last = mark
  }

  /// Adds a change, which is newer than all others.
  mutating func add(_ number: Int, of record: Int, _ property: Int) {
    numbers[Key(record: record, property: property), default: []].append(number)
    last = number
  }

  /// The numbers of the changes of a property of a record, the oldest first.
  func changes(of record: Int, _ property: Int) -> [Int] {
    numbers[Key(record: record, property: property)] ?? []
  }
}
