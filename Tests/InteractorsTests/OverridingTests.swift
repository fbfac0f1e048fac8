import Interactors
import Records
import TestSupport
import Testing
import Validation

/// What a program of its own overrides, as those of articles do.
@Suite struct OverridingTests {
  private final class LoudLabel: IntegerLabelInteractor {
    var heard: [String] = []

    override func propertyDidChange(sender: any NotifyPropertyChanged, args: PropertyChange) {
      heard.append("\(type(of: sender)).\(args.name ?? "all") \(args.old?.description ?? "nil")")
      super.propertyDidChange(sender: sender, args: args)
    }
    override func configureView() {
      heard.append("configure")
      super.configureView()
    }
    override func updateView() {
      heard.append("update \(text)")
      super.updateView()
    }
    override func text(for value: Value) -> String { "<" + super.text(for: value) + ">" }
  }

  private final class LoudField: IntegerTextFieldInteractor {
    var heard: [String] = []

    override func beginEditing() {
      if !isEditing { heard.append("begin") }
      super.beginEditing()
    }
    @discardableResult override func endEditing() -> ReturnOutcome {
      heard.append("end")
      return super.endEditing()
    }
    override func updateSubject() throws(Violation) {
      heard.append("update")
      try super.updateSubject()
    }
    override func resetSubject() throws(Violation) {
      heard.append("reset")
      try super.resetSubject()
    }
  }

  @Test func aLabelIsOverriddenWhereTheArticlesDo() {
    let person = Person()
    let label = LoudLabel(person, "age")
    let spy = LabelSpy()
    label.view = spy
    label.activate()
    person.age = 4
    expectEqual(label.heard, ["configure", "update «nil»", "Person.age nil", "update <4>"])
    expectEqual(spy.texts, ["«nil»", "<4>"])
  }

  @Test func aFieldIsOverriddenWhereTheArticlesDo() {
    let person = Person()
    let field = LoudField(person, "age", in: 0...99)
    field.press(.character("4"))
    field.press(.clear)
    field.press(.character("2"))
    field.endEditing()
    expectEqual(field.heard, ["begin", "reset", "end", "update"])
    expectEqual(person.age, 2)
  }

  @Test func whatOverridesNothingNestsByTheProtocol() {
    final class Group: InteractorProtocol {
      private(set) var isActive = false
      private(set) var nested: [any InteractorProtocol] = []
      func activate() {
        for one in nested { one.activate() }
        isActive = true
      }
      func deactivate() {
        isActive = false
        for one in nested { one.deactivate() }
      }
      func nest(_ interactor: any InteractorProtocol) { nested.append(interactor) }
      func unnest(_ interactor: any InteractorProtocol) { nested.removeAll { $0 === interactor } }
    }
    let group: any InteractorProtocol = Group()
    let field = IntegerTextFieldInteractor(Person(), "age", in: 0...9)
    group.nest(field)
    group.activate()
    #expect(field.isActive)
    expectEqual(group.fields.map { $0 === field }, [true])
  }
}
