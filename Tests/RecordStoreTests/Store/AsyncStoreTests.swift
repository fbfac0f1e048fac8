import Foundation
import RecordStore
import Records
import TestSupport
import Testing

private func open(
  _ location: Store.Location, readers: Int = 4, lookingEvery interval: Duration? = .milliseconds(5)
) async throws -> AsyncStore {
  let store = try await AsyncStore(
    location, definitions: DeclaredTypes([try personType()]), actor: "server", readers: readers,
    lookingEvery: interval, clock: { 1_700_000_000_000 })
  try await store.write(TransactionEntry(.schema)) { tx in try tx.define(personType()) }
  return store
}

@Suite(.needsFile) struct AsyncStoreTests {
  @Test func manyTasksWriteAndReadTogether() async throws {
    let place = try Place()
    let store = try await open(.file(place.path))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<40 {
        group.addTask {
          try await store.write { tx in
            _ = try tx.create("Person", person("a\(index)"))
            _ = try tx.create("Person", person("b\(index)"))
          }
        }
        group.addTask {
          // Both records of a transaction are seen, or neither.
          let counts = try await store.read { store in
            (
              try store.queries.count("Person", where: "name like 'a%'"),
              try store.queries.count("Person", where: "name like 'b%'")
            )
          }
          expectEqual(counts.0, counts.1)
        }
      }
      try await group.waitForAll()
    }
    expectEqual(try await store.list("Person").count, 80)
    let last = try await store.list("Person", where: "name = \("b7")").first
    expectEqual(last?["name"], "b7")
    expectEqual(try await store.record(RecordID("Person", 81)), nil)
    await store.close()
  }

  @Test func aReaderWaitsForNoWriterAndSeesWhatIsCommitted() async throws {
    let place = try Place()
    let store = try await open(.file(place.path))
    let (began, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let mayEnd = DispatchSemaphore(value: 0)
    let writing = Task {
      try await store.write { tx in
        _ = try tx.create("Person", person("Ann"))
        hasBegun.yield()
        mayEnd.wait()
      }
    }
    for await _ in began { break }
    expectEqual(try await store.list("Person").count, 0)
    mayEnd.signal()
    try await writing.value
    expectEqual(try await store.list("Person").count, 1)
    await store.close()
  }

  @Test func aReaderCannotWriteAndAClosedStoreDoesNothing() async throws {
    let place = try Place()
    let store = try await open(.file(place.path), readers: 1)
    let refusal = await #expect(throws: StoreError.self) {
      try await store.read { store in
        try store.write(TransactionEntry()) { tx in
          _ = try tx.create("Person", person("Ann"))
        }
      }
    }
    expectEqual(refusal?.kind, .readOnly)
    // The reader is given back after an error.
    expectEqual(try await store.list("Person").count, 0)
    await store.close()
    await #expect(throws: StoreError.self) { try await store.list("Person") }
    await #expect(throws: StoreError.self) { try await store.write { _ in } }
    #expect(await store.changes().first { _ in true } == nil)
  }

  @Test func aFailedTransactionChangesNothingAndAnAuthorIsOfItsTransactionOnly() async throws {
    let place = try Place()
    let store = try await open(.file(place.path))
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
      try await store.write(by: "eve") { tx in
        _ = try tx.create("Person", person("Ann"))
        expectEqual(try tx.queries.count("Person", where: "true"), 1)
        throw Refusal()
      }
    }
    try await store.write(by: "bob") { tx in _ = try tx.create("Person", person("Bob", age: 2)) }
    try await store.write { tx in try tx.update(RecordID("Person", 1), ["age": 3]) }
    let authors = try await store.read { store in
      try store.history.changes(of: .property(RecordID("Person", 1), "age")).map(\.actor)
    }
    expectEqual(authors, ["bob", "server"])
    _ = try await store.perform { store in try store.undoEngine.undo().count }
    expectEqual(try await store.record(RecordID("Person", 1))?["age"], 2)
    await store.close()
  }

  @Test func aStoreInMemoryIsReadByItsWriter() async throws {
    let store = try await open(.memory)
    try await store.write { tx in _ = try tx.create("Person", person("Ann")) }
    expectEqual(try await store.list("Person").map { $0["name"] }, ["Ann"])
    await store.close()
  }

  @Test func uniquenessIsACodeWithItsArguments() async throws {
    let store = try await open(.memory)
    try await store.write { tx in _ = try tx.create("Person", person("Ann", code: 1)) }
    do {
      try await store.write { tx in _ = try tx.create("Person", person("Bob", code: 1)) }
      Issue.record("the code is unique")
    } catch let error as StoreError {
      expectEqual(error.fault, .taken(property: "code", value: "1", by: "Person/1"))
      expectEqual(Violation(error).code, .taken("1", by: "Person/1"))
      expectEqual(Violation(error).message, error.message)
    }
    let missing = await #expect(throws: StoreError.self) { try await store.list("Cat") }
    expectEqual(missing?.fault, .noType("Cat"))
    let none = await #expect(throws: StoreError.self) {
      try await store.write { tx in try tx.update(RecordID("Person", 9), ["age": 1]) }
    }
    expectEqual(none?.fault, .noRecord(RecordID("Person", 9)))
    await store.close()
  }

  @Test func aCancelledTaskStopsItsQueryAndItsWriting() async throws {
    let place = try Place()
    let store = try await open(.file(place.path))
    try await store.write { tx in
      for index in 0..<300 { _ = try tx.create("Person", person("p\(index)")) }
    }
    let (began, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let reading = Task {
      try await store.read { store in
        hasBegun.yield()
        for _ in 0..<20_000 { _ = try store.queries.count("Person", where: "count(Person) > 0") }
      }
    }
    for await _ in began { break }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    let (wrote, hasWritten) = AsyncStream.makeStream(of: Void.self)
    let writing = Task {
      try await store.write { tx in
        _ = try tx.create("Person", person("Ann"))
        hasWritten.yield()
        for _ in 0..<20_000 { _ = try tx.queries.count("Person", where: "count(Person) > 0") }
      }
    }
    for await _ in wrote { break }
    writing.cancel()
    await #expect(throws: CancellationError.self) { try await writing.value }
    expectEqual(try await store.list("Person").count, 300)
    try await store.write { tx in _ = try tx.create("Person", person("Ann")) }
    await store.close()
  }

  @Test func changesAreObservedAsASequence() async throws {
    let place = try Place()
    let store = try await open(.file(place.path), lookingEvery: nil)
    try await store.write { tx in _ = try tx.create("Person", person("Ann", age: 36)) }
    let (changes, others) = (store.changes(), store.changes())
    try await store.write { tx in try tx.update(RecordID("Person", 1), ["age": 37]) }
    var iterator = changes.makeAsyncIterator()
    expectEqual(await iterator.next(), [PropertyReference("Person", "age")])
    // Equal values are no change.
    try await store.write { tx in try tx.update(RecordID("Person", 1), ["age": 37]) }
    try await store.write { tx in try tx.update(RecordID("Person", 1), ["nick": "A"]) }
    expectEqual(await iterator.next(), [PropertyReference("Person", "nick")])
    _ = try await store.perform { store in try store.undoEngine.undo().count }
    try await store.write { tx in try tx.delete(RecordID("Person", 1)) }
    let last = await iterator.next()
    #expect(last?.contains(PropertyReference("Person", "nick")) == true)
    // Whoever is slow gets everything at once.
    var slow = others.makeAsyncIterator()
    let all = await slow.next()
    for name in ["age", "nick", nil] {
      #expect(all?.contains(PropertyReference("Person", name)) == true, "\(name ?? "records")")
    }
    await store.close()
    let end = await slow.next()
    #expect(end == nil)
  }

  @Test func changesOfOtherProgramsAreObserved() async throws {
    let place = try Place()
    let store = try await open(.file(place.path))
    try await store.write { tx in _ = try tx.create("Person", person("Ann", age: 36)) }
    let changes = store.changes()
    let other = Task.detached { [path = place.path] in
      // Until it is seen: the first one may come before the store looks.
      var age = 40
      while !Task.isCancelled {
        age = 40 + (age + 1) % 50
        try Foreigner(path).run("UPDATE Person SET age = \(age)")
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    let first = await changes.first { _ in true }
    other.cancel()
    _ = await other.result
    expectEqual(first, [PropertyReference("Person", "age")])
    await store.close()
  }

  @Test func anObserverThatEndsIsForgotten() async throws {
    let store = try await open(.memory)
    for _ in 0..<3 {
      let observing = Task { for await _ in store.changes() {} }
      observing.cancel()
      await observing.value
    }
    var changes: AsyncStream<Set<PropertyReference>>? = store.changes()
    #expect(changes != nil)
    changes = nil
    try await store.write { tx in _ = try tx.create("Person", person("Ann")) }
    await store.close()
  }
}
