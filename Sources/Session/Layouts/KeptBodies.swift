internal import CommandLanguage
internal import RecordStore
internal import Replies

/// Definitions in the database, each parsed once. Definitions of other versions that cannot be
/// parsed are skipped.
final class KeptBodies<Body> {
  struct Kept {
    var number: Int
    var text: String
    var body: Body
    var name: String
  }

  private let context: CommandContext
  private let read: (any CommandSyntax) -> (body: Body, name: String)?
  /// By text.
  private var known: [String: (body: Body, name: String)] = [:]

  init(
    _ context: CommandContext, _ read: @escaping (any CommandSyntax) -> (body: Body, name: String)?
  ) {
    (self.context, self.read) = (context, read)
  }

  func all(_ kind: KeptDefinition.Kind) -> [Kept] {
    context.store.schema.keptDefinitions.filter { $0.kind == kind }.compactMap { kept in
      let found = known[kept.text] ?? (try? context.runner.verbs.command(kept.text)).flatMap(read)
      known[kept.text] = found
      return found.map { Kept(number: kept.number, text: kept.text, body: $0.body, name: $0.name) }
    }
  }

  func named(_ name: Name, _ kind: KeptDefinition.Kind) throws(Diagnostic) -> Kept {
    let all = all(kind)
    if let kept = all.first(where: { $0.name == name.value }) { return kept }
    throw Diagnostic(
      unknown: "there is no \(kind.rawValue) \"\(name.value)\"", name, among: all.map(\.name))
  }

  /// Returns the definition that a new definition of the name replaces.
  func replaced(by name: Name, _ kind: KeptDefinition.Kind) throws(Diagnostic) -> Kept? {
    let present = all(kind).first { $0.name.lowercased() == name.value.lowercased() }
    guard let present, present.name != name.value else { return present }
    throw Diagnostic(
      .name,
      "\"\(name.value)\" differs only in case from the \(kind.rawValue) \"\(present.name)\"",
      at: name.span)
  }
}
