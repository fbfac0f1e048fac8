struct FixedRule {
  let grammar: any FixedGrammar
  let notation: Notation
  let form: FixedForm

  init(grammar: any FixedGrammar, notation: Notation) {
    self.grammar = grammar
    self.notation = notation
    form = grammar.form
  }

  func outcome(of edit: Edit, in state: EditState) -> Outcome {
    if edit.isTyped, let outcome = outcomeAtEnd(of: edit, in: state) { return outcome }
    let offsets = ScalarOffsets(state.text)
    guard let edit = edit.within(0...offsets.count) else { return .outOfBounds }
    let ranges = edit.ranges.map(offsets.scalars)
    guard let text = text(of: state) else { return outcome(of: edit, ranges, inForeign: state) }
    if edit.replacement.isEmpty {
      let caret = state.selection.isEmpty ? offsets.scalars(state.selection.range).lowerBound : nil
      return deletion(ranges, in: text, caret: caret)
    }
    return insertion(edit, ranges, in: text, of: state)
  }

  private func deletion(_ ranges: [Range<Int>], in text: FixedText, caret: Int?) -> Outcome {
    var text = text
    if ranges.count == 1, isLiteral(ranges[0], in: text) {
      guard let range = extended(ranges[0], in: text, caret: caret) else {
        text.moveCaret(toCell: caret ?? ranges[0].lowerBound)
        return accepted(text)
      }
      text.remove([range])
    } else {
      text.remove(ranges)
    }
    return accepted(text)
  }

  private func isLiteral(_ range: Range<Int>, in text: FixedText) -> Bool {
    text.cells[range].allSatisfy { form.slots[$0].isLiteral }
  }

  // Backspace on a literal deletes the character before it, and forward delete the character after
  // it. Only a typed literal at the end is deleted alone.
  private func extended(_ range: Range<Int>, in text: FixedText, caret: Int?) -> Range<Int>? {
    let cells = text.cells
    if range.upperBound == cells.count, !range.isEmpty {
      var shorter = text
      shorter.reach = min(text.reach, cells[range.lowerBound])
      if shorter.shownEnd <= cells[range.lowerBound] { return range }
    }
    guard !range.isEmpty, let caret else { return nil }
    let isPlace = { (cell: Int) in !form.slots[cells[cell]].isLiteral }
    let cell =
      caret == range.upperBound
      ? (0..<range.lowerBound).last(where: isPlace)
      : caret == range.lowerBound ? (range.upperBound..<cells.count).first(where: isPlace) : nil
    return cell.map { $0..<$0 + 1 }
  }

  private func insertion(
    _ edit: Edit, _ ranges: [Range<Int>], in text: FixedText, of state: EditState
  ) -> Outcome {
    let start = start(removing: ranges, from: text)
    if edit.isTyped, let scalar = edit.replacement.onlyScalar {
      return typed(
        scalar, from: start, isUnchanged: start.scalarCount == text.scalarCount, in: state)
    }
    return pasted(Array(edit.replacement.unicodeScalars), from: start)
  }

  private func typed(
    _ scalar: Unicode.Scalar, from start: FixedText, isUnchanged: Bool, in state: EditState
  ) -> Outcome {
    if start.isEmpty, let shown = grammar.abbreviated(scalar) {
      return pasted(shown, from: start)
    }
    var text = start
    do throws(FixedMistake) {
      try text.type(local(scalar))
    } catch {
      return rejected(error, from: start, isTyped: true, removesSome: !isUnchanged)
    }
    guard isPossible(text) else {
      return rejected(text, from: start, isTyped: true, removesSome: !isUnchanged)
    }
    let next = accepted(text)
    // A program may have set the text without the literals at its end.
    guard isUnchanged, text.isLiteralPassed(since: start), case .accepted(let moved, _) = next,
      moved.text.hasSameScalars(as: state.text)
    else { return next }
    return .moved(moved.selection)
  }

  private func pasted(_ scalars: [Unicode.Scalar], from start: FixedText) -> Outcome {
    var outcome: Outcome?
    for reading in Pasteboard.readings(of: scalars, in: notation) where !reading.isEmpty {
      var text = start
      do throws(FixedMistake) {
        try text.pasteEitherWay(reading.map(local))
        if isPossible(text) { return accepted(text) }
        outcome = rejected(text, from: start, isTyped: false)
      } catch {
        outcome = rejected(error, from: start, isTyped: false)
      }
    }
    guard start.isEmpty else {
      return outcome ?? rejected(.nothing, from: start, isTyped: false)
    }
    let text = String(String.UnicodeScalarView(scalars))
    if let text = grammar.rewritten(text),
      case let other = Array(text.unicodeScalars), other != scalars,
      case .accepted(let state, let content) = pasted(other, from: start)
    {
      return .accepted(state, content)
    }
    if let reason = grammar.objection(toPasted: text) { return .rejected(Rejection(reason)) }
    return outcome ?? rejected(.nothing, from: start, isTyped: false)
  }

  func canGoOn(_ state: EditState) -> Bool {
    guard var text = text(of: state) else { return false }
    text.moveCaret(toCell: text.cells.count)
    return isPossible(text)
  }

  func isPossible(_ text: FixedText) -> Bool { text.hasRightClasses && grammar.begins(text) }

  private func accepted(_ text: FixedText) -> Outcome {
    var text = text
    text.isBeforeLiteral = false
    return .accepted(state(of: text), content(of: text))
  }

  private func rejected(
    _ mistake: FixedMistake, from start: FixedText, isTyped: Bool, removesSome: Bool = false
  ) -> Outcome {
    let objection = FixedObjection(rule: self, start: start, removesSome: removesSome)
    return .rejected(Rejection(objection.objection(mistake, isTyped: isTyped)))
  }

  private func rejected(
    _ text: FixedText, from start: FixedText, isTyped: Bool, removesSome: Bool = false
  ) -> Outcome {
    let objection = FixedObjection(rule: self, start: start, removesSome: removesSome)
    return .rejected(Rejection(objection.objection(text, isTyped: isTyped)))
  }

  /// - Parameter start: The text without the selection.
  func content(of text: FixedText, without start: FixedText? = nil) -> FieldContent {
    if text.isEmpty, text.reach == 0 { return .empty }
    if let value = grammar.value(of: text) { return .complete(value) }
    let removesSome = start.map { $0.scalarCount < text.scalarCount } ?? false
    let objection = FixedObjection(rule: self, start: start ?? text, removesSome: removesSome)
    return .incomplete(reason: Reason(objection.incompleteness(of: text)))
  }

  func content(of state: EditState) -> FieldContent {
    if state.text.isEmpty { return .empty }
    guard let text = text(of: state) else {
      return .incomplete(reason: Reason(.init(.foreign, .init(state.text))))
    }
    let shown = string(text.shown)
    guard shown.hasSameScalars(as: state.text) else {
      return .incomplete(
        reason: Reason(.init(.notAsWritten, .init(state.text), expected: [.literal(.init(shown))])))
    }
    let offsets = ScalarOffsets(state.text)
    let range = offsets.scalars(state.selection.range.clamped(to: 0..<offsets.count))
    return content(of: text, without: start(removing: [range], from: text))
  }

  // The text without the selected characters. If only literals are selected, all characters stay.
  private func start(removing ranges: [Range<Int>], from text: FixedText) -> FixedText {
    var start = text
    if ranges.count > 1 || !isLiteral(ranges[0], in: text) {
      start.remove(ranges)
      let next = text.cells.dropFirst(ranges[0].upperBound).first
      start.isBeforeLiteral = next.map { form.slots[$0].isLiteral } ?? false
    } else {
      start.moveCaret(toCell: ranges[0].lowerBound)
    }
    return start
  }
}

