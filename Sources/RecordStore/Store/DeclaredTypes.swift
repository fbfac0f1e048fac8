public import Records

/// The definitions of the types that a Swift program declares.
///
/// A program that knows its types beforehand opens a store with these, and needs no parser.
public struct DeclaredTypes: DefinitionReader {
  private let properties: [String: Property]

  /// Takes the properties of these types; whose they are does not matter to a definition.
  public init(_ types: [RecordType]) {
    properties = Dictionary(
      types.flatMap(\.properties).map { ($0.definition, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Finds the declared property whose definition is exactly this text.
  ///
  /// - Throws: `DefinitionError` if none of the types has it.
  public func property(from definition: String) throws -> Property {
    guard let property = properties[definition] else {
      throw DefinitionError(message: "\(definition) is not declared")
    }
    return property
  }
}
