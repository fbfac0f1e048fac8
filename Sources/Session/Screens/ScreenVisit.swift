internal import CommandLanguage
internal import Interactors
internal import Presentation
package import Replies

/// What a person sees and does on a screen, and on those that are opened from it, where a view draws
/// them whole.
package final class ScreenVisit {
  private let session: Session
  private let depth: Int
  private let span: SourceSpan
  private var typing: Typing?

  /// What the person has to know of the last key: an alert, or why a command was refused.
  package private(set) var notice: String?
  /// What the last key would delete, which the next one is to confirm.
  private var question: String?

  /// - Parameter depth: how many screens were open before.
  init(_ session: Session, below depth: Int, at span: SourceSpan) {
    self.session = session
    self.depth = depth
    self.span = span
  }

  /// What is on the screen on top now.
  package var content: ScreenContent? { isEnded ? nil : session.screens.content }

  /// Whether all screens of the visit have been left.
  package var isEnded: Bool { session.screens.open.count <= depth }

  /// Shows an alert until the next key.
  func show(_ alert: Alert) {
    notice = alert.message + (alert.hint.map { " (\($0))" } ?? "")
  }

  // MARK: What the person does

  /// Selects the record that an item is about, and no other; does nothing for other items.
  package func select(_ item: ScreenItem) {
    guard let record = item.record else { return }
    session.screens.presenter.selection.replace(with: CollectionOfOne(record))
  }

  /// Carries out a command of the menu; why it is refused is the notice. One that deletes asks
  /// first, and is carried out when it is given again.
  package func perform(_ command: String) {
    let asked = question
    question = nil
    attempting { () throws(Diagnostic) in
      try session.followOtherPrograms()
      let name = Name(command, at: span)
      try session.transactions.asking { [unowned self] question in
        self.question = question == asked ? nil : question
        return question == asked
      } _: { () throws(Diagnostic) in
        try session.screens.menu.perform(name, of: session.screens.presenter, [])
      }
    }
    if let question { notice = "\(question) \(command) again does it" }
  }

  /// Leaves the screen on top.
  package func leave() {
    attempting { () throws(Diagnostic) in try session.screens.leave(at: span) }
  }

  /// Leaves all screens of the visit.
  package func leaveAll() {
    for _ in session.screens.open.dropFirst(depth) { leave() }
  }

  /// Looks for what other programs have changed.
  package func refresh() {
    let former = notice
    attempting { () throws(Diagnostic) in try session.followOtherPrograms() }
    if notice == nil { notice = former }
  }

  /// Begins to edit a field of the screen; nil where it takes no keys, and the notice says why.
  package func edit(_ field: ShownPart) -> FieldEditing? {
    if field.isUnavailable {
      notice = field.reason
      return nil
    }
    var editing: FieldEditing?
    attempting { () throws(Diagnostic) in
      let name = Name(field.name, at: span)
      let typing = try session.editing.typing(into: try session.names.field(name), at: span)
      self.typing = typing
      editing = FieldEditing(typing)
    }
    return editing
  }

  /// Whether the field that is edited has lost its record, or its screen, which has ended the editing.
  package var hasLostField: Bool {
    guard let field = typing?.field else { return false }
    return !field.interactor.isEditing
  }

  /// Forgets the field that is edited, of which nothing is to be stored.
  package func forgetField() { typing = nil }

  /// Notes that the editing of a field is over.
  package func finishEditing() {
    guard let typing else { return }
    self.typing = nil
    attempting { () throws(Diagnostic) in try session.editing.finish(typing, at: span) }
  }

  private func attempting(_ body: () throws(Diagnostic) -> Void) {
    notice = nil
    do throws(Diagnostic) {
      try body()
    } catch {
      session.runner.forgetInterruption()
      notice =
        error.isOvertaken
        ? "another program has changed the store meanwhile; try again"
        : error.message + (error.hint.map { " (\($0))" } ?? "")
    }
    session.labels.update()
    session.screens.update()
  }
}
