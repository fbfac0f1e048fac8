import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct CalculationTests {
  private final class Twice {
    let person = Person()
    private(set) var count = 0
    private(set) lazy var calculation = Calculation { [weak self] in
      guard let self else { return nil }
      count += 1
      return person.age.map { .integer($0 * 2) }
    }

    init() { calculation.depend(on: person, "age") }
  }

  @Test func itIsCalculatedWhenAskedForAndNotAgainBeforeAChange() {
    let twice = Twice()
    expectEqual(twice.count, 0)
    #expect(twice.calculation.value == nil)
    #expect(twice.calculation.value == nil)
    twice.person.name = "Ada"
    #expect(twice.calculation.value == nil)
    expectEqual(twice.count, 1)
    twice.person.age = 1
    twice.person.age = 2
    expectEqual(twice.calculation.value, .integer(4))
    expectEqual(twice.count, 2)
  }

  @Test func aLabelOfItIsToldOnceWhenEverythingHasChanged() {
    let twice = Twice()
    let label = ExpressionLabelInteractor(twice.calculation)
    let view = LabelSpy()
    label.view = view
    label.activate()
    twice.person.age = 1
    twice.person.age = 21
    expectEqual(view.texts, ["«nil»"])
    twice.calculation.update()
    twice.calculation.update()
    expectEqual(view.texts, ["«nil»", "42"])
    expectEqual(twice.count, 2)
    twice.calculation.invalidate()
    twice.calculation.update()
    expectEqual(twice.count, 3)
    expectEqual(view.texts, ["«nil»", "42"])
  }

  @Test func nothingIsCalculatedForALabelThatRests() {
    let twice = Twice()
    let label = ExpressionLabelInteractor(twice.calculation, isActive: false)
    let view = LabelSpy()
    label.view = view
    twice.person.age = 1
    twice.calculation.update()
    expectEqual(twice.count, 0)
    label.activate()
    label.deactivate()
    twice.person.age = 2
    expectEqual(label.text, "4")
    label.activate()
    // The last text shown differs from the last text announced.
    twice.person.age = nil
    twice.calculation.update()
    expectEqual(view.texts, ["2", "4", "«nil»"])
  }

  @Test func listenersHearTheValueBeforeAndNow() {
    let twice = Twice()
    var changes: [PropertyChange] = []
    twice.calculation.propertyChanged.add { _, change in changes.append(change) }
    for age in [1, 2] {
      twice.person.age = age
      twice.calculation.update()
    }
    expectEqual(
      changes,
      [
        PropertyChange(name: "value", old: nil, new: .integer(2)),
        PropertyChange(name: "value", old: .integer(2), new: .integer(4)),
      ])
  }

  @Test func itCannotBeSet() {
    let twice = Twice()
    #expect(throws: Violation.self) { try twice.calculation.set("value", to: .integer(1)) }
    twice.calculation.restore("value", to: .integer(1))
    #expect(twice.calculation.value(of: "value") == nil)
    #expect(twice.calculation.value(of: "age") == nil)
  }

  @Test func whatItDependsOnIsFreeWhenItGoesAway() {
    let person = Person()
    var calculation: Calculation? = Calculation { nil }
    calculation?.depend(on: person, "age")
    #expect(!person.propertyChanged.isEmpty)
    calculation = nil
    #expect(person.propertyChanged.isEmpty)
  }

  @Test(arguments: [
    (Value.integer(1_234_567), "1.234.567"), (.double(0.1 + 0.2), "0,3"),
    (.double(1e300), "1e+300"),
    (.text("1234"), "1234"), (.boolean(true), "true"), (.decimal(decimal("1234.5")), "1.234,5"),
  ])
  func numbersAreShownInTheSymbolsOfTheLabel(value: Value, text: String) {
    let german = NumberSymbols(localeIdentifier: "de_DE")!
    let label = ExpressionLabelInteractor(
      Calculation { value }, symbols: german, isGrouped: true)
    expectEqual(label.text, text)
  }

  @Test(arguments: [
    (Value.integer(5), "5.0"), (.double(2.0625), "2.062"), (.integer(100_000), "#####"),
    (.double(-99999.5), "-99999.5"), (.text("a"), "a"),
  ])
  func aFormatHoldsForEveryNumber(value: Value, text: String) {
    let digits = DecimalDigits(integer: 5, fraction: 1...3)
    expectEqual(ExpressionLabelInteractor(Calculation { value }, digits: digits).text, text)
    expectEqual(DecimalLabelInteractor(Calculation { value }, "value", digits: digits).text, text)
  }
}
