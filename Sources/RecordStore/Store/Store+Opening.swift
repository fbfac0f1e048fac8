internal import Records
internal import SQLEngine

extension Store {
  /// Connects to the database, after a look at the file that leaves it as it is.
  static func openEngine(
    _ location: Location, _ options: Options, _ engines: any EngineSource
  ) throws(StoreError) -> Connection {
    guard case .file(let path) = location else {
      return try Connection(to: .memory, busyTimeout: options.busyTimeout, by: engines)
    }
    let file = StoreFile(path)
    do {
      if try file.needsLook(isReadOnly: options.isReadOnly) {
        // Its header does not say whose it is, so its tables have to.
        let engine = try Connection(
          to: file.place, isReadOnly: true, busyTimeout: options.busyTimeout, by: engines)
        defer { engine.close() }
        try checkOwner(engine, location)
      }
      if options.isTrial, file.identity == nil {
        return try Connection(to: .memory, busyTimeout: options.busyTimeout, by: engines)
      }
      return try Connection(
        to: options.isReadOnly ? file.place : .file(file.path), isReadOnly: options.isReadOnly,
        busyTimeout: options.busyTimeout, by: engines)
    } catch {
      throw openError(error, location, options)
    }
  }

  /// Says of an error while a store is opened what was expected of its file.
  static func openError(
    _ error: StoreError, _ location: Location, _ options: Options
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

  /// Refuses a database that is another application's.
  private static func checkOwner(
    _ engine: Connection, _ location: Location
  ) throws(StoreError) {
    let application = try engine.value("PRAGMA application_id").integer ?? 0
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

  private static func tableNames(_ engine: Connection) throws(StoreError) -> Set<String> {
    let rows = try engine.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return Set(rows.compactMap { $0[0].text })
  }

  /// How many kibibytes of the file are kept in memory at most: the definitions of some hundred
  /// types, which SQLite reads through for each table and trigger that is made.
  private static let cacheSize = 16 * 1024

  /// The most time that it can take to read the definitions of a file, in milliseconds of the
  /// store's clock: a file that another program has prepared need not come to an end.
  private static let longestOpening = 30_000

  /// Makes the tables of a store where there is nothing yet, and reads what it has.
  ///
  /// A file that is a store is only read: what it lacks is mended when something is written.
  func prepareFile() throws(StoreError) {
    var deadline: Int?
    connection.limits = EngineLimits(length: .max) { [clock] _ in
      let now = clock()
      deadline = deadline ?? now + Self.longestOpening
      return now > deadline ?? now
    }
    defer { connection.limitSteps(by: clock) }
    if !options.isReadOnly {
      guard !engine.isReadOnly else {
        throw StoreError(.readOnly, "\(location) cannot be written; open it read-only")
      }
      try engine.execute(
        "PRAGMA recursive_triggers = ON; PRAGMA cache_size = -\(Self.cacheSize); "
          + "PRAGMA synchronous = " + (options.isDurable ? "FULL" : "NORMAL"))
    }
    if try Self.tableNames(engine).isEmpty {
      try Self.checkOwner(engine, location)
      guard !options.isReadOnly else {
        throw StoreError(.unopenable, "\(location) is empty; expected a store")
      }
      try makeTables()
    }
    try reading { () throws(StoreError) in
      try Self.checkOwner(engine, location)
      try loadTypes()
      try inspectTriggers()
      dataVersion = try currentDataVersion()
    }
    if case .file(let path) = location { identity = StoreFile(path).identity }
  }

  /// Reads one state of the file, whatever other programs write meanwhile.
  func inOneState<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try inOneState(mapError: { $0 }, body)
  }

  /// Reads one state of the file, whatever other programs write meanwhile, by what throws errors of
  /// the caller's.
  ///
  /// ``types`` are read anew where another program has changed them since ``refresh()``.
  public func inOneState<Result, Failure: Error>(
    mapError: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try reading(followingBy: followTypes, mapError: mapError, body)
  }

  /// Reads the types anew where another program has changed them.
  private func followTypes() throws(StoreError) {
    guard past == nil, try currentSchemaVersion() != schemaVersion else { return }
    try loadTypes()
    try inspectTriggers()
  }

  private func reading(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try reading(followingBy: {}, mapError: { $0 }, body)
  }

  /// Reads one state of the file, what there is to be known of it first.
  private func reading<Result, Failure: Error>(
    followingBy follow: () throws(StoreError) -> Void, mapError: (StoreError) -> Failure,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !engine.isInTransaction else { return try body() }
    func attempt(_ step: () throws(StoreError) -> Void) throws(Failure) {
      do { try step() } catch { throw mapError(error) }
    }
    try attempt { () throws(StoreError) in try engine.execute("BEGIN") }
    do {
      try attempt(follow)
      let result = try body()
      try attempt(engine.rollback)
      return result
    } catch {
      try? engine.rollback()
      throw error
    }
  }

  /// Refuses a file in which something else is in the place of a table of the store: a view need
  /// never come to an end.
  private func checkTables() throws(StoreError) {
    let strange = try engine.value(
      """
      SELECT name FROM sqlite_schema
      WHERE lower(name) GLOB 'wb_*' AND name <> '\(Schema.foreignView.name)'
        AND (type = 'view' OR type = 'table' AND rootpage = 0)
      """)
    guard let name = strange.text else { return }
    throw StoreError(
      .unopenable, "\(location) is damaged: \(name) is not a table any more")
  }

  /// Takes over the number of the file's format.
  private func readFormat() throws(StoreError) {
    let mark = try engine.value("PRAGMA user_version").integer ?? 0
    // A dump and restore loses the one of them, and keeps the other.
    let noted = try engine.value("SELECT v FROM wb_state WHERE k = 'version'").integer
    let version = max(mark, noted ?? 0)
    guard version <= Schema.version else {
      throw StoreError(
        .unopenable,
        "\(location) is of version \(version), made by a newer program; this one "
          + "knows versions up to \(Schema.version)")
    }
    guard version >= 1 else {
      throw StoreError(.unopenable, "\(location) has lost the version of its tables")
    }
    format = version
    let application = try engine.value("PRAGMA application_id").integer
    isMarked = mark == version && noted == version && application == Schema.applicationID
  }

  /// Makes the tables of a new store.
  private func makeTables() throws(StoreError) {
    do {
      // A file system that cannot do it, or another program in the way, only costs speed.
      if case .file = location { _ = try engine.value("PRAGMA journal_mode = WAL") }
    } catch  where error.kind == .busy {
      // The other one makes the file.
    }
    try engine.begin()
    do {
      // Another program may have made them while this one waited.
      if try Self.tableNames(engine).isEmpty {
        for object in Schema.objects + Schema.triggers { try engine.execute(object.sql) }
        try engine.execute(Schema.rows)
        try saveSchemaVersion()
        try markFile()
      }
      try engine.commit()
    } catch {
      try? engine.rollback()
      throw error
    }
  }

  /// Marks the file as a store of the present format.
  func markFile() throws(StoreError) {
    try engine.execute(
      """
      PRAGMA application_id = \(Schema.applicationID);
      PRAGMA user_version = \(Schema.version);
      INSERT INTO wb_state VALUES('version', \(Schema.version))
      ON CONFLICT(k) DO UPDATE SET v = excluded.v
      """)
    (format, isMarked) = (Schema.version, true)
  }

  func currentSchemaVersion() throws(StoreError) -> Int {
    try connection.value("PRAGMA schema_version").integer ?? 0
  }

  func currentDataVersion() throws(StoreError) -> Int {
    try connection.value("PRAGMA data_version").integer ?? 0
  }

  /// Reads the types from the definitions the file holds.
  func loadTypes() throws(StoreError) {
    try checkTables()
    try readFormat()
    schemaVersion = try currentSchemaVersion()
    let texts = try definitionTexts(through: .max)
    setTables(try presentTables(texts))
    readKeptDefinitions(texts)
  }

  /// The tables of the present types, with their rules and the indexes that were asked for.
  func presentTables(_ texts: [String: String]) throws(StoreError) -> [Table] {
    let list = try readTables(texts, through: nil)
    try readRules(texts, into: list)
    let indexed = Set(texts.keys.compactMap { PropertyIndex(object: $0)?.property })
    for table in list { table.indexed = indexed.intersection(table.properties) }
    return list
  }

  /// The tables of the types that there were after a transaction.
  func readTables(through transaction: Int) throws(StoreError) -> [Table] {
    try readTables(try definitionTexts(through: transaction), through: transaction)
  }

  /// The texts of what was defined after a transaction, by the names of the objects.
  func definitionTexts(through transaction: Int) throws(StoreError) -> [String: String] {
    var texts: [String: String] = [:]
    let rows = try engine.rows(
      "SELECT object, new FROM wb_def WHERE tx <= ?1 ORDER BY seq", [.integer(transaction)])
    for row in rows {
      if let object = row[0].text { texts[object] = row[1].text }
    }
    return texts
  }

  /// Makes the tables of types of their definitions.
  ///
  /// - Parameter transaction: after which there were these types; nil for the present ones.
  private func readTables(
    _ texts: [String: String], through transaction: Int?
  ) throws(StoreError) -> [Table] {
    // What there was once tell the definitions: what was dropped may have come back.
    let isPresent = transaction == nil
    let rows = try engine.rows("SELECT id, name, dropped_tx FROM wb_type ORDER BY id")
    var names: [(id: Int, name: String)] = []
    for row in rows {
      guard let id = row[0].integer, var name = row[1].text, !isPresent || row[2] == .null else {
        continue
      }
      if !isPresent {
        guard let text = texts["type:\(id)"] else { continue }
        name = Self.typeName(definedBy: text) ?? name
      }
      guard !names.contains(where: { $0.id == id || $0.name == name }) else {
        throw StoreError(.unopenable, "\(location) is damaged: it has two types \(name.asName)")
      }
      names.append((id, name))
    }
    let numbers = try readNumbers(
      Dictionary(names.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first }),
      isPresent: isPresent, texts)
    let defined = Set(names.map(\.name))
    // A property can be older than the type that it refers to; what is a kind now can have been the
    // name of a type that was dropped.
    let ever = Set(rows.compactMap { $0[1].text })
      .filter { !isPresent || defined.contains($0) || !PropertyKind.names.contains($0) }
    var list: [Table] = []
    for (id, name) in names {
      list.append(
        try readTable(id, name, numbers[id] ?? PropertyNumbers(), texts, defined, ever: ever))
    }
    return list
  }

