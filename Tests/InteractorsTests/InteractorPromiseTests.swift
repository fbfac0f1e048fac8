import Interactors
import Records
import TestSupport
import Testing
import Validation

/// What the articles of the library promise, one test a promise.
@Suite struct InteractorPromiseTests {
  private let person = Person()

  private func field(
    _ configure: (IntegerTextFieldInteractor) -> Void = { _ in }
  ) -> IntegerTextFieldInteractor {
    let field = IntegerTextFieldInteractor(person, \.age, in: 0...150)
    configure(field)
    return field
  }

  private func label() -> (IntegerLabelInteractor, LabelSpy) {
    let (label, spy) = (IntegerLabelInteractor(person, \.age), LabelSpy())
    label.view = spy
    return (label, spy)
  }

  // MARK: Following a property

  @Test func anInteractorIsActiveAsSoonAsItHasASubject() {
    #expect(IntegerLabelInteractor(person, \.age).isActive)
    let label = LabelInteractor(nil, "age")
    #expect(!label.isActive)
    label.subject = person
    #expect(label.isActive)
  }

  @Test func anInteractorCanBeMadeInactive() {
    #expect(!LabelInteractor(person, "age", isActive: false).isActive)
  }

  @Test func aChangeOfThePropertyReachesTheView() {
    let (label, spy) = label()
    person.age = 4
    expectEqual(spy.texts.last, "4")
    #expect(label.isActive)
  }

  @Test func anEqualValueTellsNobody() {
    let (label, spy) = label()
    person.age = 4
    person.age = 4
    expectEqual(spy.texts.count { $0 == "4" }, 1)
    #expect(label.isActive)
  }

  @Test func anInactiveInteractorTellsItsViewNothing() {
    let (label, spy) = label()
    label.deactivate()
    let before = spy.texts.count
    person.age = 4
    expectEqual(spy.texts.count, before)
  }

  @Test func anActivationBringsTheViewUpToDate() {
    let (label, spy) = label()
    label.deactivate()
    person.age = 4
    label.activate()
    expectEqual(spy.texts.last, "4")
  }

  @Test func aViewIsConfiguredBeforeItIsUpdated() {
    let spy = LabelSpy()
    let label = IntegerLabelInteractor(person, \.age)
    label.events = LabelViewEvents(
      configure: { spy.configureView($0) },
      update: { text in
        #expect(spy.traits != nil)
        spy.updateView(text)
      })
    expectEqual(spy.texts, ["«nil»"])
  }

  @Test func theSubjectAndTheNameCanBeExchanged() {
    let (label, spy) = label()
    let other = Person()
    other.count = 7
    label.subject = other
    label.propertyName = "count"
    expectEqual(spy.texts.last, "7")
  }

  @Test func aDetachedInteractorLetsGoOfItsSubject() {
    let (label, spy) = label()
    label.detach()
    person.age = 4
    #expect(label.subject == nil && !spy.texts.contains("4"))
  }

  @Test func anInteractorKeepsItsSubjectAliveAndNotItsView() {
    weak var subject: Person?
    weak var view: LabelSpy?
    let label = LabelInteractor(nil, "age")
    do {
      let (ada, spy) = (Person(), LabelSpy())
      (label.subject, label.view, subject, view) = (ada, spy, ada, spy)
    }
    #expect(subject != nil && view == nil)
  }

  // MARK: Labels

  @Test func aMissingValueHasAText() {
    let (label, _) = label()
    expectEqual(label.text, "«nil»")
    label.nilText = "-"
    expectEqual(label.text, "-")
  }

  @Test func aLabelIsInTheSymbolsOfALocale() throws {
    person.count = 1_234_567
    let german = try #require(NumberSymbols(localeIdentifier: "de_DE"))
    let label = IntegerLabelInteractor(person, \.count, symbols: german, isGrouped: true)
    expectEqual(label.text, "1.234.567")
  }

  @Test func aDecimalIsRoundedHalfToEvenAndIsNeverWrong() {
    person.height = decimal("0.125")
    let digits = DecimalDigits(integer: 1, fraction: 2...2)
    let label = DecimalLabelInteractor(person, \.height, digits: digits)
    expectEqual(label.text, "0.12")
    person.height = 10
    expectEqual(label.text, "#")
  }

  @Test func theLabelForAKindIsCreatedFromItsProperty() throws {
    let active = try #require(person.property(named: "active"))
    #expect(LabelInteractor(person, active) is BooleanLabelInteractor)
  }

