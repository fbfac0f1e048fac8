import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct NosyTests {
  private final class NosyView: TextFieldView {
    var isTold: () -> Void = {}

    func configureView(_ traits: ViewTraits) {}
    func updateView(_ state: EditState) { isTold() }
  }

  private let person = Person()

  @Test(arguments: [Key.character("7"), .clear, .backspace, .undo])
  func anObserverMayPressAKeyWhileOneIsPressed(key: Key) {
    let field = IntegerTextFieldInteractor(person, "age", in: 0...9999)
    field.activate()
    field.press(.clear)
    var calls = 0
    person.propertyChanged.add { _, _ in
      calls += 1
      if calls == 1 { field.press(key) }
    }
    field.press(.character("1"))
    expectEqual(field.text, (key == .character("7") ? "17" : ""))
    expectEqual(person.age, Int(field.text))
    for _ in 0..<9 where !field.text.isEmpty { field.press(.undo) }
    expectEqual(field.text, "")
    field.type("5")
    expectEqual(person.age, 5)
    expectEqual(field.end(), .ended)
  }

  @Test func aViewMayEndTheEditingThatItIsToldOf() {
    for end in [
      { _ = $0.end() }, { _ = $0.end(.onLeaving) }, { $0.cancel() },
    ] as [(TextFieldInteractor) -> Void] {
      let field = IntegerTextFieldInteractor(person, "age", in: 0...9999)
      let view = NosyView()
      field.view = view
      view.isTold = { end(field) }
      field.press(.character("1"))
      view.isTold = {}
      #expect(!field.isEditing)
      field.press(.clear)
      field.type("42")
      expectEqual(person.age, 42)
      field.end()
    }
  }

  @Test func undoAndRedoRememberWhyTheSubjectDidNotTakeATextThatFits() throws {
    let record = try record(
      Property("k", .integer, range: ValueRange(.integer(18), .integer(65))),
      values: ["k": .integer(20)])
    let wider = Property("k", .integer, range: ValueRange(.integer(0), .integer(100)))
    let field = TextFieldInteractor(record, wider)
    field.press(.selectAll)
    field.type("7")
    let refused = field.fieldState
    guard case .incomplete = refused else {
      Issue.record("7 is not in 18...65")
      return
    }
    field.type("0")
    field.press(.undo)
    expectEqual(field.fieldState, refused)
    field.press(.redo)
    guard case .refused = field.end() else {
      Issue.record("70 is not in 18...65")
      return
    }
    expectEqual(field.text, "70")
    expectEqual(record["k"], .integer(20))
  }

  @Test func aFieldTakenOutWhileItIsEditedStaysInactiveAfterwards() {
    let parent = Interactor()
    let ends: [(TextFieldInteractor) -> Void] = [
      { _ in parent.deactivate() }, { parent.unnest($0) }, { $0.deactivate() }, { $0.detach() },
    ]
    for end in ends {
      let field = TextFieldInteractor(person, person.property(named: "age")!)
      parent.nest(field)
      parent.activate()
      field.press(.clear)
      field.type("4")
      end(field)
      field.end(.onLeaving)
      #expect(!field.isActive)
      parent.unnest(field)
      parent.deactivate()
    }
  }

  @Test func aFieldActivatedWhileItIsEditedIsActiveAfterwards() {
    let field = TextFieldInteractor(person, person.property(named: "age")!)
    field.type("4")
    field.activate()
    #expect(!field.isActive)
    field.end()
    #expect(field.isActive)
  }

  @Test func whatWasRefusedIsForgottenWhenSomethingElseIsDone() {
    let field = NativeField(person, "age")
    let steps: [(TextFieldDelegateAdapter) -> Void] = [
      { _ = $0.textFieldShouldClear() }, { _ = $0.textFieldShouldReturn() },
      { $0.textFieldDidBeginEditing() }, { $0.textFieldDidEndEditing() },
    ]
    for step in steps {
      field.insert("x", 0)
      #expect(field.adapter.rejection != nil)
      step(field.adapter)
      #expect(field.adapter.rejection == nil)
    }
  }

  @Test(arguments: [1e38, 1e300, -1e300])
  func aNumberWithTooManyDigitsIsNoNumberInALabelHoweverLargeItIs(number: Double) {
    person.weight = number
    expectEqual(DecimalLabelInteractor(person, "weight").text, "#####")
  }
}
