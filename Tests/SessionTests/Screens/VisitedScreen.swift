import Replies
import Session
import Values
import Workspace

/// A keyboard at which a test uses the screens that a session draws.
final class VisitedScreen: ScreenKeyboard {
  var act: (ScreenVisit) throws -> Void = { _ in }
  var fill: (EditingSession) -> Void = { _ in }
  private(set) var failure: (any Error)?

  func edit(_ editing: EditingSession) {
    fill(editing)
    if !editing.isEnded { _ = editing.type(.escape) }
    if !editing.isEnded { _ = editing.type(.escape) }
  }

  func visit(_ visit: ScreenVisit) -> Bool {
    do {
      _ = visit.content
      try act(visit)
    } catch {
      failure = error
    }
    visit.leaveAll()
    return true
  }
}

extension Conversation {
  /// Enters a command that opens a screen, and uses the screen.
  func visit(
    _ command: String, at keyboard: VisitedScreen, _ act: @escaping (ScreenVisit) throws -> Void
  ) throws {
    keyboard.act = act
    enter(command)
    if let failure = keyboard.failure { throw failure }
  }
}

extension ScreenVisit {
  /// The first cells of the first rows.
  func names(_ count: Int = 10) -> [String] {
    rows(0..<count).map { $0.cells.first?.plainText ?? "" }
  }

  func select(_ name: String) {
    select(rows(0..<1000).filter { $0.cells.first?.plainText == name })
  }

  func edit(_ field: String, _ keys: [Key]) {
    guard let field = content?.fields.first(where: { $0.name == field }),
      let editing = edit(field)
    else { return }
    for key in keys { _ = editing.type(key) }
    finishEditing()
  }
}
