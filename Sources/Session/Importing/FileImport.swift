internal import CommandLanguage
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct FileImport {
  private static let shownRows = 5
  private static let mostNamed = 20

  private let request: ImportRequest
  private let session: Session
  private var options: ImportOptions { request.options }

  init(_ request: ImportRequest, _ session: Session) {
    (self.request, self.session) = (request, session)
  }

  func run() throws(Diagnostic) {
    guard let name = request.type else { return }
    let type = try session.resolver.type(name)
    let source = try ImportSource(request.file, table: request.table, options, in: session)
    let notation = try CellNotation(options, in: session)
    for name in options.columns ?? []
    where !["nil", ImportedColumns.number].contains(name.value) {
      _ = try session.resolver.property(name, of: type)
    }
    var columns = try ImportedColumns(
      source.reader.columns, of: type, map: request.map, session.resolver,
      leavingOut: options.leavesOut)
    let key = try key(of: type, columns)
    guard try settle(&columns, source, type, notation) else { return }
    if key == nil, !source.reader.columns.isEmpty, let missing = columns.missing {
      throw Diagnostic(
        .value, "\(source.path) has no column for \(missing.name.asName), which is required",
        at: request.file.span,
        hint: "choose its column with map COLUMN=\(missing.name.asName)")
    }
    for remark in columns.remarks { session.say(.notice(remark)) }
    let rejects = RejectedRows(options, source.reader, session)
    try rejects?.open()
    try inWorkspace(session.workspace.editing.finishEditings(of: nil))
    var report: ImportReport?
    do throws(Diagnostic) {
      report = try carryOut(type, source, columns, notation, key, rejects)
    } catch {
      // Write the file of rejected rows even though nothing was stored.
      error.isInterruption ? rejects?.abandon() : try rejects?.commit()
      throw error
    }
    try rejects?.commit()
    try inWorkspace(session.workspace.refresh())
    guard let report else { return }
    for remark in source.reader.remarks + report.remarks { session.say(.notice(remark)) }
    if report.rejected > 0 { session.runner.noteFailure(.value) }
    report.sayCounts()
    session.say(.notice((options.isTrial ? "dry run: " : "") + report.summary))
  }

  /// Returns the index of the property that identifies existing records, and its column; nil if the
  /// import only creates records. The index is nil if the record number identifies the records.
  private func key(
    of type: RecordType, _ columns: ImportedColumns
  ) throws(Diagnostic) -> (Int?, Int)? {
    guard let name = request.key else { return nil }
    if name.value == ImportedColumns.number {
      guard let column = columns.column(of: .number) else {
        throw Diagnostic(.name, "the file has no column \"ref\"", at: name.span)
      }
      return (nil, column)
    }
    let property = try session.resolver.property(name, of: type)
    guard property.isDistinct, let index = type.index(of: property.name) else {
      let keys = type.properties.filter(\.isDistinct).map(\.name) + [ImportedColumns.number]
      throw Diagnostic(
        .value,
        "\(property.name.asName) is neither a key nor unique, so it cannot identify a record",
        at: name.span, hint: "update by \(keys.listed())", candidates: keys)
    }
    guard let column = columns.column(of: .property(index)) else {
      throw Diagnostic(
        .name, "the file has no column for \(property.name.asName)", at: name.span)
    }
    return (index, column)
  }

  /// Throws if the file has unknown columns; at a prompt, shows a preview and asks whether to skip
  /// the columns.
  ///
  /// - Returns: Whether to continue.
  private func settle(
    _ columns: inout ImportedColumns, _ source: ImportSource, _ type: RecordType,
    _ notation: CellNotation
  ) throws(Diagnostic) -> Bool {
    let unknown = columns.unknown
    guard let last = unknown.prefix(Self.mostNamed).last else { return true }
    let others = unknown.dropFirst(Self.mostNamed).count
    let more = others > 0 ? others.count("more column") : nil
    let names = source.reader.columns
    guard let confirm = session.configuration.confirm, session.runner.isAtPrompt else {
      for place in unknown.prefix(Self.mostNamed).dropLast() {
        session.say(.diagnostic(diagnostic(columns.obstacle(place), place, source)))
      }
      if let more { session.say(.notice("and \(more)")) }
      throw diagnostic(columns.obstacle(last), last, source)
    }
    for place in unknown.prefix(Self.mostNamed) {
      let (message, hint, _) = columns.obstacle(place)
      session.say(.notice("\(message); \(hint)"))
    }
    let left = unknown.prefix(Self.mostNamed).map { names[$0].asName } + (more.map { [$0] } ?? [])
    columns.leaveOutUnknown()
    try session.replies.say(
      preview(source, type, columns, notation), as: Self.table(type, columns))
    guard confirm("import without \(left.listed(with: "and"))?") else {
      session.say(.notice("nothing was imported"))
      return false
    }
    return true
  }

  private func diagnostic(
    _ obstacle: (message: String, hint: String, candidates: [String]), _ column: Int,
    _ source: ImportSource
  ) -> Diagnostic {
    let place = source.reader.place(ofColumn: column)
    return Diagnostic(
      .name, obstacle.message,
      place: Diagnostic.Place(file: source.path, line: place.line, column: place.column),
      hint: obstacle.hint, candidates: obstacle.candidates)
  }

  private static func table(
    _ type: RecordType, _ columns: ImportedColumns
  ) -> ReplyTable<[Datum]> {
    var shown: [ReplyColumn<[Datum]>] = []
    for (place, target) in columns.targets.enumerated() {
      guard case .property(let index) = target else { continue }
      let property = type.properties[index]
      shown.append(
        ReplyColumn(property.name, isNumeric: property.kind.isNumeric) { $0[place] })
    }
    return ReplyTable(shown)
  }

  private func preview(
    _ source: ImportSource, _ type: RecordType, _ columns: ImportedColumns, _ notation: CellNotation
  ) throws(Diagnostic) -> [[Datum]] {
    // Open the file again, because the rows of `source` can be read only once.
    let again = try ImportSource(request.file, table: request.table, options, in: session)
    guard request.file.value != "-" else { return [] }
    var rows: [[Datum]] = []
    while rows.count < Self.shownRows, let row = try? again.reader.next() {
      var data: [Datum] = []
      for (place, target) in columns.targets.enumerated() {
        let cell = place < row.cells.count ? row.cells[place] : .none
        guard case .property(let index) = target else {
          data.append(.null)
          continue
        }
        let property = type.properties[index]
        let reader = CellReader(property, notation, nil)
        let isReference = property.kind.recordType != nil
        guard !isReference, case .value(let value)? = try? reader.value(of: cell) else {
          data.append(cell == .none ? .null : .text(cell.description))
          continue
        }
        data.append(Datum(value, of: property))
      }
      rows.append(data)
    }
    return rows
  }

  private func carryOut(
    _ type: RecordType, _ source: ImportSource, _ columns: ImportedColumns,
    _ notation: CellNotation, _ key: (Int?, Int)?, _ rejects: RejectedRows?
  ) throws(Diagnostic) -> ImportReport {
    let report = ImportReport(
      of: source.path, isForPerson: session.configuration.isForPerson,
      goesOn: options.keepsGoing, say: session.say)
    var result = report
    var read = 0
    let progress = { (elapsed: Int) in words(read, source, after: elapsed) }
    let entry = session.transactions.entry(.import)
    let isPart = session.store.journal.isInTransaction
    do throws(Diagnostic) {
      try session.runner.progress.counting("rows", saying: progress) { () throws(Diagnostic) in
        try session.transactions.importing(entry) { tx throws(Diagnostic) in
          let rows = RowImport(
            type, from: source.reader, called: source.path, columns, notation, updatingBy: key,
            session.store, present: session.resolver.present, report,
            progress: { count throws(Diagnostic) in
              read = count
              session.runner.progress.advance(to: count)
              if session.runner.askForInterruption() { throw Diagnostic.interrupted }
            },
            reject: { row, mistakes throws(Diagnostic) in try rejects?.add(row, mistakes) })
          do throws(Diagnostic) {
            try rows.run(by: tx)
          } catch {
            result = rows.report
            throw error
          }
          result = rows.report
          if source.bytes?.isChanged == true {
            throw Diagnostic(
              .file, "\(source.path) was changed while it was read; nothing was stored",
              at: request.file.span)
          }
          if result.rejected > 0, !options.keepsGoing { throw refusal(result) }
          if options.isTrial { throw Self.endOfTrial }
          if !isPart {
            try attempt(
              tx.amend(
                command: (entry.command ?? "") + "  # " + result.rows.count("row")
                  + ", \(result.rejected) rejected"))
          }
        }
      }
    } catch {
      if error == Self.endOfTrial { return result }
      if result.rejected > 0 {
        result.sayCounts()
      }
      throw error
    }
    return result
  }

  private static let endOfTrial = Diagnostic(.refused, "only tried")

  private func refusal(_ report: ImportReport) -> Diagnostic {
    Diagnostic(
      .value,
      "rejected \(report.rejected) of \(report.rows.count("row")); nothing was stored",
      at: request.file.span,
      hint: options.rejects == nil
        ? "use --keep-going to store the valid rows, or --rejects FILE to save the rejected rows"
        : "use --keep-going to store the valid rows")
  }

  /// - Parameter elapsed: In milliseconds.
  private func words(_ rows: Int, _ source: ImportSource, after elapsed: Int) -> String {
    var text = "\(source.path): \(rows) rows, \(rows * 1000 / max(1, elapsed)) a second"
    if let size = source.bytes?.size, source.position() > 0, size > 0 {
      let done = min(1, Double(source.position()) / Double(size))
      let rest = Int((Double(elapsed) / done - Double(elapsed)) / 1000)
      text += ", \(Int(done * 100)) %, \(rest) s left"
    }
    return text
  }
}

