/// Why a type or a property cannot be defined as it is written.
public struct DefinitionError: Error, Hashable, Sendable {
  /// A part of the definition of a property.
  public enum Part: Hashable, Sendable {
    case kind, range, length, pattern, initial, unit, grouping, deletion, computation
  }

  /// The property it concerns; nil where it is the type itself.
  public var property: String?
  /// The part of the property's definition that is wrong; nil where it is all of it.
  public var part: Part?
  /// What is wrong and what was expected, for a person.
  public var message: String

  /// Makes an error about a property, or about the type where none is named.
  public init(property: String? = nil, part: Part? = nil, message: String) {
    self.property = property
    self.part = part
    self.message = message
  }
}
