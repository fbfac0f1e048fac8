/// The names that live in the blocks that are being run, and hide others.
struct LocalNames {
  /// Which outer names a block sees, and where names bound in it are kept.
  enum Scope {
    /// A block that is run again and again: what is named in it lives until its next round.
    case round
    /// The block of a command or a handler, which knows no names of the blocks that it is run from.
    case call
    /// A block that is only part of another one: names bound in it outlive it.
    case part
  }

  private struct Frame {
    var scope: Scope
    var names: [(name: String, binding: Binding)]
  }

  private var frames: [Frame] = []

  var isEmpty: Bool { frames.isEmpty }

  /// What a name means in the block that is being run.
  subscript(name: String) -> Binding? {
    for frame in frames.reversed() {
      if let found = frame.names.last(where: { $0.name == name }) { return found.binding }
      if frame.scope == .call { break }
    }
    return nil
  }

  /// Those that can be seen, the innermost first.
  var visible: [(name: String, binding: Binding)] {
    var names: [(name: String, binding: Binding)] = []
    for frame in frames.reversed() {
      for local in frame.names.reversed() where !names.contains(where: { $0.name == local.name }) {
        names.append(local)
      }
      if frame.scope == .call { break }
    }
    return names
  }

  mutating func enter(_ scope: Scope, _ names: [(name: String, binding: Binding)]) {
    frames.append(Frame(scope: scope, names: names))
  }

  mutating func leave() { frames.removeLast() }

  /// Forgets what was named in the block that was entered last, which begins anew with these names.
  mutating func begin(_ names: [(name: String, binding: Binding)]) {
    frames[frames.count - 1].names = names
  }

  /// Gives a name in the innermost block that keeps such; false where none does.
  mutating func bind(_ name: String, to binding: Binding) -> Bool {
    guard let index = frames.lastIndex(where: { $0.scope != .part }) else { return false }
    frames[index].names.append((name, binding))
    return true
  }

  /// Gives a name another meaning in the nearest block that knows it, up to that of the command or
  /// handler that is being run.
  ///
  /// - Parameter isOuter: whether the session has the name, which the command or handler then hides.
  /// - Returns: false where no block is to keep the name.
  mutating func give(_ name: String, to binding: Binding, isOuter: Bool) -> Bool {
    for index in frames.indices.reversed() {
      if let place = frames[index].names.lastIndex(where: { $0.name == name }) {
        frames[index].names[place].binding = binding
        return true
      }
      guard frames[index].scope == .call else { continue }
      guard isOuter else { break }
      frames[index].names.append((name, binding))
      return true
    }
    return isOuter ? false : bind(name, to: binding)
  }

  /// Forgets a name of the block that is being run; false where it is none.
  mutating func free(_ name: String) -> Bool {
    for index in frames.indices.reversed() {
      if let place = frames[index].names.lastIndex(where: { $0.name == name }) {
        frames[index].names.remove(at: place)
        return true
      }
      if frames[index].scope == .call { break }
    }
    return false
  }
}
