public import Foundation
public import Records
internal import Validation

/// A format style of Foundation that writes and reads the values of a property as a field does:
/// `style.format(value)`, `try style.parseStrategy.parse("12,50")`.
///
/// It is data that can be stored. What is parsed is a complete text of the field, as it is displayed
/// or pasted; anything else throws the `Rejection` that says why.
public struct FieldStyle: ParseableFormatStyle {
  /// The property whose values are written, and its rules.
  public var property: Property
  /// The identifier of the locale whose symbols are used, such as `de_DE`.
  public var localeIdentifier: String
  /// Whether the digits of numbers are shown in groups; they are also where the property asks for it.
  public var isGrouped: Bool

  /// Makes the style of a property in a locale; an identifier of none means `en_US`.
  public init(_ property: Property, localeIdentifier: String = "en_US", isGrouped: Bool = false) {
    self.property = property
    self.localeIdentifier = localeIdentifier
    self.isGrouped = isGrouped
  }

  private var fieldFormat: FieldFormat {
    let symbols = NumberSymbols(localeIdentifier: localeIdentifier) ?? .english
    return FieldFormat(property, symbols: symbols, isGrouped: isGrouped)
  }

  /// The text that a field shows for a value while it is idle.
  public func format(_ value: Value) -> String {
    let format = fieldFormat
    return format.longNumber(value)?.rounded ?? format.text(for: value)
  }

  /// The style in another locale.
  public func locale(_ locale: Locale) -> FieldStyle {
    var style = self
    style.localeIdentifier = locale.identifier
    return style
  }

  /// Reads what the style writes.
  public var parseStrategy: Strategy { Strategy(style: self) }

  /// Reads texts as a field does.
  public struct Strategy: ParseStrategy {
    /// The style whose texts are read.
    public var style: FieldStyle

    /// The value of a text that is put into an empty field at once.
    ///
    /// - Throws: `Rejection` if the text is not accepted, or not complete.
    public func parse(_ text: String) throws -> Value {
      var editor = FieldEditor(format: style.fieldFormat, text: "")
      if case .rejected(let rejection) = editor.press(.paste(text)) { throw rejection }
      switch editor.content {
      case .complete(let value): return value
      case .incomplete(let reason): throw Rejection(reason)
      case .empty:
        let name = style.property.name
        guard style.property.kind == .text else {
          throw Rejection(Reason(.init(.required, .init(name))))
        }
        return .text("")
      }
    }
  }
}

extension FieldStyle: Codable {
  private enum Key: String, CodingKey {
    case name, kind, minimum, maximum, shortest, longest, pattern, unit, prefix, isOptional
    case groupsProperty, localeIdentifier, isGrouped
  }

  /// Reads a style that ``encode(to:)`` has written.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let kind = try values.decode(KindCode.self, forKey: .kind).kind
    var property = Property(try values.decode(String.self, forKey: .name), kind)
    let minimum = try values.decodeIfPresent(String.self, forKey: .minimum)
    let maximum = try values.decodeIfPresent(String.self, forKey: .maximum)
    if minimum != nil || maximum != nil {
      property.range = ValueRange(
        try minimum.map { try kind.parsing($0) }, try maximum.map { try kind.parsing($0) })
    }
    if let shortest = try values.decodeIfPresent(Int.self, forKey: .shortest) {
      property.length = LengthRange(
        minimum: shortest, maximum: try values.decodeIfPresent(Int.self, forKey: .longest))
    }
    property.pattern = try values.decodeIfPresent(String.self, forKey: .pattern)
      .map { try TextPattern($0) }
    property.unit = try values.decodeIfPresent(String.self, forKey: .unit)
    property.prefix = try values.decodeIfPresent(String.self, forKey: .prefix)
    property.isOptional = try values.decode(Bool.self, forKey: .isOptional)
    property.isGrouped = try values.decode(Bool.self, forKey: .groupsProperty)
    self.init(
      property, localeIdentifier: try values.decode(String.self, forKey: .localeIdentifier),
      isGrouped: try values.decode(Bool.self, forKey: .isGrouped))
  }

  /// Writes the locale, and of the property what a field shows and takes.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    let kind = property.kind
    try values.encode(property.name, forKey: .name)
    try values.encode(KindCode(kind), forKey: .kind)
    try values.encodeIfPresent(property.range?.lowerBound.map(kind.written), forKey: .minimum)
    try values.encodeIfPresent(property.range?.upperBound.map(kind.written), forKey: .maximum)
    try values.encodeIfPresent(property.length?.minimum, forKey: .shortest)
    try values.encodeIfPresent(property.length?.maximum, forKey: .longest)
    try values.encodeIfPresent(property.pattern?.source, forKey: .pattern)
    try values.encodeIfPresent(property.unit, forKey: .unit)
    try values.encodeIfPresent(property.prefix, forKey: .prefix)
    try values.encode(property.isOptional, forKey: .isOptional)
    try values.encode(property.isGrouped, forKey: .groupsProperty)
    try values.encode(localeIdentifier, forKey: .localeIdentifier)
    try values.encode(isGrouped, forKey: .isGrouped)
  }
}

