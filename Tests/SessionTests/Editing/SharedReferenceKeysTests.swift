import Interactors
import RecordStore
import Records
import Session
import TestSupport
import Testing
import Workspace

/// Stores of one process on one file.
@Suite struct SharedReferenceKeysTests {
  private let file: Outsider
  private let first: Store
  private let second: Store

  init() throws {
    file = try Outsider()
    let talk = try Conversation(
      "define P { code: Text key, price: Integer? }; new P code=a; new P code=b",
      database: file.path)
    expectEqual(talk.tell("count P"), ["2"])
    (first, second) = try (Self.store(on: file.path), Self.store(on: file.path))
  }

  private static func store(on path: String) throws -> Store {
    let types = [
      try RecordType(
        "P", [Property("code", .text, isKey: true), Property("price", .integer, isOptional: true)]),
      try RecordType("Q", [Property("a", .integer)]),
    ]
    return try Store(.file(path), definitions: DeclaredTypes(types), actor: "ann") { 0 }
  }

  /// - Parameter count: How often the records were read.
  private func keys(in store: Store, reading count: Int) throws -> SharedReferenceKeys? {
    _ = try store.journal.refresh()
    let type = try #require(store.schema.type(named: "P"))
    var read = 0
    let keys = try SharedReferenceKeys.keys(of: type, in: store) { () throws(StoreError) in
      read += 1
      return ReferenceKeys([("a", RecordID("P", 1))])
    }
    expectEqual(read, count)
    return keys
  }

  @Test func theSecondStoreHasTheChoiceOfTheFirst() throws {
    let own = try keys(in: first, reading: 1)
    #expect(try own != nil && keys(in: second, reading: 0) === own)
  }

  @Test(arguments: [
    (change: "set P/1.code c", reads: 1), (change: "new P code=c", reads: 1),
    (change: "delete P/1", reads: 1), (change: "alter P { drop code }", reads: 1),
    (change: "set P/1.price 3", reads: 0), (change: "define Q { a: Integer }", reads: 0),
  ])
  func itIsReadAgainAfterAChangeOfRecordsOrNames(change: String, reads: Int) throws {
    let own = try keys(in: first, reading: 1)
    try Conversation(database: file.path).tell(change)
    let other = try keys(in: second, reading: reads)
    #expect((other === own) == (reads == 0))
    // Whoever comes next has the newer one.
    #expect(try keys(in: first, reading: 0) === other)
  }

  @Test func whatIsNotCommittedIsNotShared() throws {
    let own = try keys(in: first, reading: 1)
    let type = try #require(first.schema.type(named: "P"))
    #expect(throws: Stop.self) {
      try first.write(TransactionEntry()) { tx throws -> Void in
        _ = try tx.create("P", [.text("z"), nil])
        let keys = try SharedReferenceKeys.keys(of: type, in: first) { () throws(StoreError) in
          Issue.record("it was read")
          return ReferenceKeys([])
        }
        #expect(keys == nil)
        #expect(try self.keys(in: second, reading: 0) === own)
        throw Stop()
      }
    }
  }

  private struct Stop: Error {}

  @Test func nobodyKeepsWhatNobodyUses() throws {
    _ = try keys(in: first, reading: 1)
    _ = try keys(in: second, reading: 1)
  }
}
