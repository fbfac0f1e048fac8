/// Lends each reader to one task at a time, in the order of the requests.
actor ReaderPool {
  private let readers: [StoreThread]
  private var idle: [StoreThread]
  private var waiting: [CheckedContinuation<StoreThread, Never>] = []

  init(_ readers: [StoreThread]) { (self.readers, idle) = (readers, readers) }

  func run<Result: Sendable>(
    _ body: @Sendable (Store) throws -> Result
  ) async throws -> Result {
    let reader: StoreThread
    if let next = idle.popLast() {
      reader = next
    } else {
      reader = await withCheckedContinuation { waiting.append($0) }
    }
    defer {
      if waiting.isEmpty {
        idle.append(reader)
      } else {
        waiting.removeFirst().resume(returning: reader)
      }
    }
    return try await reader.run(body)
  }

  func close() async {
    for reader in readers { await reader.close() }
  }
}
