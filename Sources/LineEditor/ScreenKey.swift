/// A key that is pressed while a screen is drawn.
package enum ScreenKey: Hashable, Sendable {
  /// A character that was typed.
  case character(Unicode.Scalar)
  /// A text that was put in at once; its lines end with newlines.
  case paste(String)
  /// A key that fields know.
  case named(Name)
  /// Tab with Shift.
  case backTab
  /// The keys of pages, which scroll what does not fit.
  case pageUp, pageDown
  /// F1 and so on.
  case function(Int)
  /// A character with Alt, or directly after the escape key.
  case alt(Unicode.Scalar)
  /// Ctrl-C, or an interruption by another program.
  case interruption

  /// A key that fields know, by its name in the keys of `type`.
  package enum Name: String, Hashable, Sendable, CaseIterable {
    case enter = "Return"
    case escape = "Esc"
    case tab = "Tab"
    case up = "Up"
    case down = "Down"
    case left = "Left"
    case right = "Right"
    case home = "Home"
    case end = "End"
    case selectLeft = "S-Left"
    case selectRight = "S-Right"
    case selectHome = "S-Home"
    case selectEnd = "S-End"
    case selectAll = "All"
    case backspace = "BS"
    case delete = "Del"
    case deleteWord = "WordBS"
    case clear = "Clear"
    case undo = "Undo"
    case redo = "Redo"
    case cut = "Cut"
    case copy = "Copy"
    case paste = "Paste"
    case stepUp = "StepUp"
    case stepDown = "StepDown"
    case addRow = "AddRow"
    case removeRow = "RemoveRow"
  }

  /// The keys that an event of the keyboard stands for; none where it stands for nothing here.
  static func keys(for event: KeyReader.Event) -> [ScreenKey] {
    switch event {
    case .character(let scalar): keys(for: scalar)
    case .escape: [.named(.escape)]
    case .meta(let scalar): [metas[scalar].map(ScreenKey.named) ?? .alt(scalar)]
    case .sequence(let sequence): sequences[sequence].map { [$0] } ?? []
    case .paste(let text): text.isEmpty ? [] : [.paste(text)]
    case .interruption: [.interruption]
    case .garbage, .suspension, .resize, .end: []
    }
  }

  private static func keys(for scalar: Unicode.Scalar) -> [ScreenKey] {
    // What emacs' key for it does, in two keys of fields.
    if scalar == "\u{0B}" { return [.named(.selectEnd), .named(.cut)] }
    if let name = controls[scalar] { return [.named(name)] }
    return scalar.properties.generalCategory == .control ? [] : [.character(scalar)]
  }

  /// Control characters: what the keys of emacs do in a line.
  private static let controls: [Unicode.Scalar: Name] = [
    "\r": .enter, "\n": .enter, "\t": .tab, "\u{7F}": .backspace, "\u{08}": .backspace,
    "\u{01}": .home, "\u{02}": .left, "\u{04}": .delete, "\u{05}": .end, "\u{06}": .right,
    "\u{0C}": .clear, "\u{0E}": .down, "\u{10}": .up, "\u{15}": .clear, "\u{16}": .paste,
    "\u{17}": .deleteWord, "\u{18}": .cut, "\u{19}": .paste, "\u{1F}": .undo,
  ]

  private static let metas: [Unicode.Scalar: Name] = ["_": .redo, "w": .copy, "a": .selectAll]

  /// What keys send after the escape.
  private static let sequences: [String: ScreenKey] = {
    var keys: [String: ScreenKey] = [
      "[1~": .named(.home), "[7~": .named(.home), "[4~": .named(.end), "[8~": .named(.end),
      "[3~": .named(.delete), "[5~": .pageUp, "[6~": .pageDown, "[Z": .backTab,
      "[1;2D": .named(.selectLeft), "[1;2C": .named(.selectRight),
      "[1;2H": .named(.selectHome), "[1;2F": .named(.selectEnd),
      "[1;3A": .named(.stepUp), "[1;3B": .named(.stepDown),
      "[2;3~": .named(.addRow), "[3;3~": .named(.removeRow),
    ]
    let cursor: [(String, Name)] = [
      ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
    ]
    for (letter, name) in cursor {
      keys["[" + letter] = .named(name)
      keys["O" + letter] = .named(name)
    }
    for (number, letter) in "PQRS".enumerated() { keys["O\(letter)"] = .function(number + 1) }
    let numbers = [11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
    for (index, number) in numbers.enumerated() { keys["[\(number)~"] = .function(index + 1) }
    return keys
  }()
}
