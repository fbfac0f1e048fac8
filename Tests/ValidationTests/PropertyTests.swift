import TestSupport
import Testing
import Validation

/// P1 to P6 of KEYSTROKES.md for all kinds: in every state of small kinds, in random states of the
/// others.
struct PropertyTests {
  static let nasty: [String] =
    [
      "", "x", "\0", "\u{301}", "1\u{301}", "👩‍👩‍👧", "🇩", "\r\n", "\u{200D}", "\u{FFFD}", "-", "--",
      ".", "..",
      "1,2,3", ",,,", "\u{61C}", "\u{61C}-", "\u{200E}-\u{200E}", "12\u{20E3}", "\u{E000}", "\\\"",
      String(decoding: [0x31, 0xFF, 0xC0, 0xED, 0xA0, 0x80] as [UInt8], as: UTF8.self),
      String(repeating: "9", count: 50), String(repeating: ",", count: 40), "  ",
    ]

  @Test(arguments: Seeded.some(of: Array(Kind.tried.indices), every: 3))
  func p1NoInputTraps(index: Int) {
    let kind = Kind.tried[index]
    let format = kind.format
    // Each text is in a field of some kind, and all texts are inserted into each kind.
    let texts = stride(from: index % 8, to: PropertyTests.nasty.count, by: 8).map {
      PropertyTests.nasty[$0]
    }
    for text in texts + kind.canonical.prefix(1).map({ kind.shown($0.text) }) {
      _ = format.content(of: text)
      _ = format.text(for: .text(text))
      for other in PropertyTests.nasty {
        var editor = FieldEditor(format: format, text: text)
        for key in PropertyTests.keys(other) {
          let outcome = editor.press(key)
          #expect(isInBounds(editor), "\(text.debugDescription) \(key) \(outcome)")
          if case .rejected(let rejection) = outcome { #expect(rejection.message.count < 250) }
        }
        _ = editor.complete()
        for range in [0..<1, 0..<400, -5..<0, 1..<2, Int.max - 1..<Int.max, Int.min..<Int.min] {
          editor.offer(Edit(ranges: [range, 0..<1], replacement: other, isTyped: true))
          #expect(isInBounds(editor))
        }
      }
    }
  }

  private static func keys(_ text: String) -> [Key] {
    [
      .go(1), .paste(text), .left, .selectLeft, .backspace, .right, .delete, .selectHome, .copy,
      .cut, .undo, .redo, .selectEnd, .wordBackspace, .go(-1), .go(.max), .select(.min, 1),
      .selectAll, .paste(text), .home, .selectRight, .clear, .undo, .end,
    ] + Key.typing(String(text.prefix(3)))
  }

  private func isInBounds(_ editor: FieldEditor) -> Bool {
    let end = editor.format.places(in: editor.state.text).count - 1
    let range = editor.state.selection.range
    return 0 <= range.lowerBound && range.upperBound <= end
  }

  @Test(arguments: Seeded.some(of: Array(Kind.large.indices), every: 3))
  func p1PasteOfAMebibyteIsJudged(index: Int) {
    let kind = Kind.large[index]
    let piece = index % 2 == 0 ? "1" : "é"
    let paste = String(repeating: piece, count: 1_048_576 / piece.utf8.count)
    var editor = FieldEditor(format: kind.format, text: "")
    let outcome = editor.press(.paste(paste))
    guard kind.name != "any text" else {
      expectEqual(editor.state.text, paste)
      return
    }
    guard case .rejected(let rejection) = outcome else {
      Issue.record("\(editor.state.text.prefix(9))")
      return
    }
    #expect(rejection.message.count < 200)
  }

  // For fixed forms see FixedFormTests.
  @Test(arguments: Kind.english.indices)
  func p2AcceptedInsertionsCanBeCompleted(index: Int) {
    let kind = Kind.english[index]
    if kind.grammar is any FixedGrammar { return }
    let keys = kind.keys + "0123456789".unicodeScalars
    var known: Set<[UInt8]> = []
    var completable: Set<[UInt8]> = []
    // Text after the caret can be deleted, so it does not matter.
    let wrong = kind.counterexample(stream: 200 + index, walks: 3) { editor in
      var editor = editor
      editor.press(.selectEnd)
      editor.press(.cut)
      guard known.insert(Array(editor.state.text.utf8)).inserted else { return nil }
      for key in kind.keys + Kind.foreign {
        var next = editor
        guard next.press(.character(key)).isApplied,
          !next.state.text.utf8.elementsEqual(editor.state.text.utf8)
        else { continue }
        if !isCompletable(next, keys, &completable) { return "\(key) leads to \(next.state.text)" }
      }
      return nil
    }
    #expect(wrong == nil)
  }

  // Types the first accepted key, up to a text that is complete or known to be completable.
  private func isCompletable(
    _ start: FieldEditor, _ keys: [Unicode.Scalar], _ known: inout Set<[UInt8]>
  ) -> Bool {
    var editor = start
    var way: [[UInt8]] = []
    while editor.content.value == nil, !known.contains(Array(editor.state.text.utf8)) {
      way.append(Array(editor.state.text.utf8))
      let next = keys.lazy.compactMap { key in
        var next = editor
        // A space does not change a card.
        let isTaken = next.press(.character(key)).isApplied && next.state != editor.state
        return isTaken ? next : nil
      }.first
      guard way.count < 40 else { return false }
      if let next {
        editor = next
      } else {
        guard hasCheckDigit(editor, keys) else { return false }
        break
      }
    }
    known.formUnion(way)
    return true
  }

  // If all digits of a card are present, only the check digit may be wrong.
  private func hasCheckDigit(_ editor: FieldEditor, _ keys: [Unicode.Scalar]) -> Bool {
    var editor = editor
    if editor.format.grammar is IBANGrammar {
      // If all digits of an account are present, only the check digits may be wrong.
      let text = editor.state.text.filter { $0 != " " }
      return (2...98).contains { number in
        let digits = number < 10 ? "0\(number)" : "\(number)"
        var other = FieldEditor(format: editor.format, text: "")
        other.press(.paste(text.prefix(2) + digits + text.dropFirst(4)))
        return other.content.value != nil
      }
    }
    editor.press(.backspace)
    return editor.format.grammar is CardGrammar
      && keys.contains { key in
        var next = editor
        next.press(.character(key))
        return next.content.value != nil
      }
  }

  @Test(arguments: Kind.all)
  func p3CanonicalTextsCanBeTypedAndPasted(kind: Kind) {
    for (text, value) in kind.canonical.map({ (kind.shown($0.text), $0.value) }) {
      var typist = FieldEditor(format: kind.format, text: "")
      for key in kind.format.keys(text) {
        let outcome = typist.offer(key)
        #expect(
          outcome.isApplied || kind.grammar is any FixedGrammar && outcome.kind == .moved,
          "\(text)")
      }
      var paster = FieldEditor(format: kind.format, text: "")
      #expect(paster.press(.paste(text)).isApplied, "\(text)")
      for editor in [typist, paster] {
        #expect(editor.state.text.unicodeScalars.elementsEqual(text.unicodeScalars))
        expectEqual(editor.content, .complete(value), "\(text)")
      }
    }
  }

