internal import LineEditor
internal import Session
internal import Values

/// The keyboard at a terminal, with the fields that are edited there.
final class TerminalKeyboard: ScreenKeyboard {
  private let terminal: Terminal
  private let streams: [Output]
  // Made when the first field is edited: most sessions edit none.
  private lazy var input = FieldInput(
    terminal, program: Workbench.name, isColoured: isColoured)
  private lazy var screen = ScreenInput(terminal, isColoured: isColoured)
  private let isColoured: Bool
  /// The screens that are drawn; nil while none are.
  private weak var drawn: DrawnVisit?

  /// - Parameter streams: those that go to the terminal: they are held back while something is
  ///   edited.
  init(_ terminal: Terminal, _ streams: [Output], isColoured: Bool) {
    self.terminal = terminal
    self.streams = streams
    self.isColoured = isColoured
  }

  var obstacleToForms: String? {
    screen?.shortage(for: "a form")
  }

  func edit(_ editing: FieldEditing) {
    let isHolding = hold()
    defer { release(isHolding) }
    // A form is drawn whole, a field on its line.
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

  /// Shows how far something has come on the screen that is drawn; false if none is.
  func showProgress(_ text: String?) -> Bool {
    guard let drawn, let screen else { return false }
    if let text { screen.draw(drawn.screen(noting: text)) }
    return true
  }

  /// Holds back what is written, unless a screen around this one does.
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