/// The file of rejected rows with their errors; created only if rows are rejected.
final class RejectedRows {
  private let file: Spanned<String>
  private let reader: any RowReader
  private let session: Session
  private let options: ImportOptions
  private var sink: (any FileSink)?
  private var isEmpty = true
  private var path: String { session.files.path(of: file) }

  init?(_ options: ImportOptions, _ reader: any RowReader, _ session: Session) {
    guard let file = options.rejects else { return nil }
    (self.file, self.options, self.reader, self.session) = (file, options, reader, session)
  }

  /// Opens the file early, so that an unwritable path is reported before the first row.
  func open() throws(Diagnostic) {
    do throws(Diagnostic) {
      let (files, store) = (session.configuration.files, session.files.database)
      if options.isTrial || session.configuration.dryRun != nil {
        try files.check(path, replaces: options.replaces, beside: store)
      } else {
        sink = try files.sink(at: path, replaces: options.replaces, beside: store)
      }
    } catch {
      throw error.at(file.span)
    }
  }

  func add(_ row: SourceRow, _ mistakes: [ImportMistake]) throws(Diagnostic) {
    let opening = isEmpty ? reader.rejectsOpening : []
    isEmpty = false
    let reasons = mistakes.map { $0.message.shortened(to: Diagnostic.longestMessage) }.joined(
      separator: "; ")
    do throws(Diagnostic) {
      try sink?.write(opening + reader.rejected(row, for: Masking(of: session.store)(reasons)))
    } catch {
      // A truncated file would look complete.
      isEmpty = true
      throw error
    }
  }

  func commit() throws(Diagnostic) {
    guard !isEmpty else { return abandon() }
    guard let sink else { return session.say(.notice("dry run: \(path) was not written")) }
    try sink.commit()
    session.say(.notice("the rejected rows are in \(path)"))
  }

  func abandon() { sink?.abandon() }
}