extension FixedRule {
  // Only a program can set a text that does not fit the form. Users must delete characters until
  // the rest fits.
  private func outcome(
    of edit: Edit, _ ranges: [Range<Int>], inForeign state: EditState
  ) -> Outcome {
    var scalars = Array(state.text.unicodeScalars)
    for index in Set(ranges.flatMap { $0 }).sorted(by: >) { scalars.remove(at: index) }
    var rest = EditState(
      text: String(String.UnicodeScalarView(scalars)), selection: Selection(caret: 0))
    let offsets = ScalarOffsets(rest.text)
    rest.selection = Selection(caret: offsets.character(at: ranges[0].lowerBound))
    if edit.replacement.isEmpty { return .accepted(rest, content(of: rest)) }
    guard text(of: rest) != nil else {
      let left = rest.text
      return .rejected(Rejection(.init(.foreign, .init(left))))
    }
    let caret = rest.selection.caret
    let edit = Edit(
      range: caret..<caret, replacement: edit.replacement, isTyped: edit.isTyped)
    return outcome(of: edit, in: rest)
  }
}

/// A text that fills every position up to its end, with one byte per character.
public struct FixedRun: Sendable {
  /// The text, including literals.
  public let text: String

  let end: Int

  func withBytes<Result>(_ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = text
    return text.withUTF8 { read(UnsafeBufferPointer(rebasing: $0[..<min(end, $0.count)])) }
  }
}

