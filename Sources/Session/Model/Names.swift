/// The names of a session, in the order they were given.
struct Names {
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

  /// Every name with what it stands for, the oldest first.
  var all: [(name: String, binding: Binding)] {
    order.compactMap { name in bindings[name].map { (name, $0) } }
  }

  /// The name in use that a new one would be taken for: the same but for case.
  func clash(with name: String) -> String? { folded[name.lowercased()] }

  mutating func bind(_ name: String, to binding: Binding) {
    if bindings.updateValue(binding, forKey: name) == nil { order.append(name) }
    if case .field(let field) = binding { ownFields.append(field) }
    if case .form(let form) = binding { holders.append(form) }
    if case .label(let label) = binding, label.source != nil { expressionLabels.append(label) }
    folded[name.lowercased()] = name
  }

  /// Takes a field or form into account that has no name, as long as it is edited.
  mutating func lend(_ interactor: AttachedInteractor) { holders.append(interactor) }

  /// Forgets what was lent.
  mutating func takeBack(_ interactor: AttachedInteractor) {
    holders.removeAll { $0 === interactor }
  }

  mutating func free(_ name: String) {
    if case .field(let field) = bindings[name] { ownFields.removeAll { $0 === field } }
    if case .form(let form) = bindings[name] { takeBack(form) }
    if case .label(let label) = bindings[name] { expressionLabels.removeAll { $0 === label } }
    bindings[name] = nil
    folded[name.lowercased()] = nil
    order.removeAll { $0 == name }
  }
}
