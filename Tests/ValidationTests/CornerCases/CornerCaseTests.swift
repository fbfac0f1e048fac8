import TestSupport
import Testing
import Validation

/// Known faults of other fields, line by line, and their consequences for the engine.
struct CornerCaseTests {
  @Test(arguments: CornerCase.ofTheEngine)
  func holds(corner: CornerCase) async throws {
    try await corner.check()
  }

  @Test(
    arguments: [
      ("-", nil), (".78", "0.78"), ("-.", nil), ("00", "0"), ("-0.0", "0"), ("00.25", "0.25"),
      ("12.", "12"),
      (".", nil), ("-.5", "-0.5"), ("123456", nil), ("1.234", nil), ("1,234", nil), ("x", nil),
    ] as [(String, String?)])
  func unfinishedTextsHaveTheValueOfTheTable(text: String, value: String?) {
    let content = Formats.decimal(5, 2).content(of: text)
    switch value {
    case let value?: expectEqual(content, .complete(.decimal(ExactDecimal(value)!)))
    case nil:
      guard case .incomplete = content else {
        Issue.record("\(content)")
        return
      }
    }
  }

  @Test func severalRangesAreOneEdit() {
    let format = Formats.natural
    let state = EditState(text: "123456", selection: Selection(anchor: 0, caret: 6))
    let drop = Edit(ranges: [5..<6, 0..<2], replacement: "12", isTyped: false)
    expectEqual(
      format.outcome(of: drop, in: state),
      .accepted(
        EditState(text: "34512", selection: Selection(caret: 5)), .complete(.integer(34512))))
    let cut = Edit(ranges: [1..<2, 3..<4, 3..<5], replacement: "", isTyped: false)
    expectEqual(
      format.outcome(of: cut, in: state),
      .accepted(
        EditState(text: "136", selection: Selection(caret: 1)), .complete(.integer(136))))
    let bad = Edit(ranges: [1..<2, 3..<4], replacement: "x", isTyped: false)
    guard case .rejected = format.outcome(of: bad, in: state) else {
      Issue.record("x is no digit")
      return
    }
    let card = EditState(text: "4111 1111 2", selection: Selection(anchor: 0, caret: 11))
    expectEqual(
      CornerFormats.card.outcome(
        of: Edit(ranges: [10..<11, 0..<2], replacement: "41", isTyped: false), in: card),
      .accepted(
        EditState(text: "1111 1141", selection: Selection(caret: 9)),
        .incomplete(reason: "4 more digits")))
  }

  @Test(
    arguments: [
      (CornerFormats.mask("AA-00"), "EB^-9", [2..<2, 2..<2], "4"),
      (CornerFormats.mask("(000) 0"), "^(12", [0..<0, 3..<3], "5"),
      (Formats.decimal(3, 2), "1^.5", [1..<1, 1..<1], "."),
      (Formats.decimal(8, 2, .english.grouped()), "1^,234", [1..<1, 1..<1], ","),
      (Formats.decimal(8, 2, .english.grouped()), "1,^234", [1..<2, 5..<5], ""),
      (Formats.decimal(3, 2), "0.^", [1..<2, 1..<2], ""),
    ] as [(FieldFormat, String, [Range<Int>], String)])
  func furtherRangesThatDeleteNothingMakeNoDifference(
    format: FieldFormat, start: String, ranges: [Range<Int>], text: String
  ) {
    let state = MarkedText(start).editor(format).state
    let one = Edit(range: ranges[0], replacement: text, isTyped: !text.isEmpty)
    let all = Edit(ranges: ranges, replacement: text, isTyped: !text.isEmpty)
    expectEqual(format.outcome(of: all, in: state), format.outcome(of: one, in: state))
  }

  @Test func contradictionsAreMistakesOfTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = HexGrammar(digits: 0) }
    await #expect(processExitsWith: .failure) { _ = DateGrammar(from: .last, through: .first) }
    await #expect(processExitsWith: .failure) { _ = DateGrammar(separator: "1") }
    #expect(CalendarDate(year: 2026, month: 2, day: 29) == nil)
    #expect(Moment(.first, hour: 24, minute: 0, second: 0) == nil)
  }
}
