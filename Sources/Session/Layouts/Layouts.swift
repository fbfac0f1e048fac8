internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// A layout is a set of labels, fields and forms that are created together.
final class Layouts {
  private struct Kept {
    var number: Int
    var text: String
    var layout: any LayoutDefining
  }

  private let context: CommandContext
  /// A cache, by text.
  private var read: [String: any LayoutDefining] = [:]

  init(_ context: CommandContext) {
    self.context = context
  }

  private var all: [Kept] {
    context.store.schema.keptDefinitions.filter { $0.kind == .layout }.compactMap { kept in
      let layout =
        read[kept.text] ?? (try? context.runner.verbs.command(kept.text)) as? any LayoutDefining
      read[kept.text] = layout
      return layout.map { Kept(number: kept.number, text: kept.text, layout: $0) }
    }
  }

  /// The names of the layouts, in the order in which they were first saved.
  var names: [String] { all.map(\.layout.name.value) }

  func statements(of name: Name) throws(Diagnostic) -> [Statement] {
    try layout(name).layout.statements
  }

  private func layout(_ name: Name) throws(Diagnostic) -> Kept {
    let all = all
    if let kept = all.first(where: { $0.layout.name.value == name.value }) { return kept }
    throw Diagnostic(
      unknown: "there is no layout \"\(name.value)\"", name, among: all.map(\.layout.name.value))
  }

  /// Ignores errors of the layout, which are reported when the layout is restored.
  func follow(_ renames: Renames) throws(Diagnostic) {
    for kept in all {
      var text = kept.text
      for place in kept.layout.statements.indices {
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
      try context.transactions.change(as: .schema) { tx throws(StoreError) in
        try tx.keep(.layout, text, replacing: kept.number)
      }
    }
  }

  func misfits(_ definitions: [KeptDefinition]) -> [KeptMisfit] {
    let all = all
    return definitions.compactMap { definition in
      guard definition.kind == .layout,
        let kept = all.first(where: { $0.number == definition.number })
      else { return nil }
      do throws(Diagnostic) {
        for place in kept.layout.statements.indices {
          try RestoredLayout.check(place, of: kept.text, by: context)
        }
        return nil
      } catch {
        let words =
          "the layout \"\(kept.layout.name.value)\" would no longer work: \(error.message)"
        return KeptMisfit(definition, words)
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
    var lines: [String] = []
    for maker in text.makers {
      for (name, meaning) in maker.meanings.sorted(by: { $0.key < $1.key })
      where meanings.updateValue(meaning, forKey: name) != meaning {
        lines.append(meaning)
      }
      lines.append(maker.command)
    }
    try keep(name, (lines + text.arrangement).map { "\n  " + $0 }.joined() + "\n")
    return text.leftOut
  }

  func keep(_ name: Name, _ body: String) throws(Diagnostic) {
    let present = all.first { $0.layout.name.value.lowercased() == name.value.lowercased() }
    if let present, present.layout.name.value != name.value {
      throw Diagnostic(
        .name,
        "\"\(name.value)\" differs only in case from the layout \"\(present.layout.name.value)\"",
        at: name.span)
    }
    let text = "layout \(name.value.asName) {\(body)}"
    if present?.text == text { return }
    for statement in try statements(in: text) {
      do throws(Diagnostic) {
        try statement.checkIsOfEverySession("a layout")
      } catch {
        throw error.at(name.span)
      }
    }
    try context.transactions.change(at: name.span, as: .schema) { tx throws(StoreError) in
      try tx.keep(.layout, text, replacing: present?.number)
    }
  }

  private func statements(in text: String) throws(Diagnostic) -> [Statement] {
    do throws(DefinitionError) {
      let command = try context.runner.verbs.command(text)
      return (command as? any LayoutDefining)?.statements ?? []
    } catch {
      throw Diagnostic(.syntax, error.message)
    }
  }

  func drop(_ name: Name) throws(Diagnostic) {
    let number = try layout(name).number
    try context.transactions.change(at: name.span, as: .schema) { tx throws(StoreError) in
      try tx.forget(.layout, number)
    }
  }
}