  @Test func aCalculationIsShownAndFollowsWhatItDependsOn() {
    let rest = Calculation { [person] in person.age.map { .integer(100 - $0) } }
    rest.depend(on: person, \.age)
    let label = ExpressionLabelInteractor(rest)
    person.age = 36
    rest.update()
    expectEqual(label.text, "64")
  }

  // MARK: Fields

  @Test func aKeyThatCanLeadToNoValueChangesNothing() {
    let field = field()
    field.type("15")
    let before = field.state
    expectEqual(field.type("x9.-"), "x9.-")
    #expect(field.state == before && person.age == 15)
  }

  @Test func anOutcomeSaysWhetherAndWhy() {
    let outcome = field().press(.character("x"))
    #expect(!outcome.isAccepted)
    expectEqual(outcome.rejection?.message, "\"x\" is not a digit")
  }

  @Test func thePropertyFollowsTheTextKeyByKey() {
    let field = field()
    field.type("3")
    expectEqual(person.age, 3)
    field.type("6")
    expectEqual(person.age, 36)
  }

  @Test func aFieldIsInactiveWhileItIsEdited() {
    let field = field()
    field.type("3")
    #expect(field.isEditing && !field.isActive)
    field.end()
    #expect(!field.isEditing && field.isActive)
  }

  @Test func anEmptyTextGivesNilOrTheDefault() {
    (person.age, person.count) = (4, 4)
    field().press(.clear)
    IntegerTextFieldInteractor(person, \.count).press(.clear)
    #expect(person.age == nil && person.count == 0)
  }

