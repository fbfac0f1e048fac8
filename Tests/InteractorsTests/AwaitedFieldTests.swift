import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct AwaitedFieldTests {
  private let person = Person()
  private static let taken = Violation(kind: .rule, message: "taken")

  private func field() -> TextFieldInteractor {
    let field = TextFieldInteractor(person, \.name)
    field.type("Ada")
    return field
  }

  @Test func whatAServerObjectsToIsShownUntilTheTextChanges() async {
    let field = field()
    expectEqual(
      await field.end(waiting: { _ throws(Violation) in throw Self.taken }), .refused(Self.taken))
    expectEqual(field.shownReason?.description, "taken")
    #expect(field.isEditing)
    field.type("m")
    #expect(field.shownReason == nil)
    var stored: Value?
    expectEqual(await field.end(waiting: { value in stored = value }), .ended)
    expectEqual(stored, .text("Adam"))
    #expect(!field.isEditing)
    field.press(.backspace)
    field.cancel()
    expectEqual(person.name, "Adam")
  }

  @Test func theSameTextCanBeAskedAboutAgain() async {
    let field = field()
    await field.end(waiting: { _ throws(Violation) in throw Self.taken })
    expectEqual(await field.end(waiting: { _ in }), .ended)
  }

  @Test func whatIsTypedWhileAServerIsAskedIsKept() async {
    let field = field()
    expectEqual(await field.end(waiting: { _ in field.type("m") }), .stays)
    #expect(field.isEditing)
    let late = await field.end(waiting: { _ throws(Violation) in
      field.type("s")
      throw Self.taken
    })
    expectEqual(late, .refused(Self.taken))
    #expect(field.shownReason == nil, "it was about another text")
    field.cancel()
    expectEqual(person.name, "Ada")
    expectEqual(await field.end(waiting: { _ in Issue.record("nothing was edited") }), .ended)
  }
}
