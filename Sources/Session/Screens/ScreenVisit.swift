internal import CommandLanguage
internal import Interactors
internal import Presentation
internal import Records
package import Replies

/// A keyboard whose person sees screens, too.
package protocol ScreenKeyboard: Keyboard {
  /// Draws the screens of a visit until they are left; false where none can be drawn, and then
  /// nothing has happened.
  func visit(_ visit: ScreenVisit) -> Bool
}

/// The screens that a visit leads through, the newest last.
protocol VisitedScreens: AnyObject {
  /// The commands of their menus.
  var menu: ScreenMenu { get }
  /// The selection and the menu of the one on top.
  var presenter: Presenter<RecordID> { get }
  /// What is on the one on top; nil if none is open.
  var content: ScreenContent? { get }
  /// The records that the one on top lists; nil where it is about one.
  var listed: ListedRecords? { get }
  /// How many are open.
  var count: Int { get }
  /// Leaves the one on top.
  func leave(at span: SourceSpan) throws(Diagnostic)
}

/// What a person sees and does on a screen, and on those that are opened from it, where a view draws
/// them whole.
package final class ScreenVisit {
  private let screens: any VisitedScreens
  private let runner: ScriptRunner
  private let transactions: Transactions
  private let names: Bindings
  private let editing: Editing
  private let feed: ChangeFeed
  private let others: OtherPrograms
  private let depth: Int
  private let span: SourceSpan
  private var typing: Typing?

  /// What the person has to know of the last key: an alert, or why a command was refused.
  package private(set) var notice: String?
  /// What the last key would delete, which the next one is to confirm.
  private var question: String?

  /// - Parameter depth: how many screens were open before.
  init(
    _ screens: any VisitedScreens, _ runner: ScriptRunner, _ transactions: Transactions,
    _ names: Bindings, _ editing: Editing, _ feed: ChangeFeed, _ others: OtherPrograms,
    below depth: Int, at span: SourceSpan
  ) {
    self.screens = screens
    self.runner = runner
    self.transactions = transactions
    self.names = names
    self.editing = editing
    self.feed = feed
    self.others = others
    self.depth = depth
    self.span = span
  }

  /// What is on the screen on top now.
  package var content: ScreenContent? { isEnded ? nil : screens.content }

  /// Whether all screens of the visit have been left.
  package var isEnded: Bool { screens.count <= depth }

  /// Shows an alert until the next key.
  func show(_ alert: Alert) {
    notice = alert.message + (alert.hint.map { " (\($0))" } ?? "")
  }

  /// Shows what became of something until the next key.
  func show(_ outcome: String) { notice = outcome }

  // MARK: What the person does

  /// Ends the question whether something is to be deleted, for another key was pressed than that of
  /// the command; false where there was none.
  package func withdrawQuestion() -> Bool {
    if question == nil { return false }
    (question, notice) = (nil, nil)
    return true
  }

  /// As many of the rows in a range of the list on top as there are; none where they cannot be read,
  /// and the notice says why.
  package func rows(_ range: Range<Int>) -> [ScreenRow] {
    var rows: [ScreenRow] = []
    keepingNotice { () throws(Diagnostic) in rows = try screens.listed?.rows(range) ?? [] }
    return rows
  }

  /// How many records of the list are known, and whether there are no others.
  package var extent: (count: Int, isComplete: Bool) {
    (screens.listed?.numbers.count ?? 0, screens.listed?.isComplete ?? true)
  }

  /// How many records the list has, all of which are read for it.
  package func countAll() -> Int {
    keepingNotice { () throws(Diagnostic) in _ = try screens.listed?.records() }
    return extent.count
  }

  /// The place of a row in the list, as far as that is known.
  package func place(of row: ScreenRow) -> Int? { screens.listed?.place(of: row.record) }

  /// The place of a selected record in the list, as far as that is known.
  package func place(ofRecord id: String) -> Int? {
    screens.presenter.selection.items.first { $0.description == id }
      .flatMap { screens.listed?.place(of: $0) }
  }

  /// Selects the records of some rows of the list, and no others.
  package func select(_ rows: [ScreenRow]) {
    screens.presenter.selection.replace(with: rows.map(\.record))
  }

  /// Counts how often the records of the list have been read anew.
  package var revision: Int { screens.listed?.revision ?? 0 }

  /// Those of some rows whose records are in the list now.
  package func listed(of rows: [ScreenRow]) -> [ScreenRow] {
    var found: Set<RecordID> = []
    keepingNotice { () throws(Diagnostic) in
      found = try screens.listed?.listed(of: rows.map(\.record)) ?? []
    }
    return rows.filter { found.contains($0.record) }
  }

  /// Selects all records of the list.
  package func selectAll() {
    keepingNotice { () throws(Diagnostic) in
      screens.presenter.selection.replace(with: try screens.listed?.records() ?? [])
    }
  }

  /// Does something that answers with a notice only where it fails.
  private func keepingNotice(_ body: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) {
      try body()
    } catch {
      runner.forgetInterruption()
      notice = error.message
    }
  }

  /// Selects the record that an item is about, and no other; does nothing for other items.
  package func select(_ item: ScreenItem) {
    guard let record = item.record else { return }
    screens.presenter.selection.replace(with: CollectionOfOne(record))
  }

  /// Does something as a command of its own in the log: `open Shed: delete Damage/3`.
  private func running(
    _ words: String, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try runner.run(as: runner.current?.part(words), body)
  }

  /// A command of the menu with the records that it is about, as the log names it.
  private func words(of command: String) -> String {
    let presenter = screens.presenter
    let most = 5
    guard let known = presenter.commands.first(where: { $0.name == command }),
      known.need != .nothing
    else { return command }
    var ids = presenter.selection.items
    if ids.isEmpty, known.takesSubject, let subject = presenter.subject { ids = [subject] }
    let names = ids.prefix(most).map(\.description).joined(separator: ", ")
    return "\(command) \(names)" + (ids.count > most ? " and \(ids.count - most) more" : "")
  }

  /// Carries out a command of the menu; why it is refused is the notice. One that deletes asks
  /// first, and is carried out when it is given again.
  package func perform(_ command: String) {
    let asked = question
    question = nil
    attempting { () throws(Diagnostic) in
      try others.follow()
      let name = Name(command, at: span)
      try transactions.asking { [unowned self] question in
        self.question = question == asked ? nil : question
        return question == asked
      } _: { () throws(Diagnostic) in
        try running(words(of: command)) { () throws(Diagnostic) in
          try screens.menu.perform(name, of: screens.presenter, [])
        }
      }
    }
    if let question { notice = "\(question) \(command) again does it" }
  }

  /// Leaves the screen on top.
  package func leave() {
    attempting { () throws(Diagnostic) in try screens.leave(at: span) }
  }

  /// Leaves all screens of the visit.
  package func leaveAll() {
    for _ in 0..<max(0, screens.count - depth) { leave() }
  }

  /// Looks for what other programs have changed.
  package func refresh() {
    let former = notice
    attempting { () throws(Diagnostic) in try others.follow() }
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
      let target = try names.field(Name(field.name, at: span))
      try running("edit \(target.subject)") { () throws(Diagnostic) in
        let typing = try self.editing.typing(into: target, at: span)
        self.typing = typing
        editing = FieldEditing(typing)
      }
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
    attempting { () throws(Diagnostic) in try editing.finish(typing, at: span) }
  }

  private func attempting(_ body: () throws(Diagnostic) -> Void) {
    notice = nil
    do throws(Diagnostic) {
      try body()
    } catch {
      runner.forgetInterruption()
      notice =
        error.isOvertaken
        ? "another program has changed the store meanwhile; try again"
        : error.message + (error.hint.map { " (\($0))" } ?? "")
    }
    feed.update()
    let warnings = transactions.takeWarnings().map { "warning: \($0.message)" }
    if !warnings.isEmpty {
      notice = ([notice].compactMap(\.self) + warnings).joined(separator: "; ")
    }
  }
}
