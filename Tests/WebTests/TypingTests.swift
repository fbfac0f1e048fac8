import Foundation
import TestSupport
import Testing

/// Keys at 20 a second, compared with those that a script types.
@Suite(.waitsForBrowser) struct TypingTests {
  private typealias Sequence = (field: String, keys: String)

  private static let sequences: [Sequence] = [
    ("age", "4x2"), ("age", "1500"), ("age", "-5"), ("age", "700<BS>5"),
    ("age", "123<Undo><Undo>9<Redo>8"), ("fee", "1234567.899"),
    ("fee", "12345.67<Home>9<Right>8<End>"), ("fee", "1234567<Home><Right><Right>77"),
    ("fee", "123456<Left><Left><Left><BS><BS>99"), ("big", "12345678901234567890"),
    ("born", "1.2.2024"), ("born", "31.2.2024"), ("born", "2026-02-30"), ("at", "2575"),
    ("at", "9:5"), ("phone", "5551234567"), ("phone", "5551234<Home>3"),
    ("phone", "5551234567<Left><Left><BS><BS>99"), ("card", "4111111111111111"),
    ("card", "41111x11<Left><Left><Left><Left><BS>5"), ("iban", "de89370400440532013000"),
    ("kind", "ax"), ("kind", "edi"), ("kind", "readr"), ("note", "hello wörld 😀 é<BS><BS>x"),
    ("note", String(repeating: "x", count: 64)),
    ("note", "one two<Left><Left><Left>and <BS>&<Home>* "), ("shade", "ff00gaa"),
    ("plate", "ab-1234"), ("plate", "AB-12345"), ("pct", "12.55"), ("boss", "Ann"), ("boss", "T1x"),
    ("boss", "Zoe"),
  ]

  @Test(arguments: [0, 30, 50, 300], Browser.chosen)
  func keysOfAllKindsEndAsInAScript(roundTrip: Int, browser: Browser) throws {
    let page = try ServedPage(roundTrip: roundTrip, in: browser)
    defer { page.close() }
    try check(Self.sequences, on: page, isShort: roundTrip < 50)
  }

  private static let alphabets: [(field: String, characters: String)] = [
    ("age", "0123456789-x"), ("fee", "0123456789.,"), ("big", "0123456789-"),
    ("born", "0123456789./-"), ("phone", "0123456789 -("), ("card", "4123456789 "),
    ("note", "ab c"), ("shade", "09afgx"), ("pct", "0123456789.,%"), ("iban", "de0123456789x"),
    ("plate", "AB-12z"),
  ]
  private static let moves = ["<BS>", "<Del>", "<Left>", "<Right>", "<Home>", "<End>"]

  private static func random(_ count: Int, stream: Int) -> [Sequence] {
    var seed = Seeded(stream: stream)
    return (0..<count).map { number in
      let (field, characters) = alphabets[number % alphabets.count]
      let keys = (0..<8 + seed.below(23)).map { _ in
        seed.below(4) == 0
          ? moves[seed.below(moves.count)]
          : String(Array(characters)[seed.below(characters.count)])
      }
      return (field, keys.joined())
    }
  }

  @Test(arguments: ["en_US", "de_DE"], [0, 50, 300])
  func randomKeysEndAsInAScriptAndNoCaretStrays(locale: String, roundTrip: Int) throws {
    let page = try ServedPage(roundTrip: roundTrip, locale: locale)
    defer { page.close() }
    let count = Seeded.isLong ? 300 : 11
    let sequences = Self.random(count, stream: roundTrip + locale.utf8.count + 7)
    try check(sequences, on: page, isShort: false)
  }

  /// Types the sequences, each in a field of a form that has not been used yet.
  private func check(_ sequences: [Sequence], on page: ServedPage, isShort: Bool) throws {
    try page.program.run(["-f", "-"], input: ServedPage.things, on: "oracle.db")
    let traces = try TypedTrace.all(
      sequences, by: page.program, locale: page.locale, on: "oracle.db")
    var rest = Array(zip(sequences, traces))
    var number = 0
    while !rest.isEmpty {
      number += 1
      try page.edit(number % 40 + 1)
      var fields: Set<String> = []
      for (sequence, trace) in rest where fields.insert(sequence.field).inserted {
        try check(sequence, trace, on: page, isShort: isShort)
      }
      fields = []
      rest.removeAll { fields.insert($0.0.field).inserted }
      try page.cancel()
    }
    try expectEqual(page.page.errors(), [])
  }

  private func check(
    _ sequence: Sequence, _ trace: TypedTrace, on page: ServedPage, isShort: Bool
  ) throws {
    try page.focus(sequence.field)
    try page.page.type(sequence.keys)
    try page.settle()
    let name: Comment = "\(sequence.field): \(sequence.keys)"
    let end = try page.state(of: sequence.field)
    expectEqual(end.text, trace.end.text, name)
    expectEqual(end.range, trace.end.range, name)
    try expectEqual(page.refusals(), trace.refusals, name)
    let keys = ChromiumPage.keys(sequence.keys)
    let hidden = try page.hidden(in: sequence.field, of: keys)
    let frames = try page.takeFrames()
    #expect(!frames.isEmpty, name)
    for frame in frames {
      if let fault = fault(of: frame, in: trace, keys, hidden: hidden, isShort: isShort) {
        Issue.record("\(name): \(frame.state) \(fault)")
      }
    }
  }

  /// What is wrong with a frame; nil if nothing.
  private func fault(
    of frame: ServedPage.Frame, in trace: TypedTrace, _ keys: [String], hidden: Set<Character>,
    isShort: Bool
  ) -> String? {
    let state = frame.state
    // The separators of a format come with the digits.
    guard hidden.subtracting(" ,.").isDisjoint(with: state.text) else { return "can never be" }
    if !trace.states.contains(where: { $0.text == state.text }) {
      if !frame.isMarked { return "is not marked" }
      // A verdict that comes late on a busy machine is no fault of the page.
      if isShort, !frame.isSlow, frame.age < 99 { return "is shown too soon" }
    }
    guard keys.allSatisfy({ TypedState().plain($0) != nil }) else { return nil }
    let isPossible = trace.possible(keys, without: hidden).contains {
      $0.text == state.text && $0.range == state.range
    }
    return isPossible ? nil : "is neither judged nor plain"
  }
}

extension ServedPage {
  /// The typed characters that the field can take nowhere, which the page does not show.
  fileprivate func hidden(in field: String, of keys: [String]) throws -> Set<Character> {
    let answer = try page.evaluate("\(Self.field(field)).traits.characters ?? null")
    guard let characters = answer as? String else { return [] }
    let typed = keys.filter { $0.count == 1 && $0 < "\u{7F}" }.joined()
    return Set(typed).subtracting(characters)
  }
}
