internal import CommandLanguage
internal import Interactors
internal import Presentation
internal import RecordStore
internal import Records
package import Replies
package import Workspace

package protocol ScreenKeyboard: Keyboard {
  /// Returns false without side effects if drawing is not possible.
  func visit(_ visit: ScreenVisit) -> Bool
}

/// The user's interaction with a screen that a view draws, and with screens opened from that
/// screen.
package final class ScreenVisit {
  let screens: OpenScreens
  let context: CommandContext
  let views: ViewDefinitions
  private let menu: ScreenMenu
  private let others: OtherPrograms
  private let depth: Int
  private let span: SourceSpan
  private var editing: EditingSession?
  private var committed: [Int] = []
  /// Actions that `undo` can undo, newest last.
  private var done: [(transactions: [Int], words: String)] = []
  var recalled = Recalled()

  /// The message caused by the last key, for example an alert, the changes of a command, or the
  /// reason for refusing a command.
  package private(set) var notice: String?
  /// The question that the last command has asked; repeating the command means yes.
  package private(set) var question: String?

  init(
    _ context: CommandContext, _ screens: OpenScreens, _ views: ViewDefinitions,
    _ menu: ScreenMenu, _ others: OtherPrograms, at span: SourceSpan
  ) {
    (self.context, self.screens, self.views) = (context, screens, views)
    (self.menu, self.others) = (menu, others)
    (depth, self.span) = (screens.count, span)
  }

  package var content: ScreenContent? { isEnded ? nil : screens.content }

  package var traits: [String: PageTraits] {
    PageTraits.byPart(screens.open.last?.parts.ownFields ?? [])
  }

  package var page: Page? {
    screens.open.last.map { screen -> Page in
      if let record = screen.record { return .record(record) }
      let (name, type) = (screen.definition.name, screen.definition.type)
      return name == ImplicitScreens.nameOfList(of: type) ? .type(type) : .screen(name)
    }
  }

  package var isEnded: Bool { screens.count <= depth }

  func show(_ alert: WireframeAlert) {
    notice = alert.message + (alert.hint.map { " (\($0))" } ?? "")
  }

  func show(_ outcome: String) { notice = outcome }

  func note(transaction: Int) { committed.append(transaction) }

  package func withdrawQuestion() -> Bool {
    if question == nil { return false }
    (question, notice) = (nil, nil)
    return true
  }

  /// Returns fewer rows at the end of the list. An error becomes the notice.
  package func rows(_ range: Range<Int>) -> [ScreenRow] {
    var rows: [ScreenRow] = []
    keepingNotice { () throws(WorkspaceError) in rows = try screens.listed?.rows(range) ?? [] }
    return rows
  }

  /// The number of records read so far, and whether all are read.
  package var extent: (count: Int, isComplete: Bool) {
    (screens.listed?.numbers.count ?? 0, screens.listed?.isComplete ?? true)
  }

  package func countAll() -> Int {
    keepingNotice { () throws(WorkspaceError) in _ = try screens.listed?.records() }
    return extent.count
  }

  package func place(of row: ScreenRow) -> Int? { screens.listed?.place(of: row.record) }

  package func place(ofRecord id: String) -> Int? {
    screens.presenter.selection.items.first { $0.description == id }
      .flatMap { screens.listed?.place(of: $0) }
  }

  package func select(_ rows: [ScreenRow]) {
    screens.presenter.selection.replace(with: rows.map(\.record))
  }

  package var revision: Int { screens.listed?.revision ?? 0 }

  package func listed(of rows: [ScreenRow]) -> [ScreenRow] {
    var found: Set<RecordID> = []
    keepingNotice { () throws(WorkspaceError) in
      found = try screens.listed?.listed(of: rows.map(\.record)) ?? []
    }
    return rows.filter { found.contains($0.record) }
  }

  /// Ignores case and accents.
  ///
  /// - Parameter text: Empty for all records.
  package func search(_ text: String) { screens.listed?.search(text) }

  /// See ``ScreenDefinition/narrowed(by:order:_:)``. Returns false if the change is refused.
  package func narrow(by conditions: [ListCondition], order: String?) -> Bool {
    attempting { () throws(Diagnostic) in
      guard let top = screens.open.last, top.record == nil,
        let defined = screens.definition(named: top.definition.name)
      else { throw Diagnostic(.refused, "this screen is not a list") }
      let definition = try defined.narrowed(by: conditions, order: order, context)
      try inWorkspace(screens.leave(), at: span)
      try inWorkspace(screens.open(definition, on: nil), at: span)
    }
  }

  package func selectAll() {
    keepingNotice { () throws(WorkspaceError) in
      screens.presenter.selection.replace(with: try screens.listed?.records() ?? [])
    }
  }

  private func keepingNotice(_ body: () throws(WorkspaceError) -> Void) {
    do throws(WorkspaceError) {
      try body()
    } catch {
      context.runner.forgetInterruption()
      notice = error.message
    }
  }

  package func select(_ item: ScreenItem) {
    guard let record = item.record else { return }
    screens.presenter.selection.replace(with: CollectionOfOne(record))
  }

  /// Logs the changes of the closure separately, for example as `open Shed: delete Damage/3`.
  private func running(
    _ words: String, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try context.runner.run(as: context.runner.current?.part(words), body)
  }

  private func words(of command: String) -> String {
    let most = 5
    let ids = menu.records(for: command, of: screens.presenter)
    if ids.isEmpty { return command }
    let names = ids.prefix(most).map(\.description).joined(separator: ", ")
    return "\(command) \(names)" + (ids.count > most ? " and \(ids.count - most) more" : "")
  }

  /// A command that asks a question, for example before deleting, runs when given again. Returns
  /// false if the command is refused or a question was asked.
  package func perform(_ command: String) -> Bool {
    let asked = question
    question = nil
    let isDone = attempting { () throws(Diagnostic) in
      try others.follow()
      let name = Name(command, at: span)
      try checkIsEnabled(command)
      try context.transactions.asking { [unowned self] question in
        self.question = question == asked ? nil : question
        return question == asked
      } _: { () throws(Diagnostic) in
        try running(words(of: command)) { () throws(Diagnostic) in
          try menu.perform(name, of: screens.presenter, [])
        }
      }
    }
    guard let question else { return isDone }
    notice = "\(question) repeat \(command) to confirm"
    return false
  }

  private func checkIsEnabled(_ command: String) throws(Diagnostic) {
    let presenter = screens.presenter
    guard let reason = presenter.menu.value.first(where: { $0.command == command })?.reason else {
      return
    }
    let title = presenter.commands.first { $0.name == command }?.title ?? command
    throw Diagnostic(.refused, "\(title) is disabled: \(reason)")
  }

  package var undoable: String? { done.last?.words }

  /// Returns false if the action is refused.
  package func carryOut(_ action: PageAction) -> Bool {
    question = nil
    return attempting { () throws(Diagnostic) in
      try others.follow()
      try context.carryOut(action)
      try inWorkspace(context.workspace.refresh())
    }
  }

  /// Undoes the last action of the visit, but no changes made elsewhere. Returns false if the undo
  /// is refused.
  package func undo() -> Bool {
    question = nil
    var undone = ""
    let isDone = attempting { () throws(Diagnostic) in
      guard let last = done.last else {
        throw Diagnostic(
          .refused,
          context.store.journal.isInTransaction
            ? "u cannot undo while a transaction is open"
            : "there is nothing to undo on this screen")
      }
      try others.follow()
      try running("undo") { () throws(Diagnostic) in
        do throws(StoreError) {
          try context.store.undoEngine.undo(
            only: last.transactions, entry: context.transactions.entry(.undo))
        } catch {
          // Another session has undone the action.
          if case .undone = error.reason { done.removeLast() }
          throw Diagnostic(error)
        }
        done.removeLast()
        context.transactions.sayWarnings()
        try inWorkspace(context.workspace.refresh())
      }
      undone = last.words
    }
    if isDone { notice = ["undone: \(undone)", notice].compactMap(\.self).joined(separator: "; ") }
    return isDone
  }

  /// Records the transactions of an action for `undo`, and reports its changes.
  private func noteAction() throws(Diagnostic) {
    guard !committed.isEmpty else { return }
    defer { committed = [] }
    let mask = Masking(of: context.store)
    var words: [String] = []
    for number in committed {
      let range = HistoryRange(since: .transaction(number), until: .transaction(number))
      for entry in try attempt(context.store.history.log(of: nil, range)) {
        words.append(try context.resolver.summary(of: entry, mask: mask).plainText)
      }
    }
    let line = words.joined(separator: "; ")
    done.append((committed, line))
    notice = "\(notice ?? line) · u undoes"
  }

  package func leave() {
    _ = attempting { () throws(Diagnostic) in try inWorkspace(screens.leave(), at: span) }
  }

  package func leaveAll() {
    for _ in 0..<max(0, screens.count - depth) { leave() }
  }

  package func refresh() {
    let former = notice
    _ = attempting { () throws(Diagnostic) in try others.follow() }
    if notice == nil { notice = former }
  }

  /// Nil if the field accepts no keys; the reason becomes the notice.
  package func edit(_ field: ShownPart) -> EditingSession? {
    if field.isUnavailable {
      notice = field.reason
      return nil
    }
    editing = nil
    _ = attempting { () throws(Diagnostic) in
      let target = try context.names.field(Name(field.name, at: span))
      try running("edit \(target.subject)") { () throws(Diagnostic) in
        editing = try inWorkspace(context.workspace.editing.session(into: target), at: span)
        editing?.beginAtKeyboard()
      }
    }
    return editing
  }

  package var hasLostField: Bool {
    guard let field = editing?.field else { return false }
    return !field.interactor.isEditing
  }

  package func forgetField() { editing = nil }

  package func finishEditing() {
    guard let editing else { return }
    self.editing = nil
    _ = attempting { () throws(Diagnostic) in
      try inWorkspace(context.workspace.editing.finish(editing), at: span)
    }
  }

  /// Returns false if the closure fails; the notice then says why.
  private func attempting(_ body: () throws(Diagnostic) -> Void) -> Bool {
    notice = nil
    var isDone = true
    do throws(Diagnostic) {
      try body()
      try noteAction()
    } catch {
      isDone = false
      // A part of the action may have been committed.
      try? noteAction()
      context.runner.forgetInterruption()
      notice =
        error.cause == .overtaking
        ? "another program has changed the database; try again"
        : error.message + (error.hint.map { " (\($0))" } ?? "")
    }
    context.workspace.feed.update()
    let warnings = context.transactions.takeWarnings().map { "warning: \($0.message)" }
    if !warnings.isEmpty {
      notice = ([notice].compactMap(\.self) + warnings).joined(separator: "; ")
    }
    return isDone
  }
}

