import Foundation
import RecordStore
import Records
import TestSupport
import Testing

/// Files damaged by a disk or a user: a check finds the damage, or nothing is lost.
///
/// The seed selects some of the damages; `WORKBENCH_LONG=1` tries all.
@Suite struct FileFaultTests {
  private struct World {
    let place: Place
    let store: Store
    var states: [[String]] = []

    init() throws {
      place = try Place()
      store = try personStore(.file(place.path))
      for number in 1...20 {
        states.append(try contents(place.path))
        try store.new(person("person \(number)", age: number, nick: "n\(number)"))
        states.append(try contents(place.path))
        try store.set(RecordID("Person", number), ["age": .integer(number + 1)])
      }
      states.append(try contents(place.path))
    }

    func bytes(_ suffix: String = "") throws -> Data {
      try Data(contentsOf: URL(filePath: place.path + suffix))
    }
  }

  /// The records in a file of these bytes; nil if a check finds an error.
  private func sound(_ file: Data, log: Data? = nil) throws -> [String]? {
    let place = try Place()
    try file.write(to: URL(filePath: place.path))
    try log?.write(to: URL(filePath: place.path + "-wal"))
    do {
      let store = try openStore(.file(place.path))
      guard try store.check() == [] else { return nil }
    } catch let error as StoreError {
      expectEqual(error.kind, .unopenable, "\(error)")
      return nil
    }
    return try contents(place.path)
  }

  @Test func aPageThatIsOverwrittenIsFoundOrWasNotUsed() throws {
    let world = try World()
    world.store.close()
    let whole = try world.bytes()
    let size = 4096
    var found = 0
    for page in Seeded.some(of: Array(0..<whole.count / size), every: 4) {
      var random = Seeded(stream: page)
      for filling in [Data(count: size), Data((0..<size).map { _ in UInt8(random.below(256)) })] {
        var file = whole
        file.replaceSubrange(page * size..<(page + 1) * size, with: filling)
        let records = try sound(file)
        #expect(records == nil || records == world.states.last, "page \(page + 1)")
        if records == nil { found += 1 }
      }
    }
    #expect(found > 0)
  }

  @Test func aFileThatIsCutOffIsFound() throws {
    let world = try World()
    world.store.close()
    let whole = try world.bytes()
    for count in Seeded.some(of: Array(stride(from: 1, to: whole.count, by: 1024)), every: 12) {
      #expect(try sound(whole.prefix(count)) == nil, "\(count) bytes")
    }
  }

  @Test func aLogThatIsCutOffEndsWithAWholeTransaction() throws {
    let world = try World()
    let (file, log) = (try world.bytes(), try world.bytes("-wal"))
    #expect(log.count > 100_000)
    // Even the type is in the log only.
    let lengths = Array(stride(from: log.count / 3, to: log.count, by: 1031))
    for count in Seeded.some(of: lengths, every: lengths.count / 15) {
      let records = try #require(try sound(file, log: log.prefix(count)), "\(count) bytes")
      #expect(world.states.contains(records), "\(count) bytes")
    }
  }

  /// The index of the log, `-shm`, is not copied.
  @Test func aCopyOfAnOpenStoreWithItsLogIsWhole() throws {
    let world = try World()
    try expectEqual(sound(try world.bytes(), log: try world.bytes("-wal")), world.states.last)
  }

  @Test func aCopyOfAnOpenStoreWithoutItsLogIsAnEarlierState() throws {
    let world = try World()
    try Foreigner(world.place.path).run("PRAGMA wal_checkpoint")
    let earlier = try contents(world.place.path)
    try world.store.new(person("last"))
    try expectEqual(sound(try world.bytes()), earlier)
  }

  @Test func whatHappensWhileTheClockGoesBackKeepsItsOrder() throws {
    let place = try Place()
    let clock = TestClock()
    let store = try personStore(.file(place.path), clock: clock)
    var states: [[String]] = []
    for number in 1...10 {
      clock.now -= number % 2 == 0 ? 3_600_000 : 86_400_000
      try store.new(person("person \(number)"))
      states.append(try contents(place.path))
    }
    let times = try store.history.log(limit: nil).reversed().map(\.at)
    expectEqual(times, times.sorted())
    try expectEqual(store.check(), [])
    for _ in 1...9 {
      try expectEqual(contents(place.path), states.popLast())
      _ = try store.undoEngine.undo()
    }
    try expectEqual(store.check(), [])
  }
}
