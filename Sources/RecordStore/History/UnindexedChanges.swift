internal import Values

/// The committed changes that are not in the history index yet.
struct UnindexedChanges {
  private struct Key: Hashable {
    var record: Int
    var property: Int
  }

  let mark: Int
  /// The newest added change; initially the mark.
  private(set) var last: Int
  private var numbers: [Key: [Int]] = [:]

  init(after mark: Int) {
    self.mark = mark
    last = mark
  }

  /// Changes must be added in ascending order.
  mutating func add(_ number: Int, of record: Int, _ property: Int) {
    numbers[Key(record: record, property: property), default: []].append(number)
    last = number
  }

  func changes(of record: Int, _ property: Int) -> [Int] {
    numbers[Key(record: record, property: property)] ?? []
  }
}
