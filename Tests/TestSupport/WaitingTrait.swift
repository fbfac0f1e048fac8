import Foundation
public import Testing

/// Runs tests that mostly wait for another process on additional threads, because Swift has one
/// thread per core, and each waiting test would leave a core idle.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingExecutor.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  public static var waits: Self { WaitingTrait() }
}

private final class WaitingExecutor: TaskExecutor, @unchecked Sendable {
  static let shared = WaitingExecutor()
  private static let threads = 3

  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  private init() {
    for _ in 0..<Self.threads {
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
