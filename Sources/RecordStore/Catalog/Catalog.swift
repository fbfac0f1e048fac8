internal import Expressions
public import Records
internal import SQLEngine

/// Manages the schema of a store: types, tables, rules, other definitions, and the file format.
public final class Catalog: Part {
  let database: Database
  let expressions: ExpressionCompiler
  let definitions: any DefinitionReader

  /// The types in the order of definition.
  public private(set) var types: [RecordType] = []
  /// Changes whenever ``types`` is reloaded or extended.
  package private(set) var typesRevision = 0
  /// Unlike ``typesRevision``, unchanged if a type was only appended.
  package private(set) var alterations = 0
  private(set) var tables: [String: Table] = [:] { didSet { (lastTable, hasRules) = (nil, nil) } }
  private(set) var leadsToRecords = false
  /// The tables of the ``types`` and of their lists of references.
  private(set) var allTables: [Table] = []
  private(set) var schema = StoreSchema(types: [])
  private var lastSchema: (type: RecordType, revision: Int, schema: StoreSchema)?
  private var lastValues: (type: RecordType, revision: Int, values: CalculatedValues)?
  /// Caches the last result, because the next lookup is usually for the same table.
  private var lastTable: Table?
  private var hasRules: (any: Bool, atEnd: Bool)?
  /// The definitions that the database keeps for its client, such as screens and commands; those of
  /// one kind are in the order of definition.
  public private(set) var keptDefinitions: [KeptDefinition] = [] {
    didSet { definitionsRevision += 1 }
  }
  package private(set) var definitionsRevision = 0
  /// Finds the definitions that do not fit the ``types``; called when a type is dropped, and when a
  /// transaction that changed definitions is undone.
  public var misfits: ([KeptDefinition]) -> [KeptMisfit] = { _ in [] }
  private(set) var notices: [IntegrityIssue] = []
  private(set) var damagedDefinitions: [IntegrityIssue] = []
  private var objections: [String: String?] = [:]
  private(set) var format = Schema.version
  /// Whether the file header contains this application's ID, and the same format number as
  /// `wb_state`.
  private(set) var isMarked = true
  private(set) var schemaVersion = 0
  /// Whether definitions have changed since the trigger hash was saved.
  private var isSchemaNew = false
  private var knownTriggerHash: Int?
  private var knownFormerColumns: [Int: [FormerColumn]]?
  private var knownMaskedNames: [String: Set<String>]?
  private var former: FormerRecords?

  let fieldTexts: FieldTexts

  var catalog: Catalog { self }

  init(_ database: Database, _ definitions: any DefinitionReader) {
    self.database = database
    self.definitions = definitions
    expressions = ExpressionCompiler(database.engines)
    fieldTexts = FieldTexts(definitions) { [unowned database] in database.fieldText($0, $1) }
  }

  /// Returns the type with a name, which is case-sensitive.
  public func type(named name: String) -> RecordType? {
    knownTable(name).flatMap { $0.references == nil ? $0.type : nil }
  }

  /// Returns whether there is a type with this name, or a list of references whose dotted name it
  /// is, such as `Person.crew`.
  public func hasType(named name: String) -> Bool { knownTable(name) != nil }

  package func orderedNumbers(of type: String) -> [Int] { tables[type]?.properties ?? [] }

  /// Whether any property is or ever was masked.
  public var hasMasked: Bool { !maskedNames.isEmpty }

  func knownTable(_ type: String) -> Table? {
    if let lastTable, lastTable.type.name == type { return lastTable }
    let table = tables[type]
    lastTable = table
    return table
  }

  /// Returns the numbers of a type's properties by name; a number survives renaming. Empty if the
  /// type does not exist.
  public func propertyNumbers(of type: String) -> [String: Int] {
    guard let table = tables[type] else { return [:] }
    return Dictionary(
      zip(table.type.properties.map(\.name), table.properties),
      uniquingKeysWith: { first, _ in first })
  }

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

