import Interactors
import Records
import TestSupport
import Testing
import Validation

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

    override func begin() {
      if !isEditing { heard.append("begin") }
      super.begin()
    }
    @discardableResult override func end(_ cause: EditingEnd) -> ReturnOutcome {
      heard.append("end")
      return super.end(cause)
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
    expectEqual(
      label.heard, ["update «nil»", "configure", "update «nil»", "Person.age nil", "update <4>"])
    expectEqual(spy.texts, ["«nil»", "<4>"])
  }

  @Test func aFieldIsOverriddenWhereTheArticlesDo() {
    let person = Person()
    let field = LoudField(person, "age", in: 0...99)
    field.press(.character("4"))
    field.press(.clear)
    field.press(.character("2"))
    field.end()
    expectEqual(field.heard, ["begin", "reset", "end", "update"])
    expectEqual(person.age, 2)
  }

  private final class Toggle: ControlInteractor {
    private var isOn = false

    override func propertyDidChange() { isOn = value == .boolean(true) }
    override func updateSubject() throws(Violation) { try set(.boolean(isOn)) }
    func press() throws(Violation) {
      isOn.toggle()
      try updateSubject()
    }
  }

  @Test func aFormAcceptsAndCancelsWhatAControlOfAProgramChanges() throws {
    let person = Person()
    let (form, inner) = (FormInteractor(person, ["name"]), FormInteractor(person))
    let toggle = Toggle(person, "active")
    inner.add(toggle, as: "active")
    form.add(inner, as: "inner")
    form.activate()
    try toggle.press()
    form.focusFirst()?.type("Ada")
    expectEqual(form.focusedField?.end(.onLeaving), .ended)
    expectEqual(form.changes.map(\.propertyName), ["active", "name"])
    form.cancel()
    expectEqual([person.active.description, person.name], ["false", ""])
    expectEqual(form.isEditing, false)

    var accepted: [String] = []
    form.accept = { changes in accepted = changes.map(\.propertyName) }
    form.focusFirst()?.type("Ada")
    try toggle.press()
    expectEqual(form.end(), .ended)
    expectEqual(accepted.sorted(), ["active", "name"])
    expectEqual([person.active.description, person.name], ["true", "Ada"])
    form.cancel()
    expectEqual(person.active, true)
  }

  @Test func whatAPropertyDoesNotTakeFromAControlBeginsNoEditing() throws {
    let subject = try record(Property("n", .integer, range: 0...9), values: ["n": .integer(1)])
    let form = FormInteractor(subject)
    let control = ControlInteractor(subject, "n")
    form.add(control, as: "n")
    #expect(throws: Violation.self) { try control.set(.integer(10)) }
    expectEqual(form.isEditing, false)
    try control.set(.integer(2))
    expectEqual(form.changes.map(\.value), [.integer(2)])
    form.cancel()
    expectEqual(control.value, .integer(1))
  }

  @Test func aFormCancelsWhatAControlAndAFieldMadeOfOneProperty() throws {
    let person = Person()
    let form = FormInteractor(person, ["count"])
    let control = ControlInteractor(person, "count")
    form.add(control, as: "control")
    form.activate()
    form.focusFirst()?.press(.paste("7"))
    expectEqual(form.focusedField?.end(.onLeaving), .ended)
    form.focusFirst()?.press(.paste("8"))
    try control.set(.integer(9))
    expectEqual([form.focusedField?.text, "\(person.count)"], ["9", "9"])
    form.cancel()
    expectEqual(person.count, 0)
  }

  @Test func aFormHearsOfAFieldThatIsEmptiedOnlyWhenItIsLeft() {
    let person = Person()
    person.age = 36
    let form = FormInteractor(person, ["age"])
    form.activate()
    let field = form.focusFirst()
    field?.type("7")
    field?.press(.clear)
    expectEqual(person.age, nil)
    expectEqual(form.changes.count, 0)
    field?.type("5")
    expectEqual(field?.end(.onLeaving), .ended)
    expectEqual(form.changes.map(\.original), [.integer(36)])
    form.cancel()
    expectEqual(person.age, 36)
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
