/// The names of a session, in the order they were given.
struct Names {
  private var bindings: [String: Binding] = [:]
  private var order: [String] = []
  private var folded: [String: String] = [:]

  subscript(name: String) -> Binding? { bindings[name] }

  /// Every name with what it stands for, the oldest first.
  var all: [(name: String, binding: Binding)] {
    order.compactMap { name in bindings[name].map { (name, $0) } }
  }

  /// The name in use that a new one would be taken for: the same but for case.
  func clash(with name: String) -> String? { folded[name.lowercased()] }

  mutating func bind(_ name: String, to binding: Binding) {
    if bindings.updateValue(binding, forKey: name) == nil { order.append(name) }
    folded[name.lowercased()] = name
  }

  mutating func free(_ name: String) {
    bindings[name] = nil
    folded[name.lowercased()] = nil
    order.removeAll { $0 == name }
  }
}
