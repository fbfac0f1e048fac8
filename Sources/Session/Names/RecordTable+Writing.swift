internal import CommandLanguage
internal import Interactors
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies
internal import Validation
internal import Workspace

/// Card numbers are written in full.
struct ExportForm {
  var notation: FieldNotation?
  var isForExcel = false
  var references: ReferenceCells
  var isNested = false
  /// The user's offset from UTC at a time, both in milliseconds.
  var zoneOffset: (Int) -> Int

  var symbols: NumberSymbols? {
    guard var symbols = notation?.symbols, isForExcel else { return notation?.symbols }
    symbols.groupingSeparator = nil
    (symbols.minusSign, symbols.zeroDigit, symbols.percent) = ("-", "0", .english)
    return symbols
  }
}

struct WrittenRows {
  struct Row {
    /// The number of the row's record; nil for a group.
    var number: Int?
    var cells: [Cell]
  }

  var columns: [CellColumn]
  var next: () throws(Diagnostic) -> Row?
}

extension RecordTable {
  private static let pieceSize = 1 << 16

  /// The number of rows; nil if counting requires running the query.
  func countOfRows(in resolver: Resolver) throws(Diagnostic) -> Int? {
    guard query.condition == nil, !query.isGrouped else { return nil }
    let count = try attempt(resolver.store.queries.count(type.name, where: nil))
    return query.size(of: count)
  }

  /// - Parameters:
  ///   - place: The index for a column of record numbers; nil for no such column.
  ///   - owners: The owners of the records, in the same order; written before the properties.
  func written(
    _ form: ExportForm, numbersAt place: Int?, owners: RecordTable? = nil, in resolver: Resolver
  ) throws(Diagnostic) -> WrittenRows {
    let ref = type.name.asName + "/"
    let cells = headers.map { CellMaker($0, form) }
    let ownerCells = owners?.headers.map { CellMaker($0, form) } ?? []
    var columns = (owners?.headers ?? []).map { CellColumn($0.name) }
    columns += headers.map {
      CellColumn(
        $0.name, isNumeric: $0.kind?.isOrderedByNumber ?? false,
        isGrouped: $0.property?.isGrouped ?? false)
    }
    if let place { columns.insert(CellColumn(Self.numbers), at: place) }
    let next = try rows(in: resolver)
    let nextOwners = try owners?.rows(in: resolver)
    return WrittenRows(columns: columns) { () throws(Diagnostic) in
      guard let values = try next() else { return nil }
      var row: [Cell] = []
      row.reserveCapacity(columns.count)
      if let owner = try nextOwners?() {
        for (index, maker) in ownerCells.enumerated() {
          row.append(try maker.cell(owner.values[index]))
        }
      }
      for index in cells.indices { row.append(try cells[index].cell(values.values[index])) }
      if let place { row.insert(.reference(ref, values.number ?? 0), at: place) }
      return WrittenRows.Row(number: values.number, cells: row)
    }
  }

  static let numbers = "ref"

  func id(of row: WrittenRows.Row) -> String {
    row.number.map { RecordID(type.name, $0).description } ?? "a group"
  }

