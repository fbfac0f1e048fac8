import Records
import TestSupport
import Testing

@Suite struct EventTests {
  private typealias Counter = Event<Int, String>

  @Test func handlersAreCalledInTheOrderTheyWereAdded() {
    let event = Counter()
    var calls: [String] = []
    event += EventHandler { sender, args in calls.append("a\(sender)\(args)") }
    event += EventHandler { sender, args in calls.append("b\(sender)\(args)") }
    event.raise(1, "x")
    expectEqual(calls, ["a1x", "b1x"])
  }

  @Test func aRemovedHandlerIsNotCalled() {
    let event = Counter()
    var calls = 0
    let handler = event.add { _, _ in calls += 1 }
    event -= handler
    event.raise(1, "")
    expectEqual(calls, 0)
    #expect(event.isEmpty)
  }

  @Test func aHandlerThatRemovesItselfIsCalledOnceAndTheOthersStill() {
    let event = Counter()
    var first = 0
    var second = 0
    var handler: EventHandler<Int, String>?
    handler = event.add { _, _ in
      first += 1
      if let handler { event -= handler }
    }
    event.add { _, _ in second += 1 }
    event.raise(1, "")
    event.raise(1, "")
    expectEqual(first, 1)
    expectEqual(second, 2)
  }

  @Test func aHandlerRemovedByAnEarlierOneIsNotCalledAnyMore() {
    let event = Counter()
    var calls = 0
    var later: EventHandler<Int, String>?
    event.add { _, _ in if let later { event -= later } }
    later = event.add { _, _ in calls += 1 }
    event.raise(1, "")
    expectEqual(calls, 0)
  }

  @Test func whatAHandlerCausesIsDeliveredAfterEverybodyHeardTheCause() {
    let event = Counter()
    var heard: [String] = []
    event.add { sender, args in if args == "cause" { event.raise(sender, "effect") } }
    event.add { _, args in heard.append(args) }
    event.raise(1, "cause")
    expectEqual(heard, ["cause", "effect"])
  }

  @Test func handlersThatAnswerForEverAreCutOff() {
    let event = Counter()
    var calls = 0
    event.add { sender, args in
      calls += 1
      event.raise(sender, args)
    }
    event.raise(1, "")
    expectEqual(calls, Counter.deliveryLimit)
    calls = 0
    event.raise(1, "")
    expectEqual(calls, Counter.deliveryLimit)
  }
}
