internal import Values

/// The values of a table's records in one array, because an array for each record would take longer
/// to create than to read.
struct RecordCopies {
  /// The number of values of each record.
  private let width: Int
  /// The index of a record's first value, by record number.
  private var starts: [Int: Int] = [:]
  private var values: [SQLValue] = []

  init(width: Int) { self.width = width }

  var count: Int { starts.count }

  /// Adds or replaces a record; the argument of the closure is the index of a value.
  mutating func add(_ record: Int, value: (Int) -> SQLValue) {
    starts[record] = values.count
    for index in 0..<width { values.append(value(index)) }
  }

  mutating func remove(_ record: Int) { starts[record] = nil }

  /// Does nothing if there is no such record.
  mutating func set(_ value: SQLValue, at index: Int, of record: Int) {
    guard let start = starts[record] else { return }
    values[start + index] = value
  }

  var inOrder: some Sequence<(record: Int, values: ArraySlice<SQLValue>)> {
    starts.sorted { $0.key < $1.key }.lazy.map { ($0.key, values[$0.value..<$0.value + width]) }
  }
}
