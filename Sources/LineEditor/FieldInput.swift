/// A field that a person edits at a terminal, with all of libedit's keys.
///
/// Whatever libedit does to the line is offered to the text as one change before anything is drawn:
/// a refused key never shows.
public final class FieldInput {
  private let editor: FieldEditor

  /// Begins to edit fields at a terminal; nil where libedit cannot use it.
  public init?(_ terminal: Terminal, program: String) {
    guard let editor = FieldEditor(terminal, program: program) else { return nil }
    self.editor = editor
  }

  /// Lets a person edit a text until it says that it is over; a terminal that goes away cancels.
  public func edit(_ text: any GuardedText, prompt: String) {
    editor.edit(text, prompt: prompt)
  }
}

/// The editor for fields.
private final class FieldEditor: TerminalEditor {
  /// What stands on the screen.
  private struct Shown {
    var scalars: [Unicode.Scalar] = []
    var cursor = 0
  }

  private var text: (any GuardedText)?
  private var prompt = ""
  private var shown = Shown()
  /// Whether what stands in the field is on the screen: libedit begins with an empty line.
  private var hasBegun = false
  /// Whether the escape key was pressed in the command mode of vi.
  private var isCancelled = false

  override init?(_ terminal: Terminal, program: String) {
    super.init(terminal, program: program)
    // The prompt has said already what is wrong with ~/.editrc.
    _ = line.takeDrawing()
    line.cancel = { [unowned self] in
      isCancelled = true
      return .nothing
    }
    // Commands that borrow the line for something else, a search or another command.
    for key in [":", "/", "?", "n", "N", "v", "@", "#", "_"] where line.isVi {
      line.bind(key, to: "ed-unassigned", inCommandMode: true)
    }
    for key in ["^R", "^S", "\\033x", "\\033X"] where !line.isVi {
      line.bind(key, to: "ed-unassigned")
    }
  }

  func edit(_ text: any GuardedText, prompt: String) {
    self.text = text
    self.prompt = prompt
    line.prompt = prompt
    isCancelled = false
    shown = Shown()
    hasBegun = false
    line.hint = ""
    _ = run()
    if !text.isEnded { _ = text.press(.cancel) }
    self.text = nil
  }

  override func look() -> [Step] {
    guard let text else { return [.end] }
    if isCancelled {
      isCancelled = false
      return pressed(.cancel)
    }
    guard hasBegun else {
      hasBegun = true
      return show(isRefused: false)
    }
    let scalars = Array(line.text)
    let cursor = line.cursor
    if scalars == shown.scalars {
      if cursor == shown.cursor { return [] }
      text.move(to: cursor)
      shown.cursor = cursor
      return text.caret == cursor ? [] : show(isRefused: false)
    }
    let difference = Difference(from: shown.scalars, to: scalars, cursor: cursor)
    let isTyped = difference.replacement.unicodeScalars.count == 1
    return offer(difference, isTyped: isTyped)
  }

  override func answer(to event: KeyReader.Event) -> [Step] {
    switch event {
    case .character("\r"), .character("\n"): return pressed(.enter)
    case .character("\t"), .sequence("[A"), .sequence("[B"), .sequence("OA"), .sequence("OB"):
      return pressed(.leave)
    case .character("\u{1F}"): return pressed(.undo)
    case .character("\u{0C}"): return pressed(.clear)
    case .character(let scalar): return [.key(scalar)]
    case .escape:
      return line.isVi
        ? [.key(EditLine.PrivateKey.escape)] : pressed(.cancel)
    case .meta("_"): return pressed(.redo)
    case .meta(let scalar):
      return line.isVi
        ? answer(to: .escape) + answer(to: .character(scalar))
        : keys(behindEscape: String(scalar))
    case .sequence(let sequence): return keys(behindEscape: sequence)
    case .paste(let pasted):
      guard let text, !pasted.isEmpty else { return [] }
      return offer(Difference(inserting: pasted, at: text.caret), isTyped: false)
    case .interruption: return pressed(.cancel)
    case .end: return [.end]
    case .garbage, .suspension, .resize: return []
    }
  }

  private func offer(_ change: Difference, isTyped: Bool) -> [Step] {
    guard let text else { return [.end] }
    let isTaken = text.replace(change.range, with: change.replacement, isTyped: isTyped)
    return restore + show(isRefused: !isTaken)
  }

  private func pressed(_ key: FieldKey) -> [Step] {
    guard let text else { return [.end] }
    let isTaken = text.press(key)
    guard text.isEnded else { return show(isRefused: !isTaken) }
    return show(isRefused: false) + [.key(EditLine.PrivateKey.newline)]
  }

  // MARK: Drawing

  /// Takes back what libedit has made of the line, before it is seen.
  private var restore: [Step] {
    let before = shown
    return [
      .act { [unowned self] in
        line.show(String(before.scalars), cursor: before.cursor)
        return .refresh
      }, .drop,
    ]
  }

  /// Shows the text, below what was said meanwhile.
  private func show(isRefused: Bool) -> [Step] {
    guard let text else { return [.end] }
    let news = text.takeNews()
    let (content, caret) = (text.text, text.caret)
    shown = Shown(scalars: Array(content.unicodeScalars), cursor: caret)
    let hint = text.isEnded ? "" : fitting(text.hint, beside: prompt + content)
    let show = Step.act { [unowned self] in
      line.prompt = prompt
      line.hint = hint
      line.show(content, cursor: caret)
      return isRefused ? .refreshWithBell : .refresh
    }
    guard !news.isEmpty else { return [show] }
    let blank = Step.act { [unowned self] in
      line.prompt = ""
      line.hint = ""
      line.show("", cursor: 0)
      return .refresh
    }
    return [blank, .write(news.map { $0 + "\r\n" }.joined()), show]
  }

  /// As much of a hint as there is room for at the right of a text.
  private func fitting(_ hint: String, beside text: String) -> String {
    let room = terminal.screen.columns - text.displayWidth - 3
    if hint.displayWidth <= room { return hint }
    var cut = hint
    while !cut.isEmpty, cut.displayWidth >= room { cut.removeLast() }
    return cut.count < 4 ? "" : cut + "…"
  }
}

extension Difference {
  /// Inserts a text at a place.
  init(inserting text: String, at place: Int) {
    range = place..<place
    replacement = text
  }
}

extension String {
  fileprivate init(_ scalars: [Unicode.Scalar]) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
