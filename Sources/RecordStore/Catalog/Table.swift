internal import Expressions
internal import Records

/// The table of one record type: what its columns and properties are called, and its statements.
final class Table {
  /// The number of the type, in `wb_type`.
  let id: Int
  let type: RecordType
  /// The name of the table.
  let plainName: String
  /// The same as SQL writes it.
  let name: String
  /// The list whose references the records are; nil for records of a type of the user's.
  let references: ReferenceList?
  /// The row of `wb_prop` that means "the record exists".
  let existence: Int
  /// The numbers of the type's properties, in their order.
  let properties: [Int]
  /// The columns whose changes are recorded: those of properties, then those of the lists that have
  /// records of the type.
  let columns: [TableColumn]
  /// The numbers in `wb_prop` of everything that is recorded of a record.
  let recorded: [Int]
  /// What each property is read from, as SQL.
  ///
  /// A computed column that another program has removed is read as its expression, and NULL where
  /// ``calculatesInSteps``.
  private(set) var readings: [String]
  /// The same with NULL in the place of what no column has.
  var readingsOfColumns: [String] {
    zip(readings, type.properties).map { calculated.contains($1.name) ? "NULL" : $0 }
  }
  /// How what is read of each property is turned into its value.
  let storages: [Storage]
  /// The lists that the records of the type can be in.
  let links: [ListLink]
  /// Which properties are unique whatever their case.
  let caseless: [Int]
  /// Whether a property of the type is computed.
  let hasComputed: Bool
  /// Whether a property refers to records.
  let hasReferences: Bool
  /// Whether a property of the type is a list that refers to records.
  let refersToMany: Bool
  /// The computed properties, once they were compiled.
  private(set) var computed: ComputedColumns?
  /// The numbers of the properties that were given an index.
  private(set) var indexed: Set<Int> = []
  /// The rules of the type in the order they were defined.
  private(set) var rules: [TableRule] = []
  /// The names of the computed properties that no column has.
  private(set) var calculated: Set<String> = []
  /// Whether these are calculated for one record after another, each from those before it.
  private(set) var calculatesInSteps = false
  /// What another program has removed of the table, so that nothing can be written to it.
  private(set) var damage: String?
  /// Whether the numbers that records get are known to be new ones.
  private(set) var hasSafeNumbers = false

  /// What was compiled since the schema changed last.
  private var statements: TableStatements?

  private let places: [Int?]

  /// - Parameters:
  ///   - properties: the numbers of the type's properties, in their order.
  ///   - memberships: the lists that the records can be in, with the numbers of their two columns.
  ///   - references: the list whose references the records are.
  ///   - plainName: the name of the table; nil for that of the type.
  ///   - source: where the records of a list are found; nil where a type is missing.
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

  /// The table as it is while its columns change; good for its triggers, and for records as they are
  /// stored.
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

  // MARK: What is found out of it

  /// Takes the computed properties as they were compiled.
  func take(_ columns: ComputedColumns) { computed = columns }

  /// Takes the rules of the type; ``Catalog/set(_:of:)`` does so for a table that is in use.
  func take(_ rules: [TableRule]) { self.rules = rules }

  /// Notes the numbers of all properties that were given an index, those of other types among them.
  func setIndexes(_ numbers: Set<Int>) { indexed = numbers.intersection(properties) }

  /// Notes whether a property has been given an index.
  func setIndex(ofProperty number: Int, isThere: Bool) {
    if isThere { indexed.insert(number) } else { indexed.remove(number) }
  }

  /// Reads the computed properties that no column has.
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

  /// What a property is read from, whatever it comes from.
  func reading(of index: Int) -> String {
    let column = computed?.inOrder.first { $0.index == index }
    return column.flatMap { $0.isColumn ? nil : $0.wholeSQL } ?? readings[index]
  }

  /// Notes whether the numbers that records get are known to be new ones.
  func setSafeNumbers(_ areSafe: Bool) { hasSafeNumbers = areSafe }

  /// Notes what another program has removed of the table.
  func setDamage(_ words: String?) { damage = words }

  /// Reads a computed property whose column another program has removed as its expression.
  func read(_ column: ComputedColumn) {
    readings[column.index] = "(\(column.sql))"
    statements?.selection.forget()
  }

  // MARK: Statements

  private var keptStatements: TableStatements {
    if let statements { return statements }
    let new = TableStatements(columns: columns.count)
    statements = new
    return new
  }

