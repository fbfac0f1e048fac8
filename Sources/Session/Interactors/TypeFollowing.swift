internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records

/// Lets labels, fields and forms follow the types of their records when these change.
///
/// They are made again as they would be now, with the names that properties have now; what cannot be
/// made is detached with a word.
final class TypeFollowing {
  /// The types as they were seen last, with the numbers of their properties.
  private var types: [RecordType] = []
  private var revision = 0
  private var numbers: [String: [Int]] = [:]
  private unowned let session: Session

  init(_ session: Session) {
    self.session = session
    note()
  }

  private func note() {
    let former = types
    types = session.store.types
    revision = session.store.typesRevision
    // Most types are the same as before, and in the same place.
    for (place, type) in types.enumerated() {
      let order = session.store.orderedNumbers(of: type.name)
      let isSame = former.indices.contains(place) && former[place] == type
      if !isSame || numbers[type.name] != order { numbers[type.name] = order }
    }
  }

  /// Makes everything again that is about records of types which have changed since the last call.
  func update() {
    let store = session.store
    guard store.typesRevision != revision else { return }
    revision = store.typesRevision
    let (former, numbers) = (types, numbers)
    note()
    let changed = former.filter { old in
      // Another property may have come in the place of one that was just like it.
      store.type(named: old.name).map { $0 != old || numbers[old.name] != self.numbers[old.name] }
        ?? false
    }
    guard store.types != former || !changed.isEmpty else { return }
    session.labels.forgetAll()
    guard !changed.isEmpty else { return }
    let renames = renames(of: changed, from: numbers)
    let names = Set(changed.map(\.name))
    session.screens.leaveScreens(ofTypes: names)
    goOn(withEditingsOf: changed, renames)
    for handler in session.names.handlers where names.contains(handler.type) {
      follow(handler, renames)
    }
    for interactor in affected(by: names) where !Self.isEdited(interactor) {
      follow(interactor, renames)
    }
  }

  private static func isEdited(_ interactor: AttachedInteractor) -> Bool {
    interactor.editedForm != nil || (interactor as? AttachedField)?.interactor.isEditing == true
  }

  /// Lets what is edited go on where its properties live on; what was typed for others is said.
  private func goOn(withEditingsOf former: [RecordType], _ renames: Renames) {
    let names = Set(former.map(\.name))
    let fields = session.names.fields.filter {
      names.contains($0.record.type) && Self.isEdited($0)
    }
    session.live.forget(types: names, but: Set(fields.map(\.record)))
    for type in former {
      guard let next = session.store.type(named: type.name) else { continue }
      var formerNames: [String: String] = [:]
      for property in type.properties {
        let name = renames.next(of: property.name) ?? property.name
        if next[name] != nil { formerNames[name] = property.name }
      }
      let fields = fields.filter { $0.record.type == type.name }
      for field in fields {
        let name = field.interactor.propertyName
        guard let present = formerNames.first(where: { $0.value == name })?.key else {
          lose(field, next)
          continue
        }
        if present != name { field.rename(to: present) }
      }
      for id in Set(fields.map(\.record)) { redefine(id, as: next, formerNames, fields) }
    }
  }

  private func redefine(
    _ id: RecordID, as type: RecordType, _ former: [String: String], _ fields: [AttachedField]
  ) {
    let fields = fields.filter { $0.record == id && $0.loss == nil }
    let edited = fields.filter(\.interactor.holdsEditing).map(\.interactor.propertyName)
    do throws(Diagnostic) {
      try session.live.redefine(id, as: type, former, keeping: Set(edited))
      for field in fields {
        try session.editing.limit(
          field, at: field.typing?.statement.span ?? OpenScreens.nowhere)
      }
    } catch {
      session.say(.warning(error.message, error.kind))
    }
  }

  /// Takes what is typed for a property that is gone out of its form; where it is edited alone it
  /// stays to be seen, and takes no key.
  private func lose(_ field: AttachedField, _ type: RecordType) {
    let name = field.interactor.propertyName
    let isTyped = field.interactor.hasEdits || field.interactor.holdsEditing
    let words = "\(type.name.asName) has no \"\(name)\" any more"
    let loss = Diagnostic(
      .name,
      isTyped ? "\(words); \(Value.text(field.interactor.text).literal) is not stored" : words)
    guard let form = field.editedForm else {
      field.loss = loss
      field.interactor.keepText()
      return
    }
    if isTyped { form.loss = loss }
    field.interactor.takeBackEditing()
    field.interactor.deactivate()
  }

  /// The properties of types that have the same numbers and other names.
  private func renames(of former: [RecordType], from numbers: [String: [Int]]) -> Renames {
    var names: [String: String] = [:]
    for type in former {
      let order = zip(type.properties.map(\.name), numbers[type.name] ?? [])
      let renames = Renames(
        from: Dictionary(order, uniquingKeysWith: { first, _ in first }),
        to: session.store.propertyNumbers(of: type.name))
      names.merge(renames.names) { first, _ in first }
    }
    return Renames(names)
  }

  /// Ends what is about records of a type that has been dropped.
  func detach(from type: String) {
    for interactor in affected(by: [type]) {
      detach(interactor, "\(type.asName) is gone")
    }
  }

  /// The interactors of the session on records of some types.
  private func affected(by types: Set<String>) -> [AttachedInteractor] {
    session.names.interactors.filter { interactor in
      switch interactor {
      case let label as AttachedLabel where label.past == nil:
        // A path can lead through other types.
        return label.recordPath.contains { $0 == "." }
          && label.recordPath.split(separator: ".").count > 2
          || label.records.contains { types.contains($0.type) }
      case let field as AttachedField: return types.contains(field.record.type)
      case let form as AttachedForm: return types.contains(form.record.type)
      default: return false
      }
    }
  }

  private func follow(_ interactor: AttachedInteractor, _ renames: Renames) {
    guard case .own(let name) = interactor.title, let text = interactor.command else { return }
    let meanings = (interactor as? AttachedLabel)?.meanings ?? [:]
    let wasActive = interactor.isActive
    let lastText = (interactor as? AttachedLabel)?.lastText
    interactor.end()
    session.names.free(name)
    do throws(Diagnostic) {
      _ = try renames.apply(to: text) { text throws(Diagnostic) in
        try RestoredLayout.remake(text, meanings, after: lastText, in: session)
      }
      guard !wasActive, let made = session.names[name]?.interactor else { return }
      made.base.deactivate()
    } catch {
      session.say(.warning("\(name) is detached: \(error.message)", error.kind))
    }
  }

  private func follow(_ handler: ChangeHandler, _ renames: Renames) {
    guard session.store.type(named: handler.type)?[handler.property] == nil else { return }
    session.names.free(handler.name)
    guard let next = renames.next(of: handler.property) else {
      session.say(
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
    session.names.bind(handler.name, to: .handler(handler))
  }

  private func detach(_ interactor: AttachedInteractor, _ why: String) {
    guard case .own(let name) = interactor.title else { return }
    interactor.end()
    session.names.free(name)
    session.say(.notice("\(name) is detached: \(why)"))
  }
}
