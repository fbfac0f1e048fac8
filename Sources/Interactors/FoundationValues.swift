public import Records

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// What Foundation calls numbers, days and names, as the property of a class.

extension Decimal: PropertyValue {
  /// The digits of a decimal in a class that says nothing else: 8 before the point, 1 to 3 after
  /// it.
  public static var kind: PropertyKind { ExactDecimal.kind }
  /// Zero.
  public static var defaultValue: Decimal { 0 }
  /// The number as an exact decimal; one that none can be, such as `nan`, as a binary fraction, which
  /// no decimal property takes.
  public var propertyValue: Value? {
    ExactDecimal(description).map { .decimal($0) } ?? .double(Double(description) ?? .nan)
  }

  /// Takes the number out of a decimal, with all its digits; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .decimal(let value) = propertyValue else { return nil }
    self.init(string: value.description, locale: nil)
  }
}

extension Date: PropertyValue {
  /// A `Date` is a moment.
  public static var kind: PropertyKind { .dateTime }
  /// The beginning of 1970, for a moment has no zero.
  public static var defaultValue: Date { Date(timeIntervalSince1970: 0) }
  /// The moment, rounded to the millisecond.
  public var propertyValue: Value? {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    return Int(exactly: milliseconds).map { .dateTime(Instant(milliseconds: $0)) }
      ?? .double(timeIntervalSince1970)
  }

  /// Takes the moment out of a value; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .dateTime(let value) = propertyValue else { return nil }
    self.init(timeIntervalSince1970: Double(value.milliseconds) / 1000)
  }
}

extension UUID: PropertyValue {
  private static let form = "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"

  /// A `UUID` is a text.
  public static var kind: PropertyKind { .text }
  /// The identifier of zeros alone.
  public static var defaultValue: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
  /// The digits in upper case, with hyphens between their groups.
  public var propertyValue: Value? { .text(uuidString) }

  /// A property of texts that are digits in groups of 8, 4, 4, 4 and 12.
  public static func property(named name: String) -> Property {
    Property(name, kind, pattern: .known(form))
  }

  /// Reads the digits, in upper or lower case; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .text(let text) = propertyValue else { return nil }
    self.init(uuidString: text)
  }
}

extension URL: PropertyValue {
  /// A `URL` is one of the web, of a file server, or a mail address.
  public static var kind: PropertyKind { .url }
  /// The root of the file system, for a URL has no zero; a property does not take it.
  public static var defaultValue: URL { URL(filePath: "/") }
  /// The URL as a text, absolute.
  public var propertyValue: Value? { .text(absoluteString) }

  /// Reads a text; nil for any other value.
  public init?(propertyValue: Value?) {
    guard case .text(let text) = propertyValue else { return nil }
    self.init(string: text)
  }
}
