import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct OwnClassTests {
  private final class Stay: RuledSubject {
    let propertyChanged = PropertyChanged()
    @Observed var arrival = 1
    @Observed var departure = 2
    @Observed var guests = 1
    @Observed var seen = Date(timeIntervalSince1970: 1.234567)
    @Observed(in: 0..., unit: "€", fractionDigits: 2...2) var price: ExactDecimal = 80

    static var rules: [ObjectRule<Stay>] {
      [ObjectRule("order", about: \.departure, \.arrival) { $0.arrival < $0.departure }]
    }
  }

  private let stay = Stay()

  @Test func cancelGivesBackAllOfWhatSwiftHasAssigned() {
    let seen = stay.seen
    let field = TextFieldInteractor(stay, stay.property(named: "seen")!)
    field.press(.clear)
    field.press(.paste("2026-11-21T10:00:00Z"))
    expectEqual(stay.seen, Date(timeIntervalSince1970: 1_795_255_200))
    field.cancel()
    expectEqual(stay.seen, seen)
  }

  @Test func aLabelHasTheDigitsThatTheClassGivesItsProperty() {
    let label = DecimalLabelInteractor(stay, \.price)
    expectEqual(label.text, "80.00\u{A0}€")
    stay.price = 123456.5
    expectEqual(label.text, "123456.50\u{A0}€")
  }

  @Test func aBrokenRuleRefusesTheFieldsThatItIsAbout() {
    stay.arrival = 9
    let guests = IntegerTextFieldInteractor(stay, \.guests, in: 0...99)
    guests.press(.character("7"))
    expectEqual(guests.end(), .ended)
    let departure = IntegerTextFieldInteractor(stay, \.departure, in: 0...99)
    departure.press(.clear)
    departure.press(.character("3"))
    guard case .refused(let violation) = departure.end() else {
      Issue.record("the order is broken")
      return
    }
    expectEqual(violation.property, "departure")
  }

  @Test func aFormIsNotRefusedForWhatItHasNoFieldFor() {
    stay.arrival = 9
    let form = FormInteractor(stay, \.guests)
    form.activate()
    form.focusFirst()?.press(.character("7"))
    expectEqual(form.end(), .ended)
    let whole = FormInteractor(stay, \.arrival, \.guests)
    whole.activate()
    whole.focusFirst()?.press(.character("0"))
    guard case .refused = whole.end() else {
      Issue.record("the order is broken")
      return
    }
    #expect(whole.isEditing)
  }

  @Test func aHexadecimalFieldTakesTheNumbersOfASubjectThatComesLater() {
    let field = HexTextFieldInteractor(nil, "guests", digits: 2)
    stay.guests = 255
    field.subject = stay
    expectEqual(field.text, "FF")
    field.press(.selectAll)
    field.press(.paste("1F"))
    expectEqual(stay.guests, 31)
  }
}
