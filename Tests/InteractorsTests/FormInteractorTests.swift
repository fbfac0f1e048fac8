import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct FormInteractorTests {
  private let ada = Person()

  private func form(_ names: [String] = ["name", "age", "active"]) -> FormInteractor {
    ada.name = "Ada"
    ada.age = 36
    let form = FormInteractor(ada, names)
    form.activate()
    return form
  }

  // MARK: Parts

  @Test func aPropertyThatNoFieldEditsIsALabel() throws {
    let subject = try record(
      Property("name", .text), Property("tags", .list(of: .text)),
      Property("boss", .reference(to: "T"), isOptional: true),
      Property("items", .records(of: "T"), listRole: .owns),
      Property("size", .integer, computation: "1 + 1"))
    let names = subject.type.properties.map(\.name)
    let plain = FormInteractor(subject, names)
    expectEqual(plain.parts.map(\.name), names)
    expectEqual(
      plain.parts.map { $0.interactor is TextFieldInteractor },
      [
        true, false, false, false, false,
      ])
    #expect(plain.parts.dropFirst().allSatisfy { $0.interactor is LabelInteractor })
    let keys = ReferenceKeys([("Ada", RecordID("T", 1))])
    let full = FormInteractor(subject, names, row: { _ in nil }, references: { _ in keys })
    #expect(full["boss"] is ReferenceTextFieldInteractor)
    #expect(full["items"] is ListInteractor)
    #expect(full["none"] == nil)
  }

  @Test func thePartsAreActivatedInOrderBeforeTheForm() {
    let log = Log()
    let form = FormInteractor(ada, isActive: false)
    form.add(Probe("a", log, form), as: "a")
    form.add(Probe("b", log, form), as: "b")
    form.activate()
    form.deactivate()
    expectEqual(log.lines, ["+a false", "+b false", "-a false", "-b false"])
  }

  @Test func aPartTakenOutIsNoneAnyMoreAndItsNameIsFree() throws {
    let form = form()
    let age = try #require(form["age"])
    form.unnest(age)
    expectEqual(form.parts.map(\.name), ["name", "active"])
    form.add(IntegerLabelInteractor(ada, "age"), as: "age")
    expectEqual(form.parts.map(\.name), ["name", "active", "age"])
    expectEqual(form["age"]?.isActive, true)
    expectEqual(form.fields.count, 2)
  }

  @Test func onAnotherSubjectItsPartsFollowThatAndWhatIsNestedStays() throws {
    let (form, bob) = (form(), Person())
    bob.name = "Bob"
    let guest = IntegerTextFieldInteractor(ada, "age", in: 0...150)
    form.nest(guest)
    form.focusFirst()?.press(.character("x"))
    form.attach(to: bob)
    expectEqual(form.fields.map(\.text), ["Bob", "", "false", "36"])
    expectEqual(ada.name, "Ada")
    #expect(form.focusedField == nil)
    #expect(form.subject === bob)
  }

  // MARK: Focus

  @Test func itGoesFromFieldToFieldAndEndsBehindTheLast() {
    let form = form()
    #expect(form.focusedField == nil)
    #expect(form.focusFirst() === form.fields[0])
    #expect(form.previousField == nil)
    form.focusedField?.press(.paste("!"))
    expectEqual(form.leaveForNext(), .ended)
    expectEqual(ada.name, "Ada!")
    #expect(!form.fields[0].isEditing)
    form.focusedField?.press(.backspace)
    expectEqual(form.leaveForNext(), .ended)
    expectEqual(ada.age, 3)
    form.leaveForPrevious()
    #expect(form.focusedField === form.fields[1])
    form.leaveForPrevious()
    form.leaveForPrevious()
    #expect(form.focusedField === form.fields[0])
    for _ in 0..<3 { form.leaveForNext() }
    #expect(form.focusedField == nil)
    expectEqual(form.leaveForNext(), .ended)
    #expect(form.focusedField == nil)
  }

  @Test func aRequiredNumberThatIsClearedKeepsItsValueUntilTheFormEnds() throws {
    let record = try record(
      Property("n", .integer, range: ValueRange(.integer(5), .integer(9))),
      Property("m", .integer), values: ["n": .integer(7)])
    ada.count = 7
    let plain = FormInteractor(ada)
    plain.add(IntegerTextFieldInteractor(ada, "count", in: 5...9), as: "count")
    plain.activate()
    for (form, name) in [(FormInteractor(record, ["n", "m"]), "n"), (plain, "count")] {
      form.activate()
      form.focusFirst()?.press(.clear)
      for _ in form.fields.dropLast() { expectEqual(form.leaveForNext(), .ended) }
      expectEqual(form.leaveForNext(), .refused(reason: "\(name) is required"))
      #expect(form.focusedField === form.fields[0])
      form.focusedField?.press(.character("8"))
      expectEqual(form.end(), .ended)
    }
    expectEqual(record["n"], .integer(8))
    expectEqual(ada.count, 8)
  }

  @Test func movingNeverJudgesAndTheEndGoesToTheFieldThatObjects() throws {
    let form = form()
    let field = try #require(form.fields.last)
    form.focus(on: field)
    field.press(.backspace)
    form.leaveForPrevious()
    #expect(form.focusedField === form.fields[1])
    expectEqual(field.text, "fals")
    #expect(field.mark != nil && field.mark == field.fieldState.reason)
    expectEqual(form.leaveForNext(), .ended)
    field.press(.backspace)
    #expect(field.mark == nil)
    form.leaveForPrevious()
    form.leaveForPrevious()
    guard case .refused = form.end() else {
      Issue.record("an incomplete text was accepted")
      return
    }
    #expect(form.focusedField === field)
    expectEqual(field.text, "fal")
    // Nothing can keep the focus here.
    form.deactivate()
    #expect(form.focusedField == nil)
    expectEqual(field.text, "false")
  }

  @Test func cancelTakesBackTheFieldAndTheFocus() {
    let form = form()
    form.focusFirst()?.press(.character("!"))
    form.cancel()
    expectEqual(ada.name, "Ada")
    #expect(form.focusedField == nil)
  }

  // MARK: Editing as one

  private final class Accepted {
    var lines: [String] = []
    var refusal: Violation?

    func accept(_ changes: [FormChange]) throws(Violation) {
      if let refusal { throw refusal }
      lines.append(
        changes.map {
          "\($0.propertyName) \($0.original?.literal ?? "nil") \($0.value?.literal ?? "nil")"
        }.joined(separator: ", "))
    }
  }

  private func accepted(by form: FormInteractor) -> Accepted {
    let accepted = Accepted()
    form.accept = accepted.accept
    return accepted
  }

  @Test func theEndIsAcceptedOnceWithAllThatHasChanged() {
    let form = form()
    let accepted = accepted(by: form)
    for field in form.fields { field.accept = { _ in Issue.record("a field was accepted") } }
    form.focusFirst()?.press(.character("!"))
    #expect(form.isEditing)
    form.leaveForNext()
    form.focusedField?.press(.backspace)
    expectEqual(form.leaveForNext(), .ended)
    expectEqual(accepted.lines, [])
    #expect(form.hasEdits)
    expectEqual(form.leaveForNext(), .ended)
    expectEqual(accepted.lines, ["name \"Ada\" \"Ada!\", age 36 3"])
    #expect(!form.isEditing && !form.hasEdits)
    form.focusFirst()
    form.end()
    expectEqual(accepted.lines.count, 1)
  }

  @Test func anEndThatIsRefusedKeepsTheFocusAndTheEditing() {
    let form = form()
    let accepted = accepted(by: form)
    accepted.refusal = Violation(kind: .rule, message: "no")
    form.focusFirst()?.press(.character("!"))
    form.leaveForNext()
    form.leaveForNext()
    expectEqual(form.leaveForNext(), .refused(reason: "no"))
    #expect(form.focusedField === form.fields[2])
    expectEqual(ada.name, "Ada!")
    accepted.refusal = nil
    expectEqual(form.leaveForNext(), .ended)
    expectEqual(accepted.lines.count, 1)
  }

  @Test func cancelTakesBackAllFields() {
    let form = form()
    form.focusFirst()?.press(.character("!"))
    form.leaveForNext()
    form.focusedField?.press(.backspace)
    form.cancel()
    expectEqual(ada.name, "Ada")
    expectEqual(ada.age, 36)
    expectEqual(form.fields.map(\.text), ["Ada", "36", "false"])
  }

  @Test func whatHasComeFromElsewhereStaysOnCancel() {
    let form = form()
    let accepted = accepted(by: form)
    form.focusFirst()?.press(.character("!"))
    form.leaveForNext()
    ada.name = "Eve"
    ada.age = 40
    form.focusedField?.press(.backspace)
    form.end()
    expectEqual(accepted.lines, ["age 40 4"])
    form.focusFirst()
    ada.name = "Bob"
    form.cancel()
    expectEqual(ada.name, "Bob")
  }

  @Test func aFieldThatIsEnteredAgainKeepsWhatTheFormHolds() {
    let form = form()
    let accepted = accepted(by: form)
    func enterAgain() {
      form.focusFirst()?.press(.character("!"))
      form.leaveForNext()
      form.leaveForPrevious()
      form.focusedField?.begin()
      form.focusedField?.changeOriginal(to: .text("Eve"))
    }
    enterAgain()
    form.leaveForNext()
    expectEqual(ada.name, "Ada!")
    form.end()
    expectEqual(accepted.lines, [#"name "Eve" "Ada!""#])
    enterAgain()
    form.cancel()
    expectEqual(ada.name, "Eve")
  }

  @Test func aFormThatIsNestedIsEditedWithTheOther() {
    let outer = form(["name"])
    let inner = FormInteractor(ada, ["age"])
    outer.nest(inner)
    let (whole, part) = (accepted(by: outer), accepted(by: inner))
    inner.focusFirst()?.press(.backspace)
    inner.end()
    expectEqual(part.lines, ["age 36 3"])
    inner.focusFirst()?.press(.character("7"))
    // The outer form takes over the nested form's edit.
    outer.focusFirst()?.press(.character("!"))
    outer.leaveForNext()
    outer.leaveForNext()
    expectEqual(whole.lines, ["name \"Ada\" \"Ada!\", age 3 37"])
    expectEqual(part.lines.count, 1)
  }

  @Test func aFieldThatRestsIsPassedOver() {
    let form = form()
    form.fields[1].deactivate()
    form.focusFirst()
    form.leaveForNext()
    #expect(form.focusedField === form.fields[2])
    #expect(!form.focus(on: form.fields[1]))
    #expect(form.focusedField === form.fields[2])
    form.deactivate()
    #expect(form.focusedField == nil)
    #expect(form.focusFirst() == nil)
  }

  @Test func deactivatingLeavesTheField() {
    let form = form()
    form.focusFirst()?.press(.character("!"))
    form.deactivate()
    expectEqual(ada.name, "Ada!")
    #expect(!form.fields[0].isEditing)
    #expect(!form.fields[0].isActive)
  }

  @Test func theFieldsOfRowsAndOfNestedFormsComeInTheirPlace() throws {
    let library = try Library(count: 2)
    let form = library.form()
    let inner = FormInteractor(ada, ["name"])
    form.nest(inner)
    form.activate()
    func order() -> [String] {
      var names: [String] = []
      form.focusFirst()
      while let field = form.focusedField {
        names.append(field.propertyName)
        form.leaveForNext()
      }
      return names
    }
    expectEqual(order(), ["title", "rating", "text", "rating", "text", "year", "name"])
    library.put([1])
    expectEqual(order(), ["title", "rating", "text", "year", "name"])
  }

  /// The row with the focus is removed from a list of three.
  @Test(arguments: [
    ([0, 2], 3, 2), ([0], 3, 2), ([0, 2, 1], 5, 4), ([1], 1, 0), ([0, 3, 1, 2], 5, 4),
    ([], 1, 0), ([2], 1, 0),
  ])
  func theFocusOfARowThatIsGonePassesToTheNext(
    numbers: [Int], focused: Int, previous: Int
  ) throws {
    let library = try Library(count: 3)
    try library.add(3)
    let form = library.form()
    form.activate()
    // The first field of the middle row.
    form.focus(on: form.fields[3])
    library.put(numbers)
    #expect(form.focusedField === form.fields[focused])
    #expect(form.previousField === form.fields[previous])
    let isThere = numbers.contains(1)
    #expect(form.nextField === form.fields[isThere ? focused + 1 : focused])
  }

  @Test func whereNothingIsLeftBehindTheFocusItGoesBack() throws {
    let library = try Library(count: 1)
    let form = library.form()
    form.activate()
    form.focus(on: form.fields[2])
    form.unnest(try #require(form["year"]))
    library.put([])
    #expect(form.focusedField === form.fields[0])
    #expect(form.previousField === form.fields[0])
    #expect(form.nextField == nil)
  }
}

private final class Log { var lines: [String] = [] }

private final class Probe: Interactor {
  private let name: String
  private let log: Log
  private weak var form: FormInteractor?

  init(_ name: String, _ log: Log, _ form: FormInteractor) {
    self.name = name
    self.log = log
    self.form = form
  }

  override func didActivate() { log.lines.append("+\(name) \(form?.isActive == true)") }
  override func didDeactivate() { log.lines.append("-\(name) \(form?.isActive == true)") }
}

extension FormInteractorTests {
  // MARK: Waiting

  @Test @MainActor func aFormThatIsStoredElsewhereWaitsForTheAnswer() async {
    let form = form()
    form.focusFirst()?.press(.character("!"))
    var asked: [String] = []
    let outcome = await form.end { changes throws(Violation) in
      asked = changes.map { "\($0.propertyName) \($0.value?.description ?? "nil")" }
      await Task.yield()
      expectEqual(form.end(), .refused(reason: "the form is being stored"))
      form.cancel()
    }
    expectEqual(asked, ["name Ada!"])
    expectEqual(outcome, .ended)
    #expect(ada.name == "Ada!" && !form.isEditing && form.focusedField == nil)
  }

  @Test @MainActor func whatIsTypedWhileAFormWaitsIsNotStoredYet() async {
    let form = form()
    form.focusFirst()?.press(.character("!"))
    let outcome = await form.end { _ throws(Violation) in
      await Task.yield()
      form.fields[1].press(.character("7"))
      form.fields[1].end(.byProgram)
    }
    expectEqual(outcome, .stays)
    expectEqual(form.changes.map(\.propertyName), ["age"])
    form.cancel()
    #expect(ada.name == "Ada!" && ada.age == 36)
  }

  @Test @MainActor func aRefusalThatWasWaitedForKeepsTheEditing() async {
    let form = form()
    form.focusFirst()?.press(.character("!"))
    let refusal = Violation(kind: .rule, message: "the server says no")
    let outcome = await form.end { _ throws(Violation) in throw refusal }
    expectEqual(outcome, .refused(refusal))
    #expect(form.isEditing)
    form.cancel()
    expectEqual(ada.name, "Ada")
  }
}
