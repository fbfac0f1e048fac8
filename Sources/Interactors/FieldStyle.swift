public import Records
internal import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
    case name, kind, minimum, maximum, length, pattern, unit, prefix, isOptional
    case groupsProperty, localeIdentifier, isGrouped
  }

  /// Reads a style that ``encode(to:)`` has written.
  ///
  /// - Throws: `DecodingError` if it is not one, or the rules of its property contradict each other.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let kind = try values.decode(PropertyKind.self, forKey: .kind)
    var property = Property(try values.decode(String.self, forKey: .name), kind)
    let minimum = try values.decodeIfPresent(String.self, forKey: .minimum)
    let maximum = try values.decodeIfPresent(String.self, forKey: .maximum)
    if minimum != nil || maximum != nil {
      property.range = ValueRange(
        try minimum.map { try kind.parsing($0) }, try maximum.map { try kind.parsing($0) })
    }
    property.length = try values.decodeIfPresent(LengthRange.self, forKey: .length)
    property.pattern = try values.decodeIfPresent(TextPattern.self, forKey: .pattern)
    property.unit = try values.decodeIfPresent(String.self, forKey: .unit)
    property.prefix = try values.decodeIfPresent(String.self, forKey: .prefix)
    property.isOptional = try values.decode(Bool.self, forKey: .isOptional)
    property.isGrouped = try values.decode(Bool.self, forKey: .groupsProperty)
    do throws(DefinitionError) {
      var limits = property
      // An object may have a property of any name.
      limits.name = "_"
      _ = try limits.consistent()
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.message))
    }
    self.init(
      property, localeIdentifier: try values.decode(String.self, forKey: .localeIdentifier),
      isGrouped: try values.decode(Bool.self, forKey: .isGrouped))
  }

  /// Writes the locale, and of the property what a field shows and takes.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    let kind = property.kind
    try values.encode(property.name, forKey: .name)
    try values.encode(kind, forKey: .kind)
    try values.encodeIfPresent(property.range?.lowerBound.map(kind.written), forKey: .minimum)
    try values.encodeIfPresent(property.range?.upperBound.map(kind.written), forKey: .maximum)
    try values.encodeIfPresent(property.length, forKey: .length)
    try values.encodeIfPresent(property.pattern, forKey: .pattern)
    try values.encodeIfPresent(property.unit, forKey: .unit)
    try values.encodeIfPresent(property.prefix, forKey: .prefix)
    try values.encode(property.isOptional, forKey: .isOptional)
    try values.encode(property.isGrouped, forKey: .groupsProperty)
    try values.encode(localeIdentifier, forKey: .localeIdentifier)
    try values.encode(isGrouped, forKey: .isGrouped)
  }
}
