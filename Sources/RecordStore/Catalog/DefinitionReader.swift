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

  /// The definition of a property without the text that another program has put behind it; nil if
  /// there is none, or what is in front of it cannot be read.
  func propertyWithoutTail(_ definition: String) -> String?

  /// Why a command that the file has as a definition is none: it is another one than expected, there
  /// is more than one, or a person could not have defined it; nil where nothing speaks against it.
  ///
  /// - Parameter verb: The word that it has to begin with.
  func objection(to definition: String, as verb: String) -> String?

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

extension DefinitionReader {
  /// None: a program that declares its types reads no text of a file as commands.
  public func propertyWithoutTail(_ definition: String) -> String? { nil }

  /// None: a program that declares its types reads no text of a file as commands.
  public func objection(to definition: String, as verb: String) -> String? { nil }

  /// The property that a definition begins with, whatever another program has put behind it.
  func propertyBeforeTail(_ definition: String) throws(DefinitionError) -> Property {
    do {
      return try property(from: definition)
    } catch {
      guard let part = propertyWithoutTail(definition) else { throw error }
      return try property(from: part)
    }
  }
}
