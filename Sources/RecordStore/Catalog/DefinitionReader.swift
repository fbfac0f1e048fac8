public import Expressions
public import Records

/// Parses the texts of properties and rules that a store keeps.
public protocol DefinitionReader {
  /// Parses a `Property.definition`.
  ///
  /// - Throws: `DefinitionError` if this version of the program does not support the text.
  func property(from definition: String) throws(DefinitionError) -> Property

  /// Parses a `Rule.definition`, and splits its condition into tokens.
  ///
  /// - Throws: `DefinitionError` if this version of the program does not support the text.
  func rule(
    from definition: String
  ) throws(DefinitionError) -> (rule: Rule, condition: RecordExpression)

  /// Removes text that another program has appended to a property; returns nil if there is no such
  /// text, or the rest cannot be parsed.
  func propertyWithoutTail(_ definition: String) -> String?

  /// Returns why a definition is not a valid command: it is another command, contains several
  /// commands, or could not have been entered by a user. Returns nil if the command is valid, and
  /// for a rule that cannot be parsed, so that ``rule(from:)`` rejects it.
  ///
  /// - Parameter verb: The expected first word.
  func objection(to definition: String, as verb: String) -> String?

  /// Returns a valid command without comments.
  func withoutComments(_ definition: String) -> String

  /// Splits a `Property.computation` or a calculated default into tokens.
  ///
  /// - Throws: `DefinitionError` if the text is not an expression.
  func expression(from text: String) throws(DefinitionError) -> RecordExpression

  /// Returns the text of an expression with some names replaced, by token index.
  ///
  /// - Throws: `DefinitionError` if the text is not an expression.
  func expression(
    _ text: String, with names: [Int: String]
  ) throws(DefinitionError) -> String
}

extension DefinitionReader {
  /// Returns nil, because declared types are not parsed as commands.
  public func propertyWithoutTail(_ definition: String) -> String? { nil }

  /// Returns the definition, because declared types are not parsed as commands.
  public func withoutComments(_ definition: String) -> String { definition }

  /// Returns nil, because declared types are not parsed as commands.
  public func objection(to definition: String, as verb: String) -> String? { nil }

  func propertyBeforeTail(_ definition: String) throws(DefinitionError) -> Property {
    do {
      return try property(from: definition)
    } catch {
      guard let part = propertyWithoutTail(definition) else { throw error }
      return try property(from: part)
    }
  }
}
