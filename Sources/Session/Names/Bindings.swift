internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies

/// The names of a session and what each is bound to, in the order they were given.
final class Bindings {
  private var bindings: [String: Binding] = [:]
  private var order: [String] = []
  private var folded: [String: String] = [:]
  /// The names that live in blocks.
  private var locals = LocalNames()

  private var ownFields: [AttachedField] = []
  /// The same by their records; nil where one has moved to another.
  private var ownFieldsOfRecords: [RecordID: [AttachedField]]? = [:]
  /// The forms among them, and what is edited without a name.
  private var holders: [AttachedInteractor] = []
  private var ownExpressionLabels: [AttachedLabel] = []
  /// What is done when properties have changed.
  private(set) var followed = FollowedChanges()
  /// The screens that are open, the newest last.
  private var screens: [AttachedScreen] = []

  /// What a name means in the block that is being run, else on the screen on top, else in the
  /// session.
  subscript(name: String) -> Binding? {
    if !locals.isEmpty, let local = locals[name] { return local }
    return screens.last?[name] ?? bindings[name]
  }

  /// Whether there are labels of expressions.
  var hasExpressionLabels: Bool { !ownExpressionLabels.isEmpty || !screens.isEmpty }

  /// The labels of expressions, those of screens after those of the session.
  var expressionLabels: [AttachedLabel] {
    screens.isEmpty
      ? ownExpressionLabels
      : ownExpressionLabels + screens.flatMap { $0.labels.filter { $0.source != nil } }
  }

  /// The fields among them, the oldest first, and then those of forms.
  var fields: [AttachedField] {
    holders.isEmpty ? ownFields : ownFields + holders.flatMap(\.ownFields)
  }

  /// Those of a record.
  func fields(of record: RecordID) -> [AttachedField] {
    let known = ownFieldsOfRecords ?? Dictionary(grouping: ownFields, by: \.record)
    ownFieldsOfRecords = known
    let own = known[record] ?? []
    return holders.isEmpty
      ? own : own + holders.flatMap(\.ownFields).filter { $0.record == record }
  }

  /// Notes that a field has moved to another record.
  func noteMove() { ownFieldsOfRecords = nil }

  /// The forms that are being edited, each with what is nested in it.
  var editedForms: [AttachedForm] {
    var forms = holders.compactMap { $0 as? AttachedForm }.filter(\.interactor.isEditing)
    for form in fields.compactMap(\.editedForm) where !forms.contains(where: { $0 === form }) {
      forms.append(form)
    }
    return forms
  }

  /// The form that is to make a record in one of its rows; nil for a record that is stored.
  func form(making id: RecordID) -> AttachedForm? {
    guard id.isDraft else { return nil }
    return editedForms.first { $0.fields.contains { $0.record == id } }
  }

  /// The forms that are to make a record.
  var drafts: [AttachedForm] {
    holders.compactMap { $0 as? AttachedForm }.filter(\.interactor.isOfNewSubject)
  }

  /// Every name with its binding, the oldest first; those of the screen on top and of blocks after
  /// them, in place of the ones they hide.
  var all: [(name: String, binding: Binding)] {
    let visible = locals.visible
    let onScreen = (screens.last?.bindings ?? []).filter { shown in
      !visible.contains { $0.name == shown.name }
    }
    let shown = onScreen + visible
    let hidden = Set(shown.map(\.name))
    return order.compactMap { name in
      hidden.contains(name) ? nil : bindings[name].map { (name, $0) }
    } + shown
  }

  /// The labels, fields and forms of the session and of all screens.
  var interactors: [AttachedInteractor] {
    order.compactMap { bindings[$0]?.interactor } + screens
  }

  /// The name in use that a new one would be taken for: the same but for case.
  func clash(with name: String) -> String? {
    let lower = name.lowercased()
    return locals.visible.first { $0.name.lowercased() == lower }?.name ?? folded[lower]
  }

  /// Gives a name to something; that of a record or a value lives in the block that is being run.
  func bind(_ name: String, to binding: Binding) {
    if binding.isMeaning, locals.bind(name, to: binding) { return }
    keep(name, binding)
  }

  /// Gives a record or a value the name of another one, where that is known best, or a new name.
  func give(_ name: String, to binding: Binding) {
    let isOuter = bindings[name]?.isMeaning ?? false
    if locals.give(name, to: binding, isOuter: isOuter) { return }
    if case .record(let id)? = bindings[name] { callByNumber(id, in: name) }
    keep(name, binding)
  }

  /// Has the labels, fields and forms that were made for a record under a name call it by its number,
  /// for the name gets another meaning.
  private func callByNumber(_ id: RecordID, in name: String) {
    let written = name.asName
    for interactor in interactors {
      let subject = interactor.givenSubject
      guard subject == written || subject.hasPrefix(written + ".") else { continue }
      interactor.givenSubject =
        "\(id.type.asName)/\(id.number)" + subject.dropFirst(written.count)
    }
  }

