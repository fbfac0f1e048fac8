internal import Expressions
internal import Records

final class Table {
  let id: Int
  let type: RecordType
  let plainName: String
  /// The table name, quoted for SQL.
  let name: String
  /// The list whose references are the rows; nil for user-defined types.
  let references: ReferenceList?
  /// The row of `wb_prop` whose changes record that a record exists.
  let existence: Int
  let properties: [Int]
  /// Columns of properties, followed by columns of the lists that contain records of the type.
  let columns: [TableColumn]
  /// The numbers in `wb_prop` whose changes are recorded.
  let recorded: [Int]
  /// The SQL that reads each property: its column, the subquery of a list of records, or the
  /// expression of a computed property without a column (NULL if ``calculatesInSteps``).
  private(set) var readings: [String]
  /// Like ``readings``, but with NULL for properties without a column.
  var readingsOfColumns: [String] {
    zip(readings, type.properties).map { calculated.contains($1.name) ? "NULL" : $0 }
  }
  let storages: [Storage]
  /// The lists that can contain records of the type.
  let links: [ListLink]
  /// Indexes of the properties that are unique ignoring case.
  let caseless: [Int]
  let hasComputed: Bool
  let hasReferences: Bool
  let refersToMany: Bool
  private(set) var computed: ComputedColumns?
  private(set) var defaults: CalculatedDefaults?
  /// The numbers of the properties with a requested index.
  private(set) var indexed: Set<Int> = []
  private(set) var rules: [TableRule] = []
  /// The computed properties without a column.
  private(set) var calculated: Set<String> = []
  /// Whether ``calculated`` properties are calculated for each record separately, in dependency
  /// order.
  private(set) var calculatesInSteps = false
  /// The removal of the table or of a column by another program; until the repair, records can be
  /// neither read nor written.
  private(set) var damage: StoreError.Reason?
  /// Whether new record numbers are known to be unused.
  private(set) var hasSafeNumbers = false

  private var statements: TableStatements?

  private let places: [Int?]

  /// - Parameters:
  ///   - properties: The numbers of the type's properties, in their order.
  ///   - plainName: The name of the table; nil to use the name of the type.
  ///   - source: Returns the SQL source of the items of a list; nil if a type is missing.
  init(
    id: Int, _ type: RecordType, existence: Int, properties: [Int],
    memberships: [Membership] = [], references: ReferenceList? = nil,
    named plainName: String? = nil,
    source: (Property) -> ListSource?
  ) {
    self.id = id
    self.type = type
    self.existence = existence
    self.properties = properties
    self.references = references
    self.plainName = plainName ?? type.name
    name = self.plainName.asSQLName
    links = memberships.map(\.link)
    var columns: [TableColumn] = []
    var places: [Int?] = []
    var readings: [String] = []
    for (number, property) in zip(properties, type.properties) {
      places.append(property.isStored ? columns.count : nil)
      if property.isStored {
        columns.append(TableColumn(number: number, .property(property)))
      }
      if property.kind.isListOfRecords {
        readings.append(source(property)?.reading(of: name) ?? "'[]'")
      } else {
        readings.append(property.name.asSQLName)
      }
    }
    for membership in memberships { columns += membership.columns }
    self.columns = columns
    recorded = [existence] + columns.map(\.number)
    self.places = places
    self.readings = readings
    storages = type.properties.map(Storage.init)
    caseless = type.properties.indices.filter { type.properties[$0].ignoresCase }
    hasComputed = type.hasComputed
    hasReferences = type.leadsToRecords
    refersToMany = type.properties.contains(where: \.refersToMany)
  }

  /// Creates the table that exists while columns change; only its triggers and stored records are
  /// available.
  init(loosening table: Table, columns: [TableColumn], named name: String) {
    id = table.id
    type = table.type
    existence = table.existence
    properties = table.properties
    references = table.references
    plainName = name
    self.name = name.asSQLName
    self.columns = columns
    recorded = [existence] + columns.map(\.number)
    (readings, storages, links, places, caseless) = ([], [], [], [], [])
    (hasComputed, hasReferences, refersToMany) = (false, false, false)
  }

  func take(_ columns: ComputedColumns) { computed = columns }

  func take(_ defaults: CalculatedDefaults) { self.defaults = defaults }

  /// If the table is in use, call ``Catalog/set(_:of:)`` instead.
  func take(_ rules: [TableRule]) { self.rules = rules }

  func setIndexes(_ numbers: Set<Int>) { indexed = numbers.intersection(properties) }

  func setIndex(ofProperty number: Int, isThere: Bool) {
    if isThere { indexed.insert(number) } else { indexed.remove(number) }
  }

  func read(calculationsOf computed: ComputedColumns) {
    calculatesInSteps = !computed.areInline
    for column in computed.inOrder where !column.isColumn {
      calculated.insert(column.property.name)
      readings[column.index] = calculatesInSteps ? "NULL" : column.wholeSQL
    }
    for index in computed.awaiting {
      calculated.insert(type.properties[index].name)
      readings[index] = "NULL"
    }
    statements?.selection.forget()
  }