  /// Forgets the statements that were compiled, when the schema has changed: each would be compiled
  /// again, and SQLite goes through all that there are at each change.
  func forgetStatements() {
    if statements != nil { statements = nil }
  }

  /// Makes a record of values for all columns of properties.
  func insertion(by engine: Connection) throws(StoreError) -> Statement {
    try keptStatements.insertion.prepared(by: engine, insertion(with: []))
  }

  /// Reads the ``readings`` of a record.
  func selection(by engine: Connection) throws(StoreError) -> Statement {
    try keptStatements.selection.prepared(
      by: engine,
      "SELECT \(readings.isEmpty ? "1" : readings.joined(separator: ", ")) FROM \(name) WHERE id = ?1"
    )
  }

  /// Tells whether there is a record.
  func presence(by engine: Connection) throws(StoreError) -> Statement {
    try keptStatements.presence.prepared(by: engine, "SELECT 1 FROM \(name) WHERE id = ?1")
  }

  /// Deletes a record.
  func deletion(by engine: Connection) throws(StoreError) -> Statement {
    try keptStatements.deletion.prepared(by: engine, "DELETE FROM \(name) WHERE id = ?1")
  }

  /// Gives a record another value in a column, if it is another.
  func update(ofColumn place: Int, by engine: Connection) throws(StoreError) -> Statement {
    try keptStatements.updates[place].prepared(
      by: engine,
      "UPDATE \(name) SET \(columns[place].name) = ?1 WHERE id = ?2 AND \(columns[place].name) IS NOT ?1"
    )
  }

  // MARK: Columns

  /// The place of the column with a number in `wb_prop`; nil for the existence.
  func column(ofNumber number: Int) -> TableColumn? { columns.first { $0.number == number } }

  /// The place among ``columns`` of a property; nil for one that has none.
  func place(ofProperty index: Int) -> Int? { places[index] }

  /// The columns of properties, without those of lists that the records are in.
  var propertyColumns: ArraySlice<TableColumn> {
    columns.prefix(columns.count - 2 * links.count)
  }

  /// The column with the owner of the records in a list.
  func ownerColumn(of link: ListLink) -> TableColumn? {
    columns.first { if case .owner(link) = $0.source { true } else { false } }
  }

  /// The lists that the records can be in, with the numbers of their columns.
  var memberships: [Membership] {
    links.compactMap { link in
      guard let owner = ownerColumn(of: link) else { return nil }
      return Membership(link: link, ownerNumber: owner.number, positionNumber: owner.number + 1)
    }
  }

  /// The membership in the list that is the property with a number.
  func membership(inList number: Int) -> Membership? {
    memberships.first { $0.link.number == number }
  }

  /// The table with more lists that its records can be in; good for its triggers only.
  func with(_ further: [Membership]) -> Table {
    Table(
      id: id, type, existence: existence, properties: properties,
      memberships: memberships + further
    ) { _ in nil }
  }

  /// The values of a row, the first of them at a column.
  func values(of statement: Statement, from column: Int = 0) -> [Value?] {
    storages.indices.map { storages[$0].value(statement.column(column + $0)) }
  }

  /// A list that the records of a table can be in, with the numbers of its columns.
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
}

extension Table {
  /// The command that makes the table, whose columns are in the order of the definition.
  ///
  /// - Parameter further: The definitions of columns after those.
  func creation(_ computed: ComputedColumns, with further: [String] = []) -> String {
    var columns = ["id INTEGER PRIMARY KEY AUTOINCREMENT"]
    for (index, property) in type.properties.enumerated() {
      if let column = computed[property.name] {
        columns.append(column.definition)
      } else if let place = place(ofProperty: index) {
        columns.append(self.columns[place].definition())
      }
    }
    columns += further
    return "CREATE TABLE \(name)(\n  " + columns.joined(separator: ",\n  ") + ") STRICT"
  }

  /// The commands that make the table, with the columns of the lists that its records can be in, and
  /// its indexes in another database.
  func commands(_ computed: ComputedColumns) -> [String] {
    let memberships = columns.dropFirst(propertyColumns.count).map { $0.definition() }
    return [creation(computed, with: memberships)] + indexes().map(\.sql)
  }

  /// The indexes of the table.
  func indexes() -> [SchemaObject] {
    indexedColumns.compactMap { $0.index(on: name) }
      + indexed.sorted().compactMap(askedIndex) + (pairIndex.map { [$0] } ?? [])
  }

