internal import Values

/// Values of the records of a table, all in one array: to make one for each record would take longer
/// than to read them.
struct RecordCopies {
  /// How many values each record has.
  private let width: Int
  /// Where the values of each record begin, by its number.
  private var starts: [Int: Int] = [:]
  private var values: [SQLValue] = []

  init(width: Int) { self.width = width }

  /// How many records there are.
  var count: Int { starts.count }

  /// Adds a record with the values that a closure returns for their places, in the stead of one of
  /// its number.
  mutating func add(_ record: Int, value: (Int) -> SQLValue) {
    starts[record] = values.count
    for index in 0..<width { values.append(value(index)) }
  }

  /// Removes a record, if there is one.
  mutating func remove(_ record: Int) { starts[record] = nil }

  /// Gives a record a value, if there is one.
  mutating func set(_ value: SQLValue, at index: Int, of record: Int) {
    guard let start = starts[record] else { return }
    values[start + index] = value
  }

  /// The records with their values, in the order of their numbers.
  var inOrder: some Sequence<(record: Int, values: ArraySlice<SQLValue>)> {
    starts.sorted { $0.key < $1.key }.lazy.map { ($0.key, values[$0.value..<$0.value + width]) }
  }
}
