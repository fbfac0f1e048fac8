internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

final class AwaitedTypes {
  private struct Awaited {
    var type: String
    var property: String
    /// The error if the type is never defined, at the position of the property's kind.
    var diagnostic: Diagnostic
    /// The warning if not printed yet; nil in scripts.
    var warning: Diagnostic?

    func isAmong(_ missing: [Store.MissingType]) -> Bool {
      missing.contains { $0.type == type && $0.property == property }
    }
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
      let meant = PropertyKind.meant(
        by: missing.missing, among: store.schema.types.map(\.name))
      let diagnostic = Diagnostic(
        .name,
        "\(missing.missing) is never defined, but "
          + "\(missing.type.asName).\(missing.property.asName) refers to it",
        at: property.kind.span, hint: meant.map { "did you mean \"\($0)\"?" },
        candidates: meant.map { [$0] } ?? [])
      var warning = Diagnostic(
        .name,
        "there is no kind or type \(missing.missing) yet"
          + (meant.map { "; did you mean \($0)?" } ?? ""),
        at: property.kind.span)
      warning.severity = .warning
      awaited.append(
        Awaited(
          type: missing.type, property: missing.property, diagnostic: runner.placed(diagnostic),
          warning: runner.isAtPrompt ? runner.placed(warning) : nil))
    }
  }

  /// Warns an interactive user at the end of a line instead of at the end of the session.
  func warn() {
    let missing = store.schema.missingTypes
    for place in awaited.indices {
      guard let warning = awaited[place].warning.take() else { continue }
      if awaited[place].isAmong(missing) { say(.diagnostic(warning)) }
    }
  }

  /// Returns and clears the types, defined by scripts, that refer to an undefined type; newest
  /// first.
  func takeUnfinished() -> [RecordType] {
    let missing = Set(store.schema.missingTypes.map(\.type))
    defer { defined = [] }
    return Set(defined).intersection(missing).compactMap(store.schema.type).sorted {
      (defined.lastIndex(of: $0.name) ?? 0) > (defined.lastIndex(of: $1.name) ?? 0)
    }
  }

  func check() throws(Diagnostic) {
    let missing = store.schema.missingTypes
    let first = awaited.first { $0.isAmong(missing) }
    awaited = []
    if let first { throw first.diagnostic }
  }
}
