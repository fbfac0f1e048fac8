internal import CommandLanguage
internal import Interactors
internal import Interchange
internal import Records
internal import Replies
internal import Validation
internal import Workspace

final class CellReader {
  let isOptional: Bool
  /// Whether an empty cell means false, because the file marks only true values.
  let takesEmpty: Bool
  /// Whether fractional digits of a second were dropped from the last cell.
  private(set) var hasDroppedDigits = false
  /// Whether the last cell is a list that names only missing records.
  private(set) var namesOnlyMissing = false
  private let property: Property
  private let isText: Bool
  private let isList: Bool
  private let notation: CellNotation
  private let format: FieldFormat?
  private let references: ReferenceFinder?
  private lazy var timeForms = TimeForms()
  private lazy var dates = DateForms(
    order: notation.dates ?? notation.locale?.dates.order, months: notation.words.months,
    year: notation.year)
  /// A date with the time 0:00, as other programs write dates.
  private lazy var midnight = /(.{10})[ T]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00(?::?00)?)?/
  /// Reads percentages from number cells of JSON and XLSX, which do not depend on the locale.
  private lazy var withoutLocale = CellReader(
    property, CellNotation(percent: notation.percent), nil)

  /// - Parameter references: Required if the property or its items are references.
  init(_ property: Property, _ notation: CellNotation, _ references: ReferenceFinder?) {
    (self.property, self.notation, self.references) = (property, notation, references)
    isOptional = property.isOptional
    takesEmpty = property.kind == .boolean && notation.isEmptyFalse
    isList = property.kind.isList
    isText = property.kind == .text
    let kind = property.kind.item ?? property.kind
    let isNumber = kind.isNumeric || kind.isPercent
    // Parse without the property's own limits; they are checked after parsing.
    format =
      isNumber
      ? Self.format(
        Property(property.name, kind, unit: property.unit, prefix: property.prefix), notation)
      : nil
  }

  private static func format(_ property: Property, _ notation: CellNotation) -> FieldFormat {
    FieldFormat(
      property, digits: DecimalDigits(integer: 38, fraction: 0...38),
      symbols: notation.locale?.symbols ?? .english)
  }

  func value(of cell: SourceCell) throws(Violation) -> ReadCell {
    (hasDroppedDigits, namesOnlyMissing) = (false, false)
    guard isList else { return try single(cell) }
    guard let kind = property.kind.item else { return .value(nil) }
    var cells: [SourceCell]
    var notation = notation
    switch cell {
    case .none, .absent: cells = []
    case .list(let items): cells = items
    case .text(let text) where text.first == "[":
      cells = try items(ofJSON: text)
      // JSON has its own notation, regardless of the options other than `--percent`.
      notation = CellNotation(
        percent: notation.percent, zoneOffset: notation.zoneOffset, present: notation.present)
    case .text(let text): cells = try items(of: text)
    // A spreadsheet stores a list of one number as a number.
    case .number where notation.separator != nil: cells = [cell]
    case .fault(let words): throw fault(words)
    case .number, .boolean, .object, .other: throw misfit(cell, property.kind.expectation)
    }
    let reader = CellReader(
      property.item ?? Property(property.name, kind), notation, references)
    var values: [Value] = []
    var missing: Violation?
    for cell in cells {
      do throws(Violation) {
        if cell == .none { throw misfit(cell, kind.expectation) }
        guard case .value(let value) = try reader.single(cell) else { return .later }
        guard let value else { throw misfit(cell, kind.expectation) }
        values.append(value)
        if reader.hasDroppedDigits { hasDroppedDigits = true }
      } catch {
        guard references != nil, error.kind == .name else { throw error }
        missing = missing ?? error
      }
    }
    if let missing {
      namesOnlyMissing = values.isEmpty
      throw missing
    }
    if property.kind.isListOfRecords { return .value(.list(values)) }
    return .value(try property.checked(.list(values)))
  }

  private func items(ofJSON text: String) throws(Violation) -> [SourceCell] {
    guard let items = JSONReader.list(text) else {
      throw misfit(.text(text), "a JSON list")
    }
    return items
  }

  private func items(of text: String) throws(Violation) -> [SourceCell] {
    if text.isEmpty { return [] }
    guard let separator = notation.separator else {
      throw Violation(
        kind: .value,
        message: "\(property.name) cannot be \(Value.text(text).literal); expected a list such as "
          + "[\"a\", \"b\"], or --split with the separator")
    }
    return text.split(separator: separator, omittingEmptySubsequences: false).map {
      .text(String($0).withoutOuterSpace)
    }
  }

  private func single(_ cell: SourceCell) throws(Violation) -> ReadCell {
    switch cell {
    case .none where takesEmpty: return .value(.boolean(false))
    // Other programs write an empty required text as an empty cell.
    case .none, .absent:
      return .value(try property.checked(isText && !isOptional ? .text("") : nil))
    case .text(let text):
      if let references { return try references.record(of: text, for: property) }
      return .value(try value(of: text))
    case .number(let text):
      if let references { return try references.record(of: text, for: property) }
      if property.kind.isPercent {
        return .value(try withoutLocale.percentage(Self.withoutExponent(text)))
      }
      // Numbers may have an exponent, for example `1e3`, which commands do not accept.
      let isExact = isText || property.kind == .double
      return .value(try property.parsed(isExact ? text : Self.withoutExponent(text)))
    case .boolean(let flag): return .value(try property.checked(.boolean(flag)))
    case .fault(let words): throw fault(words)
    case .object(let object):
      guard let references else { throw misfit(cell, property.kind.expectation) }
      return try references.record(namedBy: object, for: property) {
        other, cell throws(Violation) in try CellReader(other, notation, nil).value(of: cell)
      }
    case .list, .other: throw misfit(cell, property.kind.expectation)
    }
  }

  private func value(of text: String) throws(Violation) -> Value? {
    if isText { return try property.parsed(text) }
    let cell = text
    let text = cell.withoutOuterSpace
    if text.isEmpty, takesEmpty { return .boolean(false) }
    if text.isEmpty, !property.kind.words.contains(cell) { return try property.checked(nil) }
    if property.kind.isPercent { return try percentage(text) }
    if let format { return try number(text, format) }
    switch property.kind {
    case .choice(let names) where names.contains(cell): return try property.parsed(cell)
    case .choice, .duration:
      do {
        return try property.parsed(text)
      } catch {
        return try property.checked(pasted(text, or: error))
      }
    case .date, .dateTime: return try property.checked(date(text))
    case .boolean:
      if let flag = notation.truth(of: text) { return .boolean(flag) }
      return try property.parsed(text)
    case .time:
      do {
        return try property.parsed(text)
      } catch {
        guard let time = timeForms.time(text) else {
          // Like a field, complete a part of one digit, as in `8:5`.
          guard text.utf8.suffix(2).allSatisfy(\.isDigit) else { throw error }
          return try property.checked(pasted(text, or: error))
        }
        let value = try property.parsed(time.text)
        hasDroppedDigits = time.hasDropped
        return value
      }
    default: return try property.parsed(text)
    }
  }

  private func date(_ text: String) throws(Violation) -> Value {
    switch (text, property.kind.clock, notation.present) {
    case ("today", .today, let present?): return .date(present.today)
    case ("now", .now, let present?): return .dateTime(present.now)
    default: break
    }
    if DateForms.isISO(text), let value = try? moment(text) { return value }
    for reading in dates.readings(of: text) {
      if let value = try? moment(reading) { return value }
    }
    do throws(Violation) {
      // Reading in the given order yields a specific error, such as a day that does not exist in
      // the month.
      let isOrdered = dates.order != nil && !text.utf8.allSatisfy(\.isDigit)
      let ordered = isOrdered ? dates.readings(of: text).first(where: DateForms.isISO) : nil
      return try moment(ordered ?? text)
    } catch {
      throw property.misfit(.text(text), error)
    }
  }

  private func moment(_ text: String) throws(Violation) -> Value {
    guard property.kind == .dateTime else {
      let day = text.utf8.count > 10 ? text.wholeMatch(of: midnight).map { String($0.1) } : text
      return try property.kind.reading(.text(day ?? text))
    }
    do {
      return try property.kind.reading(.moment(text, zoneOffset: notation.zoneOffset))
    } catch {
      guard text.contains(":") else { throw error }
      let (form, hasDropped) = timeForms.moment(text)
      guard case .dateTime(let moment) = Value.moment(form, zoneOffset: notation.zoneOffset) else {
        throw error
      }
      hasDroppedDigits = hasDropped
      return .dateTime(moment)
    }
  }

  /// If the text cannot be read, retries with accounting notation (`5.00-`, `(5.00)`) converted to
  /// a leading minus, and without the unit or currency.
  private func number(_ text: String, _ format: FieldFormat) throws(Violation) -> Value? {
    let text = Self.withoutDashes(text)
    if notation.locale != nil, Self.groupsZero(text, format) {
      throw property.misfit(.text(text), expected)
    }
    do {
      return try property.checked(plainNumber(text, format))
    } catch {
      guard let bare = Pasteboard.number(text, in: format.notation) else { throw error }
      return try property.checked(plainNumber(bare, format))
    }
  }

  /// Replaces dashes that mean zero cents: `49,-` becomes `49,00`.
  private static func withoutDashes(_ text: String) -> String {
    // Fast path: most numbers have no dash after their first character.
    guard text.utf8.dropFirst().contains(where: { $0 == UInt8(ascii: "-") || $0 >= 0x80 }) else {
      return text
    }
    let dashes: Set<Character> = ["-", "–", "—", "−"]
    guard let point = text.lastIndex(where: { $0 == "," || $0 == "." }), point > text.startIndex,
      text[text.index(before: point)].isNumber
    else { return text }
    let start = text.index(after: point)
    let end = text[start...].firstIndex { !dashes.contains($0) } ?? text.endIndex
    return end == start ? text : text[..<start] + "00" + text[end...]
  }

  /// Whether only zeros precede the first grouping separator: `0.500` with a German locale probably
  /// means 0.5.
  private static func groupsZero(_ text: String, _ format: FieldFormat) -> Bool {
    let scalars = text.unicodeScalars.drop { !$0.isPlainDigit }
    let whole = scalars.prefix(while: \.isPlainDigit)
    guard whole.allSatisfy({ $0 == "0" }), !whole.isEmpty else { return false }
    return scalars.dropFirst(whole.count).first == format.notation.symbols.groupingSeparator
  }

  private func plainNumber(_ text: String, _ format: FieldFormat) throws(Violation) -> Value? {
    let isDouble = property.kind == .double
    if notation.locale != nil {
      // Fields accept neither exponents nor all digits of a binary fraction.
      if isDouble, let number = try fraction(text, format) { return number }
      return try typed(text, format)
    }
    let written = text
    let text = withZeros(text)
    guard Self.isNumber(text) else { throw property.misfit(.text(written), expected) }
    // Exported binary fractions can have an exponent, which commands do not accept.
    if isDouble, text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }), !text.contains("x")
    {
      guard let number = try? property.kind.parsing(text) else {
        throw property.misfit(.text(written), expected)
      }
      return number
    }
    do throws(Diagnostic) {
      let syntax = Spanned(ValueSyntax.number(text), at: .nowhere)
      return try Value(literal: syntax, for: property.kind, zoneOffset: notation.zoneOffset)
    } catch {
      throw Violation(kind: .value, message: error.message)
    }
  }

  private var expected: Violation { Violation(kind: .value, .expected(property.kind)) }

  /// Adds a missing zero at the decimal point, like a field: `.5` becomes `0.5`, `5.` becomes
  /// `5.0`.
  private func withZeros(_ text: String) -> String {
    if text.utf8.first?.isDigit == true, text.utf8.last?.isDigit == true { return text }
    guard property.kind != .integer, text.utf8.contains(where: \.isDigit) else { return text }
    var text = text
    if text.hasSuffix(".") { text += "0" }
    let start = text.hasPrefix("-") ? text.index(after: text.startIndex) : text.startIndex
    if text[start...].hasPrefix(".") { text.insert("0", at: start) }
    return text
  }

  private static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func skip(_ byte: UInt8) -> Bool {
      guard let first = rest.first, first | 0x20 == byte | 0x20 else { return false }
      rest.removeFirst()
      return true
    }
    func skipDigits() -> Bool {
      let count = rest.count
      rest = rest.drop(while: \.isDigit)
      return rest.count < count
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard skipDigits() else { return false }
    if skip(UInt8(ascii: "x")) {
      return rest.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      guard skipDigits() else { return false }
    }
    if skip(UInt8(ascii: "e")) {
      if let sign = rest.first, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign) {
        rest.removeFirst()
      }
      guard skipDigits() else { return false }
    }
    return rest.isEmpty
  }

  /// Without a percent sign, `--percent` decides the meaning; if `--percent` is missing, the text
  /// is invalid.
  private func percentage(_ text: String) throws(Violation) -> Value? {
    guard let format else { return nil }
    let bare = Pasteboard.number(text, in: format.notation)
    let isMarked = text.unicodeScalars.contains { "%٪﹪".unicodeScalars.contains($0) }
    guard isMarked || notation.percent != nil else { throw property.misfit(.text(text), expected) }
    if !isMarked, notation.percent == .fraction {
      let decimals = CellReader(
        Property(property.name, .decimal(integerDigits: 38, fractionDigits: 0...38)), notation, nil)
      guard case .decimal(let part)? = try decimals.value(of: text) else { return nil }
      return try property.checked(.percent(part))
    }
    guard notation.locale == nil else { return try number(text, format) }
    if isMarked {
      do {
        return try property.parsed(text)
      } catch {
        guard let bare = bare ?? (text.hasSuffix("%") ? String(text.dropLast()) : nil) else {
          throw error
        }
        return try property.parsed(withZeros(bare) + "%")
      }
    }
    let number = withZeros(bare ?? text)
    guard Self.isNumber(number) else { throw property.misfit(.text(text), expected) }
    return try property.parsed(number + "%")
  }

  func hint(for cell: SourceCell) -> String? {
    let kind = property.kind.item ?? property.kind
    let text = cell.description.withoutOuterSpace
    if case .fault = cell { return nil }
    guard references == nil, text.contains(where: \.isNumber) else { return nil }
    if kind.isPercent, notation.percent == nil, !text.contains("%") {
      return "--percent plain reads 10 as 10%, and --percent fraction reads 0.1 as 10%"
    }
    guard case .text = cell, notation.locale == nil, !Self.isNumber(text) else { return nil }
    switch kind {
    case .date, .dateTime:
      let isIso = text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}.*/) != nil
      return isIso || notation.dates != nil ? nil : "--dates dmy, mdy or ymd sets the date order"
    case .integer, .decimal, .double, .percent:
      let isNumber =
        text.wholeMatch(of: /[^A-Za-z]*[0-9]+[.,'’ \u{A0}\u{202F}][0-9][^A-Za-z]*/) != nil
      return isNumber ? "--locale de_DE, for example, sets the number format" : nil
    default: return nil
    }
  }

  private func pasted(_ text: String, or error: Violation) throws(Violation) -> Value {
    let bare = Property(property.name, property.kind)
    let symbols = notation.locale?.symbols ?? .english
    guard let value = try? typed(text, FieldFormat(bare, symbols: symbols)) else { throw error }
    return value
  }

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

  /// Parses a number with an exponent or many digits; nil for other numbers.
  private func fraction(_ text: String, _ format: FieldFormat) throws(Violation) -> Value? {
    let symbols = format.notation.symbols
    let plain = text.withPlainDigits.replacing(String(symbols.decimalSeparator), with: ".")
    guard plain.contains(where: { "eE".contains($0) }) || plain.utf8.count > 15 else { return nil }
    guard Self.isNumber(plain) else { return nil }
    return try property.parsed(plain)
  }

  private func refused(_ text: String, _ reason: Reason) -> Violation {
    Violation(
      kind: .value,
      message: "\(property.name) cannot be \(Value.text(text).literal): \(reason.description)")
  }

  private func fault(_ words: String) -> Violation {
    Violation(kind: .value, message: "\(property.name) has no value: the cell has \(words)")
  }

  private func misfit(_ cell: SourceCell, _ expected: String) -> Violation {
    Violation(
      kind: .value,
      message: "\(property.name) cannot be \(property.kind.literal(.text(cell.description))); "
        + "expected \(expected)")
  }

  /// `1e3` becomes `1000`.
  private static func withoutExponent(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }),
      let number = Double(representable: text), let decimal = ExactDecimal(shortest: number)
    else { return text }
    return decimal.description
  }
}

extension PropertyKind {
  fileprivate var isPercent: Bool { if case .percent = self { true } else { false } }
}
