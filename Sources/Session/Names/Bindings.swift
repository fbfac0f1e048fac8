internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies

/// The names of a session and their bindings, in order of definition.
final class Bindings {
  private var bindings: [String: Binding] = [:]
  private var order: [String] = []
  private var folded: [String: String] = [:]
  private var locals = LocalNames()

  private var ownFields: [BoundField] = []
  /// `ownFields` by record; nil after a field moved to another record.
  private var ownFieldsOfRecords: [RecordID: [BoundField]]? = [:]
  /// The forms, screens and unnamed interactors being edited.
  private var holders: [BoundInteractor] = []
  private var ownExpressionLabels: [BoundLabel] = []
  private(set) var followed = FollowedChanges()
  private var screens: [BoundScreen] = []

  /// The binding of a name: of the current block, else of the top screen, else of the session.
  subscript(name: String) -> Binding? {
    if !locals.isEmpty, let local = locals[name] { return local }
    return screens.last?[name] ?? bindings[name]
  }

  var hasExpressionLabels: Bool { !ownExpressionLabels.isEmpty || !screens.isEmpty }

  /// The session's labels come before those of screens.
  var expressionLabels: [BoundLabel] {
    screens.isEmpty
      ? ownExpressionLabels
      : ownExpressionLabels + screens.flatMap { $0.labels.filter { $0.source != nil } }
  }

  /// The fields in order of definition, then the fields of forms.
  var fields: [BoundField] {
    holders.isEmpty ? ownFields : ownFields + holders.flatMap(\.ownFields)
  }

  func fields(of record: RecordID) -> [BoundField] {
    let known = ownFieldsOfRecords ?? Dictionary(grouping: ownFields, by: \.record)
    ownFieldsOfRecords = known
    let own = known[record] ?? []
    return holders.isEmpty
      ? own : own + holders.flatMap(\.ownFields).filter { $0.record == record }
  }

  func noteMove() { ownFieldsOfRecords = nil }

  var editedForms: [BoundForm] {
    var forms = holders.compactMap { $0 as? BoundForm }.filter(\.interactor.isEditing)
    for form in fields.compactMap(\.editedForm) where !forms.contains(where: { $0 === form }) {
      forms.append(form)
    }
    return forms
  }

  /// The form that will create a draft record; nil for a stored record.
  func form(making id: RecordID) -> BoundForm? {
    guard id.isDraft else { return nil }
    return editedForms.first { $0.fields.contains { $0.record == id } }
  }

  /// The forms that will create a record.
  var drafts: [BoundForm] {
    holders.compactMap { $0 as? BoundForm }.filter(\.interactor.isOfNewSubject)
  }

  /// Every visible name with its binding: session names in order, then names of the top screen and
  /// of blocks.
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

  var interactors: [BoundInteractor] {
    order.compactMap { bindings[$0]?.interactor } + screens
  }

  /// An existing name that differs from a new one at most in case.
  func clash(with name: String) -> String? {
    let lower = name.lowercased()
    return locals.visible.first { $0.name.lowercased() == lower }?.name ?? folded[lower]
  }

  /// Binds a name; the name of a record or value is local to the current block.
  func bind(_ name: String, to binding: Binding) {
    if binding.isMeaning, locals.bind(name, to: binding) { return }
    keep(name, binding)
  }

  /// Rebinds the name of a record or value in the scope that knows it, or binds a new name.
  func give(_ name: String, to binding: Binding) {
    let isOuter = bindings[name]?.isMeaning ?? false
    if locals.give(name, to: binding, isOuter: isOuter) { return }
    if case .record(let id)? = bindings[name] { callByNumber(id, in: name) }
    keep(name, binding)
  }

  /// Makes interactors attached under a session name refer to the record by number, because the
  /// name gets another binding.
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

  func addTemporary(_ interactor: BoundInteractor) { holders.append(interactor) }

  func removeTemporary(_ interactor: BoundInteractor) {
    holders.removeAll { $0 === interactor }
  }

  /// Opens a screen, whose names shadow those of the session.
  func open(_ screen: BoundScreen) {
    screens.append(screen)
    holders.append(screen)
  }

  func close(_ screen: BoundScreen) {
    screens.removeAll { $0 === screen }
    holders.removeAll { $0 === screen }
  }

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

  func withLocals<Failure: Error>(
    _ scope: LocalNames.Scope, _ names: [(name: String, binding: Binding)] = [],
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    locals.enter(scope, names)
    defer { locals.leave() }
    try body()
  }

  func beginRound(_ names: [(name: String, binding: Binding)]) { locals.begin(names) }

  func isLocal(_ name: String) -> Bool { locals[name] != nil }

  var commands: [UserCommand] {
    order.compactMap { if case .command(let command) = bindings[$0] { command } else { nil } }
  }

  // MARK: What a command names

  func interactor(_ syntax: InteractorSyntax) throws(Diagnostic) -> BoundInteractor {
    var found = try interactor(syntax.name)
    for step in syntax.steps { found = try found.part(step) }
    return found
  }

  private func interactor(_ name: Name) throws(Diagnostic) -> BoundInteractor {
    try find(name, "a label, field or form", \.interactor)
  }

  func field(_ name: Name) throws(Diagnostic) -> BoundInteractor {
    try find(name, "a field or form") { $0.takesKeys ? $0.interactor : nil }
  }

  func form(_ name: Name) throws(Diagnostic) -> BoundForm {
    try find(name, "a form") { if case .form(let form) = $0 { form } else { nil } }
  }

  /// The part of a form at a path; nil for a path of properties.
  func part(_ path: PathSyntax) throws(Diagnostic) -> BoundInteractor? {
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
