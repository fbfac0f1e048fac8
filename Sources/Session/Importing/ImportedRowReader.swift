internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

struct ImportedRow {
  var source: SourceRow
  var values: [Value?]
  /// The number of the record, if it is known before the row is stored.
  var number: Int?
  var isFound = false
  var owner: Store.ListPlace?
  /// New records of owned lists, by property index.
  var nested: [Int: [NestedRecord]] = [:]
  /// Indexes of properties that this row does not set, although they have a column; for example
  /// because a JSON object lacks the key.
  var absent: Set<Int> = []
  /// The column of each property with an empty cell, by property index. The value depends on
  /// whether the record is new, which is known later.
  var empty: [Int: Int] = [:]
}

final class ImportedRowReader {
  /// Leaves room for automatic numbers.
  private static let greatestNumber = 1_000_000_000_000_000

  private let type: RecordType
  private let reader: any RowReader
  private let columns: ImportedColumns
  private let isUpdate: Bool
  private let keepsEmpty: Bool
  private let nulls: Set<String>
  private var blankRows = (count: 0, first: 0)
  private let readers: [CellReader?]
  private let finders: [ReferenceFinder]
  private let nested: NestedRecordReader
  private let defaults: [Value?]
  private let ownedLists: [Int]
  private let required: [Int]
  private var droppedDigits = (rows: 0, first: 0, last: 0)
  /// For owned lists, by property index: rows whose cell names only missing records.
  private var missingItems: [Int: (rows: Int, first: Int, last: Int)] = [:]
  private var listsWithItems: Set<Int> = []

  init(
    _ type: RecordType, from reader: any RowReader, _ columns: ImportedColumns,
    _ notation: CellNotation, isUpdate: Bool, _ store: Store, present: Present?
  ) {
    (self.type, self.reader, self.columns, self.isUpdate) = (type, reader, columns, isUpdate)
    (keepsEmpty, nulls) = (notation.keepsEmpty, notation.nulls)
    var finders: [ReferenceFinder] = []
    readers = columns.targets.map { target in
      let property: Property
      switch target {
      case .property(let index): property = type.properties[index]
      case .owner(let list):
        property = Property("owner", .reference(to: list.owner), isOptional: true)
      case .number, .ignored, .unknown: return nil
      }
      var finder: ReferenceFinder?
      if let name = property.kind.recordType, let other = store.schema.type(named: name) {
        let new = ReferenceFinder(other, store, isOwn: name == type.name)
        finders.append(new)
        finder = new
      }
      return CellReader(property, notation, finder)
    }
    nested = NestedRecordReader(ownedBy: type, notation, store, present: present)
    self.finders = finders + nested.finders
    defaults = type.properties.map { $0.defaultValue(at: present) }
    ownedLists = type.properties.indices.filter { type.properties[$0].ownsRecords }
    required = type.properties.indices.filter { type.properties[$0].isRequired }
  }

  func forget() { for finder in finders { finder.forget() } }

  /// From this call on, unresolved references are errors. Call after the last row.
  func complete() { for finder in finders { finder.isComplete = true } }

  func knowing<Result>(_ coming: (String) -> RecordID?, _ body: () -> Result) -> Result {
    withoutActuallyEscaping(coming) { coming in
      for finder in finders { finder.coming = coming }
      defer { for finder in finders { finder.coming = nil } }
      return body()
    }
  }

  func skips(_ row: SourceRow) -> Bool {
    guard !nulls.isEmpty, row.isBlank(besides: nulls) else { return false }
    if blankRows.count == 0 { blankRows.first = row.line }
    blankRows.count += 1
    return true
  }

