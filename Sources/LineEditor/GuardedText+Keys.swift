extension GuardedText {
  /// Does to the text what a key of a screen does to a field; false if that is refused, or nothing.
  package func press(_ key: ScreenKey) -> Bool {
    switch key {
    case .character(let scalar): insert(String(scalar), isTyped: true)
    case .paste(let text): insert(text, isTyped: false)
    case .named(let name): press(name)
    case .backTab: press(.back)
    case .interruption: press(.cancel)
    case .pageUp, .pageDown, .function, .alt: false
    }
  }

  private func press(_ name: ScreenKey.Name) -> Bool {
    switch name {
    case .enter: press(.enter)
    case .escape: press(.cancel)
    case .tab: press(.leave)
    case .down: press(.next)
    case .up: press(.back)
    case .clear: press(.clear)
    case .undo: press(.undo)
    case .redo: press(.redo)
    case .stepUp: press(.stepUp)
    case .stepDown: press(.stepDown)
    case .addRow: press(.addRow)
    case .removeRow: press(.removeRow)
    case .left: go(to: selection.isEmpty ? caret - 1 : selection.lowerBound)
    case .right: go(to: selection.isEmpty ? caret + 1 : selection.upperBound)
    case .home: go(to: 0)
    case .end: go(to: text.unicodeScalars.count)
    case .backspace: delete(caret - 1..<caret)
    case .delete: delete(caret..<caret + 1)
    case .deleteWord: delete(startOfWord..<caret)
    case .selectLeft, .selectRight, .selectHome, .selectEnd, .selectAll, .cut, .copy, .paste:
      false
    }
  }

  private func insert(_ text: String, isTyped: Bool) -> Bool {
    replace(caret..<caret, with: text, isTyped: isTyped)
  }

  private func delete(_ range: Range<Int>) -> Bool {
    let range = selection.isEmpty ? range : selection
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= text.unicodeScalars.count
    else { return false }
    return replace(range, with: "", isTyped: true)
  }

  /// A move to where the caret is still ends a selection.
  private func go(to place: Int) -> Bool {
    guard (0...text.unicodeScalars.count).contains(place) else { return false }
    move(to: place)
    return true
  }

  private var startOfWord: Int {
    let before = Array(text.unicodeScalars.prefix(caret))
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let end = before.lastIndex { !isBlank($0) } ?? -1
    return (before[..<(end + 1)].lastIndex(where: isBlank) ?? -1) + 1
  }
}