  /// The name that a definition gives to a type.
  static func typeName(definedBy text: String) -> String? {
    text.hasPrefix("define ") ? String(text.dropFirst("define ".count)).definedName : nil
  }

  /// A number of one of the store's tables, unless there can be no other after it.
  func checked(_ number: Int, in table: String) throws(StoreError) -> Int {
    // Ours begin at 1 and are dense, so this one is another program's.
    if number < 1 << 60 { return number }
    throw StoreError(.unopenable, "\(location) is damaged: \(table) has the number \(number)")
  }

  /// The numbers that a type's properties have in `wb_prop`.
  private struct PropertyNumbers {
    var existence: Int?
    var properties: [(number: Int, name: String)] = []
    var memberships: [Table.Membership] = []
  }

  /// Reads the numbers of the properties of types, which come with their names, and of the lists
  /// that their records can be in.
  private func readNumbers(
    _ types: [Int: String], isPresent: Bool, _ texts: [String: String]
  ) throws(StoreError) -> [Int: PropertyNumbers] {
    let rows = try engine.rows(
      "SELECT type, id, name, kind FROM wb_prop\(isPresent ? " WHERE dropped_tx IS NULL" : "") "
        + "ORDER BY id")
    var numbers: [Int: PropertyNumbers] = [:]
    var owners: [Int: (type: String, name: String)] = [:]
    for row in rows {
      guard let type = row[0].integer, let number = row[1].integer, var name = row[2].text,
        let kind = row[3].text, types[type] != nil
      else { continue }
      let id = try checked(number, in: "wb_prop")
      if name.isEmpty {
        numbers[type, default: PropertyNumbers()].existence = id
      } else if let list = ListLink.list(ofOwnerKind: kind), let owner = owners[list] {
        let link = ListLink(owner: owner.type, list: owner.name, number: list)
        // The place of an item comes right after its owner.
        numbers[type, default: PropertyNumbers()].memberships.append(
          Table.Membership(link: link, ownerNumber: id, positionNumber: id + 1))
      } else if ListLink.list(ofOwnerKind: kind) == nil, !ListLink.isPositionKind(kind) {
        if !isPresent {
          guard let text = texts["prop:\(id)"] else { continue }
          name = text.definedName ?? name
        }
        owners[id] = (types[type] ?? "", name)
        numbers[type, default: PropertyNumbers()].properties.append((id, name))
      }
    }
    return numbers
  }

