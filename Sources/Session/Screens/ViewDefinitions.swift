internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// A command stored in the database as the definition of a view.
protocol ViewDefining: CommandSyntax {
  var view: ViewDefinition { get }

  func check(by context: CommandContext, _ views: ViewDefinitions) throws(Diagnostic)
}

final class ViewDefinitions {
  private let context: CommandContext
  private let bodies: KeptBodies<ViewDefinition>
  /// The name of the type being altered, if the type had a property `number` before.
  private(set) var altered: String?
  /// Nil unless the session is in a browser.
  private let implicit: ImplicitScreens?

  init(_ context: CommandContext) {
    self.context = context
    bodies = KeptBodies(context) { ($0 as? any ViewDefining).map(\.view).map { ($0, $0.name) } }
    implicit =
      context.configuration.isInBrowser
      ? ImplicitScreens { [verbs = context.runner.verbs] text in
        ((try? verbs.command(text)) as? any ViewDefining)?.view
      } : nil
  }

  /// In the order of their first definition.
  var formatters: [FormatterDefinition] {
    bodies.all(.formatter).compactMap {
      if case .formatter(let formatter) = $0.body { formatter } else { nil }
    }
  }

  /// In the order of their first definition; in a browser also the implicit screens.
  var screens: [ScreenDefinition] {
    let defined = definedScreens
    guard let implicit else { return defined }
    implicit.update(context.store.schema.types, revision: context.store.schema.typesRevision)
    return defined + implicit.screens
  }

  var definedScreens: [ScreenDefinition] {
    bodies.all(.screen).compactMap {
      if case .screen(let screen) = $0.body { screen } else { nil }
    }
  }

  func formatter(_ name: Name) throws(Diagnostic) -> FormatterDefinition {
    let all = formatters
    if let formatter = all.first(where: { $0.name == name.value })
      ?? implicit?.formatter(named: name.value)
    {
      return formatter
    }
    throw Diagnostic(
      unknown: "there is no formatter \"\(name.value)\"", name, among: all.map(\.name))
  }

  func screen(about type: String) -> ScreenDefinition? {
    screens.first { $0.type == type && $0.listing == nil }
  }

  func screen(_ name: Name) throws(Diagnostic) -> ScreenDefinition {
    let all = screens
    if let screen = all.first(where: { $0.name == name.value }) { return screen }
    throw Diagnostic(
      unknown: "there is no screen \"\(name.value)\"", name, among: all.map(\.name))
  }

  func kept(for type: RecordType) -> [KeptDefinition] {
    let own = Set(
      KeptDefinition.Kind.allCases.flatMap { kind in
        bodies.all(kind).filter { $0.body.type == type.name }.map(\.text)
      })
    return context.store.schema.keptDefinitions.filter { own.contains($0.text) }
  }

  /// - Parameter altered: The altered type, if it had a property `number` before.
  /// - Throws: ``Diagnostic`` that names a definition which no longer fits its type.
  func follow(_ renames: Renames, altered: String?) throws(Diagnostic) {
    self.altered = altered
    defer { self.altered = nil }
    for kept in context.store.schema.keptDefinitions where kept.kind != .layout {
      let text: String
      do throws(Diagnostic) {
        text = try renames.apply(to: kept.text) { text throws(Diagnostic) in
          try check(text)
        }
      } catch {
        let name = name(of: kept)
        throw Diagnostic(
          .refused,
          "the \(kept.kind.rawValue) \"\(name)\" would no longer work: \(error.message)",
          hint: "drop \(kept.kind.rawValue) \(name.asName)")
      }
      guard text != kept.text else { continue }
      try context.keep(kept.kind, text, replacing: kept.number)
    }
  }

  /// Returns the definitions that do not fit the current types, need a missing command, or repeat
  /// an earlier definition's name.
  func misfits(_ definitions: [KeptDefinition]) -> [KeptMisfit] {
    var misfits: [KeptMisfit] = []
    var seen: Set<String> = []
    let commands = Set(definitions.compactMap(\.commandName))
    for kept in definitions where kept.kind != .layout {
      let name = name(of: kept)
      let words = "the \(kept.kind.rawValue) \"\(name)\""
      if !name.isEmpty, !seen.insert("\(kept.kind) \(name.lowercased())").inserted {
        misfits.append(KeptMisfit(kept, "\(words) would exist twice"))
      }
      do throws(Diagnostic) {
        try check(kept.text)
      } catch {
        misfits.append(KeptMisfit(kept, "\(words) would no longer work: \(error.message)"))
      }
      guard kept.kind == .screen, let screen = screens.first(where: { $0.name == name }) else {
        continue
      }
      for item in screen.menu.map(\.command)
      where MenuChoice(rawValue: item) == nil && !commands.contains(item) {
        misfits.append(KeptMisfit(kept, "\(words) needs the command \"\(item)\""))
      }
    }
    return misfits
  }

  private func name(of kept: KeptDefinition) -> String {
    bodies.all(kept.kind).first { $0.number == kept.number }?.name ?? ""
  }

  private func check(_ text: String) throws(Diagnostic) {
    let command: (any CommandSyntax)?
    do throws(DefinitionError) {
      command = try context.runner.verbs.command(text)
    } catch {
      // Definitions of other versions are skipped.
      return
    }
    try (command as? any ViewDefining)?.check(by: context, self)
  }

  /// A formatter used by screens must keep its type. A screen opened by list screens must remain a
  /// record screen of the same type.
  func keep(
    _ kind: KeptDefinition.Kind, _ name: Name, for type: RecordType, isOfMany: Bool = false,
    _ text: String
  ) throws(Diagnostic) {
    let present = try bodies.replaced(by: name, kind)
    if present?.text == text { return }
    if let present, present.body.type != type.name || isOfMany {
      try checkIsUnused(kind, name, "is a \(kind.rawValue) for \(present.body.type)")
    }
    try context.keep(kind, text, replacing: present?.number, at: name.span)
  }

  func drop(_ kind: KeptDefinition.Kind, _ name: Name) throws(Diagnostic) {
    let present = try bodies.named(name, kind)
    try checkIsUnused(kind, name, nil)
    try context.forget(kind, present.number, at: name.span)
  }

  private func checkIsUnused(
    _ kind: KeptDefinition.Kind, _ view: Name, _ fact: String?
  ) throws(Diagnostic) {
    let users = screens.filter { screen in
      kind == .formatter
        ? screen.formatters.contains(view.value) : screen.listing?.opens == view.value
    }.map(\.name.asName)
    guard !users.isEmpty else { return }
    let verb = kind == .formatter ? "use" : "open"
    let (noun, does) = users.count == 1 ? ("screen", verb + "s") : ("screens", verb)
    throw Diagnostic(
      .refused,
      "the \(noun) \(users.joined(separator: ", ")) \(does) the \(kind.rawValue) "
        + "\"\(view.value)\"" + (fact.map { ", which \($0)" } ?? ""),
      at: view.span, hint: users.map { "drop screen \($0)" }.joined(separator: "; "))
  }
}
