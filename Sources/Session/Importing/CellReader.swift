internal import Interactors
internal import Interchange
internal import Records
internal import Validation
internal import Values

/// How the cells of a file are written, where that is not as commands write values.
struct CellNotation {
  /// How numbers and dates are written, if a locale says it.
  var locale: Notation?
  /// In which order the parts of dates are.
  var dates: DateOrder?
  /// What is between the items of lists.
  var separator: String?
  /// Whether a percentage can be the fraction that it is, as JSON has it.
  var hasFractions = false
  /// How far the user's time is ahead of UTC at a moment, both in milliseconds.
  var zoneOffset: (Int) -> Int = { _ in 0 }
}

/// Reads the cells of a column as values of a property, as a field or a command would.
final class CellReader {
  /// Whether the property can be nil.
  let isOptional: Bool
  private let property: Property
  /// Whether it is a text, which is taken as it is.
  private let isText: Bool
  private let isList: Bool
  private let isDate: Bool
  private let notation: CellNotation
  /// The format of a field of the locale, where a number is read so.
  private let format: FieldFormat?
  private let references: ReferenceFinder?

  /// - Parameter references: finds records, where the property or its items are such.
  init(_ property: Property, _ notation: CellNotation, _ references: ReferenceFinder?) {
    (self.property, self.notation, self.references) = (property, notation, references)
    isOptional = property.isOptional
    isList = property.kind.isList
    isText = property.kind == .text
    isDate = property.kind == .date
    let kind = property.kind.item ?? property.kind
    let isNumber = [.decimal, .number].contains(kind.keyboard)
    // The limits of the property are looked at after the number is known.
    format = notation.locale.flatMap { locale in
      isNumber
        ? FieldFormat(
          Property(property.name, kind), digits: DecimalDigits(integer: 38, fraction: 0...38),
          symbols: locale.symbols) : nil
    }
  }

  /// The value of a cell.
  ///
  /// - Throws: ``Violation`` saying what was expected.
  func value(of cell: SourceCell) throws(Violation) -> ReadCell {
    guard isList else { return try single(cell) }
    guard let kind = property.kind.item else { return .value(nil) }
    var cells: [SourceCell]
    var notation = notation
    switch cell {
    case .none, .absent: cells = []
    case .list(let items): cells = items
    case .text(let text) where text.first == "[":
      cells = try items(ofJSON: text)
      // JSON has its own way to write values, whatever the file has.
      notation = CellNotation(hasFractions: true, zoneOffset: notation.zoneOffset)
    case .text(let text): cells = try items(of: text)
    case .number, .boolean, .other: throw misfit(cell, property.kind.expectation)
    }
    let reader = CellReader(
      property.item ?? Property(property.name, kind), notation, references)
    var values: [Value] = []
    for cell in cells {
      guard case .value(let value) = try reader.single(cell) else { return .later }
      guard let value else { throw misfit(cell, kind.expectation) }
      values.append(value)
    }
    if property.kind.isListOfRecords { return .value(.list(values)) }
    return .value(try property.checked(.list(values)))
  }

  private func items(ofJSON text: String) throws(Violation) -> [SourceCell] {
    guard let items = JSONReader.list(text) else {
      throw misfit(.text(text), "a list as JSON has it")
    }
    return items
  }

  /// The items of a list that is written in one cell.
  private func items(of text: String) throws(Violation) -> [SourceCell] {
    if text.isEmpty { return [] }
    guard let separator = notation.separator else {
      throw Violation(
        kind: .value,
        message: "\(property.name) cannot be \(Value.text(text).literal); expected a list such as "
          + "[\"a\", \"b\"], or --split with what is between the items")
    }
    return text.split(separator: separator, omittingEmptySubsequences: false).map {
      .text(String($0).withoutOuterSpace)
    }
  }

  private func single(_ cell: SourceCell) throws(Violation) -> ReadCell {
    switch cell {
    // Other programs write the empty text so, too.
    case .none, .absent:
      return .value(try property.checked(isText && !isOptional ? .text("") : nil))
    case .text(let text):
      if let references { return try references.record(of: text, for: property) }
      return .value(try value(of: text))
    case .number(let text):
      if let references { return try references.record(of: text, for: property) }
      if case .text = property.kind { return .value(try property.parsed(text)) }
      return .value(try property.parsed(Self.withoutExponent(text)))
    case .boolean(let flag): return .value(try property.checked(.boolean(flag)))
    case .list, .other: throw misfit(cell, property.kind.expectation)
    }
  }

