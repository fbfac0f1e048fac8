import Benchmark
import Foundation
import RecordStore
import Records

/// What is asked of the history and taken back, at histories of three lengths: questions about one
/// record must not cost more the longer the history is.
///
/// Each question has to be answered within 50 µs. The state of all records is held against reading
/// all there are now.
func growth() {
  for (name, changes) in [("10^4", 10_000), ("10^5", 100_000), ("10^6", 1_000_000)] {
    questions(name, changes)
    wholeStates(name, changes)
    undoing(name, changes)
  }
}

private func questions(_ size: String, _ changes: Int) {
  question("blame of a record, \(size) changes", changes) { history, store, number in
    blackHole(try store.blame(history.record(number)))
  }
  question("history of a property, \(size) changes", changes) { history, store, number in
    blackHole(try store.history(of: .property(history.record(number), "age")))
  }
  question(
    "as-of of a record, \(size) changes", changes,
    { store in try store.past(at: middle(of: store)) },
    { history, past, number in blackHole(try past.values(of: history.record(number))) })
}

/// Times a question asked a thousand times, each time about another record.
private func question(
  _ name: String, _ changes: Int, _ prepare: @escaping (Store) throws -> Store = { $0 },
  _ ask: @escaping (GrownHistory, Store, Int) throws -> Void
) {
  let limit = Duration.microseconds(50)
  var opened: (history: GrownHistory, store: Store)?
  var times: [Duration] = []
  Benchmark(name, configuration: .init(scalingFactor: .kilo)) { benchmark in
    let (history, store) = try opened ?? open(changes)
    opened = (history, store)
    let prepared = try prepare(store)
    benchmark.startMeasurement()
    let start = processorTime()
    for number in benchmark.scaledIterations { try ask(history, prepared, number) }
    let end = processorTime()
    benchmark.stopMeasurement()
    times.append((end - start) / 1_000)
    // The first find nothing in memory, and a busy machine slows some of the others down.
    if let fastest = times.min(), times.count >= 10, fastest > limit {
      benchmark.error("took \(fastest) at the least; expected at most \(limit)")
    }
  }
}

/// How long this process has kept a processor busy, which other processes hardly change.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The state of all records after transactions from which it is shorter to go forward from the
/// beginning, and backward from the present.
private func wholeStates(_ size: String, _ changes: Int) {
  whole("as-of of all after a tenth of \(size) changes", changes) { store in
    try store.past(at: middle(of: store) / 5).count(GrownHistory.type, where: nil)
  }
  whole("as-of of all before the last tenth of \(size) changes", changes) { store in
    try store.past(at: middle(of: store) / 5 * 9).count(GrownHistory.type, where: nil)
  }
  whole("all of the present, \(size) changes", changes) { store in
    let records = try store.select(Query(GrownHistory.type))
    var count = 0
    while try records.next() != nil { count += 1 }
    return count
  }
}

private func whole(_ name: String, _ changes: Int, _ read: @escaping (Store) throws -> Int) {
  var opened: Store?
  Benchmark(name) { benchmark in
    let store = try opened ?? open(changes).store
    opened = store
    benchmark.startMeasurement()
    blackHole(try read(store))
    benchmark.stopMeasurement()
  }
}

/// One command that made 100,000 changes taken back, which must take seconds, and memory that does
/// not grow with the changes.
private func undoing(_ size: String, _ changes: Int) {
  let configuration = Benchmark.Configuration(
    metrics: [.wallClock, .peakMemoryResident], warmupIterations: 0, maxDuration: .seconds(30),
    maxIterations: 3)
  Benchmark("undo of 100,000 changes after \(size)", configuration: configuration) { benchmark in
    let history = try GrownHistory(ofChanges: changes)
    try history.withCopy { store in
      try store.transaction(TransactionEntry(command: "set Person where … : score=4")) {
        for number in 0..<100_000 {
          try store.update(history.record(number), ["score": .integer(1_000 + number)])
        }
      }
      benchmark.startMeasurement()
      blackHole(try store.undo(1, entry: TransactionEntry(command: "undo")))
      benchmark.stopMeasurement()
    }
  }
}

private func open(_ changes: Int) throws -> (history: GrownHistory, store: Store) {
  let history = try GrownHistory(ofChanges: changes)
  return (history, try history.open())
}

/// The transaction in the middle of the history.
private func middle(of store: Store) throws -> Int {
  (try store.log(limit: 1).last?.transaction ?? 2) / 2
}