  @Test(arguments: Kind.all)
  func p4BackspaceEmptiesWhatAProgramHasSet(kind: Kind) {
    for text in kind.canonical.map({ kind.shown($0.text) }) + PropertyTests.nasty {
      let editor = FieldEditor(format: kind.format, text: text)
      #expect(PropertyTests.whatIsNotErased(editor) == nil)
    }
  }

  @Test(arguments: Kind.all.indices)
  func p4BackspaceEmptiesEveryState(index: Int) {
    #expect(
      Kind.all[index].counterexample(
        stream: 400 + index, walks: 2, PropertyTests.whatIsNotErased) == nil)
  }

  private static func whatIsNotErased(_ editor: FieldEditor) -> String? {
    var editor = editor
    editor.press(.end)
    for _ in 0...editor.state.text.unicodeScalars.count where editor.state.selection.caret > 0 {
      guard editor.press(.backspace).isApplied else { return "refused in \(editor.state.text)" }
    }
    // A program may have set a card with spaces, which are only displayed.
    let isErased = editor.state.text.allSatisfy { $0 == " " } && editor.state.selection.caret == 0
    return isErased ? nil : "\(editor.state) is left"
  }

  @Test(arguments: Kind.english.indices.filter { Kind.english[$0].meaning != nil })
  func p5EveryEditGivesTheValueOfItsText(index: Int) throws {
    let kind = Kind.english[index]
    let meaning = try #require(kind.meaning)
    let wrong = kind.counterexample(stream: 500 + index) { editor in
      for key in [.backspace, .delete] + kind.keys.map(Key.character) {
        var next = editor
        guard case .accepted(let state, let content) = next.press(key) else { continue }
        // The references know no domains in other alphabets.
        if kind.hasDomain, !state.text.utf8.allSatisfy({ $0 < 0x80 }) { continue }
        let value = state.text.isEmpty ? nil : meaning(state.text)
        let isRight =
          switch content {
          case .empty: state.text.isEmpty
          case .complete(let found): found == value
          case .incomplete(let reason):
            !state.text.isEmpty && value == nil && !reason.description.isEmpty
          }
        if !isRight || content != next.content { return "\(key) gives \(state.text) \(content)" }
      }
      return nil
    }
    #expect(wrong == nil)
  }

  @Test func p5ValuesAreExact() {
    let integer = Formats.integer(Int.min...Int.max)
    for value in [Int.min, Int.min + 1, -1, 0, 1, Int.max - 1, Int.max, 9_007_199_254_740_993] {
      expectEqual(integer.content(of: "\(value)"), .complete(.integer(value)))
      var editor = FieldEditor(format: integer, text: "")
      for key in Key.typing("\(value)") { editor.press(key) }
      expectEqual(editor.content, .complete(.integer(value)))
    }
    let decimal = Formats.decimal(19, 19)
    for text in [
      "1234567890123456789.0987654321098765432", "-0.0000000000000000001", "9.2",
      "9999999999999999999.9999999999999999999", "9007199254740993",
    ] {
      guard case .complete(.decimal(let value)) = decimal.content(of: text) else {
        Issue.record("\(decimal.content(of: text))")
        continue
      }
      var trimmed = text
      while text.contains("."), trimmed.last == "0" { trimmed.removeLast() }
      expectEqual(value.description, trimmed)
    }
  }

  @Test(arguments: Kind.tried.indices)
  func p6RejectionsChangeNothing(index: Int) {
    let kind = Kind.tried[index]
    let isSmall = kind.longest != nil
    let keys = (kind.keys + Kind.foreign).map(Key.character)
    let pastes = (isSmall ? ["1.-", "x"] : PropertyTests.nasty).map(Key.paste)
    var rejections = 0
    let wrong = kind.counterexample(stream: 600 + index, walks: 2, keys: 9) { editor in
      var before = editor
      // A rejection must keep the redo step.
      before.press(.selectAll)
      before.press(.cut)
      before.press(.undo)
      before.press(.select(0, editor.state.selection.caret))
      var last = before
      for key in keys + pastes {
        var after = before
        let outcome = kind.press(key, in: &after)
        guard case .rejected(let rejection) = outcome else { continue }
        rejections += 1
        let isSame =
          after.state == before.state && after.content == before.content
          && after.undoDepth == before.undoDepth
        last = after
        if !isSame || rejection.message.isEmpty { return "\(key) leads to \(after.state)" }
      }
      before.press(.redo)
      last.press(.redo)
      return last.state == before.state ? nil : "there is nothing to do again"
    }
    #expect(wrong == nil)
    #expect(rejections > 9 || kind.grammar is TextGrammar)
  }
}
