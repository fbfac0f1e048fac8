import Interactors
import Observation
import Records
import TestSupport
import Testing
import Validation

@Suite struct FieldModelTests {
  private let person = Person()

  private func model(_ range: ClosedRange<Int> = 10...99) -> FieldModel {
    FieldModel(IntegerTextFieldInteractor(person, "age", in: range))
  }

  @Test func aViewSetsTheTextAndReadsWhatBecameOfIt() {
    let model = model()
    model.text = "4"
    expectEqual(model.text, "4")
    #expect(model.reason?.code == .belowMinimum || model.reason != nil)
    #expect(model.isEditing)
    model.text = "4x"
    expectEqual(model.text, "4")
    expectEqual(model.rejection?.message.hasPrefix("\"x\""), true)
    guard case .refused = model.end() else {
      Issue.record("4 is not in 10...99")
      return
    }
    model.text = "42"
    expectEqual(person.age, 42)
    #expect(model.reason == nil)
    #expect(model.rejection == nil)
    expectEqual(model.end(), .ended)
    #expect(!model.isEditing)
  }

  @Test func aViewIsDrawnAgainWhenThePropertyChanges() {
    let model = model()
    final class Drawings { var count = 0 }
    let drawings = Drawings()
    func draw() -> String {
      // Called before the change, on the thread of the model.
      nonisolated(unsafe) let drawings = drawings
      return withObservationTracking {
        model.text
      } onChange: {
        drawings.count += 1
      }
    }
    expectEqual(draw(), "")
    person.age = 12
    expectEqual(drawings.count, 1)
    expectEqual(draw(), "12")
    model.press(.backspace)
    expectEqual(drawings.count, 2)
    model.cancel()
    expectEqual(model.text, "12")
    expectEqual(person.age, 12)
  }

  @Test func aViewIsDrawnAgainAfterEveryEditThatItMayHaveShown() {
    let model = model(0...99)
    final class Drawings { var count = 0 }
    let drawings = Drawings()
    func draw() {
      nonisolated(unsafe) let drawings = drawings
      withObservationTracking {
        _ = (model.text, model.traits, model.reason, model.rejection)
      } onChange: {
        drawings.count += 1
      }
    }
    for (number, text) in ["4", "4x", "4x", "4x", "0", "00", "00"].enumerated() {
      draw()
      model.text = text
      expectEqual(drawings.count, number + 1)
    }
    expectEqual(model.text, "0")
    draw()
    model.text = "0"
    expectEqual(drawings.count, 7, "what the field has is no edit")
    model.press(.character("x"))
    expectEqual(drawings.count, 8)
    draw()
    model.press(.character("x"))
    expectEqual(drawings.count, 9)
  }

  @Test func theSelectionIsThatOfTheField() {
    person.age = 42
    let model = model()
    model.selection = Selection(anchor: 0, caret: 1)
    model.press(.character("5"))
    expectEqual(person.age, 52)
    expectEqual(model.selection, Selection(caret: 1))
    model.text = ""
    model.end(.onFocusLoss)
    #expect(person.age == nil)
    #expect(!model.isEditing)
  }

  @Test func aModelLeavesNothingBehind() {
    var model: FieldModel? = model()
    weak let gone = model
    model?.text = "4"
    model = nil
    #expect(gone == nil)
    #expect(person.propertyChanged.isEmpty)
  }
}
