public import Records

/// Reads properties and rules back from the text the store keeps of them.
public protocol DefinitionReader {
  /// Makes the property of a ``Property/definition``.
  ///
  /// - Throws: an error if the text has something this version does not know.
  func property(from definition: String) throws -> Property

  /// Makes the rule of a ``Rule/definition``, and cuts its condition into tokens.
  ///
  /// - Throws: an error if the text has something this version does not know.
  func rule(from definition: String) throws -> (rule: Rule, condition: Expression)

  /// Cuts the text of a computed property's expression, `Property.computation`, into tokens.
  ///
  /// - Throws: an error if the text is no expression.
  func expression(from text: String) throws -> Expression
}
