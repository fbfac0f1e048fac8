internal import LineEditor
internal import Session

/// The keyboard at a terminal, with the fields that are edited there.
final class TerminalKeyboard: Keyboard {
  private let terminal: Terminal
  private let streams: [Output]
  // Made when the first field is edited: most sessions edit none.
  private lazy var input = FieldInput(terminal, program: Workbench.name)
  private lazy var screen = ScreenInput(terminal, isColoured: isColoured)
  private let isColoured: Bool

  /// - Parameter streams: those that go to the terminal: they are held back while something is
  ///   edited.
  init(_ terminal: Terminal, _ streams: [Output], isColoured: Bool) {
    self.terminal = terminal
    self.streams = streams
    self.isColoured = isColoured
  }

  func edit(_ editing: FieldEditing) {
    for stream in streams {
      stream.flush()
      stream.isHeld = true
    }
    defer {
      for stream in streams {
        stream.isHeld = false
        stream.flush()
      }
    }
    let field = EditedField(editing, streams)
    // A form is drawn whole, a field on its line.
    if let form = DrawnForm(editing, field), let screen, screen.run(form) { return }
    if let input {
      input.edit(field)
    } else {
      _ = field.press(.cancel)
    }
  }
}
