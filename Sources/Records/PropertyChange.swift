/// What became of one property, or of all of them at once.
public struct PropertyChange: Hashable, Sendable {
  /// The name of the property; nil where every property may have changed.
  public var name: String?
  /// The value before; nil also where ``name`` is.
  public var old: Value?
  /// The value now; nil also where ``name`` is.
  public var new: Value?

  /// Makes the account of a change; a nil name says that every property may have changed.
  public init(name: String?, old: Value?, new: Value?) {
    self.name = name
    self.old = old
    self.new = new
  }

  /// Whether the change concerns the property of this name.
  public func concerns(_ name: String) -> Bool {
    self.name == nil || self.name == name
  }
}
