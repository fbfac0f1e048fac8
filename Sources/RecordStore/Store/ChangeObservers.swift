internal import Synchronization

/// Sends sets of changed properties to observers; a slow observer receives all missed changes as
/// one set.
final class ChangeObservers: Sendable {
  private struct Observer {
    var signal: AsyncStream<Void>.Continuation
    var missed: Set<PropertyReference> = []
  }

  private struct State {
    var observers: [Int: Observer] = [:]
    var newest = 0
    /// Whether a task polls for changes of other programs.
    var isLooking = false
    var isEnded = false
  }

  private let state = Mutex(State())

  deinit { end() }

  var isEmpty: Bool { state.withLock { $0.observers.isEmpty } }

  /// Ends polling if there are no observers; returns whether polling has ended.
  func endLooking() -> Bool {
    state.withLock { state in
      if state.observers.isEmpty { state.isLooking = false }
      return state.observers.isEmpty
    }
  }

  /// - Returns: The changes from now on, and whether the caller must start polling.
  func add() -> (changes: AsyncStream<Set<PropertyReference>>, beginsLooking: Bool) {
    let (signals, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (number, beginsLooking, isEnded) = state.withLock { state in
      state.newest += 1
      if !state.isEnded { state.observers[state.newest] = Observer(signal: signal) }
      defer { state.isLooking = true }
      return (state.newest, !state.isLooking, state.isEnded)
    }
    if isEnded { signal.finish() }
    signal.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.observers.removeValue(forKey: number) }
    }
    let changes = AsyncStream { [weak self] in
      for await _ in signals {
        if let missed = self?.takeMissed(by: number), !missed.isEmpty { return missed }
      }
      return nil
    }
    return (changes, beginsLooking && !isEnded)
  }

  func report(_ changes: Set<PropertyReference>) {
    guard !changes.isEmpty else { return }
    state.withLock { state in
      for number in state.observers.keys {
        state.observers[number]?.missed.formUnion(changes)
        state.observers[number]?.signal.yield()
      }
    }
  }

  func end() {
    let observers = state.withLock { state in
      state.isEnded = true
      return state.observers
    }
    // Outside the lock, because finishing a stream acquires it.
    for observer in observers.values { observer.signal.finish() }
  }

  private func takeMissed(by number: Int) -> Set<PropertyReference>? {
    state.withLock { state in
      defer { state.observers[number]?.missed = [] }
      return state.observers[number]?.missed
    }
  }
}
