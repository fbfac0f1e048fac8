import Observation
import Records
import TestSupport
import Testing

@Suite struct ObservationTests {
  private class Person: PropertySubject {
    let propertyChanged = PropertyChanged()
    @Observed var name = ""
    @Observed(in: 0...150) var age: Int? = nil
    @Observed var children: [Person] = []
  }

  private final class Employee: Person {
    @Observed var salary = 0
  }

  private final class Count { var value = 0 }

  /// Returns how often a view that has read a value is drawn again because of a change.
  private func drawings(_ read: () -> Void, _ change: () throws -> Void) rethrows -> Int {
    let count = Count()
    // Called before the change, on the thread of the test.
    nonisolated(unsafe) let counted = count
    withObservationTracking(read) { counted.value += 1 }
    try change()
    return count.value
  }

  @Test func aViewThatHasReadAPropertyIsDrawnAgainAfterAChangeOfIt() throws {
    let ada = Employee()
    for isHeard in [false, true] {
      if isHeard { ada.propertyChanged.add { _, _ in } }
      let name = isHeard ? "Ada" : "Bea"
      expectEqual(drawings({ _ = ada.name }, { ada.name = name }), 1)
      expectEqual(drawings({ _ = ada.name }, { ada.name = name }), 0, "an equal value")
      expectEqual(drawings({ _ = ada.name }, { ada.age = isHeard ? 1 : 2 }), 0)
      expectEqual(try drawings({ _ = ada.age }, { try ada.set("age", to: .integer(30)) }), 1)
      expectEqual(drawings({ _ = ada.age }, { ada.restore("age", to: nil) }), 1)
      expectEqual(drawings({ _ = ada.salary }, { ada.salary += 1 }), 1)
      expectEqual(drawings({ _ = ada.children }, { ada.children.append(Person()) }), 1)
      expectEqual(drawings({ _ = ada.children }, { ada.children[0].name = name }), 0)
    }
  }

  @Test func aNameFoundByAKeyPathLeavesTheTrackingAlone() {
    let ada = Person()
    expectEqual(ada.propertyName(of: \.age), "age")
    expectEqual(drawings({ _ = ada.age }, { ada.age = 3 }), 1)
  }
}
