internal import Expressions
public import Records
internal import SQLEngine

/// What a store knows of its file: the types with their tables and rules, the other definitions,
/// and the format.
public final class Catalog: Part {
  let database: Database
  let expressions: ExpressionCompiler
  let definitions: any DefinitionReader

  /// The types in the order they were defined.
  public private(set) var types: [RecordType] = []
  /// How often ``types`` were read; while it is the same, they are.
  package private(set) var typesRevision = 0
  /// How often they were read, but for the times when one was added after the others; while it is
  /// the same, those that there were are as they were.
  package private(set) var alterations = 0
  private(set) var tables: [String: Table] = [:] { didSet { (lastTable, hasRules) = (nil, nil) } }
  /// Whether any of the ``types`` has references or lists of records.
  private(set) var leadsToRecords = false
  /// The tables of the ``types``, then those of the references in their lists.
  private(set) var allTables: [Table] = []
  /// The types as expressions see them.
  private(set) var schema = StoreSchema(types: [])
  /// The last type that was asked for with the others, and what they then have for expressions.
  private var lastSchema: (type: RecordType, revision: Int, schema: StoreSchema)?
  /// The last type whose computed properties were read, with what is known of them.
  private var lastValues: (type: RecordType, revision: Int, values: CalculatedValues)?
  /// The table that was asked for last, which is mostly the one that is asked for next.
  private var lastTable: Table?
  /// Whether any type has rules; nil until somebody asks.
  private var hasRules: Bool?
  /// What the file keeps for the programs that show its records, in the order it was defined.
  public private(set) var keptDefinitions: [KeptDefinition] = [] {
    didSet { definitionsRevision += 1 }
  }
  /// Counts how often ``keptDefinitions`` have changed.
  package private(set) var definitionsRevision = 0
  /// Which of ``keptDefinitions`` do not fit the ``types``; asked while a transaction that changed
  /// definitions is undone.
  public var misfits: ([KeptDefinition]) -> [KeptMisfit] = { _ in [] }
  /// What was found wrong with the file when it was opened, or changed by another program.
  private(set) var notices: [Finding] = []
  /// Definitions that are ignored, or of which something is, for another program wrote them.
  private(set) var damagedDefinitions: [Finding] = []
  /// What is known of the texts of definitions: why each is no command.
  private var objections: [String: String?] = [:]
  /// The number of the file's format, and whether the file itself says so.
  private(set) var format = Schema.version
  private(set) var isMarked = true
  /// The `schema_version` of what ``types`` were read from.
  private(set) var schemaVersion = 0
  /// Whether a definition was changed and the triggers that belong to it are not noted yet.
  private var isSchemaNew = false
  /// What ``triggerHash()`` is; nil where that has to be read.
  private var knownTriggerHash: Int?
  /// What the values of properties were before their definitions changed; nil until somebody asks.
  private var knownFormerColumns: [Int: [FormerColumn]]?
  /// The names of the properties that are masked or ever were; nil until somebody asks.
  private var knownMaskedNames: [String: Set<String>]?

  /// How fields show the values of expressions.
  let fieldTexts: FieldTexts

  var catalog: Catalog { self }

  init(_ database: Database, _ definitions: any DefinitionReader) {
    self.database = database
    self.definitions = definitions
    expressions = ExpressionCompiler(database.engines)
    fieldTexts = FieldTexts(definitions) { [unowned database] in database.fieldText($0, $1) }
  }

  // MARK: Types

  /// The type of this name; upper and lower case differ.
  public func type(named name: String) -> RecordType? {
    knownTable(name).flatMap { $0.references == nil ? $0.type : nil }
  }

  /// Whether there is a type of this name.
  public func hasType(named name: String) -> Bool { knownTable(name) != nil }

  /// The numbers of the properties of a type in their order; none if there is no such type.
  package func orderedNumbers(of type: String) -> [Int] { tables[type]?.properties ?? [] }

  /// Whether there is a property that is masked, or ever was one.
  public var hasMasked: Bool { !maskedNames.isEmpty }

  /// The table of a type; nil if there is no type of the name.
  func knownTable(_ type: String) -> Table? {
    if let lastTable, lastTable.type.name == type { return lastTable }
    let table = tables[type]
    lastTable = table
    return table
  }

  /// The numbers of the properties of a type by their names, which tell a property from others
  /// however it is called; none if there is no such type.
  public func propertyNumbers(of type: String) -> [String: Int] {
    guard let table = tables[type] else { return [:] }
    return Dictionary(
      zip(table.type.properties.map(\.name), table.properties),
      uniquingKeysWith: { first, _ in first })
  }

