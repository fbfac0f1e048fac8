internal import Expressions
internal import Records

/// The representation of a property's values in its column.
enum Storage: Hashable {
  /// Texts, and kinds whose values are texts, for example choices.
  case text
  case integer
  case boolean
  case double
  /// At most 15 significant digits, so that conversion to a double and back is exact.
  case shortDecimal
  /// More than 15 digits, stored as a text in canonical form.
  case longDecimal
  case seconds
  /// A fraction, stored like a short decimal: 0.1 for 10%.
  case shortPercent
  /// A fraction, stored like a long decimal.
  case longPercent
  /// A canonical text of the kind; these texts sort like their values.
  case written(PropertyKind)
  case reference(String)
  /// A JSON array.
  indirect case list(Storage, PropertyKind)
  /// A JSON array of record numbers of a type. The array is not stored, but computed from the
  /// items.
  case items(String)

  init(_ property: Property) {
    switch property.kind.storage {
    case .text: self = .text
    case .written: self = .written(property.kind)
    case .integer: self = .integer
    case .seconds: self = .seconds
    case .boolean: self = .boolean
    case .reference(let type): self = .reference(type)
    case .list(let kind): self = .list(Storage(Property("", kind)), kind)
    case .records(let type): self = .items(type)
    case .double: self = .double
    case .decimal, .percent:
      let isShort = !property.isLongDecimal
      if case .percent = property.kind {
        self = isShort ? .shortPercent : .longPercent
      } else {
        self = isShort ? .shortDecimal : .longDecimal
      }
    }
  }

  /// Whether numbers are stored as texts because they have more than 15 digits.
  var isLong: Bool {
    switch self {
    case .longDecimal, .longPercent: true
    case .text, .integer, .seconds, .boolean, .double, .shortDecimal, .shortPercent, .written,
      .reference, .list, .items:
      false
    }
  }

  var columnType: String {
    switch self {
    case .text, .longDecimal, .longPercent, .written, .list, .items: "TEXT"
    case .integer, .seconds, .boolean, .reference: "INTEGER"
    case .double, .shortDecimal, .shortPercent: "REAL"
    }
  }

  func stored(_ value: Value?) -> SQLValue {
    switch value {
    case nil: .null
    case .text(let text): .text(text)
    case .integer(let number):
      columnType == "REAL" ? .real(Double(number)) : .integer(number)
    case .double(let number): .real(number == 0 ? 0 : number)
    case .boolean(let flag): .integer(flag ? 1 : 0)
    case .date(let date): .text(date.description)
    case .dateTime(let moment): .text(moment.description)
    case .time(let time): .text(time.stored)
    case .duration(let span): .integer(span.seconds)
    case .month(let month): .text(month.description)
    case .reference(let id): .integer(id.number)
    case .list(let items): storedList(items)
    case .decimal(let number), .percent(let number):
      if isLong {
        .text(number.description)
      } else {
        .real(number.nearestDouble)
      }
    }
  }

  /// If a value written by another program does not fit the property, returns the value as stored.
  func value(_ stored: SQLValue) -> Value? {
    fitting(stored) ?? Self.raw(stored)
  }

  func fitting(_ stored: SQLValue) -> Value? {
    switch (self, stored) {
    case (.text, .text(let text)): .text(text)
    case (.integer, .integer(let number)): .integer(number)
    case (.seconds, .integer(let number)): .duration(TimeSpan(seconds: number))
    case (.boolean, .integer(0)): .boolean(false)
    case (.boolean, .integer(1)): .boolean(true)
    case (.double, .real(let number)): number.isFinite ? .double(number == 0 ? 0 : number) : nil
    // SQLite's sorter can convert integral values calculated for REAL columns to integers.
    case (.double, .integer(let number)): .double(Double(number))
    case (.shortDecimal, .integer(let number)): .decimal(ExactDecimal(number))
    case (.shortDecimal, .real(let number)): ExactDecimal(rounding: number).map { .decimal($0) }
    case (.longDecimal, .text(let text)): ExactDecimal(text).map { .decimal($0) }
    case (.shortPercent, .integer(let number)): .percent(ExactDecimal(number))
    case (.shortPercent, .real(let number)): ExactDecimal(rounding: number).map { .percent($0) }
    case (.longPercent, .text(let text)): ExactDecimal(text).map { .percent($0) }
    case (.written(let kind), .text(let text)): Self.written(text, as: kind)
    case (.reference(let type), .integer(let number)): .reference(RecordID(type, number))
    case (.list, .text(let text)), (.items, .text(let text)): list(text)
    default: nil
    }
  }

  /// Returns nil unless the text is canonical, because other texts would not sort correctly.
  private static func written(_ text: String, as kind: PropertyKind) -> Value? {
    guard let value = kind.converted(.text(text)), var written = value.bound.text else {
      return nil
    }
    // Compares bytes, because Swift treats canonically equivalent texts as equal.
    var text = text
    let isSame = written.withUTF8 { written in text.withUTF8 { written.elementsEqual($0) } }
    return isSame ? value : nil
  }

  static func value(_ stored: SQLValue, as kind: PropertyKind) -> Value? {
    let storage = Storage(Property("", kind))
    if let value = storage.fitting(stored) { return value }
    // SQLite can return a sum in another type, because a sum can have more digits than its
    // operands.
    switch (storage, stored) {
    case (.shortDecimal, .text(let text)): return ExactDecimal(text).map { .decimal($0) }
    case (.longDecimal, .real(let number)):
      return ExactDecimal(rounding: number).map { .decimal($0) }
    case (.longDecimal, .integer(let number)): return .decimal(ExactDecimal(number))
    case (.shortPercent, .text(let text)): return ExactDecimal(text).map { .percent($0) }
    case (.longPercent, .real(let number)):
      return ExactDecimal(rounding: number).map { .percent($0) }
    case (.longPercent, .integer(let number)): return .percent(ExactDecimal(number))
    case (.written(let kind), .text(let text)): return kind.converted(.text(text))
    default: return nil
    }
  }

  /// Returns the value without conversion to a kind; bytes become an SQL literal.
  static func raw(_ stored: SQLValue) -> Value? {
    switch stored {
    case .null: nil
    case .integer(let number): .integer(number)
    case .real(let number): .double(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .text(bytes.asSQLBlob)
    }
  }
}

extension ClockTime {
  /// Always includes seconds, so that texts sort like times.
  var stored: String { description(withSeconds: true) }
}

extension Value {
  var bound: SQLValue {
    switch self {
    case .text(let text): .text(text)
    case .integer(let value): .integer(value)
    case .decimal(let value): value.bound
    case .double(let value): .real(value)
    case .boolean(let value): .integer(value ? 1 : 0)
    case .date(let value): .text(value.description)
    case .dateTime(let value): .text(value.description)
    case .time(let value): .text(value.stored)
    case .duration(let value): .integer(value.seconds)
    case .month(let value): .text(value.description)
    case .percent(let value): value.bound
    case .reference(let id): .integer(id.number)
    case .list(let items): Value.bound(items)
    }
  }
}
