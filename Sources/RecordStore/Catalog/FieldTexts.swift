internal import Expressions
internal import Records
internal import SQLEngine
internal import Values

/// What `text()` makes of the values of an expression: how a field shows them, as the owner of the
/// fields says it.
final class FieldTexts {
  private let definitions: any DefinitionReader
  private let show: (Value, Property?) -> String
  /// Properties of the kinds that were asked for, by their definitions.
  private var properties: [String: Property] = [:]

  /// - Parameter show: how a field shows a value, which can be of a property.
  init(_ definitions: any DefinitionReader, showing show: @escaping (Value, Property?) -> String) {
    self.definitions = definitions
    self.show = show
  }

  /// How a field shows what SQLite has calculated.
  ///
  /// - Parameter kind: the definition of its kind; empty where that is not known.
  func text(_ stored: SQLValue, _ kind: String) -> String {
    let property = kind.isEmpty ? nil : property(kind)
    let value = property.flatMap { Storage.value(stored, as: $0.kind) } ?? Storage.raw(stored)
    return value.map { show($0, property) } ?? ""
  }

  private func property(_ kind: String) -> Property? {
    if let known = properties[kind] { return known }
    // Every kind is written as it can be read.
    let property = try? definitions.property(from: "_: \(kind)")
    properties[kind] = property
    return property
  }
}
