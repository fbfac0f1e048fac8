import Interchange
import TestSupport
import Testing

struct ColumnEvidenceTests {
  private func evidence(_ texts: [String]) -> ColumnEvidence {
    var evidence = ColumnEvidence()
    for (place, text) in texts.enumerated() {
      evidence.add(text.isEmpty ? .none : .text(text), line: place + 2)
    }
    return evidence
  }

  @Test(arguments: [
    (["1", "-20"], ColumnEvidence.Candidate.integer), (["1.50", "2"], .decimal),
    (["1.234,50", "7"], .decimalWithComma), (["true", "FALSE"], .boolean),
    (["2026-11-21"], .date), (["21.11.2026", "1.2.2012"], .dateDayFirst),
    (["11/21/2026", "2/1/2012"], .dateMonthFirst), (["12.5%"], .percent),
    (["12,5%", "1.000 %"], .percentWithComma), (["08:30"], .time),
    (["ann@example.org"], .named("Email")), (["https://example.org/"], .named("Url")),
    (["+49 30 1234567"], .named("Phone")),
    (["DE89 3704 0044 0532 0130 00"], .named("IBAN")), (["2026-11"], .month),
  ])
  func aColumnCanHaveTheKindThatAllOfItsValuesAre(
    texts: [String], candidate: ColumnEvidence.Candidate
  ) {
    #expect(evidence(texts).candidates.contains(candidate))
    let spoiled = evidence(texts + ["", "nobody knows"])
    #expect(!spoiled.candidates.contains(candidate))
    expectEqual(spoiled.objections[candidate]?.line, texts.count + 3)
    expectEqual(spoiled.firstEmpty, texts.count + 2)
  }

  @Test func aCodeThatBeginsWithZeroIsNoNumber() {
    let codes = evidence(["01067", "10115"])
    #expect(codes.candidates.isDisjoint(with: [.integer, .decimal, .decimalWithComma]))
    expectEqual(codes.pattern, "[0-9]{5}")
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
    let prices = evidence(["19.90", "1234.5", "3"])
    #expect(prices.digits.integer == 4 && prices.digits.fraction == 2)
  }
}