  /// The indexes of the formats before 5, which let values be that differ in case only, by name.
  var laxerIndexes: [String: SchemaObject] {
    columns.reduce(into: [:]) { indexes, column in
      if let index = column.laxerIndex(on: name) { indexes[index.name] = index }
    }
  }

  /// The columns that may have an index of their own: the one of pairs finds the references of a list.
  private var indexedColumns: [TableColumn] {
    references == nil ? columns : columns.filter { $0.plainName != ReferenceList.owner }
  }

  /// The index that keeps a record from being in a list twice.
  private var pairIndex: SchemaObject? {
    guard references != nil else { return nil }
    return SchemaObject(
      "CREATE UNIQUE INDEX wb_list\(existence) "
        + "ON \(name)(\(ReferenceList.owner.asSQLName), \(ReferenceList.item.asSQLName))")
  }

  /// The index that the property with a number was given.
  func askedIndex(ofProperty number: Int) -> SchemaObject? {
    guard let place = properties.firstIndex(of: number) else { return nil }
    return SchemaObject(
      "CREATE INDEX \(TableColumn.indexName(number)) "
        + "ON \(name)(\(type.properties[place].name.asSQLName))")
  }

  /// Refuses to go on with a table that lacks a column.
  func checkIsWhole() throws(StoreError) {
    if let damage { throw StoreError(.refused, damage) }
  }

  /// The names of the columns that it takes to record and to read the records.
  var columnNames: [String] {
    ["id"] + columns.map(\.plainName)
      + type.properties.filter { $0.isComputed && !calculated.contains($0.name) }.map(\.name)
  }

  /// The table as SQLite describes it, with the columns that were added to it.
  func description(_ computed: ComputedColumns) -> String {
    let added = columns.dropFirst(propertyColumns.count).map { ", " + $0.definition() }.joined()
    return creation(computed).dropLast(") STRICT".count) + added + ") STRICT"
  }
}

extension Table {
  /// The command that makes a record, with further columns after those of the properties.
  func insertion(with further: [TableColumn], hasNumber: Bool = false) -> String {
    let columns = (hasNumber ? ["id"] : []) + (propertyColumns + further).map(\.name)
    guard !columns.isEmpty else { return "INSERT INTO \(name) DEFAULT VALUES" }
    return "INSERT INTO \(name)(\(columns.joined(separator: ", "))) VALUES"
      + Self.parameters(columns.count)
  }

  /// The command that makes several records, up to one that is refused.
  func insertion(of records: Int) -> String {
    let columns = propertyColumns.map(\.name)
    return "INSERT OR FAIL INTO \(name)(\(columns.joined(separator: ", "))) VALUES"
      + Array(repeating: Self.parameters(columns.count), count: records).joined(separator: ", ")
  }

  private static func parameters(_ count: Int) -> String {
    "(" + Array(repeating: "?", count: count).joined(separator: ", ") + ")"
  }

  /// The values of a record as its columns keep them.
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
  /// The tables of lists that refer to records, by what the history calls these lists.
  var listTables: [String: String] {
    reduce(into: [:]) { tables, table in
      if let list = table.references { tables[list.name] = table.plainName }
    }
  }

  /// The tables by the numbers of what is recorded of their records.
  var byNumber: [Int: Table] {
    reduce(into: [:]) { owners, table in
      for number in table.recorded { owners[number] = table }
    }
  }
}

extension Table {
  /// SQL for the numbers that say "the record exists" of all types that had a name, in any case.
  static func existences(ofTypesNamed name: String) -> String {
    "SELECT p.id FROM wb_prop AS p JOIN wb_type AS y ON y.id = p.type "
      + "WHERE p.name = '' AND y.\(isCalled(name))"
  }

  /// SQL that a type has a name, in any case.
  static func isCalled(_ name: String) -> String {
    "name = \(name.asSQLText) COLLATE NOCASE"
  }
}

/// The statements of a table that are compiled when they are first needed.
private final class TableStatements {
  let insertion = KeptStatement()
  let selection = KeptStatement()
  let presence = KeptStatement()
  let deletion = KeptStatement()
  /// One for each column.
  let updates: [KeptStatement]

  init(columns: Int) { updates = (0..<columns).map { _ in KeptStatement() } }
}
