internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// A layout is a set of labels, fields and forms that are created together.
final class Layouts {
  private let context: CommandContext
  private let bodies: KeptBodies<[Statement]>

  init(_ context: CommandContext) {
    self.context = context
    bodies = KeptBodies(context) { command in
      guard case .layout(let name, let statements)? = CommandContent(command) else { return nil }
      return (statements ?? [], name.value)
    }
  }

  /// The names of the layouts, in the order in which they were first saved.
  var names: [String] { bodies.all(.layout).map(\.name) }

  func statements(of name: Name) throws(Diagnostic) -> [Statement] {
    try bodies.named(name, .layout).body
  }

  /// Ignores errors of the layout, which are reported when the layout is restored.
  func follow(_ renames: Renames) throws(Diagnostic) {
    for kept in bodies.all(.layout) {
      var text = kept.text
      for place in kept.body.indices {
        do throws(Diagnostic) {
          text = try renames.apply(to: text) { text throws(Diagnostic) in
            try RestoredLayout.check(place, of: text, by: context)
          }
        } catch {
          if error.kind == .store || error.isInterruption || error.cause == .overtaking {
            throw error
          }
        }
      }
      guard text != kept.text else { continue }
      try context.keep(.layout, text, replacing: kept.number)
    }
  }

  func misfits(_ definitions: [KeptDefinition]) -> [KeptMisfit] {
    let all = bodies.all(.layout)
    return definitions.compactMap { definition in
      guard definition.kind == .layout,
        let kept = all.first(where: { $0.number == definition.number })
      else { return nil }
      do throws(Diagnostic) {
        for place in kept.body.indices {
          try RestoredLayout.check(place, of: kept.text, by: context)
        }
        return nil
      } catch {
        return KeptMisfit(
          definition, "the layout \"\(kept.name)\" would no longer work: \(error.message)")
      }
    }
  }

  /// Returns the names of interactors that cannot be saved, because their records are not stored.
  func keep(
    _ name: Name, _ interactors: [BoundInteractor]
  ) throws(Diagnostic) -> [String] {
    let text = LayoutText(of: interactors)
    guard !text.makers.isEmpty else {
      throw Diagnostic(.refused, "there are no labels, fields or forms to save")
    }
    var meanings: [String: String] = [:]
    try keep(
      name,
      (text.commands(knowing: &meanings) + text.arrangement).map { "\n  " + $0 }.joined() + "\n")
    return text.leftOut
  }

  func keep(_ name: Name, _ body: String) throws(Diagnostic) {
    let present = try bodies.replaced(by: name, .layout)
    let text = "layout \(name.value.asName) {\(body)}"
    if present?.text == text { return }
    for statement in try context.statements(ofLayout: text) ?? [] {
      try located(statement.checkIsOfEverySession("a layout"), at: name.span)
    }
    try context.keep(.layout, text, replacing: present?.number, at: name.span)
  }

  func drop(_ name: Name) throws(Diagnostic) {
    let number = try bodies.named(name, .layout).number
    try context.forget(.layout, number, at: name.span)
  }
}

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
