internal import Dispatch
internal import Records

/// Runs all work of one store on a queue of its own, so that waiting for the disk or for another
/// program blocks no thread of Swift's pool.
actor StoreThread {
  private let queue = StoreQueue()
  private let opening: @Sendable () throws(StoreError) -> Store
  private var store: Store?
  private var isClosed = false
  /// The position up to which changes were reported; nil if there are no observers.
  private var mark: ChangeMark?

  init(_ opening: @escaping @Sendable () throws(StoreError) -> Store) { self.opening = opening }

  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func open() throws(StoreError) { _ = try opened() }

  private func opened() throws(StoreError) -> Store {
    if let store { return store }
    guard !isClosed else { throw StoreError(.refused, .fact(.closed)) }
    let store = try opening()
    self.store = store
    return store
  }

  func close() {
    store?.close()
    (store, isClosed) = (nil, true)
  }

  /// Stops the work if the task is cancelled.
  func run<Result: Sendable>(_ body: @Sendable (Store) throws -> Result) throws -> Result {
    try Task.checkCancellation()
    let store = try opened()
    var wasInterrupted = false
    store.isInterrupted = {
      // True only once, because the rollback must not be interrupted.
      if wasInterrupted || !Task.isCancelled { return false }
      wasInterrupted = true
      return true
    }
    defer { store.isInterrupted = { false } }
    do {
      return try body(store)
    } catch let error as StoreError where error.kind == .interrupted && wasInterrupted {
      throw CancellationError()
    }
  }

  /// Like ``run(_:)``, but then reports the changed properties to observers.
  func run<Result: Sendable>(
    reportingTo observers: ChangeObservers, _ body: @Sendable (Store) throws -> Result
  ) throws -> Result {
    // Set before the work, because an observer may be added during it.
    if mark == nil { mark = try opened().journal.mark() }
    defer { report(to: observers) }
    return try run(body)
  }

  /// Reports the changes of other programs; returns false if the store is closed or there are no
  /// observers.
  func look(for observers: ChangeObservers) -> Bool {
    guard !isClosed, !observers.endLooking() else { return false }
    if mark == nil { mark = try? opened().journal.mark() }
    _ = try? store?.journal.refresh()
    report(to: observers)
    return true
  }

  private func report(to observers: ChangeObservers) {
    guard !observers.isEmpty, let store, var mark = self.mark else {
      self.mark = nil
      return
    }
    do throws(StoreError) {
      let changes = try store.journal.changes(since: &mark)
      self.mark = mark
      observers.report(changes ?? Self.everything(in: store))
    } catch {
      // The mark is unchanged, so the next report includes these changes.
    }
  }

  private static func everything(in store: Store) -> Set<PropertyReference> {
    Set(
      store.schema.types.flatMap { type in
        [PropertyReference(type.name)]
          + type.properties.map { PropertyReference(type.name, $0.name) }
      })
  }
}

private final class StoreQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "store")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
