internal import CommandLanguage
internal import Interactors

/// The names of a session and what each is bound to, in the order they were given.
final class Bindings {
  private var bindings: [String: Binding] = [:]
  private var order: [String] = []
  private var folded: [String: String] = [:]

  private var ownFields: [AttachedField] = []
  /// The forms among them, and what is edited without a name.
  private var holders: [AttachedInteractor] = []
  /// The labels of expressions among them, the oldest first.
  private(set) var expressionLabels: [AttachedLabel] = []

  subscript(name: String) -> Binding? { bindings[name] }

  /// The fields among them, the oldest first, and then those of forms.
  var fields: [AttachedField] {
    holders.isEmpty ? ownFields : ownFields + holders.flatMap(\.ownFields)
  }

  /// The forms that are being edited.
  var editedForms: [AttachedForm] {
    holders.compactMap { $0 as? AttachedForm }.filter(\.interactor.isEditing)
  }

  /// The forms that are to make a record.
  var drafts: [AttachedForm] {
    holders.compactMap { $0 as? AttachedForm }.filter(\.interactor.isOfNewSubject)
  }

  /// Every name with its binding, the oldest first.
  var all: [(name: String, binding: Binding)] {
    order.compactMap { name in bindings[name].map { (name, $0) } }
  }

  /// The name in use that a new one would be taken for: the same but for case.
  func clash(with name: String) -> String? { folded[name.lowercased()] }

  func bind(_ name: String, to binding: Binding) {
    if bindings.updateValue(binding, forKey: name) == nil { order.append(name) }
    if case .field(let field) = binding { ownFields.append(field) }
    if case .form(let form) = binding { holders.append(form) }
    if case .label(let label) = binding, label.source != nil { expressionLabels.append(label) }
    folded[name.lowercased()] = name
  }

  /// Takes a field or form into account that has no name, as long as it is edited.
  func lend(_ interactor: AttachedInteractor) { holders.append(interactor) }

  /// Forgets what was lent.
  func takeBack(_ interactor: AttachedInteractor) {
    holders.removeAll { $0 === interactor }
  }

  func free(_ name: String) {
    if case .field(let field) = bindings[name] { ownFields.removeAll { $0 === field } }
    if case .form(let form) = bindings[name] { takeBack(form) }
    if case .label(let label) = bindings[name] { expressionLabels.removeAll { $0 === label } }
    bindings[name] = nil
    folded[name.lowercased()] = nil
    order.removeAll { $0 == name }
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
