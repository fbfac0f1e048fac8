internal import Interchange
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

extension RowImport {
  /// Imports rows in dependency order, then cycles.
  func takeWaiting(by tx: borrowing WriteTransaction) throws(Diagnostic) {
    let rows = waiting
    waiting = []
    guard !rows.isEmpty else { return }
    let places = rowReader.keys(of: rows)
    var graph = RowGraph(count: rows.count)
    for (place, row) in rows.enumerated() {
      var wanted: Set<Int> = []
      _ = read(row) { text in
        if let other = places[text] { wanted.insert(other) }
        return RecordID(type.name, 1)
      }
      graph.add(place, waitingFor: wanted)
    }
    rowReader.complete()
    var ready = graph.ready
    while !ready.isEmpty {
      for place in ready { try take(rows[place], mayWait: false, by: tx) }
      try flush(by: tx)
      ready = graph.finish(ready)
      try progress(report.rows)
    }
    try takeRing(graph.waiting.map { rows[$0] }, by: tx)
  }

  /// Imports rows in cycles, and rows that refer to cycles.
  private func takeRing(
    _ rows: [SourceRow], by tx: borrowing WriteTransaction
  ) throws(Diagnostic) {
    guard !rows.isEmpty else { return }
    let places = rowReader.keys(of: rows)
    // Exclude invalid rows, and the rows that refer to them.
    var graph = RowGraph(count: rows.count)
    var faulty: Set<Int> = []
    for (place, row) in rows.enumerated() {
      var wanted: Set<Int> = []
      let known = read(row) { text in
        guard let other = places[text] else { return nil }
        wanted.insert(other)
        return RecordID(type.name, 1)
      }
      graph.add(place, waitingFor: wanted)
      if known == nil { faulty.insert(place) }
    }
    let gone = graph.withWaiters(faulty)
    let left = rows.indices.filter { !gone.contains($0) }
    for place in gone.sorted() { try take(rows[place], mayWait: false, by: tx) }
    try flush(by: tx)
    guard !left.isEmpty else { return }
    var wrong: [Int: [ImportMistake]] = [:]
    var (changed, owned) = (0, 0)
    do throws(ImportInterruption) {
      try store.write(TransactionEntry(), mapError: ImportInterruption.store) {
        part throws(ImportInterruption) in
        let numbers = try makeRing(rows, left, places, &changed, &owned, by: part)
        try judge(numbers, &wrong)
      }
      report.made += left.count - changed
      report.owned += owned
      report.changed += changed
      return
    } catch {
      if case .store(let error) = error, !error.concernsRow { throw Diagnostic(error) }
      for place in left {
        var mistakes = wrong[place] ?? []
        if mistakes.isEmpty, case .store(let error) = error {
          mistakes = [ImportMistake(error, type)]
        }
        if mistakes.isEmpty {
          mistakes = [
            ImportMistake(
              kind: .rule,
              message: "rows that refer to each other are stored together, and another of these "
                + "rows was rejected",
              column: nil, subject: type.name)
          ]
        }
        try drop(rows[place], mistakes)
      }
    }
  }

  private func makeRing(
    _ rows: [SourceRow], _ left: [Int], _ places: [String: Int], _ changed: inout Int,
    _ owned: inout Int, by tx: borrowing WriteTransaction
  ) throws(ImportInterruption) -> [(place: Int, number: Int)] {
    var numbers: [(place: Int, number: Int)] = []
    do throws(StoreError) {
      try tx.withoutReferenceChecks(of: type.name) { first throws(StoreError) in
        let ring = ring(rows, left, places, from: first)
        for (place, row) in zip(left, ring) where !row.isFound {
          try tx.note(source: "\(file):\(row.source.line)")
          numbers.append((place, try writer.createWithoutLists(row, by: tx)))
        }
        // Fill lists last, because they accept only existing records.
        for (place, row) in zip(left, ring) {
          guard let number = row.number else { continue }
          let id = RecordID(type.name, number)
          try tx.note(source: "\(file):\(row.source.line)")
          if row.isFound {
            owned += try accepted { () throws(RowRefusal) in
              try writer.change(id, row, by: tx)?.owned ?? 0
            }
            changed += 1
            numbers.append((place, number))
          } else {
            try accepted { () throws(RowRefusal) in try writer.fillLists(of: id, row) }
            owned += row.nestedCount
          }
        }
      }
    } catch {
      throw .store(error)
    }
    return numbers
  }

  /// The rows of cycles are rejected together, so only the first error is reported.
  private func accepted<Result>(
    _ body: () throws(RowRefusal) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw error.failure ?? error.faults[0].error
    }
  }

  /// Assigns numbers to all rows of cycles before their references are resolved.
  ///
  /// - Parameter first: The next free number.
  private func ring(
    _ rows: [SourceRow], _ left: [Int], _ places: [String: Int], from first: Int
  ) -> [ImportedRow] {
    let dummy = RecordID(type.name, 1)
    let wanted = left.map { read(rows[$0], as: { places[$0] == nil ? nil : dummy })?.number }
    // Automatic numbers follow the given numbers.
    var next = max(first, (wanted.compactMap(\.self).max() ?? 0) + 1)
    var numbers: [Int: Int] = [:]
    for (place, number) in zip(left, wanted) {
      numbers[place] = number ?? next
      if number == nil { next += 1 }
    }
    return left.compactMap { place in
      let row = read(rows[place]) { text in
        places[text].flatMap { numbers[$0] }.map { RecordID(type.name, $0) }
      }
      return row.map { row in
        var row = row
        row.number = numbers[place]
        return row
      }
    }
  }

  private func read(_ source: SourceRow, as known: (String) -> RecordID?) -> ImportedRow? {
    var mistakes: [ImportMistake] = []
    return rowReader.knowing(known) {
      let (row, waits) = read(source, &mistakes)
      return mistakes.isEmpty && !waits ? row : nil
    }
  }
}
