/// A property of a type, or the existence of its records.
public struct PropertyReference: Hashable, Sendable {
  /// The name of the type.
  public var type: String
  /// The name of the property; nil for the existence of records.
  public var property: String?

  /// Creates a reference to a property, or to the existence of the type's records.
  public init(_ type: String, _ property: String? = nil) {
    self.type = type
    self.property = property
  }
}
