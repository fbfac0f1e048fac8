internal import CommandLanguage
internal import Interactors
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies
internal import Validation

extension RecordTable {
  /// How many bytes are put together before they are written.
  private static let pieceSize = 1 << 16

  /// How many rows there are, where that is known without looking at them.
  func countOfRows(in resolver: Resolver) throws(Diagnostic) -> Int? {
    guard query.condition == nil, !query.isGrouped else { return nil }
    let count = try attempt(resolver.store.count(type.name, where: nil))
    return min(count, query.limit ?? count)
  }

  /// Writes a row for each record or group, cards in full.
  ///
  /// - Parameters:
  ///   - resolver: that of the state the query is about.
  ///   - notation: how numbers and dates are written; nil as in every locale.
  ///   - write: takes the next bytes, told how many rows were written so far.
  /// - Returns: how many rows there are.
  func write(
    by writer: any RowWriter, _ resolver: Resolver, in notation: Notation?,
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

/// Makes the cells of a column of its values.
///
/// A class, because a copy for each cell would take longer than most of the cells.
private final class CellMaker {
  private let header: RecordTable.Header
  /// The least digits of a decimal after the point.
  private let fewestDigits: Int
  /// What is in front of the numbers of the records that the column refers to.
  private let reference: String?
  /// How a locale shows the values; nil for those that look the same in all.
  private let format: FieldFormat?

  init(_ header: RecordTable.Header, _ notation: Notation?) {
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

  /// The value as a field of the locale shows it, a percentage with its sign.
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

  /// Whether a page orders the values by a number: their digits, a part or their seconds.
  fileprivate var isOrderedByNumber: Bool {
    if case .duration = self { true } else { isNumeric || isPercent }
  }
}
