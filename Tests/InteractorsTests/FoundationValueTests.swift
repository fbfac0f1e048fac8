import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

private final class Item: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var id = UUID()
  @Observed(in: 0...1000) var price = Decimal(1)
  @Observed var made: Date? = nil
  @Observed var page: URL? = nil
}

@Suite struct FoundationValueTests {
  private let item = Item()

  private func refusal(_ name: String, _ value: Value?) -> String? {
    do throws(Violation) {
      try item.set(name, to: value)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func aDecimalIsExact() throws {
    try item.set("price", to: .decimal(ExactDecimal("0.1234567890123456789012345678")!))
    expectEqual(item.price, Decimal(string: "0.1234567890123456789012345678"))
    item.price = 12.5
    expectEqual(item.value(of: "price"), 12.5)
    expectEqual(refusal("price", 1001), "price must be 0…1000, not 1001")
    item.price = .nan
    expectEqual(item.violations().map(\.property), ["price"])
  }

  @Test func aDateIsAMomentOfMilliseconds() throws {
    try item.set("made", to: "2026-11-21T10:00:00.123Z")
    expectEqual(item.made, Date(timeIntervalSince1970: 1_795_255_200.123))
    expectEqual(item.value(of: "made")?.description, "2026-11-21T10:00:00.123Z")
    // Swift keeps finer digits without notifying.
    let finer = Date(timeIntervalSince1970: 1_795_255_200.1231)
    item.made = finer
    expectEqual(item.made, finer)
    item.made = Date(timeIntervalSince1970: .infinity)
    expectEqual(item.violations().map(\.property), ["made"])
  }

  @Test func anIdentifierIsATextOfItsForm() throws {
    try item.set("id", to: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
    expectEqual(item.id.uuidString, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    expectEqual(refusal("id", "x")?.hasPrefix("id must match /[0-9A-Fa-f]{8}"), true)
  }

  @Test func aURLIsOne() throws {
    try item.set("page", to: "https://example.org/a")
    expectEqual(item.page, URL(string: "https://example.org/a"))
    item.page = URL(string: "https://xn--mnchen-3ya.de/")
    expectEqual(item.value(of: "page"), "https://münchen.de/")
    #expect(refusal("page", "x") != nil)
    try item.set("page", to: nil)
    #expect(item.page == nil)
  }

  @Test func anErrorIsOneSentenceWhereverItIsShown() {
    let errors: [any Error] = [
      Violation(kind: .rule, message: "37 is taken"), DefinitionError(message: "37 is taken"),
      PatternError(at: 0, "37 is taken"),
    ]
    for error in errors {
      expectEqual("\(error)", "37 is taken")
      expectEqual(error.localizedDescription, "37 is taken")
    }
  }
}
