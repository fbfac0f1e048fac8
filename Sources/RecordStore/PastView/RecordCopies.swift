internal import SQLEngine
internal import Values

/// Values of the records of a table, all in one array: to make one for each record would take longer
/// than to read them.
struct RecordCopies {
  /// How many values each record has.
  private let width: Int
  /// The numbers of the records, as they were added; nil for one that was removed.
  private var numbers: [Int?] = []
  /// Where the records are in ``numbers``.
  private var places: [Int: Int] = [:]
  private var values: [SQLValue] = []

  init(width: Int) { self.width = width }

  /// Adds a record with the values that a closure returns for their places, in the stead of one of
  /// its number.
  mutating func add(_ record: Int, value: (Int) -> SQLValue) {
    if let former = places.updateValue(numbers.count, forKey: record) { numbers[former] = nil }
    numbers.append(record)
    for index in 0..<width { values.append(value(index)) }
  }

  /// Removes a record, if there is one.
  mutating func remove(_ record: Int) {
    guard let place = places.removeValue(forKey: record) else { return }
    numbers[place] = nil
  }

  /// Gives a record a value, if there is one.
  mutating func set(_ value: SQLValue, at index: Int, of record: Int) {
    guard let place = places[record] else { return }
    values[place * width + index] = value
  }

  /// Runs a statement for each record, whose parameters are its number and its values.
  ///
  /// - Returns: How many there are.
  func insert(by statement: Statement) throws(StoreError) -> Int {
    // In the order of the numbers, which is mostly that in which they were added.
    let records = numbers.enumerated().compactMap { place, number in number.map { ($0, place) } }
      .sorted { $0.0 < $1.0 }
    for (number, place) in records {
      statement.reset()
      try statement.bind(.integer(number), at: 1)
      for index in 0..<width {
        try statement.bind(values[place * width + index], at: index + 2)
      }
      try statement.run()
    }
    return records.count
  }
}
