public import Expressions
public import Records

/// The definitions of the types and rules that a Swift program declares.
///
/// A program that knows its types beforehand opens a store with these, and needs no parser.
public struct DeclaredTypes: DefinitionReader {
  private let properties: [String: Property]
  private let rules: [String: (rule: Rule, condition: RecordExpression)]
  private let computations: [String: RecordExpression]

  /// Takes the properties of these types; whose they are does not matter to a definition.
  ///
  /// - Parameters:
  ///   - rules: The rules that a store may have, each with its condition as tokens.
  ///   - computations: The texts by which properties are computed, each with its tokens.
  public init(
    _ types: [RecordType], rules: [(rule: Rule, condition: RecordExpression)] = [],
    computations: [String: RecordExpression] = [:]
  ) {
    self.computations = computations
    properties = Dictionary(
      types.flatMap(\.properties).map { ($0.definition, $0) },
      uniquingKeysWith: { first, _ in first })
    self.rules = Dictionary(
      rules.map { ($0.rule.definition, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Finds the declared property whose definition is exactly this text.
  ///
  /// - Throws: `DefinitionError` if none of the types has it.
  public func property(from definition: String) throws(DefinitionError) -> Property {
    guard let property = properties[definition] else {
      throw DefinitionError(message: "\(definition) is not declared")
    }
    return property
  }

  /// Finds the declared rule whose definition is exactly this text.
  ///
  /// - Throws: `DefinitionError` if there is none.
  public func rule(from definition: String) throws(DefinitionError) -> (
    rule: Rule, condition: RecordExpression
  ) {
    guard let rule = rules[definition] else {
      throw DefinitionError(message: "\(definition) is not declared")
    }
    return rule
  }

  /// Finds the tokens that are declared for exactly this text.
  ///
  /// - Throws: `DefinitionError` if there are none.
  public func expression(from text: String) throws(DefinitionError) -> RecordExpression {
    guard let expression = computations[text] else {
      throw DefinitionError(message: "\(text) is not declared")
    }
    return expression
  }

  /// Refuses: what is declared has the names that the program gives it.
  public func expression(
    _ text: String, with names: [Int: String]
  ) throws(DefinitionError) -> String {
    throw DefinitionError(message: "\(text) is declared by the program")
  }
}
