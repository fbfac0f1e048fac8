import Records
import TestSupport
import Testing

/// A translation that uses only the codes.
private func german(_ violation: Violation) -> String {
  switch violation.code {
  case .required(let names): "\(names.joined(separator: " und ")) fehlt"
  case .range(let range, let value): "\(value) ist nicht in \(range)"
  case .misfit(let literal, .expected(let kind)): "\(literal) ist kein \(kind.name)"
  default: violation.message
  }
}

@Suite struct ViolationTests {
  private let age = Property("age", .integer, range: 0...150)

  private func violation(_ property: Property, _ value: Value?) -> Violation? {
    do throws(Violation) {
      _ = try property.checked(value)
      return nil
    } catch {
      return error
    }
  }

  @Test func aViolationSaysWhichPropertyItIsAbout() {
    expectEqual(violation(age, .integer(200))?.property, "age")
    expectEqual(violation(age, .text("x"))?.property, "age")
    expectEqual(violation(age, nil)?.property, "age")
  }

  @Test func aViolationInAListSaysWhichItem() {
    let tags = Property("tags", .list(of: .date))
    let wrong = violation(tags, .list([.text("2026-11-21"), .text("2026-02-30")]))
    expectEqual(wrong?.property, "tags[1]")
    expectEqual(
      wrong?.message, "tags cannot be [\"2026-11-21\", \"2026-02-30\"]; February 2026 has 28 days")
    let prices = Property("prices", .list(of: .decimal(integerDigits: 1, fractionDigits: 0...0)))
    expectEqual(violation(prices, .list([.integer(1), .integer(12)]))?.property, "prices[1]")
  }

  @Test func aPathLeadsFartherInAndChangesNoWord() throws {
    let wrong = try #require(violation(age, .integer(200)))
    let inner = wrong.within("guests[0]").within("stay")
    expectEqual(inner.property, "stay.guests[0].age")
    expectEqual(inner.message, wrong.message)
  }

  @Test func theCodeAndItsArgumentsSayWhatTheWordsSay() {
    let range = ValueRange(.integer(0), .integer(150))
    expectEqual(violation(age, .integer(200))?.code, .range(range, .integer(200)))
    expectEqual(violation(age, .text("x"))?.code, .misfit("\"x\"", .expected(.integer)))
  }

  @Test func anotherLanguageNeedsNoWordOfEnglish() throws {
    expectEqual(german(try #require(violation(age, .integer(200)))), "200 ist nicht in 0...150")
    expectEqual(german(try #require(violation(age, .text("x")))), "\"x\" ist kein Integer")
    expectEqual(german(.required(["name", "age"])), "name und age fehlt")
  }

  @Test func wordsOfAProgramsOwnAreTheMessage() {
    let own = Violation(kind: .rule, message: "37 is taken", of: "number")
    expectEqual(own.code, .stated("37 is taken"))
    expectEqual(own.message, "37 is taken")
    expectEqual("\(own)", "37 is taken")
  }
}
