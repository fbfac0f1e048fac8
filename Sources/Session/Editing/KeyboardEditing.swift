internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
package import Workspace

package protocol Keyboard: AnyObject {
  func edit(_ editing: EditingSession)

  /// Why the window is too small for forms, for example `a form needs 40 columns`; nil if forms
  /// fit.
  var obstacleToForms: String? { get }
}

extension Keyboard {
  package var obstacleToForms: String? { nil }
}

final class KeyboardEditing {
  var showOnScreen: ((String) -> Void)?
  private let keyboard: (any Keyboard)?
  private let context: CommandContext

  init(_ context: CommandContext, _ keyboard: (any Keyboard)?) {
    self.context = context
    self.keyboard = keyboard
  }

  var isThere: Bool { keyboard != nil }

  var canShowForms: Bool { keyboard.map { $0.obstacleToForms == nil } ?? false }

  /// Asks for the values of a type's properties in a form, but does not store them. Properties
  /// without a given value are empty, and required unless they are optional.
  ///
  /// - Returns: Nil if the user cancels.
  func ask(
    _ type: RecordType, _ given: [String: Value?], as title: String, at span: SourceSpan
  ) throws(Diagnostic) -> [String: Value?]? {
    let form = try inWorkspace(
      context.workspace.makeForm(.temporary(title), ofNew: type, given, in: nil, as: title),
      at: span)
    for property in type.properties where given[property.name] == nil {
      form.interactor.subject.restore(property.name, to: nil)
    }
    var answer: [String: Value?]?
    form.interactor.accept = { [subject = form.interactor.subject] _ throws(Violation) in
      let values = type.properties.map { ($0.name, subject.value(of: $0.name)) }
      let missing = zip(type.properties, values).filter { !$0.isOptional && $1.1 == nil }
      guard missing.isEmpty else { throw .required(missing.map(\.0.name)) }
      answer = Dictionary(uniqueKeysWithValues: values)
    }
    try edit(form, at: span, isQuestion: true)
    if answer == nil { tell("\(title) was cancelled") }
    return answer
  }

  func edit(
    _ target: BoundInteractor, at span: SourceSpan, isQuestion: Bool = false
  ) throws(Diagnostic) {
    guard let keyboard else { return }
    let isTemporary = if case .temporary = target.title { true } else { false }
    let shown = context.resolver.isForPerson ? target as? BoundForm : nil
    shown?.isDrawn = true
    shown?.stored = nil
    defer {
      shown?.isDrawn = false
      shown?.sayChanges()
    }
    if isTemporary {
      context.names.registry.hold(target)
      target.base.activate()
    }
    defer {
      if isTemporary {
        context.names.registry.release(target)
        target.close()
      }
    }
    let editing = try inWorkspace(context.workspace.editing.session(into: target), at: span)
    if let obstacle = editing.obstacle { throw obstacle.diagnostic.at(span) }
    editing.isQuiet = shown != nil
    let field = editing.field
    try inWorkspace(
      context.workspace.editing.endEditings(of: field.record, except: field.interactor.propertyName)
    )
    editing.beginAtKeyboard()
    try context.transactions.handingOverKeyboard { keyboard.edit(editing) }
    // Check the form first, because a row disappears together with the record of its form.
    for id in [editing.form?.record ?? editing.field.record, editing.field.record]
    where editing.form?.made == nil {
      guard try !inWorkspace(context.resolver.reader.exists(id)) else { continue }
      try inWorkspace(context.workspace.refresh(ofOthers: true))
      throw context.workspace.editing.isGone(id).diagnostic.at(span)
    }
    try inWorkspace(context.workspace.editing.finish(editing), at: span)
    if isQuestion { return }
    // The results of individual fields would include values that were not stored.
    if let form = editing.cancelledForm {
      tell("the form \(form.name) was cancelled and changed nothing")
    } else if let shown {
      tell(shown.stored ?? "the form \(shown.name) changed nothing")
    }
  }

  private func tell(_ outcome: String) {
    guard let showOnScreen else { return context.say(.notice(outcome)) }
    showOnScreen(outcome)
  }

  func edit(_ id: RecordID, at span: SourceSpan) throws(Diagnostic) {
    let name = "\(id.type.asName)/\(id.number)"
    try edit(
      inWorkspace(context.workspace.makeForm(.temporary(name), on: id, as: name), at: span),
      at: span)
  }

  func fill(
    _ type: RecordType, _ given: GivenValues, as name: String? = nil,
    into list: Store.ListPlace? = nil, at span: SourceSpan
  ) throws(Diagnostic) -> RecordID? {
    guard isThere || name != nil else {
      throw Diagnostic(
        .refused, "edit needs a terminal", at: span,
        hint: "`edit new \(type.name.asName) as NAME` opens a form, and `type NAME \"…\"` fills it "
          + "in")
    }
    let title = name ?? type.name
    let form = try inWorkspace(
      context.workspace.makeForm(
        isThere ? .temporary(title) : .own(title), ofNew: type, given.values, in: list, as: title),
      at: span)
    form.nameOfNew = name
    if isThere {
      try edit(form, at: span)
    } else {
      context.names.bind(title, to: .form(form))
      form.interactor.activate()
    }
    return form.made
  }

  func wantsForm(of type: RecordType, _ given: GivenValues) -> Bool {
    guard context.runner.isAtPrompt, isThere else { return false }
    let missing = type.missingProperties(given.values)
    guard !missing.isEmpty else { return false }
    if showOnScreen != nil { return true }
    if let obstacle = keyboard?.obstacleToForms {
      context.say(.notice(obstacle))
      return false
    }
    let names = Self.brief(missing)
    return context.configuration.confirm?("\(Violation.required(names).message): fill in a form?")
      == true
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

  /// In characters; a question with this limit needs about two lines.
  private static let longestNames = 100
}
