import Interactors
import Records
import TestSupport
import Testing

private final class Probe: Interactor {
  let name: String
  let log: Log

  final class Log { var lines: [String] = [] }

  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
  }

  override func didActivate() { log.lines.append("+\(name)") }
  override func didDeactivate() { log.lines.append("-\(name)") }
}

private final class Team: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var members: [Person] = []
}

@Suite struct InteractorTests {
  @Test func anInteractorIsActiveAsSoonAsItHasASubject() {
    let (ada, grace) = (Person(), Person())
    (ada.age, grace.age) = (36, 85)
    var texts: [String] = []
    func label(_ subject: Person?, isActive: Bool = true) -> IntegerLabelInteractor {
      let label = IntegerLabelInteractor(subject, "age", isActive: isActive)
      label.events = LabelViewEvents { texts.append($0) }
      return label
    }
    let active = label(ada)
    let later = label(nil)
    #expect(active.isActive && !later.isActive)
    later.subject = grace
    #expect(later.isActive)
    expectEqual(texts, ["36", "85"])
    later.propertyName = "count"
    grace.count = 2
    grace.age = 86
    expectEqual(texts, ["36", "85", "0", "2"])
    later.detach()
    #expect(grace.propertyChanged.isEmpty)
    later.subject = ada
    expectEqual(texts.count, 5)
    active.deactivate()
    active.subject = grace
    #expect(!active.isActive, "another subject does not activate")
    for subject in [nil, ada] {
      let idle = label(subject, isActive: false)
      idle.subject = grace
      #expect(!idle.isActive)
    }
    let form = FormInteractor(ada, \.name, \.age)
    expectEqual(form.nested.map(\.isActive), [true, true])
    let idle = FormInteractor(ada, \.name, \.age, isActive: false)
    expectEqual(idle.nested.map(\.isActive), [false, false])
    idle.activate()
    expectEqual(idle.nested.map(\.isActive), [true, true])
  }

  @Test func activatingGoesFromTheNestedOutwardsAndDeactivatingInwards() {
    let log = Probe.Log()
    let outer = Probe("outer", log)
    outer.nest(Probe("a", log))
    outer.nest(Probe("b", log))
    outer.activate()
    outer.activate()
    outer.deactivate()
    outer.deactivate()
    expectEqual(log.lines, ["+a", "+b", "+outer", "-outer", "-a", "-b"])
  }

  @Test func oneNestedInAnActiveParentBecomesActiveAndOneTakenOutIsDeactivated() {
    let log = Probe.Log()
    let outer = Probe("outer", log)
    let inner = Probe("inner", log)
    outer.activate()
    outer.nest(inner)
    #expect(inner.isActive)
    outer.unnest(inner)
    #expect(!inner.isActive)
    #expect(outer.nested.isEmpty)
    outer.deactivate()
    expectEqual(log.lines, ["+outer", "+inner", "-inner", "-outer"])
  }

  @Test func anInteractorIsNestedOnceAndInOneOther() {
    let log = Probe.Log()
    let (a, b, other) = (Probe("a", log), Probe("b", log), Probe("other", log))
    a.activate()
    a.nest(b)
    a.nest(b)
    expectEqual(a.nested.count, 1)
    other.nest(b)
    #expect(a.nested.isEmpty)
    #expect(b.parent === other)
    #expect(!b.isActive)
    other.unnest(b)
    #expect(other.nested.isEmpty)
    #expect(b.parent == nil)
    expectEqual(log.lines, ["+a", "+b", "-b"])
  }

  @Test func whatIsNestedInAFormTwiceHasOneNameThere() {
    let form = FormInteractor(Person())
    let part = Interactor()
    form.nest(part)
    form.add(part, as: "first")
    form.add(part, as: "second")
    expectEqual(form.parts.map(\.name), ["second"])
    expectEqual(form.nested.count, 1)
  }

  @Test func aRowThatIsNestedInAnotherListStaysThereWhenItLeavesItsOwn() throws {
    let team = Team()
    let member = Person()
    team.members = [member]
    let row = FormInteractor(member, \.age)
    let former = ListInteractor(team, \.members) { _ in row }
    former.activate()
    let list = ListInteractor(team, \.members) { _ in row }
    list.activate()
    former.activate()
    former.subject = Team()
    #expect(former.nested.isEmpty)
    #expect(row.parent === list)
    let field = try #require(row.fields.first)
    field.press(.character("4"))
    expectEqual(member.age, 4)
  }

  @Test func nestingInACircleTraps() async {
    let words = "an interactor cannot be nested in itself or in its own parts"
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let a = Interactor()
        a.nest(a)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (a, b, c) = (Interactor(), Interactor(), Interactor())
        a.nest(b)
        b.nest(c)
        c.nest(a)
      },
    ]
    for result in results {
      #expect(
        result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }?.contains(words)
          == true)
    }
  }
}
