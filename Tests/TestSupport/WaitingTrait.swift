import Foundation
public import Testing

/// Runs tests that mostly wait for another process on additional threads, because Swift has one
/// thread per core, and each waiting test would leave a core idle.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  private let executor: WaitingExecutor

  fileprivate static let few = WaitingTrait(executor: WaitingExecutor(threads: 3))
  fileprivate static let many = WaitingTrait(executor: WaitingExecutor(threads: 6))
  fileprivate static let further = WaitingTrait(executor: WaitingExecutor(threads: 2))

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(executor) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  public static var waits: Self { .few }
  /// For tests that hardly do anything but wait for a browser, into which they type.
  public static var waitsForBrowser: Self { .many }
  /// For tests that take long, because nodes wait for disks and elections: they begin at once.
  public static var waitsForNodes: Self { .further }
}

private final class WaitingExecutor: TaskExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  init(threads: Int) {
    for _ in 0..<threads {
      let thread = Thread { [self] in
        while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
      }
      // The stack size of Swift's own threads.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    condition.lock()
    defer { condition.unlock() }
    jobs.append(UnownedJob(job))
    condition.signal()
  }

  private func next() -> UnownedJob {
    condition.lock()
    defer { condition.unlock() }
    while jobs.isEmpty { condition.wait() }
    return jobs.removeFirst()
  }
}
