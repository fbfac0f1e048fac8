import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct FieldKeyTests {
  private final class Wide: PropertySubject {
    let propertyChanged = PropertyChanged()
    @Observed var number: UInt64 = .max
  }

  private let person = Person()
  private let field: TextFieldInteractor

  init() {
    field = IntegerTextFieldInteractor(person, "age", in: 10...99)
  }

  @Test(arguments: [Key.enter, .tab, .down, .up])
  func aKeyThatLeavesEndsAnEditingThatIsAcceptable(key: Key) {
    field.type("42")
    guard case .accepted(_, .complete(.integer(42))) = field.press(key) else {
      Issue.record("the text is complete")
      return
    }
    #expect(!field.isEditing)
    #expect(field.isTouched)
  }

  @Test(arguments: [Key.enter, .tab, .down, .up])
  func aKeyThatLeavesIsRefusedWhileTheTextIsIncomplete(key: Key) {
    field.type("4")
    guard case .rejected(let rejection) = field.press(key) else {
      Issue.record("4 is not in 10…99")
      return
    }
    expectEqual(rejection.reason, field.fieldState.reason)
    #expect(field.isEditing)
    expectEqual(field.text, "4")
  }

  @Test func returnGoesOnWhereTheFieldIsToldTo() {
    field.shouldReturn = false
    field.type("42")
    expectEqual(field.press(.enter), .accepted(field.state, .complete(.integer(42))))
    #expect(field.isEditing)
    field.press(.tab)
    #expect(!field.isEditing)
  }

  @Test func tabCompletesBeforeItLeaves() {
    let choice = ChoiceTextFieldInteractor(person, "name", among: ["red", "green"])
    choice.press(.paste("gr"))
    choice.press(.tab)
    expectEqual(choice.text, "green")
    #expect(choice.isEditing)
    choice.press(.tab)
    #expect(!choice.isEditing)
  }

  @Test func escapeTakesTheEditingBack() {
    person.age = 20
    field.press(.clear)
    field.type("42")
    expectEqual(field.press(.escape), .accepted(field.state, .complete(.integer(20))))
    expectEqual(person.age, 20)
    #expect(!field.isEditing)
  }

  @Test(arguments: [Key.enter, .tab, .down, .up, .escape])
  func noneOfThemBeginsAnEditing(key: Key) {
    field.press(key)
    #expect(!field.isEditing)
  }

  @Test(arguments: [Key.submit, .addRow, .removeRow, .yank, .other("Print")])
  func aKeyForAFormOrAPasteboardIsRefused(key: Key) {
    field.type("4")
    guard case .rejected(let rejection) = field.press(key) else {
      Issue.record("the field has nothing to do")
      return
    }
    expectEqual(rejection.reason.code, .notOfField)
    expectEqual(rejection.reason.description, "\(key) is not a key for a field")
    expectEqual(field.text, "4")
  }

  @Test func theNullCharacterIsRefusedAtTheKeyAndInAPaste() throws {
    let pattern = try TextPattern("[^x]*")
    for field in [
      TextFieldInteractor(person, \.name),
      TextTextFieldInteractor(person, \.name, length: 0...9),
      PatternTextFieldInteractor(person, \.name, matching: pattern),
    ] {
      for key in [Key.character("\0"), .paste("a\0b")] {
        guard case .rejected(let rejection) = field.press(key) else {
          Issue.record("no text has it")
          continue
        }
        let isOfPattern = field is PatternTextFieldInteractor
        #expect(
          isOfPattern
            || rejection.reason.description == "a text cannot contain the character U+0000")
      }
      field.cutsPastes = true
      field.press(.paste("a\0b"))
      expectEqual(person.name, "a")
      field.cancel()
    }
  }

  @Test func aWholeNumberBeyond64BitsIsShownAndRefusesEveryKey() {
    let wide = Wide()
    let field = TextFieldInteractor(wide, \.number)
    expectEqual(field.text, "18446744073709551615")
    for key in [Key.backspace, .character("1"), .clear] {
      guard case .rejected(let rejection) = field.press(key) else {
        Issue.record("it is edited")
        return
      }
      expectEqual(rejection.reason.code, .longNumber)
    }
    expectEqual(wide.number, .max)
    wide.number = 4
    field.type("2")
    expectEqual(wide.number, 42)
  }
}
