internal import Records
internal import SQLEngine

final class Database {
  private(set) var location: Store.Location
  let options: Store.Options
  /// The file path or cluster name in messages.
  var place: String { options.name(of: location) }
  let engines: any EngineSource
  let clock: () -> Int
  /// The offset of the user's time zone from UTC at a time, both in milliseconds.
  var zoneOffset: (Int) -> Int = { _ in 0 }
  /// Formats a value like a field that shows the property.
  var fieldText: (Value, Property?) -> String = { value, _ in value.description }
  /// Called with the completed and total number of steps of a long operation.
  var progress: (Int, Int) -> Void = { _, _ in }
  /// For definitions and the bookkeeping of transactions, which need no triggers.
  let connection: Connection
  /// The same connection for all other statements; it reads added triggers before running a
  /// statement.
  let engine: Connection
  /// Whether this is a copy of another store's records, which is read-only.
  let isCopy: Bool
  private(set) var isClosed = false
  private var version: StoreFile.Version?

  /// Connects to a database, after checking the file without changing it.
  init(
    _ location: Store.Location, _ options: Store.Options, _ engines: any EngineSource,
    clock: @escaping () -> Int
  ) throws(StoreError) {
    (self.location, self.options, self.engines, self.clock) = (location, options, engines, clock)
    isCopy = false
    connection = try Self.connect(to: location, options, engines)
    engine = connection.readingTriggers()
  }

  init(copying origin: Database) throws(StoreError) {
    (location, options) = (origin.location, origin.options)
    (engines, clock) = (origin.engines, origin.clock)
    isCopy = true
    fieldText = origin.fieldText
    connection = try Connection(to: .memory, busyTimeout: options.busyTimeout, by: engines)
    connection.isInterrupted = origin.connection.isInterrupted
    engine = connection.readingTriggers()
  }

  private static func connect(
    to location: Store.Location, _ options: Store.Options, _ engines: any EngineSource
  ) throws(StoreError) -> Connection {
    let path: String
    switch location {
    case .memory: return try Connection(to: .memory, busyTimeout: options.busyTimeout, by: engines)
    case .cluster(let name):
      return try Connection(
        to: options.isTrial ? .copyOfCluster(name) : .cluster(name), isReadOnly: options.isReadOnly,
        busyTimeout: options.busyTimeout, by: engines)
    case .file(let given): path = given
    }
    let file = StoreFile(path, named: options.fileName)
    let ignoredLog = file.ignoredLog
    do {
      if try file.needsLook(isReadOnly: options.isReadOnly, createsFile: options.createsFile) {
        // The file header does not name the application, so the tables must be checked.
        let engine = try reading(file, options, engines)
        defer { engine.close() }
        try checkOwner(engine, options.name(of: location))
      }
      if options.isTrial, file.version == nil {
        return try Connection(to: .memory, busyTimeout: options.busyTimeout, by: engines)
      }
      try file.checkLog(by: engines)
      let connection =
        if options.isReadOnly {
          try reading(file, options, engines)
        } else {
          try Connection(to: .file(file.path), busyTimeout: options.busyTimeout, by: engines)
        }
      connection.ignoredLog = ignoredLog
      return connection
    } catch {
      throw openError(error, location, options)
    }
  }

  private static func reading(
    _ file: StoreFile, _ options: Store.Options, _ engines: any EngineSource
  ) throws(StoreError) -> Connection {
    var attempt = 0
    while true {
      let connection = try Connection(
        to: file.place(), isReadOnly: true, busyTimeout: options.busyTimeout, by: engines)
      do throws(StoreError) {
        _ = try connection.schemaVersion()
        return connection
      } catch {
        connection.close()
        // Another program removed the log just before this program could open it.
        attempt += 1
        guard [.readOnly, .unopenable].contains(error.kind), attempt < mostAttempts else {
          throw error
        }
        DatabaseFile.pause(milliseconds: attempt)
      }
    }
  }

  private static let mostAttempts = 20

  /// The user's date and time; nil outside the years 1 to 9999.
  var present: Present? {
    let now = clock()
    return Present(now: Instant(milliseconds: now), zoneOffset: zoneOffset(now))
  }

  static func openError(
    _ error: StoreError, _ location: Store.Location, _ options: Store.Options
  ) -> StoreError {
    switch error.kind {
    case .busy:
      StoreError(
        .busy,
        .busy(
          place: options.name(of: location), milliseconds: options.busyTimeout, isOpening: true),
        code: error.code)
    // Errors of the store already name the file.
    case .unopenable where error.code == 0: error
    case .engine where error.cause == .exceeded:
      StoreError(
        .unopenable, .slowOpening(place: options.name(of: location), milliseconds: longestOpening),
        code: error.code)
    case .engine, .expression, .unopenable:
      StoreError(
        .unopenable, .unopenable(place: options.name(of: location), error.reason), code: error.code)
    default: error
    }
  }

  private var isOpeningLate: () -> Bool = { false }
  private var looks = 0

  /// Maximum time for opening, in milliseconds of the store's clock, because a crafted file could
  /// be read endlessly.
  private static let longestOpening = 30_000