  /// Requires that no type refers to the added type, and that no list contains its records.
  func add(_ table: Table) throws(StoreError) {
    let rules = kindsOfRules
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

  func setSchema(of list: [Table]) throws(StoreError) {
    let types = list.filter { $0.references == nil }.map(\.type)
    (lastSchema, lastValues) = (nil, nil)
    schema = try calculating(StoreSchema(types: types, listTables: list.listTables), of: types)
  }

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

  /// Shared by all computed properties of the type.
  func calculatedValues(of type: RecordType) -> CalculatedValues {
    if let lastValues, lastValues.revision == typesRevision, lastValues.type == type {
      return lastValues.values
    }
    let values = CalculatedValues()
    lastValues = (type, typesRevision, values)
    return values
  }

  /// Whether any type has rules.
  public var keepsRules: Bool { kindsOfRules.any }

  var keepsRulesAtEnd: Bool { kindsOfRules.atEnd }

  private var kindsOfRules: (any: Bool, atEnd: Bool) {
    if let hasRules { return hasRules }
    let rules = tables.values.lazy.flatMap(\.rules)
    let result = (!rules.isEmpty, rules.contains(where: \.rule.isCheckedAtEnd))
    hasRules = result
    return result
  }

  func formerRecords() throws(StoreError) -> FormerRecords {
    if let former, former.isCurrent { return former }
    let records = try FormerRecords(of: self)
    former = records
    return records
  }

  func set(_ rules: [TableRule], of table: Table) {
    table.take(rules)
    hasRules = nil
  }

  func setKeptDefinitions(_ texts: [String: String]) {
    keptDefinitions = texts.compactMap { KeptDefinition(object: $0.key, text: $0.value) }
      .filter { objection(to: $0.text, of: $0.object) == nil }
      .sorted { $0.number < $1.number }
  }

  func set(_ definition: KeptDefinition, isThere: Bool) {
    var definitions = keptDefinitions.filter { $0.object != definition.object }
    if isThere, objection(to: definition.text, of: definition.object) == nil {
      definitions.append(definition)
    }
    keptDefinitions = definitions.sorted { $0.number < $1.number }
  }

  func forget() {
    former = nil
    tables.removeAll()
    allTables.removeAll()
    expressions.forgetLimits()
  }

  func doubtNumbers() { for table in tables.values { table.setSafeNumbers(false) } }

  /// In KiB; large enough for the definitions of several hundred types, which SQLite scans for each
  /// new table and trigger.
  private static let cacheSize = 16 * 1024

  /// Creates the tables of a new store, and loads the schema. A damaged or older schema is repaired
  /// at the first write.
  ///
  /// - Parameter body: Reads further state in the same read transaction.
  func open(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try database.limitingTime { () throws(StoreError) in
      let options = database.options
      if !options.isReadOnly {
        guard !engine.isReadOnly else {
          throw StoreError(.readOnly, .place(place, .unwritable))
        }
        try engine.execute(
          "PRAGMA recursive_triggers = ON; PRAGMA cache_size = -\(Self.cacheSize); "
            + "PRAGMA synchronous = " + (options.isDurable ? "FULL" : "NORMAL"))
      }
      var isNew = false
      if try database.isEmpty() {
        try database.checkOwner()
        guard !options.isReadOnly else {
          throw StoreError(.unopenable, .place(place, .empty))
        }
        isNew = try makeTables()
      }
      try database.reading(
        after: {}, expecting: CatalogQuestions.first, mapError: { $0 }
      ) { () throws(StoreError) in
        try database.checkOwner()
        try loadTypes()
        // The triggers of a new file need no inspection.
        if isNew { setNotices([]) } else { try inspectTriggers() }
        try body()
      }
      database.noteFile()
    }
  }

  /// Returns false if another program has created the tables in the meantime.
  private func makeTables() throws(StoreError) -> Bool {
    do {
      // Writing works without a write-ahead log too, only more slowly.
      if case .file = location { _ = try engine.value("PRAGMA journal_mode = WAL") }
    } catch  where error.kind == .busy {
      // Another program has the lock and creates the tables.
    }
    try engine.begin()
    do {
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

  private func readFormat() throws(StoreError) {
    let mark = try engine.value(CatalogQuestions.format).integer ?? 0
    // A dump and restore loses the format number in the header but keeps the number in `wb_state`.
    let noted = try engine.value(CatalogQuestions.notedFormat).integer
    let version = max(mark, noted ?? 0)
    guard version <= Schema.version else {
      throw StoreError(.unopenable, .newerFormat(place: place, version))
    }
    guard version >= 1 else { throw StoreError(.unopenable, .place(place, .lostVersion)) }
    guard version >= Schema.oldestVersion else {
      throw StoreError(.unopenable, .olderFormat(place: place, version))
    }
    format = version
    let application = try engine.value(CatalogQuestions.application).integer
    isMarked = mark == version && noted == version && application == Schema.applicationID
  }

  func load() throws(StoreError) {
    try loadTypes()
    try inspectTriggers()
  }

  /// After a failure, the next call of ``follow()`` reads the definitions again.
  func loadTypes() throws(StoreError) {
    do {
      try readTypes()
    } catch {
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
        // The object name contains the property number, so the index is known even if its text is
        // invalid.
        guard let why = definitions.objection(to: text, as: "index") else { continue }
        note(damage: "the text of the definition \(object) is ignored: \(why)")
      }
      guard let why = objection(to: text, of: object) else { continue }
      note(damage: "the definition \(object) is ignored: \(why)")
    }
  }

  func note(damage: String) { damagedDefinitions.append(IntegrityIssue(damage)) }

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

  func follow() throws(StoreError) {
    if try hasChanged() { try load() }
  }

  func hasChanged() throws(StoreError) -> Bool { try database.schemaVersion() != schemaVersion }

  func inOneState<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try inOneState(mapError: { $0 }, body)
  }

  /// Runs a closure on a consistent snapshot of the file.
  ///
  /// Reloads ``types`` first if another program has changed them; not inside a transaction.
  ///
  /// - Parameter mapError: Converts an error of the store into the caller's error type.
  public func inOneState<Result, Failure: Error>(
    mapError: (StoreError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try database.reading(after: follow, mapError: mapError, body)
  }

  func noteSchemaVersion() throws(StoreError) { schemaVersion = try database.schemaVersion() }

  /// Must be called after every change of a definition, trigger or index.
  ///
  /// - Parameter isAddition: Whether the change only adds triggers and indexes that have all been
  ///   passed to ``noteAdded(_:to:)``.
  func noteNewSchema(isAddition: Bool = false) throws(StoreError) {
    knownFormerColumns = nil
    isSchemaNew = true
    if !isAddition { knownTriggerHash = nil }
    for table in allTables { table.forgetStatements() }
    try noteSchemaVersion()
  }

  func noteAdded(_ objects: [SchemaObject], to table: Table) {
    knownTriggerHash = knownTriggerHash.map {
      objects.reduce($0) { $0 &+ Self.hash(of: $1, on: table.tableName(of: $1)) }
    }
  }

  /// Called at the end of an engine transaction, because it may read all triggers.
  func saveNewSchema() throws(StoreError) {
    if isSchemaNew { try saveSchema() }
  }

  func saveSchema() throws(StoreError) {
    let set = "INSERT INTO wb_state VALUES(?1, ?2) ON CONFLICT(k) DO UPDATE SET v = excluded.v"
    try connection.run(set, .text("schema_version"), .integer(try database.schemaVersion()))
    let hash = if let knownTriggerHash { knownTriggerHash } else { try triggerHash() }
    knownTriggerHash = hash
    try connection.run(set, .text("triggers"), .integer(hash))
    try connection.run("INSERT OR IGNORE INTO wb_state VALUES('indexed', 0)")
    isSchemaNew = false
  }

  func setNotices(_ findings: [IntegrityIssue]) { notices = findings }

  func add(_ notice: IntegrityIssue) -> Bool {
    guard !notices.contains(notice) else { return false }
    notices.append(notice)
    return true
  }

  /// All definitions of each property that was ever redefined or dropped, by property number,
  /// oldest first.
  func formerColumns() throws(StoreError) -> [Int: [FormerColumn]] {
    if let knownFormerColumns { return knownFormerColumns }
    let columns = try readFormerColumns()
    knownFormerColumns = columns
    return columns
  }

  /// Must be called if the start of the history changes.
  func forgetFormerColumns() { knownFormerColumns = nil }

  var maskedNames: [String: Set<String>] {
    if let knownMaskedNames { return knownMaskedNames }
    let names = (try? readMaskedNames()) ?? presentMaskedNames
    knownMaskedNames = names
    return names
  }

  func setPast(_ tables: [Table], masked names: [String: Set<String>]) throws(StoreError) {
    try setTables(tables)
    knownMaskedNames = names
  }
}

protocol Part {
  var catalog: Catalog { get }
}

extension Part {
  var database: Database { catalog.database }
  var engine: Connection { catalog.database.engine }
  var connection: Connection { catalog.database.connection }
  var location: Store.Location { catalog.database.location }
  var place: String { catalog.database.place }
  var types: [RecordType] { catalog.types }
  var tables: [String: Table] { catalog.tables }
  var allTables: [Table] { catalog.allTables }
  var expressions: ExpressionCompiler { catalog.expressions }

  /// Also registers the functions of expressions.
  func limits() throws(StoreError) -> ExpressionLimits {
    try expressions.limits(of: engine, clock: catalog.database.clock) {
      [weak texts = catalog.fieldTexts] in texts?.text($0, $1) ?? ""
    }
  }

  func table(_ type: String) throws(StoreError) -> Table {
    guard let table = catalog.knownTable(type) else {
      try database.checkOpen()
      throw StoreError(.name, .noType(type), candidates: types.map(\.name))
    }
    return table
  }

  func writableTable(_ type: String) throws(StoreError) -> Table {
    let table = try table(type)
    try table.checkIsWhole()
    return table
  }
}
