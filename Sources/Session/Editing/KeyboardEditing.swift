internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
package import Workspace

package protocol Keyboard: AnyObject {
  func edit(_ editing: EditingSession)

  /// Why the window is too small for forms, such as `a form needs 80 columns`; nil if forms can be
  /// drawn.
  var obstacleToForms: String? { get }
}

extension Keyboard {
  package var obstacleToForms: String? { nil }
}

final class KeyboardEditing {
  /// Shows the outcome of a form on the drawn screen; nil if no screen is drawn.
  var showOnScreen: ((String) -> Void)?
  private let keyboard: (any Keyboard)?
  private let confirm: ((String) -> Bool)?
  private let runner: ScriptRunner
  private let transactions: Transactions
  private let names: Bindings
  private let resolver: Resolver
  private let workspace: Workspace
  private let factory: InteractorFactory
  private let say: (Reply) -> Void

  /// - Parameter keyboard: Nil without an interactive user.
  init(
    _ keyboard: (any Keyboard)?, _ configuration: Configuration, _ runner: ScriptRunner,
    _ transactions: Transactions, _ names: Bindings, _ resolver: Resolver, _ workspace: Workspace,
    _ factory: InteractorFactory, say: @escaping (Reply) -> Void
  ) {
    self.keyboard = keyboard
    confirm = configuration.confirm
    self.runner = runner
    self.transactions = transactions
    self.names = names
    self.resolver = resolver
    self.workspace = workspace
    self.factory = factory
    self.say = say
  }

  var isThere: Bool { keyboard != nil }

  /// Hands the keyboard to a field or form until editing ends; does nothing without an interactive
  /// user.
  func edit(_ target: BoundInteractor, at span: SourceSpan) throws(Diagnostic) {
    guard let keyboard else { return }
    let isTemporary = if case .temporary = target.title { true } else { false }
    let shown = resolver.isForPerson ? target as? BoundForm : nil
    shown?.isDrawn = true
    shown?.stored = nil
    defer {
      shown?.isDrawn = false
      shown?.sayChanges()
    }
    if isTemporary {
      names.registry.hold(target)
      target.base.activate()
    }
    defer {
      if isTemporary {
        names.registry.release(target)
        target.close()
      }
    }
    let typing = try inWorkspace(workspace.editing.typing(into: target), at: span)
    if let obstacle = typing.obstacle { throw obstacle.diagnostic.at(span) }
    typing.isQuiet = shown != nil
    let field = typing.field
    try inWorkspace(
      workspace.editing.endEditings(of: field.record, except: field.interactor.propertyName))
    try transactions.handingOverKeyboard { keyboard.edit(EditingSession(typing)) }
    // A row disappears with the record of its form, so check the form first.
    for id in [typing.form?.record ?? typing.field.record, typing.field.record]
    where typing.form?.made == nil {
      guard try !inWorkspace(resolver.reader.exists(id)) else { continue }
      try inWorkspace(workspace.refresh(ofOthers: true))
      throw workspace.editing.isGone(id).diagnostic.at(span)
    }
    try inWorkspace(workspace.editing.finish(typing), at: span)
    // The results of individual fields would report values that were not stored.
    if let form = typing.cancelledForm {
      tell("the form \(form.name) was cancelled and changed nothing")
    } else if let shown {
      tell(shown.stored ?? "the form \(shown.name) changed nothing")
    }
  }

  private func tell(_ outcome: String) {
    guard let showOnScreen else { return say(.notice(outcome)) }
    showOnScreen(outcome)
  }

  func edit(_ id: RecordID, at span: SourceSpan) throws(Diagnostic) {
    let name = "\(id.type.asName)/\(id.number)"
    try edit(
      inWorkspace(workspace.makeForm(.temporary(name), on: id, as: name), at: span), at: span)
  }

  func fill(
    _ type: RecordType, _ given: GivenValues, as name: String? = nil,
    into list: Store.ListPlace? = nil, at span: SourceSpan
  ) throws(Diagnostic) -> RecordID? {
    guard isThere || name != nil else {
      throw Diagnostic(
        .refused, "edit needs a terminal", at: span,
        hint: "edit new \(type.name.asName) as NAME opens a form for type NAME \"…\"")
    }
    let title = name ?? type.name
    let form = try inWorkspace(
      workspace.makeForm(
        isThere ? .temporary(title) : .own(title), ofNew: type, given.values, as: title),
      at: span)
    form.nameOfNew = name
    form.listOfNew = list
    if isThere {
      try edit(form, at: span)
    } else {
      names.bind(title, to: .form(form))
      form.interactor.activate()
    }
    return form.made
  }

  /// Whether the user fills in a form for missing required values; asks, unless a screen is drawn.
  ///
  /// If the window is too small for a form, says so instead.
  func wantsForm(of type: RecordType, _ given: GivenValues) -> Bool {
    guard runner.isAtPrompt, isThere else { return false }
    let missing = type.missingProperties(given.values)
    guard !missing.isEmpty else { return false }
    if showOnScreen != nil { return true }
    if let obstacle = keyboard?.obstacleToForms {
      say(.notice(obstacle))
      return false
    }
    let names = Self.brief(missing)
    return confirm?("\(Violation.required(names).message): fill in a form?") == true
  }

  private static func brief(_ names: [String]) -> [String] {
    var length = 0
    let shown = names.prefix { name in
      length += name.count + 2
      return length <= longestNames
    }
    let rest = names.count - shown.count
    return rest > 1 && !shown.isEmpty ? shown + ["\(rest) more"] : names
  }

  /// In characters, about two lines of a question.
  private static let longestNames = 100
}
