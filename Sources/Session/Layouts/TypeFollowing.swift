internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

/// Updates labels, fields and forms when the types of their records change.
///
/// Those without an edit are recreated with the current property names, or detached with a warning
/// if that fails. Edits continue if their property still exists.
final class TypeFollowing: ChangeFollower {
  private let context: CommandContext
  private let definitions: any DefinitionReader

  init(_ context: CommandContext, _ definitions: any DefinitionReader) {
    self.context = context
    self.definitions = definitions
  }

  func note(_ change: SchemaChange) {
    guard !change.changed.isEmpty else { return }
    let changed = change.names
    do throws(Diagnostic) {
      let formerNames = try FormerNames(
        of: change.changed, among: change.former, change.numbers, in: context.store, definitions,
        context.resolver)
      // End interactors without an edit before their records change.
      var ended = endIdle(affected(by: changed))
      continueEditings(of: change.changed, formerNames)
      ended += endIdle(affected(by: changed))
      for handler in context.names.followed.handlers
      where !handler.isKept && changed.contains(handler.type) {
        follow(handler, formerNames)
      }
      for interactor in ended { remake(interactor, formerNames) }
    } catch {
      context.say(.warning(error.message, error.kind))
    }
  }

  private static func isEdited(_ interactor: BoundInteractor) -> Bool {
    interactor.editedForm != nil || (interactor as? BoundField)?.interactor.isEditing == true
  }

  /// Continues edits of properties that still exist; reports the text typed into fields of other
  /// properties.
  private func continueEditings(of former: [RecordType], _ formerNames: FormerNames) {
    let types = Set(former.map(\.name))
    for form in context.names.registry.editedForms { releaseChoices(of: form, types, formerNames) }
    let fields = context.names.registry.fields.filter {
      types.contains($0.record.type) && Self.isEdited($0)
    }
    context.workspace.live.forget(types: types, but: Set(fields.map(\.record)))
    let lists = context.names.registry.editedForms.flatMap { form in
      form.interactor.changes.compactMap { change in
        RowChanges(change).map { (form, change, $0) }
      }
    }
    let others = context.names.registry.editedForms.flatMap(\.partsOfProperties)
      .filter { $0.isPart && !($0 is BoundField) }
    for type in former {
      guard let next = context.store.schema.type(named: type.name) else { continue }
      let present = formerNames.names(of: type.name)
      let fields = fields.filter { $0.record.type == type.name }
      let parts: [BoundInteractor] =
        fields + others.filter { ($0.parent as? BoundForm)?.record.type == type.name }
      var renamed: [(part: BoundInteractor, name: String)] = []
      for part in parts where (part as? BoundField)?.loss == nil {
        guard let name = part.propertyName else { continue }
        guard let present = present[name] else {
          lose(part, name, "\(type.name.asName) has no \"\(name)\" any more")
          continue
        }
        if let field = part as? BoundField, field.interactor.holdsEditing,
          let kind = next[present]?.kind, let value = field.interactor.value,
          kind.takenOver(value) == nil
        {
          let words = "\(type.name.asName).\(present.asName) is now of kind \(kind.name)"
          lose(field, name, words, staysInForm: true)
          if field.loss != nil { continue }
        }
        if present != name { renamed.append((part, present)) }
      }
      // Use temporary names, because two properties may have swapped names.
      for (part, name) in renamed { part.rename(to: "\0\(name)", as: nil) }
      for (part, name) in renamed {
        if let field = part as? BoundField {
          field.rename(to: name)
        } else {
          part.rename(to: name, as: nil)
        }
      }
      let former = Dictionary(present.map { ($1, $0) }, uniquingKeysWith: { $1 })
      for id in Set(fields.map(\.record)) {
        redefine(id, as: next, former, fields, lists)
      }
    }
  }

  private func releaseChoices(
    of form: BoundForm, _ types: Set<String>, _ formerNames: FormerNames
  ) {
    for list in form.parts.compactMap({ $0 as? BoundList }) {
      for row in list.rows { releaseChoices(of: row, types, formerNames) }
    }
    guard types.contains(form.record.type),
      let next = context.store.schema.type(named: form.record.type)
    else {
      return
    }
    for case let choices as BoundChoices in form.parts {
      let name = choices.listName
      if formerNames.names(of: next.name)[name] == name, next[name]?.refersToMany == true {
        continue
      }
      let isEdited = choices.ownFields.contains(where: \.interactor.holdsEditing)
      for field in choices.ownFields { field.interactor.cancel(inForm: true) }
      if isEdited {
        (form.editedForm ?? form).loss = .lost(
          "\(next.name.asName) no longer has the same list \"\(name)\"; your choices are not stored"
        )
      }
      form.release(choices)
      choices.close()
    }
  }

