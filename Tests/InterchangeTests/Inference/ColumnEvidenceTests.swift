import Interchange
import TestSupport
import Testing
import Values

struct ColumnEvidenceTests {
  private typealias Candidate = ColumnEvidence.Candidate

  /// Numbers with a point, numbers with a comma, and dates.
  private static var forms: [ColumnEvidence.Form] {
    [
      .init(Candidate(.number)) { ExactDecimal($0.description).map(Value.decimal) },
      .init(Candidate(.number, option: "de"), separator: ",") { cell in
        let plain = cell.description.replacing(".", with: "").replacing(",", with: ".")
        return ExactDecimal(plain).map(Value.decimal)
      },
      .init(Candidate(.date)) { (try? CalendarDate(reading: $0.description)).map(Value.date) },
    ]
  }

  private func evidence(_ texts: [String]) -> ColumnEvidence {
    var evidence = ColumnEvidence(Self.forms)
    for (place, text) in texts.enumerated() {
      evidence.add(text.isEmpty ? .none : .text(text), line: place + 2)
    }
    return evidence
  }

  @Test func aColumnCanHaveTheKindsThatAllOfItsValuesAre() {
    let texts = ["2026-11-21", "2026-11-22"]
    expectEqual(evidence(texts).candidates, [Candidate(.date)])
    let spoiled = evidence(texts + ["", "nobody knows"])
    #expect(spoiled.candidates.isEmpty)
    expectEqual(spoiled.objections[Candidate(.date)]?.line, 5)
    expectEqual(spoiled.firstEmpty, 4)
  }

  @Test func aValueThatTwoOptionsReadDifferentlyIsKept() {
    let weights = evidence(["7", "1.080"])
    expectEqual(weights.difference(among: ["", "de"])?.text, "1.080")
    expectEqual(
      weights.difference(among: ["", "de"])?.readings.map(\.value.description), ["1.08", "1080"])
    #expect(weights.difference(among: ["de"]) == nil)
    #expect(evidence(["7", "80"]).difference(among: ["", "de"]) == nil)
    // A text that only one form can parse is not ambiguous.
    #expect(evidence(["1.080", "1,5"]).difference(among: ["", "de"]) == nil)
  }

  @Test func rowsBeforeAColumnCameHaveNothingInIt() {
    let late = ColumnEvidence(Self.forms, rows: 3, from: 2)
    #expect(late.empty == 3 && late.firstEmpty == 2 && late.filled == 0)
  }

  @Test func codesOfOneFormHaveAPattern() {
    expectEqual(evidence(["AB-1234", "XY-0001"]).pattern, "[A-Z]{2}-[0-9]{4}")
    expectEqual(evidence(["a.1", "b.2"]).pattern, #"[a-z]\.[0-9]"#)
    #expect(evidence(["AB-1234", "XY-001"]).pattern == nil)
    #expect(evidence(["ab", "cd"]).pattern == nil)
  }

  @Test func fewValuesThatRepeatAreAChoiceAndOneThatRepeatsIsNoKey() {
    let roles = evidence((0..<20).map { $0.isMultiple(of: 3) ? "admin" : "reader" })
    #expect(roles.isChoice && roles.order == ["admin", "reader"])
    expectEqual(roles.repeated?.line, 4)
    let names = evidence((0..<20).map { "name \($0)" })
    #expect(!names.isChoice && names.repeated == nil)
  }

  @Test func theDigitsThatAreWrittenAreCounted() {
    let prices = evidence(["3", "19.90", "1234.5"]).digits[Candidate(.number)]
    #expect(prices?.integer == 4 && prices?.fraction == 2)
    #expect(prices?.firstFraction?.line == 3 && prices?.areIntegers == false)
  }
}
