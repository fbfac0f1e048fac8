internal import LineEditor
internal import Session
internal import Values
internal import Workspace

/// Edits fields and screens at a terminal.
final class TerminalKeyboard: ScreenKeyboard {
  private let terminal: Terminal
  private let streams: [Output]
  // Created on first use, because most sessions edit no fields.
  private lazy var input = FieldInput(
    terminal, program: Workbench.name, isColoured: isColoured)
  private lazy var screen = ScreenInput(terminal, isColoured: isColoured)
  private let isColoured: Bool
  private weak var drawn: DrawnVisit?

  /// - Parameter streams: the streams that go to the terminal; they are held while something is
  ///   edited.
  init(_ terminal: Terminal, _ streams: [Output], isColoured: Bool) {
    self.terminal = terminal
    self.streams = streams
    self.isColoured = isColoured
  }

  var obstacleToForms: String? {
    screen?.shortage(for: "a form")
  }

  func edit(_ editing: EditingSession) {
    let isHolding = hold()
    defer { release(isHolding) }
    // A form fills the screen; a single field is edited on its line.
    if let form = DrawnForm(editing), let screen, screen.run(form) { return }
    if let input {
      input.edit(EditedField(editing, streams))
    } else {
      editing.cancel()
    }
  }

  func visit(_ visit: ScreenVisit) -> Bool {
    guard let screen else { return false }
    let isHolding = hold()
    defer { release(isHolding) }
    let drawn = DrawnVisit(visit)
    self.drawn = drawn
    return screen.run(drawn)
  }

  func showProgress(_ text: String?) -> Bool {
    guard let drawn, let screen else { return false }
    if let text { screen.draw(drawn.screen(noting: text)) }
    return true
  }

  /// Holds output unless an outer screen already does.
  private func hold() -> Bool {
    guard !streams.contains(where: \.isHeld) else { return false }
    for stream in streams {
      stream.flush()
      stream.isHeld = true
    }
    return true
  }

  private func release(_ isHolding: Bool) {
    guard isHolding else { return }
    for stream in streams {
      stream.isHeld = false
      stream.flush()
    }
  }
}
