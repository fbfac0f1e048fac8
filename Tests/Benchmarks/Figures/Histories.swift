import RecordStore
import Records

/// Reads and undoes history. The cost of questions about one record must not grow with the history.
func histories(_ table: Table) throws {
  let sizes = [1_000, 10_000, 100_000, 1_000_000]
  table.begin(
    "Growth with the history",
    """
    Queries of a database that the library opened, with this number of changes in its history, and a
    tenth as many records.
    """, sizes: sizes)
  for question in Question.all {
    try table.grow(question.name, .constant, sizes) { try question.asked(of: $0) }
  }
  try table.grow("undo of 1 change", .constant, sizes) { changes in
    let history = try GrownHistory.of(changes)
    let store = try history.openCopy()
    return try least(of: 200) {
      try store.update([history.record(7)])
    } _: {
      _ = try store.undoEngine.undo(1, entry: TransactionEntry(command: "undo"))
    }
  }
  try table.grow("open and close", .constant, sizes) { changes in
    let history = try GrownHistory.of(changes)
    return try least { try history.open().close() }
  }
  try table.grow("undo of as many changes as records", .linear, sizes) { changes in
    let history = try GrownHistory.of(changes)
    let store = try history.openCopy()
    return try least(of: 3) {
      try store.update((0..<changes / 10).map(history.record))
    } _: {
      _ = try store.undoEngine.undo(1, entry: TransactionEntry(command: "undo"))
    }
  }
  for (name, part) in [("after a tenth", 0.1), ("before the last tenth", 0.9)] {
    try table.grow("as-of of all, \(name)", .linear, sizes) { changes in
      let store = try GrownHistory.of(changes).open()
      return try least { keep(try store.past(part).queries.count(GrownHistory.type, where: nil)) }
    }
  }
  try limits(table)
}

/// Limits for the longest history; the state of all records is compared with all current records.
private func limits(_ table: Table) throws {
  table.begin(
    "A history of a million changes",
    "Queries of a database that the library opened, with 1,000,000 changes of 100,000 records.")
  for question in Question.all.prefix(3) {
    try table.limit(question.name, 50e-6) { try question.asked(of: 1_000_000) }
  }
  for (name, part) in [("after a tenth", 0.1), ("before the last tenth", 0.9)] {
    try table.compare("as-of of all, \(name)", to: "reading all", atMost: 3) {
      let store = try GrownHistory.of(1_000_000).open()
      return try least { keep(try store.past(part).queries.count(GrownHistory.type, where: nil)) }
    } _: {
      let store = try GrownHistory.of(1_000_000).open()
      return try least {
        let records = try store.queries.select(RecordQuery(GrownHistory.type))
        while try records.next() != nil {}
      }
    }
  }
}

private struct Question {
  var name: String
  private var open: (GrownHistory) throws -> (_ number: Int) throws -> Void

  private init(_ name: String, _ open: @escaping (GrownHistory) throws -> (Int) throws -> Void) {
    (self.name, self.open) = (name, open)
  }

  func asked(of changes: Int) throws -> Double {
    let ask = try open(GrownHistory.of(changes))
    var number = 0
    return try least {
      number += 1
      try ask(number)
    }
  }

  /// The first three are about the history of one record.
  static var all: [Question] {
    [
      Question("blame of a record") { history in
        let store = try history.open()
        return { keep(try store.history.blame(history.record($0))) }
      },
      Question("history of a property") { history in
        let store = try history.open()
        return { keep(try store.history.changes(of: .property(history.record($0), "age"))) }
      },
      Question("as-of of a record") { history in
        let store = try history.open()
        var past = try store.past(0.5)
        return { number in
          try withExtendedLifetime(store) {
            // A past state keeps the records that were read.
            if number % history.records == 0 { past = try store.past(0.5) }
            keep(try past.queries.values(of: history.record(number)))
          }
        }
      },
      Question("log of 10") { history in
        let store = try history.open()
        return { _ in keep(try store.history.log(limit: 10)) }
      },
      Question("a record found by its key") { history in
        let store = try history.open()
        return { keep(try store.queries.find(GrownHistory.type, key: history.key($0))) }
      },
      Question("a set") { history in
        let store = try history.openCopy()
        return { number in
          try store.write(TransactionEntry(command: "set")) { tx in
            try tx.update(history.record(number), ["score": .integer(1000 + number)])
          }
        }
      },
    ]
  }
}

extension Store {
  /// - Parameter part: The fraction of the history.
  fileprivate func past(_ part: Double) throws -> Store {
    let last = try history.log(limit: 1).last?.transaction ?? 0
    return try past(at: max(1, Int(Double(last) * part)))
  }

  fileprivate func update(_ records: [RecordID]) throws {
    try write(TransactionEntry(command: "set Person : score=4")) { tx in
      for record in records { try tx.update(record, ["score": .integer(4)]) }
    }
  }
}
