import Testing
import Validation

/// Lengths of patterns whose scalars can be one character together.
struct PatternLengthTests {
  struct Small: Sendable, CustomTestStringConvertible {
    var pattern: ReferencePattern
    var length: ClosedRange<Int>
    var longest: Int
    var alphabet = ReferencePattern.world
    /// Whether also no key is taken that leads nowhere.
    var isExact = false
    var testDescription: String { "\(pattern) \(length)" }
  }

  // A sign that is written before a number is one character with the first digit.
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
      alphabet: signed),
  ]

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
        let expected = reference.accepts(text, followedBy: Array(after.unicodeScalars))
        if expected { #expect(isTaken, "\(before)|\(after)") }
        if small.isExact { #expect(isTaken == expected, "\(before)|\(after)") }
      }
      let isComplete = grammar.value(of: start) != nil
      #expect(isComplete == reference.complete.contains(text))
    }
  }

  @Test func aSignThatBelongsToItsNumberFillsATightLength() throws {
    let pattern = FieldFormat(
      grammar: PatternGrammar(
        ReferencePattern.sequence([PatternLengthTests.sign, PatternLengthTests.digit]).automaton,
        length: 1...1))
    for format in [pattern, FieldFormat(grammar: TextGrammar(length: 1...1))] {
      var editor = FieldEditor(format: format, text: "")
      #expect(editor.press(.character("\u{600}")).isAccepted)
      #expect(editor.press(.character("1")).isAccepted)
      #expect(editor.content == .complete(.text("\u{600}1")))
      #expect(editor.state.selection == Selection(caret: 1))
      #expect(editor.press(.character("1")).kind == .rejected)
      #expect(editor.press(.backspace).isAccepted)
      #expect(editor.state.text.isEmpty)
    }
  }

  // Some sign between the two could make one character of them, but nobody counts like that.
  @Test func charactersThatAreThereAreCountedAsTheyAre() {
    let format = FieldFormat(
      grammar: PatternGrammar(ReferencePattern.repeated(.any, 0, nil).automaton, length: 0...2))
    for place in 0...2 {
      var editor = FieldEditor(format: format, text: "😀😀")
      editor.press(.go(place))
      #expect(editor.press(.character("a")).kind == .rejected)
      #expect(place == 0 || editor.press(.character("\u{301}")).isAccepted)
    }
  }

  @Test func aLoneMarkWaitsForItsLetter() {
    let format = FieldFormat(grammar: TextGrammar(length: 1...1))
    var editor = FieldEditor(format: format, text: "")
    #expect(editor.press(.character("\u{301}")).isAccepted)
    #expect(editor.content == .complete(.text("\u{301}")))
    #expect(editor.press(.character("e")).kind == .rejected)
    editor.press(.home)
    #expect(editor.press(.character("e")).isAccepted)
    #expect(editor.content == .complete(.text("e\u{301}")))
    #expect(editor.state.selection == Selection(caret: 1))
  }
}
