public import Records

/// Reads properties back from the text the store keeps of them.
public protocol DefinitionReader {
  /// Makes the property of a ``Property/definition``.
  ///
  /// - Throws: an error if the text has something this version does not know.
  func property(from definition: String) throws -> Property
}
