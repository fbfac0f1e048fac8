import TestSupport
import Testing

@testable import Cluster

@Suite struct WriteQueueTests {
  private func turn(_ queue: inout WriteQueue, _ connection: UInt, at now: Int) -> Int? {
    queue.turn(of: connection, named: "c\(connection)", at: now) { _ in true }?.place
  }

  @Test func nobodyPassesThoseWhoWait() {
    var queue = WriteQueue()
    expectEqual(turn(&queue, 1, at: 0), nil)
    queue.note(1, writes: true, at: 0)
    expectEqual(turn(&queue, 2, at: 1), 0)
    expectEqual(turn(&queue, 3, at: 2), 1)
    queue.note(1, writes: false, at: 3)
    expectEqual(turn(&queue, 1, at: 4), 2)
    expectEqual(queue.mayBegin(1), false)
    expectEqual(turn(&queue, 2, at: 5), nil)
    expectEqual(queue.mayBegin(2), true)
  }

  @Test func whoDoesNotAskAgainLosesThePlace() {
    var queue = WriteQueue()
    _ = turn(&queue, 1, at: 0)
    queue.note(1, writes: true, at: 0)
    expectEqual(turn(&queue, 2, at: 1), 0)
    queue.note(1, writes: false, at: 2)
    expectEqual(turn(&queue, 3, at: 10_000), nil)
  }

  @Test func anIdleTransactionBlocksOnlySinceSomebodyWaits() {
    var queue = WriteQueue()
    _ = turn(&queue, 1, at: 0)
    queue.note(1, writes: true, at: 0)
    expectEqual([queue.silence(at: 60_000), queue.blockade(at: 60_000)], [60_000, 0])
    _ = turn(&queue, 2, at: 60_000)
    expectEqual(queue.blockade(at: 60_500), 500)
  }
}