  private func redefine(
    _ id: RecordID, as type: RecordType, _ former: [String: String], _ fields: [BoundField],
    _ lists: [IdentityMap.EditedList]
  ) {
    let fields = fields.filter { $0.record == id && $0.loss == nil }
    let edited = fields.filter(\.interactor.holdsEditing).map(\.interactor.propertyName)
    do throws(Diagnostic) {
      try inWorkspace(
        context.workspace.live.redefine(id, as: type, former, keeping: Set(edited), lists))
      for field in fields { try inWorkspace(context.workspace.editing.limit(field)) }
    } catch {
      context.say(.warning(error.message, error.kind))
    }
  }

  /// Removes the interactor of a dropped property from its form. A field edited outside a form
  /// stays visible but accepts no keys.
  ///
  /// - Parameter staysInForm: Whether the property still exists; only the typed text is not a valid
  ///   value.
  private func lose(
    _ part: BoundInteractor, _ name: String, _ words: String, staysInForm: Bool = false
  ) {
    let field = part as? BoundField
    let text = field.map(\.interactor.text) ?? ""
    let isTyped = field.map { $0.interactor.hasEdits || $0.interactor.holdsEditing } ?? false
    let loss = WorkspaceError.lost(
      isTyped ? "\(words); \(Value.text(text).literal) was not stored" : words)
    let form = part.editedForm
    if form == nil || !staysInForm { field?.loss = loss }
    guard let form else {
      field?.interactor.keepText()
      // Rename the field, because another property can get its name.
      field?.interactor.rename(to: "\0\(name)")
      return
    }
    let list = part as? BoundList
    let hasFocus = field.map { $0.interactor === form.interactor.focusedField } ?? false
    if isTyped || hasFocus || list?.interactor.isHeldByForm == true { form.loss = loss }
    field?.interactor.cancel(inForm: true)
    list?.interactor.takeBackFromForm()
    if staysInForm { return }
    // Detach the list first, because its rows report their losses.
    list?.interactor.detach()
    part.parent?.release(part)
  }

  func detach(from type: String) {
    let why = "\(type.asName) no longer exists"
    for interactor in affected(by: [type]) { detach(interactor, why) }
    for handler in context.names.followed.handlers where !handler.isKept && handler.type == type {
      context.names.free(handler.name)
      context.say(.notice("\(handler.name) is detached: \(why)"))
    }
  }

  private func affected(by types: Set<String>) -> [BoundInteractor] {
    context.names.interactors.filter { interactor in
      switch interactor {
      case let label as BoundLabel where label.past == nil:
        // A path can contain properties of other types.
        return label.recordPath.contains { $0 == "." }
          && label.recordPath.split(separator: ".").count > 2
          || label.records.contains { types.contains($0.type) }
          || label.source?.expression.reads.contains { types.contains($0.type) } == true
      case let field as BoundField: return types.contains(field.record.type)
      case let form as BoundForm: return types.contains(form.record.type)
      default: return false
      }
    }
  }

  private struct Ended {
    var name: String
    var text: String
    var meanings: [String: String]
    var wasActive: Bool
    var lastText: String?
  }

  private func endIdle(_ interactors: [BoundInteractor]) -> [Ended] {
    interactors.compactMap { interactor in
      guard !Self.isEdited(interactor), case .own(let name) = interactor.title,
        let text = interactor.command
      else { return nil }
      let label = interactor as? BoundLabel
      let ended = Ended(
        name: name, text: text, meanings: label?.meanings ?? [:], wasActive: interactor.isActive,
        lastText: label?.lastText)
      interactor.end()
      context.names.free(name)
      return ended
    }
  }

  private func remake(_ ended: Ended, _ formerNames: FormerNames) {
    do throws(Diagnostic) {
      try formerNames.apply(to: ended.text, by: context) { text throws(Diagnostic) in
        try RestoredLayout.remake(text, ended.meanings, after: ended.lastText, by: context)
      }
      guard !ended.wasActive, let made = context.names[ended.name]?.interactor else { return }
      made.base.deactivate()
    } catch {
      context.say(.warning("\(ended.name) is detached: \(error.message)", error.kind))
    }
  }

  private func follow(_ handler: ChangeHandler, _ formerNames: FormerNames) {
    let next = formerNames.names(of: handler.type)[handler.property]
    if next == handler.property { return }
    context.names.free(handler.name)
    guard let next else {
      context.say(
        .warning(
          "\(handler.name) is detached: \(handler.type.asName) has no "
            + "\"\(handler.property)\"", .name))
      return
    }
    var handler = handler
    let former = handler.subject
    let suffix = ".\(handler.property.asName)"
    if former.hasSuffix(suffix) {
      handler.subject = former.dropLast(suffix.count) + ".\(next.asName)"
      handler.text = handler.text.replacing(former, with: handler.subject, maxReplacements: 1)
    }
    handler.property = next
    context.names.bind(handler.name, to: .handler(handler))
  }

  private func detach(_ interactor: BoundInteractor, _ why: String) {
    guard case .own(let name) = interactor.title else { return }
    interactor.end()
    context.names.free(name)
    context.say(.notice("\(name) is detached: \(why)"))
  }
}
