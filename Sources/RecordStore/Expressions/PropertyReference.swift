/// A property of a type, or the existence of its records.
public struct PropertyReference: Hashable, Sendable {
  public var type: String
  /// The name of the property; nil for which records there are.
  public var property: String?

  public init(_ type: String, _ property: String? = nil) {
    self.type = type
    self.property = property
  }
}
