import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct ConfirmationTests {
  private let person = Person()

  private func field(_ name: String = "age", confirms: Bool = true) -> TextFieldInteractor {
    let field = IntegerTextFieldInteractor(person, name, in: 0...150)
    field.confirmsRefusals = confirms
    field.activate()
    return field
  }

  private static let question = ReturnOutcome.refused(
    reason: "\"0\" was rejected; press Return again to keep \"70\"")

  @Test(arguments: [false, true])
  func returnAndLeavingAreRefusedOnce(leaves: Bool) {
    let field = field()
    field.type("700")
    let press = { field.end(leaves ? .onLeaving : .onReturn) }
    expectEqual(press(), Self.question)
    #expect(field.isEditing && field.text == "70" && field.fieldState == .acceptable)
    expectEqual(press(), .ended)
    expectEqual(person.age, 70)
  }

  @Test func itIsOffUnlessAskedFor() {
    let field = field(confirms: false)
    field.type("700")
    #expect(field.unanswered == nil)
    expectEqual(field.end(), .ended)
    #expect(!TextFieldInteractor(person, "age", format: field.format).confirmsRefusals)
  }

  @Test func whatEndsAnEditingForSomethingElseIsRefusedUntilItIsAnswered() {
    let field = field()
    field.type("700")
    expectEqual(field.end(.byProgram), Self.question)
    expectEqual(field.end(.byProgram), Self.question)
    field.press(.backspace)
    expectEqual(field.end(.byProgram), .ended)
    expectEqual(person.age, 7)
  }

  @Test func losingTheFocusRestoresTheValueFromBefore() {
    person.age = 5
    let field = field()
    field.press(.selectAll)
    field.type("7")
    field.type("00")
    expectEqual(person.age, 70)
    field.end(.onFocusLoss)
    #expect(!field.isEditing)
    expectEqual(field.text, "5")
    expectEqual(person.age, 5)
    field.press(.selectAll)
    field.type("70")
    field.end(.onFocusLoss)
    expectEqual(person.age, 70)
  }

  @Test func losingTheFocusCannotBeRefusedByWhatAcceptsIt() {
    let field = field()
    field.accept = { _ throws(Violation) in throw Violation(kind: .rule, message: "no") }
    field.type("7")
    expectEqual(field.end(.onLeaving), .refused(reason: "no"))
    field.end(.onFocusLoss)
    #expect(!field.isEditing)
    #expect(person.age == nil)
  }

  @Test func anIncompleteTextIsRefusedForWhatItLacksAndTheQuestionWaits() {
    let field = IntegerTextFieldInteractor(person, "age", in: 18...65)
    field.confirmsRefusals = true
    field.type("17")
    guard case .refused(let violation) = field.end() else {
      Issue.record("1 is not in the range")
      return
    }
    #expect(violation.message.hasPrefix("1 is below 18"))
    field.type("8")
    expectEqual(
      field.end(), .refused(reason: "\"7\" was rejected; press Return again to keep \"18\""))
    expectEqual(field.end(), .ended)
  }

  @Test func clearAnswersAlsoWhereTheTextStays() {
    let field = field()
    field.shouldClear = false
    field.type("700")
    field.press(.clear)
    expectEqual(field.text, "70")
    #expect(field.unanswered == nil)
  }

  @Test func aChangeFromElsewhereAnswers() {
    let field = field()
    field.type("700")
    person.age = 8
    expectEqual(field.end(), .ended)
    expectEqual(person.age, 8)
  }

  @Test func aFormAsksOnceAtItsEnd() {
    let form = FormInteractor(person)
    let (first, second) = (field(), field("count"))
    form.add(first, as: "age")
    form.add(second, as: "count")
    form.activate()
    form.focusFirst()
    first.type("700")
    expectEqual(form.leaveForNext(), .ended)
    #expect(form.focusedField === second)
    expectEqual(first.mark, Self.question.reason)
    second.type("700")
    let both =
      "age \"0\" and count \"0\" were rejected; press Return again to keep the values shown"
    expectEqual(form.leaveForNext(), .refused(reason: both))
    #expect(form.isAsking && form.focusedField === first)
    expectEqual(person.age, 70)
    expectEqual(form.end(), .ended)
    #expect(!form.isAsking && !form.isEditing)
  }

  @Test func aStepIsOneChangeOfTheProperty() {
    person.age = 149
    let field = field()
    field.press(.step(by: 1))
    expectEqual(person.age, 150)
    field.press(.step(by: 1))
    field.press(.undo)
    expectEqual(person.age, 149)
  }

  @Test func aRunOfLettersThatIsUndoneGivesThePropertyItsValueBack() {
    let field = TextFieldInteractor(person, "name", format: FieldFormat(grammar: TextGrammar()))
    field.type("one two")
    expectEqual(person.name, "one two")
    field.press(.undo)
    expectEqual(person.name, "one ")
    field.press(.undo)
    field.press(.undo)
    expectEqual(person.name, "")
    field.press(.redo)
    expectEqual(person.name, "one")
  }

  @Test func onlyATextThatIsNotCompleteIsCompleted() {
    let field = ChoiceTextFieldInteractor(person, "name", among: ["a", "ab", "abc", "b"])
    field.type("a")
    expectEqual(field.candidates.texts, [])
    #expect(field.complete() == nil)
    let other = ChoiceTextFieldInteractor(person, "name", among: ["abc", "abd", "b"])
    other.press(.clear)
    expectEqual(other.candidates.texts, [])
    other.type("a")
    expectEqual(other.candidates.texts, ["abc", "abd"])
    #expect(other.complete() == nil)
  }
}
