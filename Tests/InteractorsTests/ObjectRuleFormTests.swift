import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct ObjectRuleFormTests {
  private final class Stay: RuledSubject {
    let propertyChanged = PropertyChanged()
    @Observed(in: 1...99) var arrival = 1
    @Observed(in: 1...99) var departure = 2
    @Observed var nights: [Stay] = []

    static var rules: [ObjectRule<Stay>] {
      [
        ObjectRule("order", "must end after it begins", about: \.departure, \.arrival) {
          $0.arrival < $0.departure
        }
      ]
    }
  }

  private let stay = Stay()

  @Test func aFormEndsOnceTheRulesOfItsObjectHold() {
    let form = FormInteractor(stay, \.arrival, \.departure)
    form.activate()
    var accepted = 0
    form.accept = { _ in accepted += 1 }
    form.focusFirst()
    form.focusedField?.press(.paste("0"))
    expectEqual(stay.arrival, 10)
    form.leaveForNext()
    let outcome = form.leaveForNext()
    guard case .refused(let violation) = outcome else {
      Issue.record("a stay ends after it begins")
      return
    }
    expectEqual(violation.property, "departure")
    expectEqual(form.focusedField?.propertyName, "departure")
    #expect(form.isEditing)
    expectEqual(accepted, 0)
    form.focusedField?.press(.paste("0"))
    expectEqual(form.leaveForNext(), .ended)
    expectEqual(accepted, 1)
    expectEqual(stay.departure, 20)
  }

  @Test func theFocusGoesToTheRowWhoseObjectBreaksARule() {
    stay.nights = [Stay(), Stay()]
    let form = FormInteractor(stay, \.arrival)
    form.add(
      ListInteractor(stay, \.nights) { FormInteractor($0, \.arrival, \.departure) }, as: "nights")
    form.activate()
    form.focus(on: form.fields[3])
    form.focusedField?.press(.paste("0"))
    form.focus(on: form.fields[0])
    guard case .refused = form.end() else {
      Issue.record("the second night ends before it begins")
      return
    }
    #expect(form.focusedField === form.fields[4])
    form.cancel()
    expectEqual(stay.nights[1].arrival, 1)
  }

  @Test func aFieldAloneIsRefusedTooAndNotForOtherProperties() {
    let field = TextFieldInteractor(stay, \.arrival)
    field.activate()
    field.type("0")
    guard case .refused(let violation) = field.end() else {
      Issue.record("a stay ends after it begins")
      return
    }
    #expect(violation.message.contains("must end after it begins"))
    stay.departure = 100
    expectEqual(field.end(), .ended)
  }
}
