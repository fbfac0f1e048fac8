internal import Records

final class FieldTexts {
  private let definitions: any DefinitionReader
  private let show: (Value, Property?) -> String
  private var properties: [String: Property] = [:]

  /// - Parameter show: Formats a value as a field of the property does; the property is nil if the
  ///   kind of the value is unknown.
  init(_ definitions: any DefinitionReader, showing show: @escaping (Value, Property?) -> String) {
    self.definitions = definitions
    self.show = show
  }

  /// - Parameter kind: The definition of the value's kind; empty if unknown.
  func text(_ stored: SQLValue, _ kind: String) -> String {
    let property = kind.isEmpty ? nil : property(kind)
    let value = property.flatMap { Storage.value(stored, as: $0.kind) } ?? Storage.raw(stored)
    return value.map { show($0, property) } ?? ""
  }

  private func property(_ kind: String) -> Property? {
    if let known = properties[kind] { return known }
    // Any property name works, because only the kind is used.
    let property = try? definitions.property(from: "_: \(kind)")
    properties[kind] = property
    return property
  }
}
