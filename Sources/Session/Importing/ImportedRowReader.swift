internal import Interchange
internal import RecordStore
internal import Records
internal import Replies
internal import Values

/// A row that was read.
struct ImportedRow {
  var source: SourceRow
  /// A value for each property of the type.
  var values: [Value?]
  /// The number that the record is to have, or has.
  var number: Int?
  /// Whether it changes the record of that number.
  var isFound = false
  /// The places of the properties that the row says nothing of, though the file has a column for them.
  var absent: Set<Int> = []
}

/// Reads the cells of rows as values of the properties of a type, whatever other rows have.
final class ImportedRowReader {
  /// The greatest number that a row can have, so that there are others after it.
  private static let greatestNumber = 1_000_000_000_000_000

  private let type: RecordType
  private let reader: any RowReader
  private let columns: ImportedColumns
  /// Whether rows can change records that are there.
  private let isUpdate: Bool
  private let readers: [CellReader?]
  private let finders: [ReferenceFinder]
  private let defaults: [Value?]
  /// The lists of the type that own their records, by the places of the properties.
  private let ownedLists: [Int]
  /// The places of the properties that a record must be given.
  private let required: [Int]
  private var droppedDigits = (rows: 0, first: 0, last: 0)

  init(
    _ type: RecordType, from reader: any RowReader, _ columns: ImportedColumns,
    _ notation: CellNotation, isUpdate: Bool, _ store: Store, present: Present?
  ) {
    (self.type, self.reader, self.columns, self.isUpdate) = (type, reader, columns, isUpdate)
    var finders: [ReferenceFinder] = []
    readers = columns.targets.map { target in
      guard case .property(let index) = target else { return nil }
      let property = type.properties[index]
      var finder: ReferenceFinder?
      if let name = property.kind.recordType, let other = store.schema.type(named: name) {
        let new = ReferenceFinder(other, store, isOwn: name == type.name)
        finders.append(new)
        finder = new
      }
      return CellReader(property, notation, finder)
    }
    self.finders = finders
    defaults = type.properties.map { $0.defaultValue(at: present) }
    ownedLists = type.properties.indices.filter { type.properties[$0].ownsRecords }
    required = type.properties.indices.filter { type.properties[$0].isRequired }
  }

  /// Forgets the records that were found, which are rolled back.
  func forget() { for finder in finders { finder.forget() } }

  /// Notes that all rows have come, so that no reference waits for one any more.
  func complete() { for finder in finders { finder.isComplete = true } }

  /// Reads with records that are still to be made, by the texts that name them.
  func knowing<Result>(_ coming: (String) -> RecordID?, _ body: () -> Result) -> Result {
    withoutActuallyEscaping(coming) { coming in
      for finder in finders { finder.coming = coming }
      defer { for finder in finders { finder.coming = nil } }
      return body()
    }
  }

  /// Reads the cells of a row, and says whether it has to wait for other rows.
  func read(
    _ source: SourceRow, _ mistakes: inout [ImportMistake]
  ) -> (row: ImportedRow, waits: Bool) {
    var row = ImportedRow(source: source, values: defaults)
    if isUpdate { for index in ownedLists { row.values[index] = nil } }
    var given = columns.targets.count
    if source.cells.count != given {
      let surplus = source.cells.dropFirst(given)
      if reader.columns.count > given {
        // Rows that name their columns can have new ones at any time.
        for (name, cell) in zip(reader.columns.dropFirst(given), surplus)
        where cell != .none && cell != .absent {
          mistakes.append(
            ImportMistake(
              kind: .name, message: "\(type.name.asName) has no property \"\(name)\"", column: nil,
              subject: name))
        }
      } else if !surplus.isEmpty {
        let reasons = reader.columns.last == ImportedColumns.reasons ? 1 : 0
        mistakes.append(
          ImportMistake(
            kind: .value,
            message:
              "the row has \((source.cells.count - reasons).count("cell")), and the header has "
              + "\(given - reasons)",
            column: given, subject: "number of cells"))
      }
      given = min(given, source.cells.count)
    }
    var waits = false
    for place in 0..<given {
      let cell = source.cells[place]
      switch columns.targets[place] {
      case .ignored, .unknown: continue
      case .number:
        row.number = number(in: cell, place, &mistakes)
      case .property(let index):
        guard let reader = readers[place] else { continue }
        if case .absent = cell {
          row.absent.insert(index)
          continue
        }
        // What is left empty is not given; a change has to say what it is.
        if case .none = cell, !isUpdate ? !reader.isOptional : ownedLists.contains(index) {
          continue
        }
        do throws(Violation) {
          switch try reader.value(of: cell) {
          case .value(let value): row.values[index] = value
          case .later: waits = true
          }
          if reader.hasDroppedDigits { noteDroppedDigits(in: source.line) }
        } catch {
          mistakes.append(
            ImportMistake(
              error, type.properties[index].name, column: place, hint: reader.hint(for: cell)))
        }
      }
    }
    if !isUpdate { noteMissing(row, &mistakes) }
    return (row, waits)
  }

  // Rows that wait for others are read again.
  private func noteDroppedDigits(in line: Int) {
    guard line > droppedDigits.last else { return }
    if droppedDigits.rows == 0 { droppedDigits.first = line }
    droppedDigits.last = line
    droppedDigits.rows += 1
  }

  /// What was read otherwise than it is written.
  var remarks: [String] {
    guard droppedDigits.rows > 0 else { return [] }
    return [
      "\(droppedDigits.rows.count("row")) \(droppedDigits.rows == 1 ? "has" : "have") a time with "
        + "more digits than are kept, which are dropped: the first is line \(droppedDigits.first)"
    ]
  }

  /// Notes the properties that a new record must be given and is not.
  func noteMissing(_ row: ImportedRow, _ mistakes: inout [ImportMistake]) {
    for index in required where row.values[index] == nil {
      let property = type.properties[index]
      let place = columns.column(of: .property(index))
      guard !mistakes.contains(where: { $0.column == place && place != nil }) else { continue }
      mistakes.append(ImportMistake(.required(property.name), property.name, column: place))
    }
  }

  /// The number of a record, as `Person/7` or alone.
  private func number(
    in cell: SourceCell, _ place: Int, _ mistakes: inout [ImportMistake]
  ) -> Int? {
    if cell == .none || cell == .absent { return nil }
    let text = cell.description
    let digits = text.hasPrefix(type.name + "/") ? text.dropFirst(type.name.count + 1) : text[...]
    if let number = Int(digits), 1...Self.greatestNumber ~= number { return number }
    mistakes.append(
      ImportMistake(
        kind: .value,
        message: "\(Value.text(text).literal) is no record of \(type.name.asName); expected one "
          + "such as \(type.name.asName)/1", column: place, subject: ImportedColumns.number))
    return nil
  }

  /// Where rows are, by the texts that others can name them by: a key before a title, and that before
  /// a number.
  func keys(of rows: [SourceRow]) -> [String: Int] {
    var keys: [String: Int] = [:]
    var titles: [String: Int] = [:]
    var numbers: [String: Int] = [:]
    for (place, row) in rows.enumerated() {
      for (column, target) in columns.targets.enumerated() where column < row.cells.count {
        let text = row.cells[column].description.withoutOuterSpace
        switch target {
        case .property(let index):
          if type.properties[index].isKey { keys[text] = place }
          if type.properties[index].isTitle { titles[text] = place }
        case .number:
          numbers[text] = place
          numbers["\(type.name)/\(text)"] = place
        case .ignored, .unknown: continue
        }
      }
    }
    return keys.merging(titles) { key, _ in key }.merging(numbers) { key, _ in key }
  }
}
