internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// The undefined types that definitions refer to.
final class AwaitedTypes {
  private struct Awaited {
    var type: String
    var property: String
    /// The error if the type is never defined, at the property.
    var diagnostic: Diagnostic
  }

  private var awaited: [Awaited] = []
  private var defined: [String] = []
  private let store: Store
  private let runner: ScriptRunner
  private let say: (Reply) -> Void

  init(_ store: Store, _ runner: ScriptRunner, say: @escaping (Reply) -> Void) {
    self.store = store
    self.runner = runner
    self.say = say
  }

  func expect(by type: RecordType, _ properties: [PropertySyntax], isNew: Bool) {
    if isNew, !runner.isAtPrompt { defined.append(type.name) }
    guard type.leadsToRecords else { return }
    for missing in store.schema.missingTypes where missing.type == type.name {
      guard let property = properties.first(where: { $0.name.value == missing.property })
      else { continue }
      let names = store.schema.types.map(\.name) + PropertyKind.names
      let diagnostic = Diagnostic(
        unknown: "\(missing.missing) is never defined, but "
          + "\(missing.type.asName).\(missing.property.asName) refers to it",
        Name(missing.missing, at: property.kind.span), among: names)
      awaited.append(
        Awaited(
          type: missing.type, property: missing.property, diagnostic: runner.placed(diagnostic)))
      // An interactive session may run for long, so warn now.
      if runner.isAtPrompt {
        warn(of: Name(missing.missing, at: property.kind.span), hint: diagnostic.hint)
      }
    }
  }

  private func warn(of kind: Name, hint: String?) {
    let meant = hint.map { "; \($0.replacing("\"", with: ""))" } ?? ""
    var warning = Diagnostic(
      .name, "there is no kind or type \(kind.value) yet\(meant)", at: kind.span)
    warning.severity = .warning
    say(.diagnostic(runner.placed(warning)))
  }

  /// Returns and forgets the types defined by scripts that refer to an undefined type, last one
  /// first.
  func takeUnfinished() -> [RecordType] {
    let missing = Set(store.schema.missingTypes.map(\.type))
    defer { defined = [] }
    return Set(defined).intersection(missing).compactMap(store.schema.type).sorted {
      (defined.lastIndex(of: $0.name) ?? 0) > (defined.lastIndex(of: $1.name) ?? 0)
    }
  }

  /// Also clears the awaited types.
  func check() throws(Diagnostic) {
    let missing = store.schema.missingTypes
    let first = awaited.first { awaited in
      missing.contains { $0.type == awaited.type && $0.property == awaited.property }
    }
    awaited = []
    if let first { throw first.diagnostic }
  }
}