  /// Takes other types with their tables.
  func setTables(_ list: [Table]) throws(StoreError) {
    try setSchema(of: list)
    (knownFormerColumns, knownMaskedNames) = (nil, nil)
    allTables = list
    types = list.filter { $0.references == nil }.map(\.type)
    leadsToRecords = types.contains { $0.leadsToRecords }
    typesRevision += 1
    alterations += 1
    tables = Dictionary(
      list.map { ($0.type.name, $0) }, uniquingKeysWith: { first, _ in first })
    if !schema.calculations.isEmpty { try readCalculations(of: list) }
  }

  /// Takes one more type with its table, which nothing else awaits and which belongs to no list.
  func add(_ table: Table) throws(StoreError) {
    let rules = keepsRules
    (knownFormerColumns, knownMaskedNames) = (nil, nil)
    allTables.append(table)
    types.append(table.type)
    if table.hasReferences { leadsToRecords = true }
    schema = try calculating(schema.with(types), of: [table.type])
    typesRevision += 1
    tables[table.type.name] = table
    hasRules = rules
    if !schema.calculations.isEmpty { try readCalculations(of: [table]) }
  }

  /// Shows expressions other types, as they are to be.
  func setSchema(of list: [Table]) throws(StoreError) {
    let types = list.filter { $0.references == nil }.map(\.type)
    (lastSchema, lastValues) = (nil, nil)
    schema = try calculating(StoreSchema(types: types, listTables: list.listTables), of: types)
  }

  /// What the types have for expressions, a new or changed one among them.
  func schema(with type: RecordType) throws(StoreError) -> StoreSchema {
    if schema.types.contains(type) { return schema }
    if let lastSchema, lastSchema.revision == typesRevision, lastSchema.type == type {
      return lastSchema.schema
    }
    let schema = try calculating(
      schema.with(schema.types.filter { $0.name != type.name } + [type]), of: [type])
    lastSchema = (type, typesRevision, schema)
    return schema
  }

  /// What is known of the computed properties of a type, which is read once for all of them.
  func calculatedValues(of type: RecordType) -> CalculatedValues {
    if let lastValues, lastValues.revision == typesRevision, lastValues.type == type {
      return lastValues.values
    }
    let values = CalculatedValues()
    lastValues = (type, typesRevision, values)
    return values
  }

  /// Whether any type has rules.
  public var keepsRules: Bool {
    if let hasRules { return hasRules }
    let result = tables.values.contains { !$0.rules.isEmpty }
    hasRules = result
    return result
  }

  /// Takes the rules that a table has from now on.
  func set(_ rules: [TableRule], of table: Table) {
    table.take(rules)
    hasRules = nil
  }

  /// Takes the definitions that only other programs read from the texts that the file has of all.
  func setKeptDefinitions(_ texts: [String: String]) {
    keptDefinitions = texts.compactMap { KeptDefinition(object: $0.key, text: $0.value) }
      .filter { objection(to: $0.text, of: $0.object) == nil }
      .sorted { $0.number < $1.number }
  }

  /// Puts such a definition in the place of the one of its number, or takes that away.
  func set(_ definition: KeptDefinition, isThere: Bool) {
    var definitions = keptDefinitions.filter { $0.object != definition.object }
    if isThere, objection(to: definition.text, of: definition.object) == nil {
      definitions.append(definition)
    }
    keptDefinitions = definitions.sorted { $0.number < $1.number }
  }

  /// Forgets the tables, and what the expressions were compiled on.
  func forget() {
    tables.removeAll()
    allTables.removeAll()
    expressions.forgetLimits()
  }

  /// Lets every table look anew whether SQLite knows which numbers its records have had.
  func doubtNumbers() { for table in tables.values { table.setSafeNumbers(false) } }

  // MARK: Opening

  /// How many kibibytes of the file are kept in memory at most: the definitions of some hundred
  /// types, which SQLite reads through for each table and trigger that is made.
  private static let cacheSize = 16 * 1024

  /// Makes the tables of a store where there is nothing yet, and reads what it has.
  ///
  /// A file that is a store is only read: what it lacks is mended when something is written.
  ///
  /// - Parameter body: Reads what else there is to be known of the state that is read.
  func open(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try database.limitingTime { () throws(StoreError) in
      let options = database.options
      if !options.isReadOnly {
        guard !engine.isReadOnly else {
          throw StoreError(.readOnly, "\(location) cannot be written; open it read-only")
        }
        try engine.execute(
          "PRAGMA recursive_triggers = ON; PRAGMA cache_size = -\(Self.cacheSize); "
            + "PRAGMA synchronous = " + (options.isDurable ? "FULL" : "NORMAL"))
      }
      var isNew = false
      if try database.isEmpty() {
        try database.checkOwner()
        guard !options.isReadOnly else {
          throw StoreError(.unopenable, "\(location) is empty; expected a store")
        }
        isNew = try makeTables()
      }
      try database.reading(
        after: {}, expecting: CatalogQuestions.first, mapError: { $0 }
      ) { () throws(StoreError) in
        try database.checkOwner()
        try loadTypes()
        // Those of a new file are whole.
        if isNew { setNotices([]) } else { try inspectTriggers() }
        try body()
      }
      database.noteFile()
    }
  }

