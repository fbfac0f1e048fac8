import Foundation
import Interactors
import Records
import Testing
import Validation

/// A text field as UIKit has it, which changes its text by itself where its delegate says so.
private final class NativeField: TextFieldView {
  var text: NSString = ""
  let adapter: TextFieldDelegateAdapter

  init(_ interactor: TextFieldInteractor) {
    adapter = TextFieldDelegateAdapter(interactor)
    interactor.view = self
  }

  func configureView(_ traits: ViewTraits) {}
  func updateView(_ state: EditState) { text = state.text as NSString }

  func insert(_ string: String, _ location: Int, _ length: Int = 0) {
    let range = NSRange(location: location, length: length)
    let isItsOwn = adapter.textField(shouldChangeCharactersIn: [range], replacementString: string)
    if isItsOwn { text = text.replacingCharacters(in: range, with: string) as NSString }
    if isItsOwn { adapter.textFieldDidChange(to: text as String) }
  }

  /// Puts text in as an input method does that is still composing.
  func compose(_ string: String, _ location: Int, _ length: Int = 0) {
    adapter.isComposing = true
    insert(string, location, length)
  }

  /// Ends the composition with what stands there.
  func commit() {
    adapter.isComposing = false
    adapter.textFieldDidChange(to: text as String)
  }
}

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
    #expect(field.text == "42")
    #expect(person.age == 42)
    field.insert("", 0, 1)
    #expect(field.text == "2")
    #expect(person.age == 2)
    #expect(field.adapter.textFieldShouldReturn())
  }

  @Test(arguments: [
    NSRange(location: 3, length: 0), NSRange(location: 1, length: 121),
    NSRange(location: NSNotFound, length: 0), NSRange(location: 1, length: Int.max),
    NSRange(location: -1, length: 1), NSRange(location: 1, length: -1),
  ])
  func aRangeOutOfBoundsIsRefusedAndNothingChanges(range: NSRange) {
    let field = ages
    field.insert("4", 0)
    field.insert("2", 1)
    #expect(!field.adapter.textField(shouldChangeCharactersIn: [range], replacementString: "1"))
    #expect(field.adapter.rejection != nil)
    #expect(field.text == "42")
    #expect(person.age == 42)
  }

  @Test func aRangeInsideACharacterIsRefused() {
    let field = names
    field.insert("a👍🏽b", 0)
    #expect(field.text.length == 6)
    for location in [2, 3, 4] {
      field.insert("x", location)
      #expect(field.adapter.rejection != nil, "\(location)")
    }
    field.insert("x", 5)
    #expect(person.name == "a👍🏽xb")
    field.insert("", 1, 4)
    #expect(person.name == "axb")
  }

  @Test func aSignOfSeveralScalarsIsOneCharacter() {
    let persian = NumberSymbols(localeIdentifier: "fa_IR")!
    let property = Property(
      "age", .integer, isOptional: true, range: ValueRange(.integer(-99), .integer(99)))
    let field = field(property, symbols: persian)
    field.insert("-", 0)
    field.insert("5", field.text.length)
    #expect(person.age == -5)
    #expect(field.text.length == 3)
    field.insert("7", 1)
    #expect(field.adapter.rejection != nil)
    field.insert("", 0, 2)
    #expect(person.age == 5)
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
    #expect(person.name == "ab")
    _ = field.adapter.textField(
      shouldChangeCharactersIn: range, replacementUTF16: [0xD83D, 0xDC4D])
    #expect(person.name == "a👍b")
  }

  @Test func whatIsBeingComposedIsNotJudgedBeforeItIsDone() {
    let field = names
    field.insert("a", 0)
    field.compose("k", 1)
    field.compose("か", 1, 1)
    #expect(person.name == "a")
    #expect(field.text == "aか")
    field.commit()
    #expect(person.name == "aか")
  }

  @Test func whatWasComposedAndDoesNotFitLeavesTheTextFromBefore() {
    let field = ages
    field.insert("4", 0)
    field.compose("ㄨ", 1)
    field.compose("ㄨㄤ", 1, 1)
    field.commit()
    #expect(field.text == "4")
    #expect(field.adapter.rejection != nil)
    field.compose("２", 1)
    field.commit()
    #expect(field.text == "42")
    #expect(person.age == 42)
  }

  @Test(arguments: ["", " "])
  func autofillFindsThatAFieldCanBeFilled(probe: String) {
    let field = ages
    let range = [NSRange(location: 0, length: 0)]
    #expect(field.adapter.textField(shouldChangeCharactersIn: range, replacementString: probe))
    field.text = probe as NSString
    field.adapter.textFieldDidChange(to: probe)
    // The view believes that the space stands there.
    field.insert("42", 0, probe.utf16.count)
    #expect(person.age == 42)
    #expect(field.text == "42")
  }

  @Test func aSpaceInFreeTextIsASpace() {
    let field = names
    field.insert(" ", 0)
    #expect(person.name == " ")
    #expect(field.text == " ")
  }

  @Test func ofSeveralRangesTheFirstIsReplacedAndTheOthersAreDeleted() {
    let field = names
    field.insert("abcdef", 0)
    let ranges = [NSRange(location: 1, length: 1), NSRange(location: 4, length: 2)]
    #expect(!field.adapter.textField(shouldChangeCharactersIn: ranges, replacementString: "X"))
    #expect(person.name == "aXcd")
  }

  @Test func selectionsAreCountedInUTF16() {
    let field = names
    field.insert("a👍b", 0)
    #expect(field.adapter.selectedRange == NSRange(location: 4, length: 0))
    field.adapter.select(NSRange(location: 1, length: 2))
    #expect(field.adapter.selectedRange == NSRange(location: 1, length: 2))
    field.adapter.select(NSRange(location: 2, length: 0))
    #expect(field.adapter.selectedRange == NSRange(location: 3, length: 0))
    field.adapter.select(NSRange(location: 9, length: Int.max))
    #expect(field.adapter.selectedRange == NSRange(location: 4, length: 0))
  }

  @Test func clearAndTheLossOfFocusGoThroughTheField() {
    let field = ages
    field.insert("4", 0)
    #expect(!field.adapter.textFieldShouldClear())
    #expect(person.age == nil)
    #expect(field.text == "")
    field.insert("7", 0)
    field.adapter.textFieldDidEndEditing()
    #expect(person.age == 7)
    #expect(!field.adapter.interactor.isEditing)
  }

  @Test func anyRangesAndTextsLeaveViewAndFieldAlike() {
    var random = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0..<1_000_000, using: &random)
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    let strings = ["", "1", "23", "👍🏽", "\u{301}", "x", "\u{A0}", "\u{61C}", "1,2", "\0", "９"]
    for field in [ages, names] {
      for _ in 0..<2000 {
        let before = field.text
        let string = strings[next(strings.count)]
        field.insert(string, next(before.length + 2), next(before.length + 2))
        #expect(field.text as String == field.adapter.interactor.text, "seed \(seed)")
        if field.adapter.rejection != nil { #expect(field.text == before, "seed \(seed)") }
        if field.text.length > 20 { field.insert("", 0, field.text.length) }
      }
    }
  }
}
