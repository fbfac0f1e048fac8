import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct ViewTraitsTests {
  private let person = Person()

  private func traits(_ field: TextFieldInteractor) -> ViewTraits {
    let spy = FieldSpy()
    field.view = spy
    return spy.traits!
  }

  @Test func theTraitsFollowTheFieldAndNotTheKindOfTheProperty() throws {
    let hex = traits(HexTextFieldInteractor(person, "name", digits: 6))
    #expect(!hex.correctsText && !hex.checksSpelling)
    expectEqual(hex.capitalization, .allCharacters)
    let card = traits(CardTextFieldInteractor(person, "name"))
    expectEqual(card.keyboard, .number)
    expectEqual(card.contentType, .creditCardNumber)
    #expect(!card.correctsText)
    let pattern = traits(
      PatternTextFieldInteractor(person, "name", matching: try TextPattern("[a-z]+")))
    #expect(!pattern.correctsText)
    let mail = traits(TextFieldInteractor(person, Property("name", .email)))
    expectEqual(mail.keyboard, .email)
    expectEqual(mail.contentType, .emailAddress)
    #expect(!mail.correctsText)
    let free = traits(TextFieldInteractor(person, Property("name", .text)))
    #expect(free.correctsText && free.capitalization == .sentences)
    let mask = traits(MaskTextFieldInteractor(person, "name", mask: try TextMask("000-000")))
    expectEqual(mask.keyboard, .number)
    expectEqual(traits(IntegerTextFieldInteractor(person, "age", in: 0...9)).alignment, .trailing)
  }

  @Test func anotherFormatHasOtherTraitsAndTheViewIsToldOnce() {
    let spy = FieldSpy()
    let field = TextFieldInteractor(person, Property("name", .text))
    field.view = spy
    field.format = FieldFormat(Property("name", .url))
    expectEqual(spy.traits?.contentType, .url)
    spy.traits = nil
    field.format = FieldFormat(Property("name", .url))
    #expect(spy.traits == nil)
  }

  @Test func traitsCanBeOverridden() {
    let spy = FieldSpy()
    let field = TextFieldInteractor(person, Property("name", .text))
    field.view = spy
    field.traits.placeholder = "Name"
    field.traits.contentType = ViewTraits.ContentType(rawValue: "nickname")
    field.format = FieldFormat(Property("name", .url))
    expectEqual(spy.traits?.placeholder, "Name")
    expectEqual(spy.traits?.contentType?.rawValue, "nickname")
    expectEqual(spy.traits?.keyboard, .text)
    let label = IntegerLabelInteractor(person, "age")
    let shown = LabelSpy()
    label.view = shown
    label.traits.alignment = .leading
    expectEqual(shown.traits?.alignment, .leading)
  }

  @Test func aViewCanBeClosures() {
    var texts: [String] = []
    var alignments: [ViewTraits.Alignment] = []
    let label = IntegerLabelInteractor(person, "age")
    label.events = LabelViewEvents(
      configure: { alignments.append($0.alignment) }, update: { texts.append($0) })
    label.activate()
    person.age = 4
    expectEqual(texts, ["«nil»", "4"])
    expectEqual(alignments, [.trailing])
    var states: [String] = []
    let field = IntegerTextFieldInteractor(person, "age", in: 0...99)
    field.events = TextFieldViewEvents { states.append($0.text) }
    field.press(.character("2"))
    expectEqual(states, ["4", "4", "42"])
  }

  @Test func theSymbolsFollowALocaleThatChanges() {
    var locale = Locale(identifier: "en_US")
    person.height = decimal("1.5")
    let parent = Interactor()
    let label = DecimalLabelInteractor(person, "height")
    let field = DecimalTextFieldInteractor(person, "height")
    label.locale = { locale }
    field.locale = { locale }
    parent.nest(label)
    parent.nest(field)
    parent.activate()
    expectEqual([label.text, field.text], ["1.5", "1.5"])
    locale = Locale(identifier: "de_DE")
    field.press(.backspace)
    parent.localeDidChange()
    expectEqual([label.text, field.text], ["1,0", "1,"])
    field.end()
    expectEqual(field.text, "1,0")
    let percent = TextFieldInteractor(
      person, "name",
      format: FieldFormat(Property("p", .percent(integerDigits: 2, fractionDigits: 0...1))))
    percent.locale = { locale }
    expectEqual(percent.format.notation.suffix, "\u{A0}%")
  }
}
