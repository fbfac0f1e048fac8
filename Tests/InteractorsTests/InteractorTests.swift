import Interactors
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

@Suite struct InteractorTests {
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
}