  /// Makes the tables of a new store.
  ///
  /// - Returns: False where another program has made them meanwhile.
  private func makeTables() throws(StoreError) -> Bool {
    do {
      // A file system that cannot do it, or another program in the way, only costs speed.
      if case .file = location { _ = try engine.value("PRAGMA journal_mode = WAL") }
    } catch  where error.kind == .busy {
      // The other one makes the file.
    }
    try engine.begin()
    do {
      // Another program may have made them while this one waited.
      let isEmpty = try database.isEmpty()
      if isEmpty {
        for object in Schema.objects + Schema.triggers { try engine.execute(object.sql) }
        if engine.abilities.notesSessions { try engine.execute(Schema.sessions) }
        try engine.execute(Schema.rows)
        try database.stamp()
        try saveSchema()
        try markFile()
      }
      try engine.commit()
      return isEmpty
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

  /// Takes over the number of the file's format.
  private func readFormat() throws(StoreError) {
    let mark = try engine.value(CatalogQuestions.format).integer ?? 0
    // A dump and restore loses the one of them, and keeps the other.
    let noted = try engine.value(CatalogQuestions.notedFormat).integer
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
    guard version >= Schema.oldestVersion else {
      throw StoreError(
        .unopenable,
        "\(location) has format \(version); this version reads formats from "
          + "\(Schema.oldestVersion) on",
        hint: "open it with workbench 0.2.0 and change something, which upgrades the file; you can "
          + "undo the change")
    }
    format = version
    let application = try engine.value(CatalogQuestions.application).integer
    isMarked = mark == version && noted == version && application == Schema.applicationID
  }

  // MARK: Reading

  /// Reads the definitions of the file, and looks whether its triggers are whole.
  func load() throws(StoreError) {
    try loadTypes()
    try inspectTriggers()
  }

  /// Reads the definitions of the file.
  func loadTypes() throws(StoreError) {
    do {
      try readTypes()
    } catch {
      // They are read again before anything else is.
      schemaVersion = -1
      throw error
    }
  }

  private func readTypes() throws(StoreError) {
    knownTriggerHash = nil
    try checkTables()
    try readFormat()
    try noteSchemaVersion()
    let texts = try definitionTexts(through: .max)
    damagedDefinitions = []
    try setTables(try presentTables(texts))
    setKeptDefinitions(texts)
    for (object, text) in texts.sorted(by: { $0.key < $1.key }) {
      try database.checkMayGoOn()
      if PropertyIndex(object: object) != nil {
        // What it says is known of its property.
        guard let why = definitions.objection(to: text, as: "index") else { continue }
        note(damage: "the definition \(object) is read without its text: \(why)")
      }
      guard let why = objection(to: text, of: object) else { continue }
      note(damage: "the definition \(object) is ignored: \(why)")
    }
  }

  /// Notes what another program has done to a definition.
  func note(damage: String) { damagedDefinitions.append(Finding(damage)) }

  /// Why a definition is not the one command that it is to be; nil where it is, or is no command.
  func objection(to text: String, of object: String) -> String? {
    let verb: String
    if let kept = KeptDefinition(object: object, text: text) {
      verb = kept.kind.verb
    } else if object.hasPrefix(TableRule.prefix) {
      verb = "rule"
    } else {
      return nil
    }
    if let known = objections[text] { return known }
    let why = definitions.objection(to: text, as: verb)
    objections[text] = why
    return why
  }

  /// Reads the definitions where another program has changed them.
  func follow() throws(StoreError) {
    if try hasChanged() { try load() }
  }

  /// Whether another program has changed definitions since they were read.
  func hasChanged() throws(StoreError) -> Bool { try database.schemaVersion() != schemaVersion }

  /// Reads one state of the file, whatever other programs write meanwhile.
  func inOneState<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try inOneState(mapError: { $0 }, body)
  }

  /// Reads one state of the file, whatever other programs write meanwhile, by what throws errors of
  /// the caller's.
  ///
  /// ``types`` are read anew where another program has changed them since ``Journal/refresh()``.
  public func inOneState<Result, Failure: Error>(
    mapError: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try database.reading(after: follow, mapError: mapError, body)
  }

  /// Notes that the definitions are those of the present schema.
  func noteSchemaVersion() throws(StoreError) { schemaVersion = try database.schemaVersion() }

  // MARK: The schema

  /// Notes that a definition, or something that belongs to it, was changed.
  ///
  /// - Parameter isAddition: Whether there are other triggers and indexes only as far as
  ///   ``noteAdded(_:to:)`` was told.
  func noteNewSchema(isAddition: Bool = false) throws(StoreError) {
    knownFormerColumns = nil
    isSchemaNew = true
    if !isAddition { knownTriggerHash = nil }
    for table in allTables { table.forgetStatements() }
    try noteSchemaVersion()
  }

  /// Notes triggers and indexes that a table has got.
  func noteAdded(_ objects: [SchemaObject], to table: Table) {
    knownTriggerHash = knownTriggerHash.map {
      objects.reduce($0) { $0 &+ Self.hash(of: $1, on: table.tableName(of: $1)) }
    }
  }

  /// Notes the triggers as they are now, if a definition was changed since they were noted.
  ///
  /// At the end of a transaction of the engine, for it may read all of them.
  func saveNewSchema() throws(StoreError) {
    if isSchemaNew { try saveSchema() }
  }

  /// Notes the triggers as they are now.
  func saveSchema() throws(StoreError) {
    let set = "INSERT INTO wb_state VALUES(?1, ?2) ON CONFLICT(k) DO UPDATE SET v = excluded.v"
    try connection.run(set, .text("schema_version"), .integer(try database.schemaVersion()))
    let hash = if let knownTriggerHash { knownTriggerHash } else { try triggerHash() }
    knownTriggerHash = hash
    try connection.run(set, .text("triggers"), .integer(hash))
    try connection.run("INSERT OR IGNORE INTO wb_state VALUES('indexed', 0)")
    isSchemaNew = false
  }

  /// Takes what is wrong with the file from now on.
  func setNotices(_ findings: [Finding]) { notices = findings }

  /// Adds something that is wrong with the file, and says whether it was not known yet.
  func add(_ notice: Finding) -> Bool {
    guard !notices.contains(notice) else { return false }
    notices.append(notice)
    return true
  }

  // MARK: Former definitions

  /// How the values of properties were stored that were defined in another way before, by the
  /// numbers of the properties and in the order of their definitions.
  func formerColumns() throws(StoreError) -> [Int: [FormerColumn]] {
    if let knownFormerColumns { return knownFormerColumns }
    let columns = try readFormerColumns()
    knownFormerColumns = columns
    return columns
  }

  /// Forgets how values were stored before, for the history begins later.
  func forgetFormerColumns() { knownFormerColumns = nil }

  /// The names of the properties that are masked, or ever were, by those of their types.
  var maskedNames: [String: Set<String>] {
    if let knownMaskedNames { return knownMaskedNames }
    let names = (try? readMaskedNames()) ?? presentMaskedNames
    knownMaskedNames = names
    return names
  }

  /// Takes the types that there were, and the names that are masked of another catalog.
  func setPast(_ tables: [Table], masked names: [String: Set<String>]) throws(StoreError) {
    try setTables(tables)
    knownMaskedNames = names
  }
}

/// What reads what a catalog has.
protocol Part {
  var catalog: Catalog { get }
}

extension Part {
  var database: Database { catalog.database }
  var engine: Connection { catalog.database.engine }
  var connection: Connection { catalog.database.connection }
  var location: Store.Location { catalog.database.location }
  var types: [RecordType] { catalog.types }
  var tables: [String: Table] { catalog.tables }
  var allTables: [Table] { catalog.allTables }
  var expressions: ExpressionCompiler { catalog.expressions }

  /// The limits on what an expression can cost; its functions are registered then.
  func limits() throws(StoreError) -> ExpressionLimits {
    try expressions.limits(of: engine, clock: catalog.database.clock) {
      [weak texts = catalog.fieldTexts] in texts?.text($0, $1) ?? ""
    }
  }

  /// The table of a type.
  func table(_ type: String) throws(StoreError) -> Table {
    guard let table = catalog.knownTable(type) else {
      try database.checkOpen()
      throw StoreError(.name, RecordType.missing(type), candidates: types.map(\.name))
    }
    return table
  }

  /// The table of a type whose records can be changed.
  func writableTable(_ type: String) throws(StoreError) -> Table {
    let table = try table(type)
    try table.checkIsWhole()
    return table
  }
}
