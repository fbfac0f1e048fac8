public import Records
internal import Validation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A Foundation format style that formats and parses values of a property in the same way as a
/// field: `style.format(value)`, `try style.parseStrategy.parse("12,50")`.
///
/// The style is codable. It parses a complete text, as displayed in the field or pasted into it;
/// for other texts it throws a `Rejection` with the reason.
public struct FieldStyle: ParseableFormatStyle {
  /// The property, with its rules.
  public var property: Property
  /// The identifier of the locale for numbers, dates and Boolean values, such as `de_DE`.
  public var localeIdentifier: String
  /// The identifier of the time zone of dates with times, such as `Europe/Berlin`; nil for UTC and
  /// ISO 8601 format.
  ///
  /// - Precondition: `TimeZone(identifier:)` knows the identifier.
  public var timeZoneIdentifier: String? { didSet { checkTimeZone() } }
  /// Whether to group the digits of numbers; if false, the property decides.
  public var isGrouped: Bool

  /// Creates the style of a property in a locale.
  ///
  /// An unknown language means `en_US`. An unknown region means the dates and names of the language,
  /// with the separators of numbers of `en_US`, as in Foundation.
  ///
  /// - Precondition: `TimeZone(identifier:)` knows the identifier of the time zone.
  public init(
    _ property: Property, localeIdentifier: String = "en_US", timeZoneIdentifier: String? = nil,
    isGrouped: Bool = false
  ) {
    self.property = property
    self.localeIdentifier = localeIdentifier
    self.timeZoneIdentifier = timeZoneIdentifier
    self.isGrouped = isGrouped
    checkTimeZone()
  }

  private func checkTimeZone() {
    guard let identifier = timeZoneIdentifier, TimeZone(identifier: identifier) == nil else {
      return
    }
    // Not a precondition, because a release build would not print its message.
    fatalError("unknown time zone \"\(identifier)\"")
  }

  private var fieldFormat: FieldFormat {
    let settings = LocaleSettings(
      Locale(identifier: localeIdentifier), timeZoneIdentifier.flatMap(TimeZone.init(identifier:)))
    return settings.format(FieldFormat(property, isGrouped: isGrouped), of: property.name)
  }

  /// Returns the text that a field shows for a value while it is not edited.
  public func format(_ value: Value) -> String {
    let format = fieldFormat
    return format.longNumber(value)?.rounded ?? format.text(for: value)
  }

  /// Returns the style for another locale.
  public func locale(_ locale: Locale) -> FieldStyle {
    var style = self
    style.localeIdentifier = locale.identifier
    return style
  }

  /// The strategy that parses the style's output.
  public var parseStrategy: Strategy { Strategy(style: self) }

  /// Parses texts in the same way as a field.
  public struct Strategy: ParseStrategy {
    /// The style of the texts.
    public var style: FieldStyle

    /// Parses a text like a paste into an empty field.
    ///
    /// - Throws: `Rejection` if the text is rejected, incomplete, or empty although the property is
    ///   not a text.
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
    case groupsProperty, localeIdentifier, timeZoneIdentifier, isGrouped
  }

  /// Decodes a style.
  ///
  /// - Throws: `DecodingError` if the data is invalid, a limit is not a value of the kind, the
  ///   property's rules are contradictory, or the time zone is unknown.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let kind = try values.decode(PropertyKind.self, forKey: .kind)
    var property = Property(try values.decode(String.self, forKey: .name), kind)
    let minimum = try values.decodeIfPresent(String.self, forKey: .minimum)
    let maximum = try values.decodeIfPresent(String.self, forKey: .maximum)
    func invalid(
      _ key: Key?, _ message: String, _ cause: (any Error)? = nil
    ) -> DecodingError {
      let path = decoder.codingPath + (key.map { [$0] } ?? [])
      return .dataCorrupted(
        .init(codingPath: path, debugDescription: message, underlyingError: cause))
    }
    func limit(_ text: String?, _ key: Key) throws(DecodingError) -> Value? {
      guard let text else { return nil }
      do throws(Violation) {
        return try kind.parsing(text)
      } catch {
        throw invalid(key, error.message, error)
      }
    }
    if minimum != nil || maximum != nil {
      property.range = ValueRange(
        try limit(minimum, .minimum), try limit(maximum, .maximum))
    }
    property.length = try values.decodeIfPresent(LengthRange.self, forKey: .length)
    property.pattern = try values.decodeIfPresent(TextPattern.self, forKey: .pattern)
    property.unit = try values.decodeIfPresent(String.self, forKey: .unit)
    property.prefix = try values.decodeIfPresent(String.self, forKey: .prefix)
    property.isOptional = try values.decode(Bool.self, forKey: .isOptional)
    property.isGrouped = try values.decode(Bool.self, forKey: .groupsProperty)
    do throws(DefinitionError) {
      var limits = property
      // Replaces the name, because a property of an object may have a name that is reserved in
      // records.
      limits.name = "_"
      _ = try limits.consistent()
    } catch {
      throw invalid(nil, error.message, error)
    }
    let zone = try values.decodeIfPresent(String.self, forKey: .timeZoneIdentifier)
    if let zone, TimeZone(identifier: zone) == nil {
      throw invalid(.timeZoneIdentifier, "unknown time zone \"\(zone)\"")
    }
    self.init(
      property, localeIdentifier: try values.decode(String.self, forKey: .localeIdentifier),
      timeZoneIdentifier: zone, isGrouped: try values.decode(Bool.self, forKey: .isGrouped))
  }

  /// Encodes the locale, the grouping, and the parts of the property that most fields need.
  ///
  /// Other parts are lost, for example whether the property is a key, or its default.
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
    try values.encodeIfPresent(timeZoneIdentifier, forKey: .timeZoneIdentifier)
    try values.encode(isGrouped, forKey: .isGrouped)
  }
}
