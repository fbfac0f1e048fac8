import TestSupport
import Testing
import Validation

struct PatternLengthTests {
  struct Small: Sendable, CustomTestStringConvertible {
    var pattern: ReferencePattern
    var length: ClosedRange<Int>
    var longest: Int
    var alphabet = ReferencePattern.world
    /// Whether keys without a continuation must be rejected too.
    var isExact = false
    var testDescription: String { "\(pattern) \(length)" }
  }

  // A sign before a number is one character with the first digit.
  private static let sign = ReferencePattern.one(of: "\u{600}")
  private static let digit = ReferencePattern.one(of: "1")
  private static let signed = Array("\u{600}1\u{301}".unicodeScalars)

  static let patterns: [Small] = [
    Small(pattern: .repeated(.any, 0, nil), length: 0...2, longest: 3),
    Small(
      pattern: .sequence([.any, .repeated(.one(of: "a\u{301}"), 0, 2)]), length: 2...2, longest: 4),
    Small(pattern: .repeated(.one(of: "a😀"), 2, 3), length: 1...2, longest: 4),
    Small(
      pattern: .sequence([sign, digit]), length: 1...1, longest: 2, alphabet: signed, isExact: true),
    Small(
      pattern: .sequence([sign, digit, digit]), length: 2...2, longest: 3, alphabet: signed,
      isExact: true),
    Small(
      pattern: .sequence([.repeated(sign, 0, 1), .repeated(digit, 0, 2)]), length: 1...1,
      longest: 3, alphabet: signed, isExact: true),
    Small(
      pattern: .sequence([digit, .one(of: "\u{301}")]), length: 1...1, longest: 2, alphabet: signed,
      isExact: true),
    Small(
      pattern: .sequence([.one(of: "\u{301}"), digit]), length: 1...2, longest: 2, alphabet: signed,
      isExact: true),
    Small(
      pattern: .repeated(.one(of: "1\u{600}\u{301}"), 0, 3), length: 1...1, longest: 3,
      alphabet: signed, isExact: true),
    small(.sequence([letter, white, letter]), 1...2),
    small(.sequence([letter, letter, white, .repeated(letter, 1, 2)]), 2...4),
    small(.sequence([.repeated(letter, 1, 3), white, .repeated(letter, 1, 2)]), 1...4),
    small(.sequence([letter, white, .one(of: "\u{301}")]), 2...2),
    small(.sequence([.one(of: "a\r"), .one(of: "\r\n"), .one(of: "\n")]), 2...2),
    small(.repeated(.one(of: "\r\n"), 2, 4), 2...2),
    small(.repeated(.one(of: "\n\u{301}"), 1, 4), 3...3),
    small(.repeated(.one(of: "a\r\n"), 1, 4), 2...3),
    small(.repeated(.one(of: "a\u{301}\r"), 2, 4), 2...2),
    small(.repeated(.choice([.text("a\u{301}"), .text("\r\n"), white]), 1, 2), 1...1),
    small(.sequence([.repeated(.one(of: "a\u{301}"), 1, 3), .one(of: "\n")]), 1...2),
    small(
      .repeated(.one(of: "\u{1F44D}\u{200D}\u{1F1E6}"), 1, 4), 2...2, "\u{1F44D}\u{200D}\u{1F1E6}"),
    small(.repeated(.one(of: "\u{1F1E6}"), 1, 5), 2...2, "\u{1F1E6}"),
    small(
      .repeated(.one(of: "\u{1100}\u{1161}\u{11A8}\u{AC00}"), 1, 4), 2...2,
      "\u{1100}\u{1161}\u{11A8}\u{AC00}"),
    small(.repeated(.one(of: "\u{915}\u{94D}\u{200C}"), 1, 5), 1...2, "\u{915}\u{94D}\u{200C}"),
  ]

  private static let letter = ReferencePattern.one(of: "ab")
  private static let white = ReferencePattern.one(of: " \r\n\u{2003}")

