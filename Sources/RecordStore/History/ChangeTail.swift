internal import Values

/// The changes that the index of the history does not have yet, by what they are of.
///
/// Only those that are committed, which no rollback takes away.
struct ChangeTail {
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

extension Store {
  /// The changes of some properties of a record that the index does not have yet, the oldest of each
  /// property first, and the mark up to which it has them.
  ///
  /// - Complexity: O(*p*) for *p* properties and O(*n*) in the changes that have come since this was
  ///   last asked, or that are not committed; all that are missing in the index the first time.
  func unindexedChanges(
    of record: Int, _ properties: [Int]
  ) throws(StoreError) -> (mark: Int, numbers: [Int: [Int]]) {
    let mark = try engine.value("SELECT \(Self.indexMark)").integer ?? 0
    var tail =
      self.tail?.mark == mark ? self.tail ?? ChangeTail(after: mark) : ChangeTail(after: mark)
    self.tail = nil
    if open == nil, group == nil {
      let statement = try engine.statement(
        "SELECT seq, rec, prop FROM wb_change WHERE seq > ?1 ORDER BY seq")
      try statement.bind([.integer(tail.last)])
      while try statement.step() {
        guard let number = statement.column(0).integer else { continue }
        tail.add(
          number, of: statement.column(1).integer ?? 0, statement.column(2).integer ?? 0)
      }
    }
    var numbers: [Int: [Int]] = [:]
    for property in properties {
      let changes = tail.changes(of: record, property)
      if !changes.isEmpty { numbers[property] = changes }
    }
    self.tail = tail
    guard open != nil || group != nil else { return (mark, numbers) }
    let statement = try engine.statement(
      "SELECT seq, prop FROM wb_change WHERE seq > ?1 AND rec = ?2 ORDER BY seq")
    try statement.bind([.integer(tail.last), .integer(record)])
    let wanted = Set(properties)
    while try statement.step() {
      guard let number = statement.column(0).integer, let property = statement.column(1).integer,
        wanted.contains(property)
      else { continue }
      numbers[property, default: []].append(number)
    }
    return (mark, numbers)
  }
}