extension FixedRule {
  /// Fast path for a character typed at the end of a run: the text before it is already checked.
  /// Nil if the general path must decide, for example if a zero is added or the character is
  /// rejected.
  func outcomeAtEnd(of edit: Edit, in state: EditState) -> Outcome? {
    guard let layout = state.layout, let start = layout.runEnd, layout.fresh == nil,
      edit.ranges.count == 1, edit.ranges[0].isEmpty, edit.ranges[0].lowerBound == start,
      state.text.utf8.count == start, edit.replacement.utf8.count == 1,
      let scalar = edit.replacement.unicodeScalars.first, let place = form.nextPlace(from: start)
    else { return nil }
    if form.isLiteral(scalar, at: start) { return outcome(ofLiteral: scalar, in: state, start) }
    guard let taken = form.slots[place].taking(scalar), taken.value < 0x80 else { return nil }
    if form.isCalendar {
      let owner = form.owners[place]
      if owner.index == 0, form.stretches[owner.stretch].part?.isSecondOnly(taken) ?? false {
        return nil
      }
    }
    var text = state.text
    text.reserveCapacity(form.slots.count)
    for position in start..<place where !append(form.slots[position], to: &text) { return nil }
    text.unicodeScalars.append(taken)
    let isLast = place == form.lastPlace
    let run = FixedRun(text: text, end: place + 1)
    let value = isLast ? grammar.value(of: run) : nil
    guard value != nil || grammar.begins(run) else { return nil }
    var next = EditState(text: text, selection: Selection(caret: place + 1))
    if isLast {
      for position in (place + 1)..<form.slots.count
      where !append(form.slots[position], to: &next.text) { return nil }
    }
    let end = next.text.utf8.count
    next.layout = FixedLayout(counts: [], reach: layout.reach, fresh: nil, runEnd: end)
    guard let value = isLast ? value : grammar.value(of: run) else {
      let state = next
      return .accepted(state, .incomplete(reason: Reason(content(of: state).detail)))
    }
    return .accepted(next, .complete(value))
  }

  // A literal typed at its position stays displayed.
  private func outcome(
    ofLiteral scalar: Unicode.Scalar, in state: EditState, _ start: Int
  ) -> Outcome? {
    var text = state.text
    guard !scalar.isPlainDigit, append(form.slots[start], to: &text) else { return nil }
    let run = FixedRun(text: text, end: start + 1)
    guard grammar.begins(run) else { return nil }
    var next = EditState(text: text, selection: Selection(caret: start + 1))
    next.layout = FixedLayout(counts: [], reach: start + 1, fresh: nil, runEnd: start + 1)
    // The seconds after it may be optional.
    if let value = grammar.value(of: run) { return .accepted(next, .complete(value)) }
    let shown = next
    return .accepted(shown, .incomplete(reason: Reason(content(of: shown).detail)))
  }

  private func append(_ slot: Slot, to text: inout String) -> Bool {
    guard case .literal(let literal) = slot, literal.value < 0x80, literal != "\r" else {
      return false
    }
    text.unicodeScalars.append(literal)
    return true
  }
}

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