  @Test func anEmptyTextKeepsTheValueIfTheLimitsExcludeTheDefault() {
    person.count = 7
    let field = IntegerTextFieldInteractor(person, \.count, in: 5...9)
    field.press(.clear)
    expectEqual(person.count, 7)
    guard case .refused = field.end() else { return #expect(Bool(false), "it was not refused") }
  }

  @Test func anIncompleteTextSaysWhatIsMissing() {
    let field = IntegerTextFieldInteractor(person, \.age, in: 10...150)
    field.type("1")
    guard case .incomplete = field.fieldState else {
      return #expect(Bool(false), "\(field.fieldState)")
    }
    expectEqual(person.age, nil)
  }

  @Test func aLongNumberIsRoundedWhileIdleAndWholeWhileEdited() {
    person.height = decimal("1.23456")
    let field = DecimalTextFieldInteractor(person, \.height, maximumFractionDigits: 2)
    expectEqual(field.text, "1.23")
    field.begin()
    expectEqual(field.text, "1.23456")
    expectEqual(field.end(), .ended)
    expectEqual(person.height, decimal("1.23456"))
  }

  @Test func returnIsRefusedWhileTheTextIsIncompleteAndTheLossOfTheFocusIsNot() {
    person.age = 12
    let field = IntegerTextFieldInteractor(person, \.age, in: 10...150)
    field.press(.backspace)
    guard case .refused = field.end() else { return #expect(Bool(false), "it was not refused") }
    field.end(.onFocusLoss)
    #expect(!field.isEditing && person.age == 12)
  }

  @Test func returnDoesNotEndTheEditingIfItShouldNot() {
    let field = field { $0.shouldReturn = false }
    field.type("4")
    expectEqual(field.end(), .stays)
    #expect(field.isEditing)
  }

  @Test func cancelGivesBackTheFormerValue() {
    person.age = 36
    let field = field()
    field.press(.backspace)
    field.cancel()
    #expect(person.age == 36 && field.text == "36")
  }

  @Test func clearEmptiesTheTextOrResetsTheProperty() {
    person.age = 36
    let cleared = field()
    cleared.press(.clear)
    expectEqual(cleared.text, "")
    person.age = 36
    let kept = field { $0.shouldClear = false }
    kept.press(.clear)
    expectEqual(person.age, nil)
  }

  @Test func aChangeFromElsewhereIsShownAtOnce() {
    let field = field()
    field.type("3")
    person.age = 99
    expectEqual(field.text, "99")
    expectEqual(field.state.selection.caret, 2)
  }

  @Test func aDetachedFieldRefusesEveryKeyWithTheReason() {
    let field = field()
    field.detach()
    expectEqual(field.press(.character("4")).rejection?.reason.code, .detached)
  }

  @Test func aPasteIsJudgedAsAWhole() {
    let field = field()
    #expect(!field.press(.paste("1x")).isAccepted)
    #expect(field.press(.paste(" 42 ")).isAccepted)
    expectEqual(person.age, 42)
  }

  @Test func anEditIsRewrittenBeforeTheRuleSeesIt() {
    let field = field()
    field.rewrite = { edit, _ in
      var edit = edit
      edit.replacement = edit.replacement == "l" ? "1" : edit.replacement
      return edit
    }
    expectEqual(field.type("l2"), "")
    expectEqual(person.age, 12)
  }

  @Test func aRefusalThatCouldHaveMeantSomethingIsConfirmed() {
    let field = field { $0.confirmsRefusals = true }
    field.type("700")
    guard case .refused = field.end() else { return #expect(Bool(false), "it was not refused") }
    expectEqual(field.end(), .ended)
    expectEqual(person.age, 70)
  }

  @Test func whatAcceptThrowsRefusesReturnAndTheEditingGoesOn() {
    let field = field()
    field.accept = { value throws(Violation) in
      guard value != .integer(37) else { throw Violation(kind: .rule, message: "37 is taken") }
    }
    field.type("37")
    expectEqual(field.end(), .refused(reason: "37 is taken"))
    #expect(field.isEditing)
    field.press(.backspace)
    expectEqual(field.end(), .ended)
  }

  @Test func aCheckThatTakesTimeIsAwaited() async {
    let field = field()
    field.type("37")
    let outcome = await field.end(waiting: { _ in await Task.yield() })
    expectEqual(outcome, .ended)
  }

  @Test func aFieldOfASmallIntegerRefusesAtTheKeyWhatDoesNotFit() {
    final class Pixel: PropertySubject {
      let propertyChanged = PropertyChanged()
      @Observed var red: UInt8 = 0
    }
    let field = IntegerTextFieldInteractor(Pixel(), \.red)
    field.press(.clear)
    expectEqual(field.type("300"), "0")
  }

  // MARK: Forms and lists

  @Test func aFormKnowsItsFieldsByType() {
    let form = FormInteractor(person, \.name, \.age)
    #expect(form.field(at: \Person.name)?.propertyName == "name")
    #expect(form["age", as: TextFieldInteractor.self]?.propertyName == "age")
  }

  @Test func aFormIsAcceptedOnceForAllThatHasChanged() {
    let form = FormInteractor(person, \.name, \.age)
    var accepted: [[String]] = []
    form.accept = { accepted.append($0.map(\.propertyName)) }
    form.focusFirst()?.type("Ada")
    form.leaveForNext()
    form.focusedField?.type("36")
    form.leaveForNext()
    expectEqual(accepted, [["name", "age"]])
  }

  @Test func aFormTakesBackAllOfIt() {
    let form = FormInteractor(person, \.name, \.age)
    form.focusFirst()?.type("Ada")
    form.leaveForNext()
    form.focusedField?.type("36")
    form.cancel()
    #expect(person.name.isEmpty && person.age == nil)
  }

  @Test func aRowThatMovesKeepsItsInteractor() throws {
    let list = RecordList([
      try record(Property("n", .integer)), try record(Property("n", .integer)),
    ])
    let rows = ListInteractor(list) { FormInteractor($0, ["n"]) }
    let first = try #require(rows.rows.first?.interactor)
    list.move(from: 0, to: 1)
    #expect(rows.rows[1].interactor === first)
  }

  // MARK: Nesting

  @Test func activatingActivatesTheNestedFirstAndDeactivatingGoesTheOtherWay() {
    final class Noted: Interactor {
      let name: String
      let note: (String) -> Void
      init(_ name: String, _ note: @escaping (String) -> Void) {
        (self.name, self.note) = (name, note)
      }
      override func didActivate() { note("+" + name) }
      override func didDeactivate() { note("-" + name) }
    }
    var notes: [String] = []
    let outer = Noted("outer") { notes.append($0) }
    outer.nest(Noted("inner") { notes.append($0) })
    outer.activate()
    outer.deactivate()
    expectEqual(notes, ["+inner", "+outer", "-outer", "-inner"])
  }

  @Test func oneThatIsNestedInAnActiveOneBecomesActive() {
    let (outer, inner) = (Interactor(), Interactor())
    outer.activate()
    outer.nest(inner)
    #expect(inner.isActive)
    outer.unnest(inner)
    #expect(!inner.isActive)
  }

  @Test func anInteractorHasOneParent() {
    let (one, other, inner) = (Interactor(), Interactor(), Interactor())
    one.nest(inner)
    other.nest(inner)
    #expect(one.nested.isEmpty && inner.parent === other)
  }

  @Test func anObserverMayChangeThePropertyAgain() {
    let field = field()
    person.propertyChanged.add { [person] _, change in
      if change.new == .integer(4) { person.age = 5 }
    }
    field.type("4")
    #expect(person.age == 5 && field.text == "5")
  }
}