  /// Also returns whether the row refers to records that do not exist yet.
  func read(
    _ source: SourceRow, _ mistakes: inout [ImportMistake]
  ) -> (row: ImportedRow, waits: Bool) {
    var row = ImportedRow(source: source, values: defaults)
    if isUpdate { for index in ownedLists { row.values[index] = nil } }
    var given = columns.targets.count
    if source.cells.count != given {
      let surplus = source.cells.dropFirst(given)
      if reader.columns.count > given {
        // In JSON, later rows may introduce new columns.
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
              "the row has \((source.cells.count - reasons).count("cell")), but the number "
              + "of columns is \(given - reasons)",
            column: given, subject: "number of cells"))
      }
      given = min(given, source.cells.count)
    }
    var waits = false
    for place in 0..<given {
      var cell = source.cells[place]
      let isNull = !nulls.isEmpty && nulls.contains(cell.description)
      if isNull { cell = .none }
      switch columns.targets[place] {
      case .ignored, .unknown: continue
      case .number:
        row.number = number(in: cell, place, &mistakes)
      case .owner(let list):
        if readOwner(in: list, cell, place, &row, &mistakes) { waits = true }
      case .property(let index):
        guard let reader = readers[place] else { continue }
        if case .absent = cell {
          row.absent.insert(index)
          continue
        }
        if case .none = cell, isNull || !reader.takesEmpty || isUpdate && keepsEmpty {
          row.empty[index] = place
          continue
        }
        if type.properties[index].ownsRecords, let items = NestedRecordReader.items(of: cell) {
          if readNested(items, index, place, &row, &mistakes) { waits = true }
          continue
        }
        do throws(Violation) {
          switch try reader.value(of: cell) {
          case .value(let value):
            row.values[index] = value
            if case .list(let items)? = value, !items.isEmpty { listsWithItems.insert(index) }
          case .later: waits = true
          }
          if reader.hasDroppedDigits { noteDroppedDigits(in: source.line) }
        } catch {
          if reader.namesOnlyMissing, ownedLists.contains(index) {
            noteMissingItems(of: index, in: source.line)
            row.absent.insert(index)
            continue
          }
          mistakes.append(
            ImportMistake(
              error, type.properties[index].name, column: place, hint: reader.hint(for: cell)))
        }
      }
    }
    if !isUpdate { fillEmpty(&row, &mistakes) }
    return (row, waits)
  }

  /// Returns whether an object refers to records that do not exist yet.
  private func readNested(
    _ items: [SourceCell], _ index: Int, _ place: Int, _ row: inout ImportedRow,
    _ mistakes: inout [ImportMistake]
  ) -> Bool {
    let (records, reading) = nested.records(of: type.properties[index], items, column: place)
    row.values[index] = nil
    row.nested[index] = records
    mistakes += reading.mistakes
    if reading.hasDroppedDigits { noteDroppedDigits(in: row.source.line) }
    return reading.waits
  }

  /// Returns whether the owner does not exist yet.
  private func readOwner(
    in list: OwningList, _ cell: SourceCell, _ place: Int, _ row: inout ImportedRow,
    _ mistakes: inout [ImportMistake]
  ) -> Bool {
    guard let reader = readers[place], cell != .none, cell != .absent else { return false }
    do throws(Violation) {
      switch try reader.value(of: cell) {
      case .later: return true
      case .value(.reference(let id)):
        if let other = row.owner {
          mistakes.append(
            ImportMistake(
              kind: .value, message: "the record would be in the lists of \(other.owner) and \(id)",
              column: place, subject: "owner"))
        }
        row.owner = Store.ListPlace(id, list.list)
      case .value: break
      }
    } catch {
      mistakes.append(ImportMistake(error, "owner", column: place))
    }
    return false
  }

  private func noteMissingItems(of index: Int, in line: Int) {
    var noted = missingItems[index] ?? (0, line, 0)
    guard line > noted.last else { return }
    noted.rows += 1
    noted.last = line
    missingItems[index] = noted
  }

  /// The column of an owned list is skipped if no row names an existing record.
  ///
  /// - Throws: ``Diagnostic`` if some rows of the column name existing records, and other rows only
  ///   missing records.
  func checkMissingItems() throws(Diagnostic) {
    for (index, noted) in missingItems.sorted(by: { $0.key < $1.key })
    where listsWithItems.contains(index) {
      throw Diagnostic(
        .name,
        "in \(noted.rows.count("row")), \(type.properties[index].name.asName) refers to records "
          + "that do not exist: the first is line \(noted.first)",
        hint: "`map \(type.properties[index].name.asName)=nil` skips the column")
    }
  }

  /// In an updated record, an empty cell means nil or the empty text, unless `--keep-empty` is
  /// given. In a new record it means the default, or nil if the property is optional.
  func fillEmpty(_ row: inout ImportedRow, _ mistakes: inout [ImportMistake]) {
    for (index, place) in row.empty.sorted(by: { $0.value < $1.value }) {
      guard let reader = readers[place] else { continue }
      if row.isFound, keepsEmpty {
        row.absent.insert(index)
        continue
      }
      // An empty cell does not change an owned list.
      if row.isFound ? ownedLists.contains(index) : !reader.isOptional { continue }
      do throws(Violation) {
        if case .value(let value) = try reader.value(
          of: row.source.cells[place] == .none ? .none : .absent)
        {
          row.values[index] = value
        }
      } catch {
        let name = type.properties[index].name
        mistakes.append(
          ImportMistake(
            kind: .value, message: "\(name) cannot be empty", column: place, subject: name,
            hint: row.isFound ? "--keep-empty keeps the old value" : nil))
      }
    }
    if !row.isFound { noteMissing(row, &mistakes) }
  }

  // Rows with pending references are read again, but counted once.
  private func noteDroppedDigits(in line: Int) {
    guard line > droppedDigits.last else { return }
    if droppedDigits.rows == 0 { droppedDigits.first = line }
    droppedDigits.last = line
    droppedDigits.rows += 1
  }

  var remarks: [String] {
    let missing = missingItems.keys.sorted().map { index in
      let property = type.properties[index]
      return "column \"\(property.name)\" is skipped: its records do not exist yet; import "
        + "\(property.kind.recordType ?? "") afterwards, with a column for the owner"
    }
    let numbers = finders.flatMap(\.remarks)
    let blank =
      blankRows.count == 0
      ? []
      : [
        blankRows.count == 1
          ? "1 row has only texts that mean nil and is skipped: line \(blankRows.first)"
          : "\(blankRows.count) rows have only texts that mean nil and are skipped: the first is line "
            + "\(blankRows.first)"
      ]
    guard droppedDigits.rows > 0 else { return missing + nested.remarks + numbers + blank }
    return missing + nested.remarks + numbers + blank + [
      "\(droppedDigits.rows.count("row")) \(droppedDigits.rows == 1 ? "has" : "have") a time with "
        + "too many digits, so the extra digits are dropped: the first is line "
        + "\(droppedDigits.first)"
    ]
  }

  private func noteMissing(_ row: ImportedRow, _ mistakes: inout [ImportMistake]) {
    for index in required where row.values[index] == nil {
      let property = type.properties[index]
      let place = columns.column(of: .property(index))
      guard !mistakes.contains(where: { $0.column == place && place != nil }) else { continue }
      mistakes.append(ImportMistake(.required(property.name), property.name, column: place))
    }
  }

  /// Accepts `Person/7` or `7`.
  private func number(
    in cell: SourceCell, _ place: Int, _ mistakes: inout [ImportMistake]
  ) -> Int? {
    if cell == .none || cell == .absent { return nil }
    let text = cell.description
    let prefix = [type.name, type.name.asName].first { text.hasPrefix($0 + "/") }
    let digits = prefix.map { text.dropFirst($0.count + 1) } ?? text[...]
    if let number = Int(digits), 1...Self.greatestNumber ~= number { return number }
    mistakes.append(
      ImportMistake(
        kind: .value,
        message: "\(Value.text(text).literal) is not a record of \(type.name.asName); expected a "
          + "record such as \(type.name.asName)/1", column: place, subject: ImportedColumns.number))
    return nil
  }

  /// Row indexes by the texts that refer to the rows. Keys take precedence over titles, and titles
  /// over numbers.
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
          numbers["\(type.name.asName)/\(text)"] = place
        case .owner, .ignored, .unknown: continue
        }
      }
    }
    return keys.merging(titles) { key, _ in key }.merging(numbers) { key, _ in key }
  }
}