  private static func small(
    _ pattern: ReferencePattern, _ length: ClosedRange<Int>,
    _ alphabet: String = "a \r\n\u{2003}\u{301}"
  ) -> Small {
    Small(
      pattern: pattern, length: length, longest: 7, alphabet: Array(alphabet.unicodeScalars),
      isExact: true)
  }

  @Test(arguments: patterns)
  func noKeyIsRefusedForALengthThatCouldBeReached(small: Small) {
    let reference = ReferencePatternTexts(
      small.pattern, upTo: small.longest, characters: small.length)
    let grammar = PatternGrammar(small.pattern.automaton, length: small.length)
    let pieces = [""] + strings(of: small.alphabet.map { String($0) }, upTo: 2)
    for before in pieces {
      let start = Array(before.utf8)
      let text = Array(before.unicodeScalars)
      for after in pieces {
        let isTaken =
          grammar.begins(start[...]) && grammar.fits(start[...], followedBy: Array(after.utf8)[...])
        // Counts the existing characters, even if text between them could combine them.
        let isShort = (before + after).count <= small.length.upperBound
        let expected =
          reference.accepts(text, followedBy: Array(after.unicodeScalars)) && isShort
        if expected { #expect(isTaken, "\(before)|\(after)") }
        if small.isExact {
          expectEqual(isTaken, expected, "\(before.debugDescription)|\(after.debugDescription)")
        }
      }
      let isComplete = grammar.value(of: start) != nil
      expectEqual(isComplete, reference.complete.contains(text))
    }
  }

  @Test func aSignThatBelongsToItsNumberFillsATightLength() throws {
    let pattern = FieldFormat(
      grammar: PatternGrammar(
        ReferencePattern.sequence([PatternLengthTests.sign, PatternLengthTests.digit]).automaton,
        length: 1...1))
    for format in [pattern, FieldFormat(grammar: TextGrammar(length: 1...1))] {
      var editor = FieldEditor(format: format, text: "")
      #expect(editor.press(.character("\u{600}")).isApplied)
      #expect(editor.press(.character("1")).isApplied)
      expectEqual(editor.content, .complete(.text("\u{600}1")))
      expectEqual(editor.state.selection, Selection(caret: 1))
      expectEqual(editor.press(.character("1")).kind, .rejected)
      #expect(editor.press(.backspace).isApplied)
      #expect(editor.state.text.isEmpty)
    }
  }

  // Some sign could combine the two characters, but the count ignores that.
  @Test func charactersThatAreThereAreCountedAsTheyAre() {
    let format = FieldFormat(
      grammar: PatternGrammar(ReferencePattern.repeated(.any, 0, nil).automaton, length: 0...2))
    for place in 0...2 {
      var editor = FieldEditor(format: format, text: "😀😀")
      editor.press(.go(place))
      expectEqual(editor.press(.character("a")).kind, .rejected)
      #expect(place == 0 || editor.press(.character("\u{301}")).isApplied)
    }
  }

  @Test func aLoneMarkWaitsForItsLetter() {
    let format = FieldFormat(grammar: TextGrammar(length: 1...1))
    var editor = FieldEditor(format: format, text: "")
    #expect(editor.press(.character("\u{301}")).isApplied)
    expectEqual(editor.content, .complete(.text("\u{301}")))
    expectEqual(editor.press(.character("e")).kind, .rejected)
    editor.press(.home)
    #expect(editor.press(.character("e")).isApplied)
    expectEqual(editor.content, .complete(.text("e\u{301}")))
    expectEqual(editor.state.selection, Selection(caret: 1))
  }

  // Parts of patterns in the parser's form.
  private static let small26: [ClosedRange<UInt32>] = [0x61...0x7A]
  private static let large26: [ClosedRange<UInt32>] = [0x41...0x5A]
  private static let space = ScalarRanges.space
  private static let noDigit = ScalarRanges.all(but: ScalarRanges.digit)
  private static let noWord = ScalarRanges.all(but: ScalarRanges.word)

  private static func only(_ text: String) -> [[ClosedRange<UInt32>]] {
    text.unicodeScalars.map { [$0.value...$0.value] }
  }

  @Test(
    arguments: [
      (only("a") + [space], 1...1), (only("a\n"), 1...1), (only("\n\n"), 1...1),
      (only("\r\r"), 1...1), (only("\n\u{301}"), 1...1), (only("a") + [space, noDigit], 1...1),
      (only("a") + [space] + only("-"), 2...2), (only("e\u{301}"), 2...2), (only("\r\n"), 2...2),
      (only("👍🏽"), 2...2), (only("🇩🇪"), 2...2),
      (only("ab") + [space, noDigit] + only("-"), 3...3),
      (only("ab") + [noWord, space, noDigit] + only("-"), 3...3),
    ] as [([[ClosedRange<UInt32>]], ClosedRange<Int>)])
  func aLengthThatNoTextHasLeavesNone(sets: [[ClosedRange<UInt32>]], length: ClosedRange<Int>) {
    let automaton = TextAutomaton.row(sets)
    #expect(PatternGrammar(automaton, length: length).isEmpty)
    #expect(!PatternGrammar(automaton, length: 1...sets.count).isEmpty)
  }

  @Test(
    arguments: [
      (.row([small26, space, small26], repeating: [0, 2]), 1...5, "abc", "d"),
      (.row([small26, space + [0x2C...0x2C], small26], repeating: [0]), 1...3, "a", "b"),
      (
        .row([large26, small26, space, large26, small26], repeating: [1, 4]), 1...6, "Abc", "d"
      ),
    ] as [(TextAutomaton, ClosedRange<Int>, String, Character)])
  func noKeyIsTakenThatLeavesNoRoomForTheRest(
    automaton: TextAutomaton, length: ClosedRange<Int>, text: String, key: Character
  ) {
    let format = FieldFormat(grammar: PatternGrammar(automaton, length: length))
    var editor = FieldEditor(format: format, text: "")
    for key in text { #expect(editor.press(.character(Unicode.Scalar(String(key))!)).isApplied) }
    expectEqual(editor.press(.character(Unicode.Scalar(String(key))!)).kind, .rejected)
    #expect(editor.press(.character(" ")).isApplied)
  }

  @Test(
    arguments: [
      ("a", "a"), ("a", "\u{301}"), ("👍", "\u{200D}👍"), ("\u{915}", "\u{915}"),
      ("\u{915}\u{94D}", "\u{94D}\u{915}"), ("\u{1100}", "\u{11A8}"),
      ("\u{1F1E6}", "\u{1F1E6}"), ("\r", "\n"),
    ])
  func everyScalarIsCountedAsInAString(front: String, back: String) {
    let any: [ClosedRange<UInt32>] = [0x01...0xD7FF, 0xE000...0x10FFFF]
    let only = PatternLengthTests.only
    let automaton = TextAutomaton.row(only(front) + [any] + only(back))
    let grammars = (0...6).map { PatternGrammar(automaton, length: $0...$0) }
    var wrong: [UInt32] = []
    // All scalars where categories alternate, and a sample elsewhere.
    let all: [(ClosedRange<UInt32>, every: Int)] = [
      (0x01...0x1F, 1), (0x20...0x8FF, 7), (0x900...0xDFF, 2), (0xE00...0x1FFF, 7),
      (0x2000...0x2BFF, 3),
      (0x2C00...0x33FF, 5), (0x3400...0xA65F, 211), (0xA660...0xAC40, 5), (0xAC41...0xD77F, 211),
      (0xD780...0xD7FF, 1), (0xE000...0xFDFF, 211), (0xFE00...0xFFFF, 3), (0x10000...0x1FFFF, 61),
      (0x20000...0x10FFFF, 4999),
    ]
    let values = all.flatMap { stride(from: $0.lowerBound, through: $0.upperBound, by: $1) }
    for value in values {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let start = front + String(scalar)
      let count = (start + back).count
      let text = Array(start.utf8)[...]
      if !grammars[count].begins(text) || grammars[count - 1].begins(text) { wrong.append(value) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) \(wrong.prefix(20).map { String($0, radix: 16) })")
  }
}
