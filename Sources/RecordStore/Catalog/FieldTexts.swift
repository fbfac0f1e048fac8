internal import Expressions
internal import Records
internal import SQLEngine
internal import Values

/// Formats the values of `text()` in expressions like fields do.
final class FieldTexts {
  private let definitions: any DefinitionReader
  private let show: (Value, Property?) -> String
  /// Cache of parsed properties by definition.
  private var properties: [String: Property] = [:]

  /// - Parameter show: Formats a value as a field does; the property is optional.
  init(_ definitions: any DefinitionReader, showing show: @escaping (Value, Property?) -> String) {
    self.definitions = definitions
    self.show = show
  }

  /// Formats a value that SQLite has calculated.
  ///
  /// - Parameter kind: The definition of its kind; empty if unknown.
  func text(_ stored: SQLValue, _ kind: String) -> String {
    let property = kind.isEmpty ? nil : property(kind)
    let value = property.flatMap { Storage.value(stored, as: $0.kind) } ?? Storage.raw(stored)
    return value.map { show($0, property) } ?? ""
  }

  private func property(_ kind: String) -> Property? {
    if let known = properties[kind] { return known }
    // The name does not matter.
    let property = try? definitions.property(from: "_: \(kind)")
    properties[kind] = property
    return property
  }
}