/// The screens of a session: drawn by a terminal or a browser until they are left, or reported to a
/// script.
final class ScreenVisits {
  let screens: OpenScreens
  let menu: ScreenMenu
  private let context: CommandContext
  private let views: ViewDefinitions
  private let keyboard: (any ScreenKeyboard)?
  private let keys: KeyboardEditing
  private let others: OtherPrograms

  init(
    _ context: CommandContext, _ keyboard: (any ScreenKeyboard)?, _ keys: KeyboardEditing,
    _ views: ViewDefinitions, _ menu: ScreenMenu, _ others: OtherPrograms
  ) {
    (self.context, self.keyboard, self.keys) = (context, keyboard, keys)
    (self.views, self.menu, self.others) = (views, menu, others)
    screens = OpenScreens(context.workspace, ScreenDefinitions(context, views, menu))
    menu.visit = { [unowned self] definition, id, span throws(Diagnostic) in
      try visit(definition, on: id, at: span)
    }
    menu.subject = { [unowned screens] in screens.open.last?.record }
    menu.choose = { [unowned screens] id in
      // Select only records that the list shows, because commands apply to the selection.
      if let listed = screens.listed, (try? listed.listed(of: [id]))?.isEmpty == true { return }
      screens.presenter.selection.replace(with: CollectionOfOne(id))
    }
  }

