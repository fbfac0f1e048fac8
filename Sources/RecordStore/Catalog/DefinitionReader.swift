public import Expressions
public import Records

/// Reads properties and rules back from the text the store keeps of them.
public protocol DefinitionReader {
  /// Makes the property of a `Property.definition`.
  ///
  /// - Throws: `DefinitionError` if the text has something this version does not know.
  func property(from definition: String) throws(DefinitionError) -> Property

  /// Makes the rule of a `Rule.definition`, and cuts its condition into tokens.
  ///
  /// - Throws: `DefinitionError` if the text has something this version does not know.
  func rule(
    from definition: String
  ) throws(DefinitionError) -> (rule: Rule, condition: RecordExpression)

  /// Cuts the text of a computed property's expression, `Property.computation`, into tokens.
  ///
  /// - Throws: `DefinitionError` if the text is not an expression.
  func expression(from text: String) throws(DefinitionError) -> RecordExpression

  /// Writes the text of an expression anew with other names in the place of some of its tokens.
  ///
  /// - Throws: `DefinitionError` if the text is not an expression.
  func expression(
    _ text: String, with names: [Int: String]
  ) throws(DefinitionError) -> String
}