  func reading(of index: Int) -> String {
    let column = computed?.inOrder.first { $0.index == index }
    return column.flatMap { $0.isColumn ? nil : $0.wholeSQL } ?? readings[index]
  }

  func setSafeNumbers(_ areSafe: Bool) { hasSafeNumbers = areSafe }

  func setDamage(_ reason: StoreError.Reason?) { damage = reason }

  /// Calculates a computed column in queries, because another program removed it from the table.
  func read(_ column: ComputedColumn) {
    readings[column.index] = "(\(column.sql))"
    statements?.selection.forget()
  }

  private var keptStatements: TableStatements {
    if let statements { return statements }
    let new = TableStatements(columns: columns.count)
    statements = new
    return new
  }

  /// Must be called when the schema has changed, because SQLite checks all compiled statements at
  /// each change.
  func forgetStatements() {
    if statements != nil { statements = nil }
  }

  func insertion(
    by engine: Connection, hasNumber: Bool
  ) throws(StoreError) -> PreparedStatement {
    let statement = hasNumber ? keptStatements.numberedInsertion : keptStatements.insertion
    return try statement.prepared(by: engine, insertion(with: [], hasNumber: hasNumber))
  }

  func selection(by engine: Connection) throws(StoreError) -> PreparedStatement {
    try keptStatements.selection.prepared(
      by: engine,
      "SELECT \(readings.isEmpty ? "1" : readings.joined(separator: ", ")) FROM \(name) WHERE id = ?1"
    )
  }

  func presence(by engine: Connection) throws(StoreError) -> PreparedStatement {
    try keptStatements.presence.prepared(by: engine, "SELECT 1 FROM \(name) WHERE id = ?1")
  }

  func deletion(by engine: Connection) throws(StoreError) -> PreparedStatement {
    try keptStatements.deletion.prepared(by: engine, "DELETE FROM \(name) WHERE id = ?1")
  }

  func update(ofColumn place: Int, by engine: Connection) throws(StoreError) -> PreparedStatement {
    try keptStatements.updates[place].prepared(
      by: engine,
      "UPDATE \(name) SET \(columns[place].name) = ?1 WHERE id = ?2 AND \(columns[place].name) IS NOT ?1"
    )
  }

  /// Returns nil for the number of the record's existence.
  func column(ofNumber number: Int) -> TableColumn? { columns.first { $0.number == number } }

  /// Returns the index in ``columns``; nil for a property without a column.
  func place(ofProperty index: Int) -> Int? { places[index] }

  /// Excludes the owner and position columns, which exist for each list that owns the records.
  var propertyColumns: ArraySlice<TableColumn> {
    columns.prefix(columns.count - 2 * links.count)
  }

  func ownerColumn(of link: ListLink) -> TableColumn? {
    columns.first { if case .owner(link) = $0.source { true } else { false } }
  }

  var memberships: [Membership] {
    links.compactMap { link in
      guard let owner = ownerColumn(of: link) else { return nil }
      return Membership(link: link, ownerNumber: owner.number, positionNumber: owner.number + 1)
    }
  }

  func membership(inList number: Int) -> Membership? {
    memberships.first { $0.link.number == number }
  }

  /// The result can be used only for its triggers.
  func with(_ further: [Membership]) -> Table {
    Table(
      id: id, type, existence: existence, properties: properties,
      memberships: memberships + further
    ) { _ in nil }
  }

  func values(of statement: PreparedStatement, from column: Int = 0) -> [Value?] {
    storages.indices.map { storages[$0].value(statement.column(column + $0)) }
  }

  struct Membership {
    var link: ListLink
    var ownerNumber: Int
    var positionNumber: Int

    var columns: [TableColumn] {
      [
        TableColumn(number: ownerNumber, .owner(link)),
        TableColumn(number: positionNumber, .position(link)),
      ]
    }
  }

  func creation(_ computed: ComputedColumns, with further: [String] = []) -> String {
    let columns =
      ["id INTEGER PRIMARY KEY AUTOINCREMENT"] + definitions(computed) { $0.definition() } + further
    return "CREATE TABLE \(name)(\n  " + columns.joined(separator: ",\n  ") + ") STRICT"
  }

  private func definitions(
    _ computed: ComputedColumns, of stored: (TableColumn) -> String
  ) -> [String] {
    type.properties.enumerated().compactMap { index, property in
      computed[property.name]?.definition ?? place(ofProperty: index).map { stored(columns[$0]) }
    }
  }

  func commands(_ computed: ComputedColumns) -> [String] {
    let memberships = columns.dropFirst(propertyColumns.count).map { $0.definition() }
    return [creation(computed, with: memberships)] + indexes().map(\.sql)
  }

  func indexes() -> [SchemaObject] {
    indexedColumns.compactMap { $0.index(on: name) }
      + indexed.sorted().compactMap(askedIndex) + (pairIndex.map { [$0] } ?? [])
  }

