internal import Values

extension Key {
  static func keys(for event: KeyReader.Event) -> [Key] {
    switch event {
    case .character(let scalar): keys(for: scalar)
    case .escape, .interruption: [.escape]
    case .meta(let scalar): metas[scalar].map { [$0] } ?? []
    case .sequence(let sequence): sequences[sequence].map { [$0] } ?? []
    case .paste(let text): text.isEmpty ? [] : [.paste(text)]
    case .garbage, .suspension, .resize, .end: []
    }
  }

  private static func keys(for scalar: Unicode.Scalar) -> [Key] {
    // Emacs' kill-line, as two field keys.
    if scalar == "\u{0B}" { return [.selectEnd, .cut] }
    if let key = controls[scalar] { return [key] }
    return scalar.properties.generalCategory == .control ? [] : [.character(scalar)]
  }

  private static let controls: [Unicode.Scalar: Key] = [
    "\r": .enter, "\n": .enter, "\t": .tab, "\u{7F}": .backspace, "\u{08}": .backspace,
    "\u{01}": .home, "\u{02}": .left, "\u{04}": .delete, "\u{05}": .end, "\u{06}": .right,
    "\u{0C}": .clear, "\u{0E}": .down, "\u{10}": .up, "\u{13}": .submit, "\u{15}": .clear,
    "\u{16}": .yank,
    "\u{17}": .wordBackspace, "\u{18}": .cut, "\u{19}": .yank, "\u{1F}": .undo,
  ]

  private static let metas: [Unicode.Scalar: Key] = ["_": .redo, "w": .copy, "a": .selectAll]

  /// Without the escape; Shift-Tab goes back like Up.
  private static let sequences: [String: Key] = {
    var keys: [String: Key] = [
      "[1~": .home, "[7~": .home, "[4~": .end, "[8~": .end, "[3~": .delete, "[Z": .up,
      "[1;2D": .selectLeft, "[1;2C": .selectRight, "[1;2H": .selectHome, "[1;2F": .selectEnd,
      "[1;3A": .step(by: 1), "[1;3B": .step(by: -1), "[2;3~": .addRow, "[3;3~": .removeRow,
    ]
    let cursor: [(String, Key)] = [
      ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
    ]
    for (letter, key) in cursor {
      keys["[" + letter] = key
      keys["O" + letter] = key
    }
    return keys
  }()
}
