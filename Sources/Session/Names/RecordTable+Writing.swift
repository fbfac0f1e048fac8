internal import CommandLanguage
internal import Interactors
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies
internal import Validation
internal import Workspace

extension RecordTable {
  private static let pieceSize = 1 << 16

  /// Nil if the count requires running the query.
  func countOfRows(in resolver: Resolver) throws(Diagnostic) -> Int? {
    guard query.condition == nil, !query.isGrouped else { return nil }
    let count = try attempt(resolver.store.queries.count(type.name, where: nil))
    return min(count, query.limit ?? count)
  }

  /// Writes card numbers in full.
  ///
  /// - Parameters:
  ///   - notation: Nil for the locale-independent notation.
  ///   - write: Receives the next bytes, and the number of rows so far.
  /// - Returns: The number of rows.
  func write(
    by writer: any RowWriter, _ resolver: Resolver, in notation: FieldNotation?,
    _ write: ([UInt8], Int) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> Int {
    let ref = type.name.asName + "/"
    let cells = headers.map { CellMaker($0, notation) }
    var columns = headers.map {
      CellColumn($0.name, isNumeric: $0.kind?.isOrderedByNumber ?? false)
    }
    if !query.isGrouped { columns.insert(CellColumn("ref"), at: 0) }
    var writer = writer
    var buffer = TextBuffer()
    writer.begin(columns, to: &buffer)
    let next = try rows(in: resolver)
    var count = 0
    var row: [Cell] = []
    while let values = try next() {
      row.removeAll(keepingCapacity: true)
      if !query.isGrouped { row.append(.reference(ref, values.number ?? 0)) }
      for index in cells.indices { row.append(cells[index].cell(values.values[index])) }
      writer.write(row, to: &buffer)
      count += 1
      if buffer.count >= Self.pieceSize {
        try write(buffer.bytes, count)
        buffer.removeAll()
      }
    }
    writer.end(to: &buffer)
    try write(buffer.bytes, count)
    return count
  }
}

/// A class, because copying it for each cell would cost more than creating most cells.
private final class CellMaker {
  private let header: RecordTable.Header
  private let fewestDigits: Int
  private let reference: String?
  /// Nil for values that look the same in all locales.
  private let format: FieldFormat?

  init(_ header: RecordTable.Header, _ notation: FieldNotation?) {
    self.header = header
    let kind = header.property?.kind ?? header.kind
    fewestDigits =
      header.property?.decimalDigits?.fraction.lowerBound
      ?? header.kind?.digits?.fraction?.lowerBound ?? 0
    reference = kind?.recordType.map { $0.asName + "/" }
    var format: FieldFormat?
    if let notation, let kind, kind.isNumeric || kind == .date || kind.isPercent {
      format = FieldFormat(
        header.property ?? Property("", kind), symbols: notation.symbols, dates: notation.dates)
    }
    self.format = format
  }

  func cell(_ value: Value?) -> Cell {
    guard let value else { return .none }
    if let format { return shown(value, format) }
    switch value {
    case .text(let text): return .text(text)
    case .integer(let number): return .integer(number)
    case .boolean(let flag): return .boolean(flag)
    case .decimal(let number):
      return .written(number.description(minimumFractionDigits: fewestDigits))
    case .date, .dateTime: return .written(value.description)
    case .reference(let id):
      return reference.map { .reference($0, id.number) } ?? .written(id.description)
    case .list(let items):
      if let reference {
        return .list(
          items.map { item in
            if case .reference(let id) = item {
              .reference(reference, id.number)
            } else {
              cell(item)
            }
          })
      }
      return Cell(header.datum(value, isRevealed: true))
    case .duration(let span):
      return .shown(
        header.datum(value, isRevealed: true).plainText, key: String(span.seconds))
    case .double, .time, .month, .percent:
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
}

extension PropertyKind {
  fileprivate var isPercent: Bool { if case .percent = self { true } else { false } }

  /// Whether an HTML page sorts the values numerically.
  fileprivate var isOrderedByNumber: Bool {
    if case .duration = self { true } else { isNumeric || isPercent }
  }
}
