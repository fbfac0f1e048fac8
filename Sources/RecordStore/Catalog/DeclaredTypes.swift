public import Expressions
public import Records

/// Provides the definitions of types and rules that a Swift program declares.
///
/// A program that knows its types at compile time can open a store with them and needs no parser.
public struct DeclaredTypes: DefinitionReader, Sendable {
  private let properties: [String: Property]
  private let rules: [String: (rule: Rule, condition: RecordExpression)]
  private let computations: [String: RecordExpression]

  /// Creates a reader for the properties of these types.
  ///
  /// - Parameters:
  ///   - rules: The rules that a store may have, each with its condition as tokens.
  ///   - computations: The tokens of computed properties and calculated defaults, by text.
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

  /// Returns the declared property with exactly this definition.
  ///
  /// - Throws: `DefinitionError` if there is no such property.
  public func property(from definition: String) throws(DefinitionError) -> Property {
    guard let property = properties[definition] else {
      throw DefinitionError(message: "\(definition) is not declared")
    }
    return property
  }

  /// Returns the declared rule with exactly this definition.
  ///
  /// - Throws: `DefinitionError` if there is no such rule.
  public func rule(from definition: String) throws(DefinitionError) -> (
    rule: Rule, condition: RecordExpression
  ) {
    guard let rule = rules[definition] else {
      throw DefinitionError(message: "\(definition) is not declared")
    }
    return rule
  }

  /// Returns the tokens declared for exactly this text.
  ///
  /// - Throws: `DefinitionError` if there are no such tokens.
  public func expression(from text: String) throws(DefinitionError) -> RecordExpression {
    guard let expression = computations[text] else {
      throw DefinitionError(message: "\(text) is not declared")
    }
    return expression
  }

  /// Always throws, because declared types have fixed names.
  public func expression(
    _ text: String, with names: [Int: String]
  ) throws(DefinitionError) -> String {
    throw DefinitionError(message: "\(text) is declared by the program and cannot change")
  }
}
