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

  /// Behaves as a text field of SwiftUI: keeps its own text until something that it has read changes.
  private final class TextBinding {
    let model: FieldModel
    private(set) var text = ""
    private final class Drawing { var isStale = false }

    private var drawing = Drawing()

    init(_ model: FieldModel) {
      self.model = model
      draw()
    }

    private func draw() {
      let drawing = Drawing()
      self.drawing = drawing
      // Called before the change, on the thread of the model.
      nonisolated(unsafe) let drawn = drawing
      text = withObservationTracking {
        _ = model.reason
        return model.text
      } onChange: {
        drawn.isStale = true
      }
    }

    /// As at the end of a turn of the run loop.
    func redraw() {
      if drawing.isStale { draw() }
    }

    func replace(_ range: Range<Int>, with new: String) {
      var characters = Array(text)
      characters.replaceSubrange(range, with: Array(new))
      text = String(characters)
      model.text = text
      redraw()
    }
  }

  @Test func aBindingOfSwiftUIShowsTheTextOfTheFieldAfterEachEdit() {
    let record = try! record(
      Property("date", .date, isOptional: true),
      Property("price", .decimal(integerDigits: 6, fractionDigits: 0...2), isOptional: true),
      Property("phone", .phone(country: nil), isOptional: true),
      Property("name", .text, isOptional: true, length: LengthRange(minimum: 2, maximum: 6)),
      Property("age", .integer, isOptional: true, range: ValueRange(.integer(10), .integer(99))))
    let pieces = ["1", "2", "0", "x", "é", "e\u{301}", ".", ",", "-", " ", "+49", "2026", "👍", ""]
    var random = Seeded(stream: 1)
    for property in record.type.properties {
      let field = TextFieldInteractor(record, property, isGrouped: true)
      let binding = TextBinding(FieldModel(field))
      for step in 0..<300 {
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
          binding.model.end([.onReturn, .onFocusLoss, .onLeaving].randomElement(using: &random)!)
        case 1: binding.model.cancel()
        case 2: field.press([.undo, .redo, .clear].randomElement(using: &random)!)
        case 3: record.restore(property.name, to: nil)
        default:
          let start = Int.random(in: 0...binding.text.count, using: &random)
          let end = min(binding.text.count, start + Int.random(in: 0...1, using: &random))
          binding.replace(start..<end, with: pieces.randomElement(using: &random)!)
        }
        binding.redraw()
        expectEqual(binding.text, field.text, "\(property.name) \(step)")
        expectEqual(binding.model.reason, field.shownReason, "\(property.name) \(step)")
      }
    }
  }

  @Test func aReasonIsShownWhereverTheFieldWasRefused() {
    let field = IntegerTextFieldInteractor(person, "age", in: 10...99)
    field.reasonTiming = .atEnd
    let model = FieldModel(field)
    model.text = "4"
    #expect(model.reason == nil)
    let form = FormInteractor(person)
    form.add(field, as: "age")
    form.focusFirst()
    field.end()
    #expect(model.reason != nil)
  }

  @Test func aModelOfALabelFollowsItsProperty() {
    var model: LabelModel? = LabelModel(IntegerLabelInteractor(person, \.age))
    expectEqual(model?.text, "«nil»")
    person.age = 36
    expectEqual(model?.text, "36")
    expectEqual(model?.traits.alignment, .trailing)
    model = nil
    #expect(person.propertyChanged.isEmpty)
  }
}
