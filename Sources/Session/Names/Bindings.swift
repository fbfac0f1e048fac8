internal import CommandLanguage
internal import Records
internal import Replies
internal import Workspace

final class Bindings {
  private var bindings: [String: Binding] = [:]
  private var order: [String] = []
  private var folded: [String: String] = [:]
  private var locals = LocalNames()

  let registry: InteractorRegistry
  private(set) var followed = FollowedChanges()
  /// The commands stored in the database, by name, including those that session names shadow.
  private var kept: [String: UserCommand] = [:]
  /// Whether calls run a stored command even if a session name shadows it.
  var callsKept = false

  init(_ registry: InteractorRegistry) { self.registry = registry }

  subscript(name: String) -> Binding? {
    if !locals.isEmpty, let local = locals[name] { return local }
    return screens.last?[name].map(Binding.init) ?? bindings[name]
  }

  private var screens: [BoundScreen] { registry.screens }

  /// The visible names: session names in order, then names of the top screen, then names of blocks.
  var all: [(name: String, binding: Binding)] {
    let visible = locals.visible
    let onScreen = (screens.last?.parts ?? []).map { (name: $0.name, binding: Binding($0)) }
      .filter { shown in !visible.contains { $0.name == shown.name } }
    let shown = onScreen + visible
    let hidden = Set(shown.map(\.name))
    return order.compactMap { name in
      hidden.contains(name) ? nil : bindings[name].map { (name, $0) }
    } + shown
  }

  var interactors: [BoundInteractor] {
    order.compactMap { bindings[$0]?.interactor } + screens
  }

  func clash(with name: String) -> String? {
    let lower = name.lowercased()
    return locals.visible.first { $0.name.lowercased() == lower }?.name ?? folded[lower]
  }

  /// Binds a record or value in the current block, if there is one; binds anything else in the
  /// session.
  func bind(_ name: String, to binding: Binding) {
    if binding.isMeaning, locals.bind(name, to: binding) { return }
    keep(name, binding)
  }

  /// Rebinds the record or value in the scope that declares the name. In a command or handler, a
  /// session name is shadowed instead. If no scope declares the name, binds it.
  func give(_ name: String, to binding: Binding) {
    let isOuter = bindings[name]?.isMeaning ?? false
    if locals.give(name, to: binding, isOuter: isOuter) { return }
    if case .record(let id)? = bindings[name] { callByNumber(id, in: name) }
    keep(name, binding)
  }

  /// Makes interactors refer to the record by number, because its name will have a different
  /// binding.
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
    if let interactor = binding.interactor { registry.add(interactor) }
    folded[name.lowercased()] = name
  }

  func follow(kept commands: [UserCommand], _ handlers: [ChangeHandler]) {
    kept = Dictionary(commands.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    let own = followed.handlers.filter { !$0.isKept }
    followed = FollowedChanges()
    for handler in handlers + own { followed.append(handler) }
  }

  func isOfScreen(_ name: String) -> Bool { screens.last?[name] != nil }

  func free(_ name: String) {
    if locals.free(name) { return }
    if case .handler = bindings[name] { followed.remove(name) }
    if let interactor = bindings[name]?.interactor { registry.remove(interactor) }
    bindings[name] = nil
    folded[name.lowercased()] = nil
    order.removeAll { $0 == name }
  }

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

  func command(_ name: String) -> UserCommand? {
    if callsKept { return kept[name] }
    return if case .command(let command) = self[name] { command } else { nil }
  }

  var commands: [UserCommand] {
    order.compactMap { if case .command(let command) = bindings[$0] { command } else { nil } }
  }

  func interactor(_ syntax: InteractorSyntax) throws(Diagnostic) -> BoundInteractor {
    var found = try interactor(syntax.name)
    for step in syntax.steps {
      found = try inWorkspace(found.part(step.name.value), at: step.name.span)
      if let index = step.index { found = try inWorkspace(found.row(index.value), at: index.span) }
    }
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
