/// A property of a type, or the existence of its records.
public struct PropertyReference: Hashable, Sendable {
  /// The name of the type.
  public var type: String
  /// The name of the property; nil for which records there are.
  public var property: String?

  /// Refers to a property, or to which records the type has where none is named.
  public init(_ type: String, _ property: String? = nil) {
    self.type = type
    self.property = property
  }
}