  private func keep(_ name: String, _ binding: Binding) {
    if bindings.updateValue(binding, forKey: name) == nil { order.append(name) }
    if case .handler(let handler) = binding { followed.append(handler) }
    if case .field(let field) = binding {
      ownFields.append(field)
      ownFieldsOfRecords?[field.record, default: []].append(field)
    }
    if case .form(let form) = binding { holders.append(form) }
    if case .label(let label) = binding, label.source != nil { ownExpressionLabels.append(label) }
    folded[name.lowercased()] = name
  }

  /// Adds a field or form without a name while it is edited.
  func addTemporary(_ interactor: AttachedInteractor) { holders.append(interactor) }

  /// Removes a field or form that has no name.
  func removeTemporary(_ interactor: AttachedInteractor) {
    holders.removeAll { $0 === interactor }
  }

  /// Makes the names of a screen hide those of the session.
  func open(_ screen: AttachedScreen) {
    screens.append(screen)
    holders.append(screen)
  }

  /// Forgets the names of a screen.
  func close(_ screen: AttachedScreen) {
    screens.removeAll { $0 === screen }
    holders.removeAll { $0 === screen }
  }

  /// Whether a name is one of the screen on top.
  func isOfScreen(_ name: String) -> Bool { screens.last?[name] != nil }

  func free(_ name: String) {
    if locals.free(name) { return }
    if case .handler = bindings[name] { followed.remove(name) }
    if case .field(let field) = bindings[name] {
      ownFields.removeAll { $0 === field }
      ownFieldsOfRecords = nil
    }
    if case .form(let form) = bindings[name] { holders.removeAll { $0 === form } }
    if case .label(let label) = bindings[name] { ownExpressionLabels.removeAll { $0 === label } }
    bindings[name] = nil
    folded[name.lowercased()] = nil
    order.removeAll { $0 == name }
  }

  // MARK: Blocks

  /// Runs something that knows names of its own, which hide others.
  func withLocals<Failure: Error>(
    _ scope: LocalNames.Scope, _ names: [(name: String, binding: Binding)] = [],
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    locals.enter(scope, names)
    defer { locals.leave() }
    try body()
  }

  /// Begins another round of the block that is being run.
  func beginRound(_ names: [(name: String, binding: Binding)]) { locals.begin(names) }

  /// Whether a name lives in the block that is being run.
  func isLocal(_ name: String) -> Bool { locals[name] != nil }

  /// The commands that the user has defined, in the order they were.
  var commands: [UserCommand] {
    order.compactMap { if case .command(let command) = bindings[$0] { command } else { nil } }
  }

  // MARK: What a command names

  /// The label, field or form that is named, or the part of a form.
  func interactor(_ syntax: InteractorSyntax) throws(Diagnostic) -> AttachedInteractor {
    var found = try interactor(syntax.name)
    for step in syntax.steps { found = try found.part(step) }
    return found
  }

  private func interactor(_ name: Name) throws(Diagnostic) -> AttachedInteractor {
    try find(name, "a label, field or form", \.interactor)
  }

  /// The field or form of a name.
  func field(_ name: Name) throws(Diagnostic) -> AttachedInteractor {
    try find(name, "a field or form") { $0.takesKeys ? $0.interactor : nil }
  }

  /// The form of a name.
  func form(_ name: Name) throws(Diagnostic) -> AttachedForm {
    try find(name, "a form") { if case .form(let form) = $0 { form } else { nil } }
  }

  /// The part of a form that a path means; nil for a path of properties.
  func part(_ path: PathSyntax) throws(Diagnostic) -> AttachedInteractor? {
    guard case .name(let name) = path.record.value, case .form = self[name.value] else {
      return nil
    }
    return try interactor(InteractorSyntax(name: name, steps: path.steps))
  }

  private func find<Found>(
    _ name: Name, _ wanted: String, _ choose: (Binding) -> Found?
  ) throws(Diagnostic) -> Found {
    guard let binding = self[name.value] else {
      if let reason = screens.last?.reason(againstField: name.value) {
        throw Diagnostic(.refused, "\(name.value) is unavailable: \(reason)", at: name.span)
      }
      let candidates = all.filter { choose($0.binding) != nil }
      throw Diagnostic(
        unknown: "there is no \(wanted.dropFirst(2)) \"\(name.value)\"", name,
        among: candidates.map(\.name))
    }
    if let found = choose(binding) { return found }
    throw Diagnostic(
      .name, "\"\(name.value)\" is \(binding.noun), not \(wanted)", at: name.span)
  }
}
