import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct LifetimeTests {
  @Test func aSubjectLivesAsLongAsItsInteractorIsAttached() {
    var person: Person? = Person()
    weak let alive = person
    let field = IntegerTextFieldInteractor(person, "age", in: 0...99)
    field.activate()
    field.type("4")
    person = nil
    #expect(alive != nil)
    field.type("2")
    expectEqual(alive?.age, 42)
    field.detach()
    #expect(alive == nil)
    guard case .rejected = field.press(.character("1")) else {
      Issue.record("there is no subject any more")
      return
    }
    expectEqual(field.text, "")
  }

  @Test func anInteractorThatDiesWhileItEditsLeavesNothingBehind() {
    let person = Person()
    var field: TextFieldInteractor? = IntegerTextFieldInteractor(person, "age", in: 0...99)
    weak let alive = field
    field?.activate()
    field?.type("4")
    field = nil
    #expect(alive == nil)
    #expect(person.propertyChanged.isEmpty)
    // The typed text has not been undone.
    expectEqual(person.age, 4)
  }

  @Test func aLabelAndItsViewDieInEitherOrder() {
    let person = Person()
    var label: IntegerLabelInteractor? = IntegerLabelInteractor(person, "age")
    var spy: LabelSpy? = LabelSpy()
    weak let (livingLabel, livingSpy) = (label, spy)
    label?.view = spy
    label?.activate()
    spy = nil
    #expect(livingSpy == nil)
    person.age = 1
    expectEqual(label?.text, "1")
    let other = LabelSpy()
    label?.view = other
    label = nil
    #expect(livingLabel == nil)
    person.age = 2
    expectEqual(other.texts, ["1"])
    #expect(person.propertyChanged.isEmpty)
  }

  @Test func aFieldThatIsEditedAndItsViewDieInEitherOrder() {
    let person = Person()
    var field: TextFieldInteractor? = IntegerTextFieldInteractor(person, "age", in: 0...99)
    var spy: FieldSpy? = FieldSpy()
    weak let (livingField, livingSpy) = (field, spy)
    field?.view = spy
    field?.type("4")
    spy = nil
    #expect(livingSpy == nil)
    field?.type("2")
    expectEqual(person.age, 42)
    let other = FieldSpy()
    field?.view = other
    field?.events = TextFieldViewEvents { _ in }
    field = nil
    #expect(livingField == nil)
    person.age = 7
    expectEqual(other.states.map(\.text), ["42", "42"])
    #expect(person.propertyChanged.isEmpty)
  }

  @Test func aFormAndItsFieldsDieWithWhoHasTheForm() {
    let person = Person()
    var form: FormInteractor? = FormInteractor(person, \.name, \.age)
    weak let (livingForm, livingField) = (form, form?.firstField)
    form?.activate()
    form?.focusFirst()?.type("A")
    let spy = FieldSpy()
    form?.focusedField?.view = spy
    form = nil
    #expect(livingForm == nil)
    #expect(livingField == nil)
    #expect(person.propertyChanged.isEmpty)
    expectEqual(spy.states.map(\.text), ["A"])
  }

  @Test func aModelAndItsFieldDieTogetherAndTheFieldMayBeKept() {
    let field = IntegerTextFieldInteractor(Person(), "age", in: 0...99)
    var model: FieldModel? = FieldModel(field)
    weak let living = model
    model?.text = "4"
    model = nil
    #expect(living == nil)
    expectEqual(field.type("2"), "")
    #expect(field.view == nil)
  }

  @Test func anObserverThatChangesThePropertyWinsAndTheFieldShowsIt() {
    let person = Person()
    person.propertyChanged.add { _, _ in
      if let age = person.age, age > 9 { person.age = 9 }
    }
    let field = IntegerTextFieldInteractor(person, "age", in: 0...99)
    field.activate()
    field.type("42")
    expectEqual(person.age, 9)
    expectEqual(field.text, "9")
    #expect(field.isEditing)
    expectEqual(field.end(), .ended)
  }

  @Test func aPropertyChangedWhileItsFieldIsEditedIsShownAtOnceUnlessItIsEqual() {
    let person = Person()
    let field = IntegerTextFieldInteractor(person, "age", in: 0...99)
    field.activate()
    field.type("42")
    field.press(.left)
    person.age = 42
    expectEqual(field.state.selection, Selection(caret: 1))
    #expect(field.hasEdits)
    person.age = 7
    expectEqual(field.text, "7")
    #expect(!field.hasEdits)
    field.cancel()
    expectEqual(person.age, 7)
  }

  @Test func anotherThreadEndsTheProgramWithTheWords() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      final class Box: @unchecked Sendable { var field: TextFieldInteractor? }
      let box = Box()
      // One thread creates the field, another one uses it.
      for step in 0...1 {
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          if step == 0 {
            box.field = IntegerTextFieldInteractor(Person(), "age", in: 0...9)
            done.signal()
            Thread.sleep(forTimeInterval: 60)
          } else {
            box.field?.press(.character("1"))
            done.signal()
          }
        }
        done.wait()
      }
    }
    let words = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(words.contains("an interactor must be used on the thread that created it"))
  }

  /// Its lock is the test, in which one thread waits for the other.
  private final class Shared: PropertySubject, @unchecked Sendable {
    let propertyChanged = PropertyChanged()
    @Observed var count = 0

    func countOnAnotherThread() {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread { [self] in
        count += 1
        done.signal()
      }
      done.wait()
    }
  }

  @MainActor @Test func aChangeOfAnotherThreadReachesTheViewOnItsActor() async {
    let shared = Shared()
    let label = IntegerLabelInteractor(shared, "count")
    let field = IntegerTextFieldInteractor(shared, \.count)
    var texts: [String] = []
    label.events = LabelViewEvents {
      MainActor.preconditionIsolated()
      texts.append($0)
    }
    for interactor in [label, field] as [PropertyInteractor] {
      interactor.follow(on: MainActor.shared)
    }
    field.press(.character("4"))
    field.press(.left)
    while texts.count < 2 { await Task.yield() }
    expectEqual(field.state.selection.caret, 0, "its own change is not one from elsewhere")
    shared.countOnAnotherThread()
    expectEqual(texts, ["0", "4"])
    while texts.count < 3 || field.text == "4" { await Task.yield() }
    expectEqual(texts, ["0", "4", "5"])
    expectEqual(field.text, "5")
    weak var gone: IntegerLabelInteractor?
    do {
      let other = IntegerLabelInteractor(shared, "count")
      other.follow(on: MainActor.shared)
      gone = other
    }
    while gone != nil { await Task.yield() }
  }

  /// Like the main actor of a program, which leaves the main thread at its first `await`.
  @Test @MainActor func aTaskMayGoOnWithWhatWasMadeOnAThreadOutsideOfAnyTask() async {
    let field = Self.fieldOfAnotherThread()
    await Task.yield()
    field.activate()
    field.type("42")
    expectEqual(field.value, .integer(42))
  }

  private static func fieldOfAnotherThread() -> TextFieldInteractor {
    final class Box: @unchecked Sendable { var field: TextFieldInteractor? }
    let box = Box()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      box.field = IntegerTextFieldInteractor(Person(), "age", in: 0...99)
      done.signal()
    }
    done.wait()
    return box.field!
  }

  @Test func aTaskMayGoOnOnAnotherThread() async {
    let person = Person()
    let field = IntegerTextFieldInteractor(person, "age", in: 0...99)
    for digit in ["4", "2"] {
      await Task.yield()
      field.type(digit)
    }
    expectEqual(person.age, 42)
  }
}
