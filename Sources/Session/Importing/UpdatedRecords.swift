internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

final class UpdatedRecords {
  private let type: RecordType
  /// Property and column that identify records; `index` is nil for the record number.
  private let key: (index: Int?, column: Int)
  private let columns: ImportedColumns
  private let store: Store
  /// The line of the row that updates or created a record, by record number.
  private var lines: [Int: Int] = [:]
  /// Line numbers of unstored rows that create records, by key.
  private var newKeys: [Value: Int] = [:]

  init(
    _ type: RecordType, by key: (index: Int?, column: Int), _ columns: ImportedColumns,
    _ store: Store
  ) {
    (self.type, self.key, self.columns, self.store) = (type, key, columns, store)
  }

  var column: Int { key.column }

  func find(_ row: inout ImportedRow, _ mistakes: inout [ImportMistake]) {
    do throws(StoreError) {
      guard let index = key.index else {
        guard let number = row.number else { return }
        row.isFound = try store.queries.exists(RecordID(type.name, number))
        return
      }
      guard let value = row.values[index], !row.absent.contains(index) else { return }
      let name = type.properties[index].name
      guard let holder = try store.queries.holder(of: value, of: name, in: type.name) else {
        return
      }
      if let number = row.number, number != holder {
        mistakes.append(
          ImportMistake(
            kind: .conflict,
            message: "\(name.asName) \(value.literal) belongs to \(RecordID(type.name, holder)), "
              + "not to \(RecordID(type.name, number)); `map ref=nil` skips the numbers",
            column: columns.column(of: .number), subject: ImportedColumns.number))
      }
      (row.number, row.isFound) = (holder, true)
    } catch {
      mistakes.append(ImportMistake(error, type))
    }
  }

  func noteTwice(_ row: ImportedRow, _ mistakes: inout [ImportMistake]) {
    let line = row.source.line
    // A new record may have both a key and a given number.
    if row.isFound || key.index == nil, let number = row.number {
      if let other = lines[number] { return mistakes.append(twice(row, other)) }
      lines[number] = line
    } else if let value = key.index.flatMap({ row.values[$0] }) {
      if let other = newKeys[value] { return mistakes.append(twice(row, other)) }
      newKeys[value] = line
    }
  }

  private func twice(_ row: ImportedRow, _ line: Int) -> ImportMistake {
    let name = key.index.map { type.properties[$0].name } ?? ImportedColumns.number
    let value = key.index.flatMap { row.values[$0] }?.literal ?? row.number.map(String.init) ?? ""
    return ImportMistake(
      kind: .conflict, message: "\(name.asName) \(value) is already in line \(line)",
      column: key.column, subject: name)
  }

  func noteMade(_ number: Int, by row: ImportedRow) { lines[number] = row.source.line }

  /// Call after storing a batch: the store then finds the keys.
  func forgetNew() { newKeys = [:] }

  func values(after row: ImportedRow) throws(StoreError) -> [Value?] {
    guard row.isFound, let number = row.number,
      var values = try store.queries.values(of: RecordID(type.name, number))
    else { return row.values }
    for case .property(let index) in columns.targets where !row.absent.contains(index) {
      values[index] = row.values[index]
    }
    return values
  }
}