  private func readTable(
    _ id: Int, _ name: String, _ numbers: PropertyNumbers, _ texts: [String: String],
    _ defined: Set<String>, ever: Set<String>
  ) throws(StoreError) -> Table {
    guard let existence = numbers.existence else {
      throw StoreError(.unopenable, "\(location) has lost what it knew of \(name.asSQLName)")
    }
    var properties: [Property] = []
    for (number, property) in numbers.properties {
      guard let text = texts["prop:\(number)"] else {
        throw StoreError(
          .unopenable, "\(location) has lost the definition of \(name.asName).\(property.asName)")
      }
      do {
        properties.append(try definitions.property(from: text.quotingKind(of: property, ever)))
      } catch {
        throw newer("\(name.asName) has \(text)", error.message)
      }
    }
    do {
      return Table(
        id: id, try RecordType(name, properties, isOlder: true), existence: existence,
        properties: numbers.properties.map(\.number), memberships: numbers.memberships,
        isDefined: defined.contains)
    } catch {
      let definitions = properties.map(\.definition).joined(separator: ", ")
      throw newer("\(name.asName) has \(definitions)", error.message)
    }
  }

  /// That the file has a definition that this program cannot read.
  func newer(_ definition: String, _ why: String) -> StoreError {
    StoreError(
      .unopenable,
      "\(location) was made by a newer program, or its definitions are damaged: "
        + "\(definition), which this one does not know (\(why))")
  }
}

extension String {
  /// The name that the definition of a property begins with; nil where there is none.
  var definedName: String? {
    guard hasPrefix("`") else {
      let name = prefix { $0 != ":" }
      return name.isEmpty ? nil : String(name)
    }
    var name = ""
    var rest = dropFirst()
    while let end = rest.firstIndex(of: "`") {
      name += rest[..<end]
      rest = rest[rest.index(after: end)...]
      guard rest.hasPrefix("`") else { return name }
      name += "`"
      rest = rest.dropFirst()
    }
    return nil
  }
}
