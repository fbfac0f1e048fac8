/// Why input cannot be read.
public struct InputError: Error, Hashable, Sendable {
  /// The error number of the system.
  public var code: Int32
  /// What went wrong, for a person.
  public var message: String
}
