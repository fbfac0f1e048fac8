/// The names of a session, in the order they were given.
struct Names {
  private var bindings: [String: Binding] = [:]
  private var order: [String] = []
  private var folded: [String: String] = [:]

  /// The fields among them, the oldest first.
  private(set) var fields: [AttachedField] = []
  /// The labels of expressions among them, the oldest first.
  private(set) var expressionLabels: [AttachedLabel] = []

  subscript(name: String) -> Binding? { bindings[name] }

  /// Every name with what it stands for, the oldest first.
  var all: [(name: String, binding: Binding)] {
    order.compactMap { name in bindings[name].map { (name, $0) } }
  }

  /// The name in use that a new one would be taken for: the same but for case.
  func clash(with name: String) -> String? { folded[name.lowercased()] }

  mutating func bind(_ name: String, to binding: Binding) {
    if bindings.updateValue(binding, forKey: name) == nil { order.append(name) }
    if case .field(let field) = binding { fields.append(field) }
    if case .label(let label) = binding, label.source != nil { expressionLabels.append(label) }
    folded[name.lowercased()] = name
  }

  /// Takes a field into account that has no name, as long as it is edited.
  mutating func lend(_ field: AttachedField) { fields.append(field) }

  /// Forgets a field that was lent.
  mutating func takeBack(_ field: AttachedField) { fields.removeAll { $0 === field } }

  mutating func free(_ name: String) {
    if case .field(let field) = bindings[name] { fields.removeAll { $0 === field } }
    if case .label(let label) = bindings[name] { expressionLabels.removeAll { $0 === label } }
    bindings[name] = nil
    folded[name.lowercased()] = nil
    order.removeAll { $0 == name }
  }
}
