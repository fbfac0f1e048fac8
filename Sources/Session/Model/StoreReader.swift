internal import CommandLanguage
internal import RecordStore
internal import Records

/// Reads the definitions in a store with the parser that reads those in a script.
struct StoreReader: DefinitionReader {
  func property(from definition: String) throws -> Property {
    var reader = CommandReader()
    reader.append(line: "define _ { \(definition) }")
    guard case .define(let syntax)? = try reader.next()?.command,
      let property = syntax.properties.first
    else { throw Diagnostic(.store, "expected the definition of a property: \(definition)") }
    // Moments are kept with their zone.
    return try Property(property, zoneOffset: { _ in 0 })
  }
}
