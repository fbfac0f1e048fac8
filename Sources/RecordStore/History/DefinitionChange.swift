/// The change of a definition other than a type in a transaction.
public struct DefinitionChange: Hashable, Sendable {
  /// The kind of definition.
  ///
  /// More cases will be added: code of another package that switches over them needs a `default`.
  public enum Subject: Hashable, Sendable {
    /// A rule, identified by its number.
    case rule(Int)
    /// An index, or a definition for showing records.
    case other
  }

  /// The kind of definition.
  public var subject: Subject
  /// The former command that defined it; nil if it is new.
  public var old: String?
  /// The new command that defines it; nil if it was dropped.
  public var new: String?
}
