import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct KeyPathTests {
  private final class Item: PropertySubject {
    let propertyChanged = PropertyChanged()
    @Observed var price: ExactDecimal = .zero
    @Observed var weight: Float = 0
    @Observed var color: Int = 0
    @Observed var pages: UInt8? = nil
    @Observed var day = CalendarDate.epoch
    @Observed var code = ""
    @Observed(in: 5...9) var count = 5
    @Observed var opens = ClockTime.midnight
    @Observed var parts: [Item] = []
  }

  private let item = Item()

  @Test func aLabelAndAFieldFindTheirPropertyByItsKeyPath() {
    let label = IntegerLabelInteractor(item, \.pages)
    let field = IntegerTextFieldInteractor(item, \.pages, in: 1...)
    label.activate()
    field.activate()
    expectEqual(field.type("-30"), "-")
    expectEqual(item.pages, 30)
    expectEqual(label.text, "30")
    expectEqual(field.type("0"), "0", "a UInt8 has no 300")
    expectEqual(field.propertyName, "pages")
    expectEqual(DateLabelInteractor(item, \.day).text, "1970-01-01")
    let date = DateTextFieldInteractor(item, \.day, in: CalendarDate.epoch...)
    expectEqual(date.text, "1970-01-01")
  }

  @Test func theFieldOfAPropertyHasTheRulesThatStandThere() {
    let field = TextFieldInteractor(item, \.count)
    field.press(.clear)
    expectEqual(item.count, 5)
    expectEqual(field.end(), .refused(.required("count")))
    field.type("6")
    expectEqual(item.count, 6)
    expectEqual(TextFieldInteractor(item, \.opens, as: .time(hasSeconds: false)).text, "00:00")
  }

  @Test func moneyIsOneLine() {
    let field = DecimalTextFieldInteractor(
      item, \.price, minimumFractionDigits: 2, maximumFractionDigits: 2, unit: "€",
      in: ExactDecimal.zero...)
    field.press(.clear)
    expectEqual(field.type("-12.505"), "-5")
    expectEqual(item.price, decimal("12.5"))
    field.end()
    expectEqual(field.text, "12.50")
    expectEqual(field.format.notation.suffix, "\u{A0}€")
    let weight = DecimalTextFieldInteractor(item, \.weight, unit: "kg", in: ...ExactDecimal(10))
    weight.press(.clear)
    weight.type("0.1")
    expectEqual(item.weight, 0.1)
  }

  @Test func aWholeNumberIsEditedInHexadecimalDigits() {
    let field = HexTextFieldInteractor(item, \.color, digits: 6)
    field.press(.clear)
    expectEqual(field.type("ffg0a"), "g")
    expectEqual(item.color, 0xFF0A)
    field.press(.selectAll)
    field.press(.paste("0x00ff00"))
    expectEqual(item.color, 0xFF00)
    expectEqual(field.end(), .ended)
    expectEqual(field.text, "FF00")
    expectEqual(field.expectation, "up to 6 hexadecimal digits")
    let text = HexTextFieldInteractor(item, \.code, digits: 2)
    text.type("f")
    expectEqual(item.code, "")
    text.type("0")
    expectEqual(item.code, "F0")
  }

  @Test func aFormAListAndACalculationTakeKeyPaths() {
    let form = FormInteractor(item, \.price, \.day)
    expectEqual(form.parts.map(\.name), ["price", "day"])
    item.parts = [Item()]
    let list = ListInteractor(item, \.parts) { FormInteractor($0, \.count) }
    expectEqual(list.rows.count, 1)
    let twice = Calculation { [item] in .integer(item.count * 2) }
    twice.depend(on: item, \.count)
    expectEqual(twice.value, .integer(10))
    item.count = 6
    expectEqual(twice.value, .integer(12))
    let label = IntegerLabelInteractor(nil, "count")
    label.attach(to: item, \.count)
    expectEqual(label.text, "6")
  }

  private final class Small: PropertySubject {
    let propertyChanged = PropertyChanged()
    @Observed var byte: UInt8 = 0
    @Observed(in: 1...12) var month: Int? = nil
    @Observed(in: CalendarDate(year: 2026, month: 1, day: 1)!...) var day: CalendarDate? = nil
  }

  @Test func aFieldTakesTheRangeOfItsPropertyAndNarrowsItsOwn() {
    let small = Small()
    let fields: [(TextFieldInteractor, String)] = [
      (IntegerTextFieldInteractor(small, \.byte), "0…255"),
      (IntegerTextFieldInteractor(small, \.byte, in: 5...1000), "5…255"),
      (IntegerTextFieldInteractor(small, "byte", in: 0...), "0…255"),
      (TextFieldInteractor(small, \.byte, as: .integer, in: ValueRange(nil, .integer(99))), "0…99"),
      (IntegerTextFieldInteractor(small, \.month), "1…12"),
      (IntegerTextFieldInteractor(small, \.month, in: 20...30), "20…30"),
    ]
    for (field, range) in fields {
      field.press(.clear)
      for key in range == "1…12" ? "13" : range.hasSuffix("…99") ? "100" : "300" {
        field.press(.character(key.unicodeScalars.first!))
      }
      #expect(!field.text.hasPrefix("300") && field.text != "13", "\(range)")
      #expect(field.expectation.contains(range.prefix { $0 != "…" }), "\(field.expectation)")
      #expect(field.expectation.hasSuffix(range.drop { $0 != "…" }.dropFirst()))
    }
    let day = DateTextFieldInteractor(small, \.day)
    expectEqual(day.press(.paste("2025-12-31")).isAccepted, false)
    #expect(day.press(.paste("2026-12-31")).isAccepted)
  }

  @Test func aFormFindsItsFieldsByKeyPathAndItsPartsByClass() {
    item.parts = [Item()]
    let form = FormInteractor(item, \.price, \.day)
    form.add(ListInteractor(item, \.parts) { FormInteractor($0, \.count) }, as: "parts")
    #expect(form.field(at: \Item.day) === form.fields[1])
    #expect(form.field(at: \Item.weight) == nil)
    #expect(form.field(at: \Person.age) == nil)
    expectEqual(form["parts", as: ListInteractor.self]?.rows.count, 1)
    #expect(form["parts", as: FormInteractor.self] == nil)
  }

  @Test func aViolationThatNamesAPropertyPutsTheFocusThere() {
    item.parts = [Item(), Item()]
    let form = FormInteractor(item, \.price, \.day)
    form.add(ListInteractor(item, \.parts) { FormInteractor($0, \.price, \.count) }, as: "parts")
    form.activate()
    var path = "price"
    form.accept = { _ throws(Violation) in
      throw Violation(kind: .rule, message: "no", of: path)
    }
    form.focusFirst()
    form.focusedField?.press(.character("1"))
    form.leaveForNext()
    for (other, place) in [("price", 0), ("day", 1), ("parts[1].count", 5), ("parts[0].price", 2)] {
      path = other
      expectEqual(form.end(), .refused(reason: "no"))
      #expect(form.focusedField === form.fields[place], "\(other)")
    }
    path = "nothing.there"
    expectEqual(form.end(), .refused(reason: "no"))
    #expect(form.focusedField === form.fields[2])
    form.accept = nil
    expectEqual(form.end(), .ended)
  }
}
