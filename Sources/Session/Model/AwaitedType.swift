internal import CommandLanguage
internal import RecordStore
internal import Records

/// A type that a definition speaks of and that is to be defined yet.
struct AwaitedType {
  var type: String
  var property: String
  /// What is said if the type never comes, with the place of the property.
  var diagnostic: Diagnostic
}

extension Session {
  /// Notes the types that a definition speaks of and that are not there.
  func expectTypes(of type: RecordType, _ syntax: DefineSyntax) {
    for missing in store.missingTypes where missing.type == type.name {
      guard let property = syntax.properties.first(where: { $0.name.value == missing.property })
      else { continue }
      let names = store.types.map(\.name) + PropertyKind.names
      let diagnostic = Diagnostic(
        unknown: "\(missing.missing) is never defined, and "
          + "\(missing.type.asName).\(missing.property.asName) speaks of it",
        Name(missing.missing, at: property.kind.span), among: names)
      awaited.append(
        AwaitedType(
          type: missing.type, property: missing.property,
          diagnostic: scripts.last?.placed(diagnostic) ?? diagnostic))
    }
  }

  /// Throws if a type that was awaited has not come, and waits no more.
  func checkAwaitedTypes() throws(Diagnostic) {
    let missing = store.missingTypes
    let first = awaited.first { awaited in
      missing.contains { $0.type == awaited.type && $0.property == awaited.property }
    }
    guard let first else {
      awaited = []
      return
    }
    awaited = []
    throw first.diagnostic
  }
}