  func limitingTime(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    var deadline: Int?
    let isLate = { [clock] in
      let now = clock()
      deadline = deadline ?? now + Self.longestOpening
      return now > deadline ?? now
    }
    connection.limits = EngineLimits(length: .max) { _ in isLate() }
    isOpeningLate = isLate
    defer {
      isOpeningLate = { false }
      let size = if case .file(let path) = location { StoreFile(path).size } else { 0 }
      connection.limitSteps(by: clock, size: size)
    }
    try body()
  }

  /// Throws if the operation was interrupted, or opening has exceeded its time limit.
  func checkMayGoOn() throws(StoreError) {
    if connection.isInterrupted() { throw StoreError(EngineError.interrupted) }
    looks += 1
    // The clock is read rarely, because reading it costs more than reading a definition.
    if looks.isMultiple(of: 100), isOpeningLate() { throw StoreError(EngineError.exceeded) }
  }

  func checkOwner() throws(StoreError) { try Self.checkOwner(engine, place) }

  private static func checkOwner(
    _ engine: Connection, _ place: String
  ) throws(StoreError) {
    let application = try engine.value(applicationQuestion).integer ?? 0
    guard application == 0 || application == Schema.applicationID else {
      throw StoreError(.unopenable, .place(place, .otherApplication))
    }
    let names = try tableNames(engine)
    guard names.isEmpty || names.contains("wb_state") else {
      throw StoreError(.unopenable, .foreignTable(place: place, table: names.min() ?? ""))
    }
  }

  func isEmpty() throws(StoreError) -> Bool { try Self.tableNames(engine).isEmpty }

  static let applicationQuestion = "PRAGMA application_id"
  static let tablesQuestion =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"

  private static func tableNames(_ engine: Connection) throws(StoreError) -> Set<String> {
    let rows = try engine.rows(tablesQuestion)
    return Set(rows.compactMap { $0[0].text })
  }

  /// Nil if the database is not a file, and before ``noteFile()``.
  var file: FileIdentity? { version?.identity }

  func noteFile() {
    if case .file(let path) = location { version = StoreFile(path).version }
  }

  /// Throws if the file at the path was removed, replaced, or overwritten by another file.
  func checkFile() throws(StoreError) {
    guard let version, case .file(let path) = location else { return }
    let present = StoreFile(path).version
    guard present != version else { return }
    if present?.identity == version.identity,
      FileStamp.isContinued(at: path, on: connection, by: engines)
    {
      self.version = present
      return
    }
    // Keep the log, because SQLite would write it into the other file.
    connection.keepLog()
    throw StoreError(.lost, .lost(path: place))
  }

  /// Swaps the connections; afterwards `next` is connected to the former database.
  func exchange(with next: Connection, at place: Store.Location) {
    next.isInterrupted = connection.isInterrupted
    next.writer = connection.writer
    connection.exchangeEngines(with: next)
    (location, version) = (place, nil)
  }

  func close() {
    isClosed = true
    engine.close()
  }

  func checkOpen() throws(StoreError) {
    guard !isClosed else { throw StoreError(.refused, .fact(.closed)) }
  }

  /// Must be called before each commit; see ``FileStamp``.
  func stamp() throws(StoreError) {
    if case .file = location { try FileStamp.renew(on: connection) }
  }

  func checkWritable() throws(StoreError) {
    try checkOpen()
    guard !connection.isReadOnly else {
      throw StoreError(.readOnly, .place(place, .openReadOnly))
    }
  }

  func begin(expecting questions: [EngineQuestion] = []) throws(StoreError) {
    guard !isCopy else { throw StoreError(.refused, .fact(.pastState)) }
    try checkWritable()
    do {
      try connection.begin(expecting: questions)
    } catch {
      throw busy(error)
    }
  }

  func busy(_ error: StoreError) -> StoreError {
    guard error.kind == .busy else { return error }
    let wait = options.busyTimeout
    let reason: StoreError.Reason =
      if case .engine(let cause) = error.reason, let holder = cause.holder, holder.time >= 1000 {
        .held(place: place, by: holder, milliseconds: wait)
      } else {
        .busy(place: place, milliseconds: wait, isOpening: false)
      }
    return StoreError(.busy, reason, code: error.code)
  }

  /// Runs `body` in a read transaction, after `prepare`; in an open transaction, runs only `body`.
  func reading<Result, Failure: Error>(
    after prepare: () throws(StoreError) -> Void, expecting questions: [EngineQuestion] = [],
    mapError: (StoreError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !engine.isInTransaction else { return try body() }
    func attempt(_ step: () throws(StoreError) -> Void) throws(Failure) {
      do { try step() } catch { throw mapError(error) }
    }
    try attempt { () throws(StoreError) in try engine.beginReading(expecting: questions) }
    do {
      try attempt(prepare)
      let result = try body()
      try attempt(engine.rollback)
      return result
    } catch {
      try? engine.rollback()
      throw error
    }
  }

  func schemaVersion() throws(StoreError) -> Int { try connection.schemaVersion() }

  func dataVersion() throws(StoreError) -> Int { try connection.dataVersion() }

  /// Throws if a row number is so large that numbers could run out.
  func checked(_ number: Int, in table: String) throws(StoreError) -> Int {
    // The numbers of this program start at 1 without gaps, so another program wrote this number.
    if (-(1 << 60)..<1 << 60).contains(number) { return number }
    throw StoreError(.unopenable, .strayNumber(place: place, table: table, number))
  }
}