  /// - Parameter write: Receives the next bytes, and the number of rows so far.
  /// - Returns: The number of rows.
  func write(
    _ rows: WrittenRows, by writer: any RowWriter, _ encoder: TextEncoder,
    _ write: ([UInt8], Int) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> Int {
    var writer = writer
    var buffer = TextBuffer()
    var piece: [UInt8] = []
    var count = 0
    func encode(_ place: @autoclosure () -> String) throws(Diagnostic) {
      guard !encoder.isPlain else { return }
      do throws(MissingCharacter) {
        piece += try encoder.encoded(buffer.bytes)
        buffer.removeAll()
      } catch {
        throw Diagnostic(
          .value, "\(place()): \(error.message)", hint: "use --encoding utf-8")
      }
    }
    func send() throws(Diagnostic) {
      try write(encoder.isPlain ? buffer.bytes : piece, count)
      piece.removeAll(keepingCapacity: true)
      buffer.removeAll()
    }
    piece = (try? encoder.opening()) ?? []
    writer.begin(rows.columns, to: &buffer)
    try encode("the header")
    while let row = try rows.next() {
      writer.write(row.cells, to: &buffer)
      count += 1
      try encode(id(of: row))
      if buffer.count + piece.count >= Self.pieceSize { try send() }
    }
    writer.end(to: &buffer)
    try encode("the end")
    try send()
    return count
  }

  /// - Parameter advance: Receives the number of rows so far.
  /// - Returns: The number of rows.
  func write(
    _ rows: WrittenRows, by writer: XLSXWriter, _ advance: (Int) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> Int {
    var count = 0
    do throws(XLSXError) {
      try writer.begin(type.name, rows.columns)
    } catch {
      throw Diagnostic(.file, error.message)
    }
    while let row = try rows.next() {
      do throws(XLSXError) {
        try writer.write(row.cells)
      } catch {
        switch error.kind {
        case .longText:
          throw Diagnostic(
            .value, "\(id(of: row)): \(error.message)",
            hint: "name the other columns to omit this value")
        case .missingLibrary, .unwritable, .tooManyColumns, .tooManyRows:
          throw Diagnostic(.file, error.message)
        }
      }
      count += 1
      if count.isMultiple(of: 200) { try advance(count) }
    }
    try advance(count)
    return count
  }
}

/// A class, because copying it for each cell would cost more than creating most cells.
private final class CellMaker {
  private let header: RecordTable.Header
  private let form: ExportForm
  private let fewestDigits: Int
  private let hasFixedPlaces: Bool
  /// The format of the values in the locale of the export; nil if there is no locale, or if they look
  /// the same in all locales.
  private let format: FieldFormat?
  private let dateFormat: FieldFormat?
  private let ownsRecords: Bool
  private lazy var nested = NestedCells(form)

  init(_ header: RecordTable.Header, _ form: ExportForm) {
    (self.header, self.form) = (header, form)
    let kind = header.property?.kind ?? header.kind
    fewestDigits =
      header.property?.decimalDigits?.fraction.lowerBound
      ?? header.kind?.digits?.fraction?.lowerBound ?? 0
    hasFixedPlaces =
      header.property?.decimalDigits != nil || header.kind?.digits?.fraction?.count == 1
    ownsRecords = header.property?.ownsRecords ?? false
    var (format, dateFormat): (FieldFormat?, FieldFormat?)
    if let notation = form.notation, let symbols = form.symbols, let kind {
      if kind.isNumeric || kind == .date || kind.isPercent {
        format = FieldFormat(
          header.property ?? Property("", kind), symbols: symbols, dates: notation.dates)
      }
      if form.isForExcel, kind == .dateTime {
        dateFormat = FieldFormat(
          Property("", .date), symbols: symbols, dates: notation.dates)
      }
    }
    (self.format, self.dateFormat) = (format, dateFormat)
  }

  func cell(_ value: Value?) throws(Diagnostic) -> Cell {
    guard let value else { return .none }
    if let format { return shown(value, format) }
    switch value {
    case .text(let text):
      // A phone number begins with + like a formula, but must not be escaped.
      if case .phone? = header.property?.kind { return .written(text) }
      return .text(text)
    case .integer(let number): return .integer(number)
    case .boolean(let flag): return .boolean(flag)
    case .decimal(let number):
      return .written(
        number.description(minimumFractionDigits: fewestDigits),
        .number(hasFixedPlaces: hasFixedPlaces))
    case .date(let date): return .written(date.description, .days(date.daysSince1970))
    case .dateTime(let moment): return cell(of: moment)
    case .reference(let id): return try form.references.cell(id)
    case .list(let items):
      guard header.shownKind?.isListOfRecords == true else {
        return Cell(header.datum(value, isRevealed: true))
      }
      var cells: [Cell] = []
      for item in items {
        guard case .reference(let id) = item else {
          cells.append(try cell(item))
          continue
        }
        cells.append(
          try form.isNested && ownsRecords ? nested.cell(id) : form.references.cell(id))
      }
      return .list(cells)
    case .duration(let span):
      let text = header.datum(value, isRevealed: true).plainText
      return .written(text, .duration(seconds: span.seconds))
    case .time(let time):
      let text = header.datum(value, isRevealed: true).plainText
      return .written(text, .time(seconds: time.secondsSinceMidnight))
    case .double:
      let cell = Cell(header.datum(value, isRevealed: true))
      return if case .text(let text) = cell { .written(text, .number(hasFixedPlaces: false)) } else
      { cell }
    case .month, .percent:
      let cell = Cell(header.datum(value, isRevealed: true))
      return if case .text(let text) = cell { .written(text) } else { cell }
    }
  }

  private func shown(_ value: Value, _ format: FieldFormat) -> Cell {
    var text = format.text(for: value)
    if case .percent(let part) = value {
      text = format.notation.prefix + text + format.notation.suffix
      return .shown(text, key: part.description)
    }
    return .shown(text, key: value.description)
  }

  private func cell(of moment: Instant) -> Cell {
    let offset = form.zoneOffset(moment.milliseconds)
    let local = Instant(milliseconds: moment.milliseconds + offset)
    let text = String(local.description.dropLast())
    // A local time that occurs twice, because summer time ends, is ambiguous.
    guard local.isInCalendar,
      Value.moment(text, zoneOffset: form.zoneOffset) == .dateTime(moment)
    else { return .written(moment.description, .milliseconds(nil)) }
    if let dateFormat, let day = local.day {
      var time = text.drop { $0 != "T" }.dropFirst()
      if time.hasSuffix(".000") { time = time.dropLast(4) }
      return .shown(dateFormat.text(for: .date(day)) + " " + time, key: moment.description)
    }
    return .written(moment.description, .milliseconds(local.milliseconds))
  }
}

private final class NestedCells {
  /// Below the nesting depth of 100 that `import` accepts in JSON.
  private static let greatestDepth = 40

  private let form: ExportForm
  private let depth: Int
  private var makers: [String: (names: [String], makers: [CellMaker])] = [:]

  init(_ form: ExportForm, depth: Int = 1) { (self.form, self.depth) = (form, depth) }

  func cell(_ id: RecordID) throws(Diagnostic) -> Cell {
    let store = form.references.store
    guard let type = store.schema.type(named: id.type),
      let values = try attempt(store.queries.values(of: id))
    else { return try form.references.cell(id) }
    guard depth <= Self.greatestDepth else {
      throw Diagnostic(
        .refused, "\(id) is nested in more than \(Self.greatestDepth) owners")
    }
    let (names, makers) = makers(of: type)
    var cells: [Cell] = []
    for (index, value) in values.enumerated() {
      guard type.properties[index].ownsRecords, case .list(let items)? = value else {
        cells.append(try makers[index].cell(value))
        continue
      }
      var objects: [Cell] = []
      for case .reference(let item) in items { objects.append(try inner.cell(item)) }
      cells.append(.list(objects))
    }
    return .object(names, cells)
  }

  private lazy var inner = NestedCells(form, depth: depth + 1)

  private func makers(of type: RecordType) -> (names: [String], makers: [CellMaker]) {
    if let known = makers[type.name] { return known }
    let names = type.properties.map(\.name)
    let made = type.properties.map {
      CellMaker(RecordTable.Header($0.name, $0.kind, property: $0), form)
    }
    makers[type.name] = (names, made)
    return (names, made)
  }
}

extension PropertyKind {
  fileprivate var isPercent: Bool { if case .percent = self { true } else { false } }

  /// Whether an HTML page sorts the values numerically.
  fileprivate var isOrderedByNumber: Bool {
    if case .duration = self { true } else { isNumeric || isPercent }
  }
}

/// A reference is written as the key if the type has one, because the same number may belong to a
/// different record in the database that imports the file.
final class ReferenceCells {
  private static let mostKept = 100_000

  let store: Store
  private let isByNumber: Bool
  /// The index of the key property, by type; nil if the type has no key.
  private var keys: [String: Int?] = [:]
  private var kept: [RecordID: Cell] = [:]

  init(of store: Store, isByNumber: Bool) { (self.store, self.isByNumber) = (store, isByNumber) }

  func cell(_ id: RecordID) throws(Diagnostic) -> Cell {
    guard !isByNumber, let index = placeOfKey(of: id.type) else { return Self.number(id) }
    if let known = kept[id] { return known }
    let key = try attempt(store.queries.values(of: id))?[index]
    let cell = key.flatMap(Self.cell) ?? Self.number(id)
    if kept.count >= Self.mostKept { kept = [:] }
    kept[id] = cell
    return cell
  }

  private func placeOfKey(of name: String) -> Int? {
    if let known = keys[name] { return known }
    let type = store.schema.type(named: name)
    let place = type?.key.flatMap { type?.index(of: $0.name) }
    keys[name] = .some(place)
    return place
  }

  private static func number(_ id: RecordID) -> Cell {
    .reference(id.type.asName + "/", id.number)
  }

  /// The cell of a key; nil if `import` could not find the record by this key, because another
  /// program wrote the key.
  private static func cell(_ key: Value) -> Cell? {
    switch key {
    case .text(let text): text.isEmpty || text.withoutOuterSpace != text ? nil : .text(text)
    case .integer(let number): .integer(number)
    default: nil
    }
  }
}
