import Foundation
public import Testing

/// Threads for tests that mostly wait for another process: those of Swift are as many as there are
/// cores, and a core is idle while a test on one of them waits.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingExecutor.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// For what mostly waits for another process.
  public static var waits: Self { WaitingTrait() }
}

/// Runs what it is given on threads of its own.
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
      // As much as Swift's own threads have.
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
