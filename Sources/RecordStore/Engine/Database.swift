internal import Records
internal import SQLEngine
internal import Values

/// The database of a store: where it is, how it was opened, and the connection to it.
final class Database {
  private(set) var location: Store.Location
  let options: Store.Options
  let engines: any EngineSource
  /// The time, in milliseconds since 1970.
  let clock: () -> Int
  /// How far the user's time is ahead of UTC at a moment, both in milliseconds.
  var zoneOffset: (Int) -> Int = { _ in 0 }
  /// How a field shows a value, which can be of a property.
  var fieldText: (Value, Property?) -> String = { value, _ in value.description }
  /// Told how many steps are done of what takes long, and how many there are.
  var progress: (Int, Int) -> Void = { _, _ in }
  /// The connection for definitions and the bookkeeping of transactions, which need no trigger.
  let connection: Connection
  /// The same connection for everything else: it has read all triggers before it runs something.
  let engine: Connection
  /// Whether the records are copies of another store's, which nobody writes to.
  let isCopy: Bool
  private(set) var isClosed = false
  /// Which file it was that was opened, as it was when somebody last looked.
  private var version: StoreFile.Version?

  /// Connects to a database, after a look at the file that leaves it as it is.
  init(
    _ location: Store.Location, _ options: Store.Options, _ engines: any EngineSource,
    clock: @escaping () -> Int
  ) throws(StoreError) {
    (self.location, self.options, self.engines, self.clock) = (location, options, engines, clock)
    isCopy = false
    connection = try Self.connect(to: location, options, engines)
    engine = connection.readingTriggers()
  }

