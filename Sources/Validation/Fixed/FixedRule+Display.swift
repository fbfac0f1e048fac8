extension FixedRule {
  var isLocal: Bool { form.canHaveLocalDigits && notation.symbols.zeroDigit != "0" }

  func local(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard isLocal, let digit = notation.digit(scalar) else { return scalar }
    return Unicode.Scalar(ASCII.zero + digit)
  }

  func string(_ scalars: [Unicode.Scalar]) -> String {
    if !isLocal { return String(String.UnicodeScalarView(scalars)) }
    return String(
      String.UnicodeScalarView(
        scalars.map { scalar in
          guard scalar.isPlainDigit else { return scalar }
          return Unicode.Scalar(notation.symbols.zeroDigit.value + scalar.value - 0x30) ?? scalar
        }))
  }

  func text(of state: EditState) -> FixedText? {
    let scalars = state.text.unicodeScalars.map(local)
    if let layout = state.layout,
      var text = FixedText(
        form, shown: scalars,
        counts: layout.runEnd.map(form.counts(ofRunTo:)) ?? layout.counts, reach: layout.reach)
    {
      text.fresh = layout.fresh
      return text
    }
    return FixedText(form, shown: scalars)
  }

  func state(of text: FixedText) -> EditState {
    let string = string(text.shown)
    let caret = ScalarOffsets(string).character(at: text.caretCell)
    var state = EditState(text: string, selection: Selection(caret: caret))
    let isRun = !isLocal && text.isRun && string.utf8.count == text.shownEnd
    state.layout = FixedLayout(
      counts: isRun ? [] : text.counts, reach: text.reach, fresh: text.fresh,
      runEnd: isRun ? text.shownEnd : nil)
    return state
  }

  func stepped(_ state: EditState, by count: Int) -> EditState? {
    guard var text = text(of: state) else { return nil }
    let offsets = ScalarOffsets(state.text)
    let caret = min(max(state.selection.caret, 0), offsets.count)
    text.moveCaret(toCell: offsets.scalars(caret..<caret).lowerBound)
    guard let shown = grammar.stepped(text, by: count), var next = FixedText(form, shown: shown)
    else { return nil }
    next.moveCaret(toCell: min(text.caretCell, next.cells.count))
    return self.state(of: next)
  }

  func reading(of string: String) -> Reading {
    guard let text = text(of: EditState(text: string, selection: Selection(caret: 0))) else {
      return Reading(
        bytes: Array(string.utf8),
        boundaries: string.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) })
    }
    var reading = Reading(bytes: [], boundaries: [0])
    reading.hasLiterals = true
    var cells = zip(text.cells, text.shown).makeIterator()
    for character in string {
      for _ in character.unicodeScalars {
        if let cell = cells.next(), !form.slots[cell.0].isLiteral {
          reading.bytes += UTF8.encode(cell.1)!
        }
      }
      reading.boundaries.append(reading.bytes.count)
    }
    return reading
  }
}

struct ScalarOffsets {
  // Index of the first scalar of each character, then the end; nil only if each character is one
  // ASCII scalar.
  private var starts: [Int]?

  let count: Int

  init(_ text: String) {
    let bytes = text.utf8
    if bytes.isOneCharacterEach {
      count = bytes.count
      return
    }
    var starts = [0]
    for character in text {
      starts.append(starts[starts.count - 1] + character.unicodeScalars.count)
    }
    count = starts.count - 1
    self.starts = starts
  }

  func scalars(_ range: Range<Int>) -> Range<Int> {
    starts.map { $0[range.lowerBound]..<$0[range.upperBound] } ?? range
  }

  /// The index of the character at a scalar offset; rounds up inside a character.
  func character(at scalar: Int) -> Int {
    guard let starts else { return min(scalar, count) }
    return starts.firstIndex { $0 >= scalar } ?? count
  }
}
