import Foundation
import Interactors
import Records
import Testing
import Validation

/// A view is told what its field takes, whatever the property could.
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
    #expect(hex.capitalization == .allCharacters)
    let card = traits(CardTextFieldInteractor(person, "name"))
    #expect(card.keyboard == .number)
    #expect(card.contentType == .creditCardNumber)
    #expect(!card.correctsText)
    let pattern = traits(
      PatternTextFieldInteractor(person, "name", matching: try TextPattern("[a-z]+")))
    #expect(!pattern.correctsText)
    let mail = traits(TextFieldInteractor(person, Property("name", .email)))
    #expect(mail.keyboard == .email)
    #expect(mail.contentType == .emailAddress)
    #expect(!mail.correctsText)
    let free = traits(TextFieldInteractor(person, Property("name", .text)))
    #expect(free.correctsText && free.capitalization == .sentences)
    let mask = traits(MaskTextFieldInteractor(person, "name", mask: try TextMask("000-000")))
    #expect(mask.keyboard == .number)
    #expect(traits(IntegerTextFieldInteractor(person, "age", in: 0...9)).alignment == .trailing)
  }

  @Test func anotherFormatHasOtherTraitsAndTheViewIsToldOnce() {
    let spy = FieldSpy()
    let field = TextFieldInteractor(person, Property("name", .text))
    field.view = spy
    field.format = FieldFormat(Property("name", .url))
    #expect(spy.traits?.contentType == .url)
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
    #expect(spy.traits?.placeholder == "Name")
    #expect(spy.traits?.contentType?.rawValue == "nickname")
    #expect(spy.traits?.keyboard == .text)
    let label = IntegerLabelInteractor(person, "age")
    let shown = LabelSpy()
    label.view = shown
    label.traits.alignment = .leading
    #expect(shown.traits?.alignment == .leading)
  }

  @Test func aViewCanBeClosures() {
    var texts: [String] = []
    var alignments: [ViewTraits.Alignment] = []
    let label = IntegerLabelInteractor(person, "age")
    label.events = LabelViewEvents(
      configure: { alignments.append($0.alignment) }, update: { texts.append($0) })
    label.activate()
    person.age = 4
    #expect(texts == ["«nil»", "4"])
    #expect(alignments == [.trailing])
    var states: [String] = []
    let field = IntegerTextFieldInteractor(person, "age", in: 0...99)
    field.events = TextFieldViewEvents { states.append($0.text) }
    field.press(.character("2"))
    #expect(states == ["4", "4", "42"])
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
    #expect([label.text, field.text] == ["1.5", "1.5"])
    locale = Locale(identifier: "de_DE")
    field.press(.backspace)
    parent.localeDidChange()
    #expect([label.text, field.text] == ["1,0", "1,"])
    field.endEditing()
    #expect(field.text == "1,0")
    let percent = TextFieldInteractor(
      person, "name",
      format: FieldFormat(Property("p", .percent(integerDigits: 2, fractionDigits: 0...1))))
    percent.locale = { locale }
    #expect(percent.format.notation.suffix == "\u{A0}%")
  }
}