  /// A terminal or a browser draws the screen until it is left; for a script, the content is
  /// printed.
  func visit(
    _ definition: ScreenDefinition, on id: RecordID?, at span: SourceSpan
  ) throws(Diagnostic) {
    let wireframe = screens.wireframe
    guard wireframe.showAlert == nil, context.runner.isAtPrompt, let keyboard else {
      return try inWorkspace(screens.open(definition, on: id), at: span)
    }
    let visit = ScreenVisit(context, screens, views, menu, others, at: span)
    wireframe.showAlert = { [weak visit] alert in visit?.show(alert) }
    keys.showOnScreen = { [weak visit] outcome in visit?.show(outcome) }
    context.transactions.noteCommit = { [weak visit] number in visit?.note(transaction: number) }
    func endDrawing() {
      wireframe.showAlert = nil
      keys.showOnScreen = nil
      context.transactions.noteCommit = nil
    }
    defer { endDrawing() }
    try inWorkspace(screens.open(definition, on: id), at: span)
    let isShown = try context.transactions.handingOverKeyboard { keyboard.visit(visit) }
    endDrawing()
    // The screen closed before the user could see its last notice.
    if let notice = visit.notice { context.say(.warning(notice)) }
    try inWorkspace(screens.reportTop(onlyNew: isShown), at: span)
  }
}
