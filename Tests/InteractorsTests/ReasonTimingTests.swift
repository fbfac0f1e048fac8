import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct ReasonTimingTests {
  private func field() throws -> TextFieldInteractor {
    let record = try record(
      Property("n", .integer, isOptional: true, range: ValueRange(.integer(100), .integer(200))))
    return TextFieldInteractor(record, record.property(named: "n")!)
  }

  @Test func aReasonIsSaidWhenItIsTime() throws {
    let field = try field()
    field.type("15")
    #expect(field.shownReason != nil)
    field.reasonTiming = .onLeaving
    #expect(field.shownReason == nil)
    field.reasonTiming = .atEnd
    #expect(field.shownReason == nil)
    field.end(.onLeaving)
    expectEqual(field.shownReason?.code, field.fieldState.reason?.code)
    #expect(field.isTouched)
    field.press(.backspace)
    #expect(field.shownReason == nil)
    field.reasonTiming = .onLeaving
    #expect(field.shownReason != nil)
    field.type("50")
    #expect(field.shownReason == nil)
    expectEqual(field.end(), .ended)
    field.attach(to: field.subject!, "n")
    #expect(!field.isTouched)
  }

  @Test func whatCanStillComeIsToldFromWhatCannot() throws {
    let field = try field()
    field.type("150")
    field.press(.backspace)
    guard case .incomplete = field.fieldState else {
      Issue.record("15 can become 150")
      return
    }
    field.press(.go(0))
    field.press(.delete)
    guard case .invalid = field.fieldState else {
      Issue.record("no number from 100 to 200 begins with 5")
      return
    }
    let day = TextFieldInteractor(Person(), Property("name", .date))
    day.type("2026-11-30")
    day.press(.go(5))
    day.press(.delete)
    day.press(.delete)
    day.type("0")
    guard case .incomplete = day.fieldState else {
      Issue.record("a month can still be given")
      return
    }
  }

  @Test func aRefusalCarriesItsReasonAsData() throws {
    let field = try field()
    field.type("15")
    let outcome = field.end()
    expectEqual(outcome.reason?.code, field.fieldState.reason?.code)
    field.check = nil
    field.accept = { _ throws(Violation) in throw Violation(kind: .rule, message: "taken") }
    field.type("0")
    let refused = field.end()
    expectEqual(refused, .refused(reason: "taken"))
    expectEqual(refused.reason?.code, .violated)
    expectEqual(refused.reason?.detail.violation?.message, "taken")
    field.accept = nil
    field.confirmsRefusals = true
    field.type("0")
    expectEqual(field.end().reason?.code, .unanswered)
  }
}