/// A kind as it is stored.
private indirect enum KindCode: Codable {
  case text, integer, double, boolean, date, dateTime, month, card, url, email, iban
  case decimal(integer: Int?, fraction: ClosedRange<Int>?)
  case percent(integer: Int?, fraction: ClosedRange<Int>?)
  case time(hasSeconds: Bool)
  case duration(hasSeconds: Bool)
  case choice(names: [String])
  case hex(digits: Int)
  case mask(pattern: String)
  case phone(country: String?)
  case reference(type: String)
  case list(item: KindCode)
  case records(type: String)

  init(_ kind: PropertyKind) {
    self =
      switch kind {
      case .text: .text
      case .integer: .integer
      case .decimal(let integer, let fraction): .decimal(integer: integer, fraction: fraction)
      case .double: .double
      case .boolean: .boolean
      case .date: .date
      case .dateTime: .dateTime
      case .time(let hasSeconds): .time(hasSeconds: hasSeconds)
      case .duration(let hasSeconds): .duration(hasSeconds: hasSeconds)
      case .month: .month
      case .percent(let integer, let fraction): .percent(integer: integer, fraction: fraction)
      case .choice(let names): .choice(names: names)
      case .hex(let digits): .hex(digits: digits)
      case .card: .card
      case .mask(let mask): .mask(pattern: mask.pattern)
      case .url: .url
      case .email: .email
      case .iban: .iban
      case .phone(let country): .phone(country: country)
      case .reference(let type): .reference(type: type)
      case .list(let item): .list(item: KindCode(item))
      case .records(let type): .records(type: type)
      }
  }

  /// The kind.
  var kind: PropertyKind {
    get throws {
      switch self {
      case .text: .text
      case .integer: .integer
      case .decimal(let integer, let fraction):
        .decimal(integerDigits: integer, fractionDigits: fraction)
      case .double: .double
      case .boolean: .boolean
      case .date: .date
      case .dateTime: .dateTime
      case .time(let hasSeconds): .time(hasSeconds: hasSeconds)
      case .duration(let hasSeconds): .duration(hasSeconds: hasSeconds)
      case .month: .month
      case .percent(let integer, let fraction):
        .percent(integerDigits: integer, fractionDigits: fraction)
      case .choice(let names): .choice(names)
      case .hex(let digits): .hex(digits: digits)
      case .card: .card
      case .mask(let pattern): .mask(try TextMask(pattern))
      case .url: .url
      case .email: .email
      case .iban: .iban
      case .phone(let country): .phone(country: country)
      case .reference(let type): .reference(to: type)
      case .list(let item): .list(of: try item.kind)
      case .records(let type): .records(of: type)
      }
    }
  }
}