  /// The case-sensitive indexes of formats before 5, by name.
  var laxerIndexes: [String: SchemaObject] {
    columns.reduce(into: [:]) { indexes, column in
      if let index = column.laxerIndex(on: name) { indexes[index.name] = index }
    }
  }

  /// Excludes the owner of a reference, because the pair index covers it.
  private var indexedColumns: [TableColumn] {
    references == nil ? columns : columns.filter { $0.plainName != ReferenceList.owner }
  }

  private var pairIndex: SchemaObject? {
    guard references != nil else { return nil }
    return SchemaObject(
      "CREATE UNIQUE INDEX wb_list\(existence) "
        + "ON \(name)(\(ReferenceList.owner.asSQLName), \(ReferenceList.item.asSQLName))")
  }

  func askedIndex(ofProperty number: Int) -> SchemaObject? {
    guard let place = properties.firstIndex(of: number) else { return nil }
    return SchemaObject(
      "CREATE INDEX \(TableColumn.indexName(number)) "
        + "ON \(name)(\(type.properties[place].name.asSQLName))")
  }

  func checkIsWhole() throws(StoreError) {
    if let damage { throw StoreError(.refused, damage) }
  }

  var columnNames: [String] {
    ["id"] + columns.map(\.plainName)
      + type.properties.filter { $0.isComputed && !calculated.contains($0.name) }.map(\.name)
  }

  /// The SQL in `sqlite_schema`, including columns that were added later.
  func description(_ computed: ComputedColumns) -> String {
    let added = columns.dropFirst(propertyColumns.count).map { ", " + $0.definition() }.joined()
    return creation(computed).dropLast(") STRICT".count) + added + ") STRICT"
  }

  func insertion(with further: [TableColumn], hasNumber: Bool = false) -> String {
    let columns = (hasNumber ? ["id"] : []) + (propertyColumns + further).map(\.name)
    guard !columns.isEmpty else { return "INSERT INTO \(name) DEFAULT VALUES" }
    return "INSERT INTO \(name)(\(columns.joined(separator: ", "))) VALUES"
      + Self.parameters(columns.count)
  }

  /// - Parameter keepsAccepted: Whether the records before the first rejected one are inserted.
  func insertion(of records: Int, keepsAccepted: Bool) -> String {
    let columns = propertyColumns.map(\.name)
    return "INSERT \(keepsAccepted ? "OR FAIL " : "")INTO \(name)"
      + "(\(columns.joined(separator: ", "))) VALUES"
      + Array(repeating: Self.parameters(columns.count), count: records).joined(separator: ", ")
  }

  private static func parameters(_ count: Int) -> String {
    "(" + Array(repeating: "?", count: count).joined(separator: ", ") + ")"
  }

  func stored(_ values: [Value?]) -> [SQLValue] {
    var stored: [SQLValue] = []
    stored.reserveCapacity(columns.count)
    for index in values.indices where place(ofProperty: index) != nil {
      stored.append(storages[index].stored(values[index]))
    }
    return stored
  }
}

extension [Table] {
  var listTables: [String: String] {
    reduce(into: [:]) { tables, table in
      if let list = table.references { tables[list.name] = table.plainName }
    }
  }

  var byNumber: [Int: Table] {
    reduce(into: [:]) { owners, table in
      for number in table.recorded { owners[number] = table }
    }
  }
}

extension Table {
  /// Selects the numbers in `wb_prop` for the existence of records, for all types that ever had the
  /// name, ignoring case.
  static func existences(ofTypesNamed name: String) -> String {
    "SELECT p.id FROM wb_prop AS p JOIN wb_type AS y ON y.id = p.type "
      + "WHERE p.name = '' AND y.\(isCalled(name))"
  }

  static func isCalled(_ name: String) -> String {
    "name = \(name.asSQLText) COLLATE NOCASE"
  }
}

private final class TableStatements {
  let insertion = KeptStatement()
  let numberedInsertion = KeptStatement()
  let selection = KeptStatement()
  let presence = KeptStatement()
  let deletion = KeptStatement()
  let updates: [KeptStatement]

  init(columns: Int) { updates = (0..<columns).map { _ in KeptStatement() } }
}

/// SQL that creates and fills the tables of a past state, in another database.
extension Table {
  func pastCreation(_ computed: ComputedColumns, isStrict: Bool = true) -> String {
    func definition(_ column: TableColumn) -> String {
      "\(column.name) \(column.storage.columnType)"
    }
    let columns =
      ["id INTEGER PRIMARY KEY"] + definitions(computed, of: definition)
      + columns.dropFirst(propertyColumns.count).map(definition)
    return "CREATE TABLE \(name)(\(columns.joined(separator: ", ")))\(isStrict ? " STRICT" : "")"
  }

  var pastInsertion: String {
    let names = ["id"] + columns.map(\.name)
    return "INSERT OR IGNORE INTO \(name)(\(names.joined(separator: ", "))) VALUES("
      + names.map { _ in "?" }.joined(separator: ", ") + ")"
  }
}
