internal import CommandLanguage
internal import Presentation
internal import Records
internal import Replies
internal import Workspace

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