  private func value(of text: String) throws(Violation) -> Value? {
    if isText { return try property.parsed(text) }
    let cell = text
    let text = cell.withoutOuterSpace
    if text.isEmpty, !property.kind.words.contains(cell) { return try property.checked(nil) }
    if let format {
      // A field takes no exponent and fewer digits than a binary fraction can need.
      if property.kind == .double, let number = fraction(text, format) { return number }
      return try property.checked(typed(text, format))
    }
    switch property.kind {
    case .choice(let names) where names.contains(cell): return try property.parsed(cell)
    case .date, .dateTime:
      let order = notation.dates ?? notation.locale?.dates.order
      let iso = order.flatMap { $0.iso(text) } ?? text
      let read: Value
      do {
        read = try property.kind.reading(
          isDate ? .text(iso) : .moment(iso, zoneOffset: notation.zoneOffset))
      } catch {
        throw property.misfit(.text(text), error)
      }
      return try property.checked(read)
    case .percent where notation.hasFractions:
      if let part = ExactDecimal(text) { return try property.checked(.percent(part)) }
    default: break
    }
    return try property.parsed(text)
  }

  /// What a field of the locale makes of a text that is pasted into it.
  private func typed(_ text: String, _ format: FieldFormat) throws(Violation) -> Value {
    let empty = EditState(text: "", selection: Selection(caret: 0))
    let paste = Edit(ranges: [0..<0], replacement: text, isTyped: false)
    switch format.outcome(of: paste, in: empty) {
    case .accepted(_, .complete(let value)): return value
    case .accepted(_, .incomplete(let reason)): throw refused(text, reason)
    case .rejected(let rejection): throw refused(text, rejection.reason)
    case .accepted(_, .empty), .moved: throw misfit(.text(text), property.kind.expectation)
    }
  }

  /// A number with an exponent or many digits, in the signs of the locale; nil for any other.
  private func fraction(_ text: String, _ format: FieldFormat) -> Value? {
    let symbols = format.notation.symbols
    let plain = text.withPlainDigits.replacing(String(symbols.decimalSeparator), with: ".")
    guard plain.contains(where: { "eE".contains($0) }) || plain.utf8.count > 15 else { return nil }
    return try? property.parsed(plain)
  }

  private func refused(_ text: String, _ reason: Reason) -> Violation {
    Violation(
      kind: .value,
      message: "\(property.name) cannot be \(Value.text(text).literal): \(reason.description)")
  }

  private func misfit(_ cell: SourceCell, _ expected: String) -> Violation {
    Violation(
      kind: .value,
      message: "\(property.name) cannot be \(property.kind.literal(.text(cell.description))); "
        + "expected \(expected)")
  }

  /// A number with all its digits, as commands write it: `1e3` as `1000`.
  private static func withoutExponent(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), let number = Double(text),
      let decimal = ExactDecimal(shortest: number)
    else { return text }
    return decimal.description
  }
}

extension DateOrder {
  /// A date, or a date and a time after it, with its parts in the order of ISO 8601; nil where the
  /// text does not begin with three numbers, one of them a year of four digits.
  fileprivate func iso(_ text: String) -> String? {
    var text = text.withPlainDigits
    for sign in [".", "/", "-"] { text = text.replacing(sign + " ", with: sign) }
    let end =
      text.firstIndex { !($0.isASCII && ($0.isNumber || "./-".contains($0))) } ?? text.endIndex
    let numbers = text[..<end].split { "./-".contains($0) }
    guard numbers.count == 3 else { return nil }
    let (year, month, day): (Substring, Substring, Substring)
    switch self {
    case .yearMonthDay: (year, month, day) = (numbers[0], numbers[1], numbers[2])
    case .dayMonthYear: (year, month, day) = (numbers[2], numbers[1], numbers[0])
    case .monthDayYear: (year, month, day) = (numbers[2], numbers[0], numbers[1])
    }
    // An ISO date is none other, whatever the order.
    if numbers[0].count == 4, self != .yearMonthDay { return nil }
    guard year.count == 4, month.count <= 2, day.count <= 2 else { return nil }
    let time = text[end...].drop { " ,T".contains($0) }
    let two = { (part: Substring) in part.count == 1 ? "0" + part : part }
    return "\(year)-\(two(month))-\(two(day))" + (time.isEmpty ? "" : " " + time)
  }
}
