import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct TextFieldDelegateAdapterTests {
  private let person = Person()

  private func field(_ property: Property, symbols: NumberSymbols = .english) -> NativeField {
    NativeField(TextFieldInteractor(person, property, symbols: symbols))
  }

  private var ages: NativeField {
    field(
      Property("age", .integer, isOptional: true, range: ValueRange(.integer(0), .integer(150))))
  }

  private var names: NativeField { field(Property("name", .text)) }

  @Test func whatIsTypedGoesByTheRuleAndTheViewShowsIt() {
    let field = ages
    for (place, key) in ["4", "x", "2"].enumerated() { field.insert(key, min(place, 1)) }
    expectEqual(field.text, "42")
    expectEqual(person.age, 42)
    field.insert("", 0, 1)
    expectEqual(field.text, "2")
    expectEqual(person.age, 2)
    #expect(field.adapter.textFieldShouldReturn())
  }

  @Test func aSignOfSeveralScalarsIsOneCharacter() {
    let persian = NumberSymbols(localeIdentifier: "fa_IR")!
    let property = Property(
      "age", .integer, isOptional: true, range: ValueRange(.integer(-99), .integer(99)))
    let field = field(property, symbols: persian)
    field.insert("-", 0)
    field.insert("5", field.text.length)
    expectEqual(person.age, -5)
    expectEqual(field.text.length, 3)
    field.insert("7", 1)
    #expect(field.adapter.rejection != nil)
    field.insert("", 0, 2)
    expectEqual(person.age, 5)
  }

  @Test func halfOfASurrogatePairIsRefused() {
    let field = names
    field.insert("ab", 0)
    let range = [NSRange(location: 1, length: 0)]
    for units: [UInt16] in [[0xD83D], [0xDC4D], [0x61, 0xD83D], [0xDC4D, 0xD83D]] {
      #expect(
        !field.adapter.textField(shouldChangeCharactersIn: range, replacementUTF16: units))
      #expect(field.adapter.rejection != nil)
    }
    expectEqual(person.name, "ab")
    _ = field.adapter.textField(
      shouldChangeCharactersIn: range, replacementUTF16: [0xD83D, 0xDC4D])
    expectEqual(person.name, "a👍b")
  }

  @Test func aSpaceInFreeTextIsASpace() {
    let field = names
    field.insert(" ", 0)
    expectEqual(person.name, " ")
    expectEqual(field.text, " ")
  }

  @Test func selectionsAreCountedInUTF16() {
    let field = names
    field.insert("a👍b", 0)
    expectEqual(field.adapter.selectedRange, NSRange(location: 4, length: 0))
    field.adapter.select(NSRange(location: 1, length: 2))
    expectEqual(field.adapter.selectedRange, NSRange(location: 1, length: 2))
    field.adapter.select(NSRange(location: 2, length: 0))
    expectEqual(field.adapter.selectedRange, NSRange(location: 3, length: 0))
    field.adapter.select(NSRange(location: 9, length: Int.max))
    expectEqual(field.adapter.selectedRange, NSRange(location: 4, length: 0))
  }

  @Test func clearAndTheLossOfFocusGoThroughTheField() {
    let field = ages
    field.insert("4", 0)
    #expect(!field.adapter.textFieldShouldClear())
    #expect(person.age == nil)
    expectEqual(field.text, "")
    field.insert("7", 0)
    field.adapter.textFieldDidEndEditing()
    expectEqual(person.age, 7)
    #expect(!field.adapter.interactor.isEditing)
  }

  @Test func anyRangesAndTextsLeaveViewAndFieldAlike() {
    var random = Seeded(stream: 1)
    let strings = ["", "1", "23", "👍🏽", "\u{301}", "x", "\u{A0}", "\u{61C}", "1,2", "\0", "９"]
    for field in [ages, names] {
      for _ in 0..<2000 {
        let before = field.text
        let string = strings[random.below(strings.count)]
        field.insert(string, random.below(before.length + 2), random.below(before.length + 2))
        expectEqual(field.text as String, field.adapter.interactor.text, "seed \(Seeded.seed)")
        if field.adapter.rejection != nil { expectEqual(field.text, before, "seed \(Seeded.seed)") }
        if field.text.length > 20 { field.insert("", 0, field.text.length) }
      }
    }
  }
}
