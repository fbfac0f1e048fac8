import Interactors
import Records
import Testing
import Validation

/// Labels and fields on properties by their key paths.
@Suite struct KeyPathTests {
  private final class Item: Subject {
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
    #expect(field.type("-30") == "-")
    #expect(item.pages == 30)
    #expect(label.text == "30")
    field.type("0")
    #expect(item.pages == 30)
    guard case .incomplete = field.fieldState else {
      Issue.record("a UInt8 has no 300")
      return
    }
    #expect(field.propertyName == "pages")
    #expect(DateLabelInteractor(item, \.day).text == "1970-01-01")
    let date = DateTextFieldInteractor(item, \.day, in: CalendarDate.epoch...)
    #expect(date.text == "1970-01-01")
  }

  @Test func theFieldOfAPropertyHasTheRulesThatStandThere() {
    let field = TextFieldInteractor(item, \.count)
    field.press(.clear)
    #expect(item.count == 5)
    #expect(field.endEditing() == .refused(.required("count")))
    field.type("6")
    #expect(item.count == 6)
    #expect(TextFieldInteractor(item, \.opens, as: .time(hasSeconds: false)).text == "00:00")
  }

  @Test func moneyIsOneLine() {
    let field = DecimalTextFieldInteractor(
      item, \.price, minimumFractionDigits: 2, maximumFractionDigits: 2, unit: "€",
      in: ExactDecimal.zero...)
    field.press(.clear)
    #expect(field.type("-12.505") == "-5")
    #expect(item.price == decimal("12.5"))
    field.endEditing()
    #expect(field.text == "12.50")
    #expect(field.format.notation.suffix == "\u{A0}€")
    let weight = DecimalTextFieldInteractor(item, \.weight, unit: "kg", in: ...ExactDecimal(10))
    weight.press(.clear)
    weight.type("0.1")
    #expect(item.weight == 0.1)
  }

  @Test func aWholeNumberIsEditedInHexadecimalDigits() {
    let field = HexTextFieldInteractor(item, \.color, digits: 6)
    field.press(.clear)
    #expect(field.type("ffg0a") == "g")
    #expect(item.color == 0xFF0A)
    field.press(.selectAll)
    field.press(.paste("0x00ff00"))
    #expect(item.color == 0xFF00)
    #expect(field.endEditing() == .ended)
    #expect(field.text == "FF00")
    #expect(field.expectation == "up to 6 hexadecimal digits")
    let text = HexTextFieldInteractor(item, \.code, digits: 2)
    text.type("f")
    #expect(item.code == "")
    text.type("0")
    #expect(item.code == "F0")
  }

  @Test func aFormAListAndACalculationTakeKeyPaths() {
    let form = FormInteractor(item, \.price, \.day)
    #expect(form.parts.map(\.name) == ["price", "day"])
    item.parts = [Item()]
    let list = ListInteractor(item, \.parts) { FormInteractor($0, \.count) }
    #expect(list.rows.count == 1)
    let twice = Calculation { [item] in .integer(item.count * 2) }
    twice.depend(on: item, \.count)
    #expect(twice.value == .integer(10))
    item.count = 6
    #expect(twice.value == .integer(12))
    let label = IntegerLabelInteractor(nil, "count")
    label.attach(to: item, \.count)
    #expect(label.text == "6")
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
      #expect(form.end() == .refused(reason: "no"))
      #expect(form.focusedField === form.fields[place], "\(other)")
    }
    path = "nothing.there"
    #expect(form.end() == .refused(reason: "no"))
    #expect(form.focusedField === form.fields[2])
    form.accept = nil
    #expect(form.end() == .ended)
  }
}
