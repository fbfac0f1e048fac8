public import Records

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Decimal: PropertyValue {
  /// A decimal with the default digits: 8 before the point, 1 to 3 after it.
  public static var kind: PropertyKind { ExactDecimal.kind }
  /// Zero.
  public static var defaultValue: Decimal { 0 }
  /// The number as an exact decimal; if it is not representable, such as `nan`, a double, which
  /// decimal properties reject.
  public var propertyValue: Value? {
    ExactDecimal(description).map { .decimal($0) } ?? .double(Double(description) ?? .nan)
  }

  /// Creates a number with all digits from a decimal; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .decimal(let value) = propertyValue else { return nil }
    self.init(string: value.description, locale: nil)
  }
}

extension Date: PropertyValue {
  /// A date and time.
  public static var kind: PropertyKind { .dateTime }
  /// The start of 1970, because dates have no zero.
  public static var defaultValue: Date { Date(timeIntervalSince1970: 0) }
  /// The date and time, rounded to the millisecond; if it is out of range, a double, which
  /// properties of dates and times reject.
  public var propertyValue: Value? {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    return Int(exactly: milliseconds).map { .dateTime(Instant(milliseconds: $0)) }
      ?? .double(timeIntervalSince1970)
  }

  /// Creates a date and time from a date and time value; nil for other values.
  public init?(propertyValue: Value?) {
    guard case .dateTime(let value) = propertyValue else { return nil }
    self.init(timeIntervalSince1970: Double(value.milliseconds) / 1000)
  }
}

extension UUID: PropertyValue {
  private static let form = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"

  /// A text.
  public static var kind: PropertyKind { .text }
  /// The UUID with all digits zero.
  public static var defaultValue: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
  /// The hexadecimal digits in upper case, in groups separated by hyphens.
  public var propertyValue: Value? { .text(uuidString) }

  /// Returns a text property that accepts only UUIDs: hexadecimal digits in groups of 8, 4, 4, 4
  /// and 12, separated by hyphens.
  public static func property(named name: String) -> Property {
    Property(name, kind, pattern: .known(form))
  }

  /// Creates a UUID from its text in upper or lower case; nil for other texts and values.
  public init?(propertyValue: Value?) {
    guard case .text(let text) = propertyValue else { return nil }
    self.init(uuidString: text)
  }
}

extension URL: PropertyValue {
  /// A URL with the scheme https, http, ftp or mailto.
  public static var kind: PropertyKind { .url }
  /// The root of the file system, because URLs have no zero; properties reject it.
  public static var defaultValue: URL { URL(filePath: "/") }
  /// The absolute URL as a text, with the domain in the letters of its language.
  public var propertyValue: Value? {
    .text(DomainName.readable(absoluteString, hosts: UrlKind.hosts))
  }

  /// Creates a URL from a text; nil for other values, and for texts that are not URLs.
  public init?(propertyValue: Value?) {
    guard case .text(let text) = propertyValue else { return nil }
    self.init(string: text)
  }
}
