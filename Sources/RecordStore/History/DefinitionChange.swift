/// What a transaction did to one definition that is not a type.
public struct DefinitionChange: Hashable, Sendable {
  /// What is defined.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
  public enum Subject: Hashable, Sendable {
    /// A rule; the number tells it from others.
    case rule(Int)
    /// An index, or what only shows records.
    case other
  }

  /// What is defined.
  public var subject: Subject
  /// The command that defined it before; nil if it is new.
  public var old: String?
  /// The command that defines it since; nil if it was dropped.
  public var new: String?
}