  /// Connects to a database in memory that is to have copies of another one's records.
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
    let file = StoreFile(path)
    do {
      if try file.needsLook(isReadOnly: options.isReadOnly) {
        // Its header does not say whose it is, so its tables have to.
        let engine = try reading(file, options, engines)
        defer { engine.close() }
        try checkOwner(engine, location)
      }
      if options.isTrial, file.version == nil {
        return try Connection(to: .memory, busyTimeout: options.busyTimeout, by: engines)
      }
      try file.checkLog(by: engines)
      if options.isReadOnly { return try reading(file, options, engines) }
      return try Connection(
        to: .file(file.path), busyTimeout: options.busyTimeout, by: engines)
    } catch {
      throw openError(error, location, options)
    }
  }

  /// Connects to a file that is only to be read.
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
        // Those who write have removed their log just before it was to be opened.
        attempt += 1
        guard [.readOnly, .unopenable].contains(error.kind), attempt < mostAttempts else {
          throw error
        }
        DatabaseFile.pause(milliseconds: attempt)
      }
    }
  }

  private static let mostAttempts = 20

  /// What the user's clock and calendar show; nil outside of the years 1 to 9999.
  var present: Present? {
    let now = clock()
    return Present(now: Instant(milliseconds: now), zoneOffset: zoneOffset(now))
  }

  // MARK: Opening

  /// Says of an error while a store is opened what was expected of its file.
  static func openError(
    _ error: StoreError, _ location: Store.Location, _ options: Store.Options
  ) -> StoreError {
    switch error.kind {
    case .busy:
      StoreError(
        .busy,
        "another program has \(location) locked; waited "
          + "\(Double(options.busyTimeout) / 1000) s for it to finish", code: error.code)
    // What the store itself says of a file names it.
    case .unopenable where error.code == 0: error
    case .engine where error.cause == .exceeded:
      StoreError(
        .unopenable,
        "\(location) cannot be opened: to read its definitions takes longer than "
          + "\(longestOpening / 1000) s", code: error.code)
    case .engine, .expression, .unopenable:
      StoreError(
        .unopenable, "\(location) cannot be opened: \(error.message)", code: error.code)
    default: error
    }
  }

  private var isOpeningLate: () -> Bool = { false }
  private var looks = 0

  /// The most time that it can take to read the definitions of a file, in milliseconds of the
  /// store's clock: a file that another program has prepared need not come to an end.
  private static let longestOpening = 30_000

  /// Runs a closure, which is interrupted when it takes longer than opening a store may.
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
      connection.limitSteps(by: clock)
    }
    try body()
  }

  /// Stops what reads definitions where the engine would stop a statement.
  func checkMayGoOn() throws(StoreError) {
    if connection.isInterrupted() { throw StoreError(EngineError.interrupted) }
    looks += 1
    // The clock costs more than a definition.
    if looks.isMultiple(of: 100), isOpeningLate() { throw StoreError(EngineError.exceeded) }
  }

  /// Refuses a database that is another application's.
  func checkOwner() throws(StoreError) { try Self.checkOwner(engine, location) }

  private static func checkOwner(
    _ engine: Connection, _ location: Store.Location
  ) throws(StoreError) {
    let application = try engine.value(applicationQuestion).integer ?? 0
    guard application == 0 || application == Schema.applicationID else {
      throw StoreError(.unopenable, "\(location) is a database of another application")
    }
    let names = try tableNames(engine)
    guard names.isEmpty || names.contains("wb_state") else {
      throw StoreError(
        .unopenable,
        "\(location) is a database of another application; it has the table "
          + "\(names.min() ?? "")")
    }
  }

  /// Whether there is no table in it.
  func isEmpty() throws(StoreError) -> Bool { try Self.tableNames(engine).isEmpty }

  static let applicationQuestion = "PRAGMA application_id"
  static let tablesQuestion =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"

  private static func tableNames(_ engine: Connection) throws(StoreError) -> Set<String> {
    let rows = try engine.rows(tablesQuestion)
    return Set(rows.compactMap { $0[0].text })
  }

  // MARK: The file

  /// Notes which file it is that was opened.
  func noteFile() {
    if case .file(let path) = location { version = StoreFile(path).version }
  }

  /// Checks that the file at the path is still the one that was opened, and that nobody has copied
  /// another one over it.
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
    // SQLite would take what the log has into the other file.
    connection.keepLog()
    throw StoreError(
      .lost,
      "\(path) was removed, replaced or emptied by another program while it was open; nothing more "
        + "is written to it")
  }

  /// Changes places with a connection to another database, whose file is at a location; `next` then
  /// is the connection to the former one.
  func exchange(with next: Connection, at place: Store.Location) {
    next.isInterrupted = connection.isInterrupted
    connection.exchangeEngines(with: next)
    (location, version) = (place, nil)
  }

  /// Ends the connection.
  func close() {
    isClosed = true
    engine.close()
  }

  func checkOpen() throws(StoreError) {
    guard !isClosed else { throw StoreError(.refused, "the store is closed") }
  }

  // MARK: Transactions

  /// Gives the state of a file that is about to be committed its stamp.
  func stamp() throws(StoreError) {
    if case .file = location { try FileStamp.renew(on: connection) }
  }

  /// Begins a transaction in which nobody else can write.
  ///
  /// - Parameter questions: What is to be asked first in it.
  func begin(expecting questions: [EngineQuestion] = []) throws(StoreError) {
    guard !isCopy else { throw StoreError(.refused, "a past state cannot be changed") }
    guard !connection.isReadOnly else {
      throw StoreError(.readOnly, "\(location) is open read-only")
    }
    do {
      try connection.begin(expecting: questions)
    } catch {
      throw busy(error)
    }
  }

  /// Says who waits for what.
  func busy(_ error: StoreError) -> StoreError {
    guard error.kind == .busy else { return error }
    let seconds = Double(options.busyTimeout) / 1000
    return StoreError(
      .busy, "another program is writing to \(location); waited \(seconds) s for it to finish",
      code: error.code)
  }

  /// Reads one state of the database.
  ///
  /// - Parameters:
  ///   - prepare: Reads what has to be known of the state first.
  ///   - questions: What is to be asked first in it.
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

  /// The number that changes with the schema.
  func schemaVersion() throws(StoreError) -> Int { try connection.schemaVersion() }

  /// The number that changes when another program commits.
  func dataVersion() throws(StoreError) -> Int { try connection.dataVersion() }

  /// A number of one of the store's tables, unless there can be no other after it.
  func checked(_ number: Int, in table: String) throws(StoreError) -> Int {
    // Ours begin at 1 and are dense, so this one is another program's.
    if number < 1 << 60 { return number }
    throw StoreError(.unopenable, "\(location) is damaged: \(table) has the number \(number)")
  }
}
