public import Expressions
public import Records

/// The records, what is read of them by expressions, and the definitions.
extension Store {

  /// The values of a record, one for each property of its type; nil if there is no such record.
  ///
  /// What another program wrote may not fit its property; it then is as it is stored.
  public func values(of id: RecordID) throws(StoreError) -> [Value?]? { try queries.values(of: id) }

  /// The number of the record with a key; nil if there is none.
  public func find(_ type: String, key: Value) throws(StoreError) -> Int? {
    try queries.find(type, key: key)
  }

  /// The number of the record that has a value which no two may have; nil where none has, or any
  /// may have it.
  public func holder(
    of value: Value, of property: String, in type: String
  ) throws(StoreError) -> Int? { try queries.holder(of: value, of: property, in: type) }

  /// Refuses a value of a property that no two records may have, if another record has it.
  public func checkIsUnique(
    _ value: Value, of property: String, for id: RecordID
  ) throws(StoreError) { try rows.checkIsUnique(value, of: property, for: id) }

  /// Whether there is such a record.
  ///
  /// - Throws: ``StoreError`` if there is no such type.
  public func exists(_ id: RecordID) throws(StoreError) -> Bool { try queries.exists(id) }

  /// Those of the records that exist.
  ///
  /// It is one query for each type however many they are, and reads no values.
  public func existing(_ ids: [RecordID]) throws(StoreError) -> Set<RecordID> {

    try catalog.database.checkOpen()
    return try queries.existing(ids)

  }

  /// Whether there are rules of objects, of any type.
  public var hasRules: Bool { catalog.keepsRules }

  /// What the rules of a type say against some of its records, given by their numbers, but for rules
  /// that only warn: each as ``StoreError`` of the kind ``StoreError/Kind/rule``.
  public func breaches(
    of type: String, among numbers: [Int]
  ) throws(StoreError) -> [(number: Int, error: StoreError)] {
    try catalog.breaches(of: type, among: numbers)
  }

  /// What the rules of a type say against values that are not stored, but for rules that only warn.
  ///
  /// - Parameter unknown: The properties of which nothing is known; rules that read one are left out.
  public func breaches(
    of type: String, byValues values: [Value?], besides unknown: Set<String>
  ) throws(StoreError) -> [StoreError] {
    let table = try catalog.table(type)
    var found: [StoreError] = []
    for (rule, compiled, given) in try catalog.strictRules(of: table)
    where compiled.ownProperties.isDisjoint(with: unknown) {
      let verdict = try queries.evaluate(
        compiled, given, onValues: values, of: table.type, id: nil)
      guard verdict == .integer(0) || verdict == .boolean(false) else { continue }
      let properties = catalog.ownProperties(of: rule, table)
      found.append(
        StoreError(
          .rule, catalog.words(rule, values, table),
          property: properties.count == 1 ? properties[0].name : nil))
    }
    return found
  }

  /// The list that a record is in; nil if it is in none.
  public func owner(of item: RecordID) throws(StoreError) -> ListPlace? { try rows.owner(of: item) }

  /// The types that properties refer to and that are not defined yet; there are no records of the
  /// types that have such properties.
  public var missingTypes: [MissingType] { catalog.missingTypes }

  /// The records that are deleted with others, by `on delete cascade` and as items of lists,
  /// after those that are to be deleted.
  ///
  /// - Complexity: O(*n*) in the records taken along, and in those that refer to them.
  public func takenAlong(byDeleting ids: [RecordID]) throws(StoreError) -> [RecordID] {
    try catalog.database.checkOpen()
    return try rows.takenAlong(byDeleting: ids).filter { type(named: $0.type) != nil }
  }

  /// Whether deleting a record of a type can concern others.
  public func hasDependents(_ type: String) -> Bool { catalog.hasDependents(type) }

  // MARK: Expressions

  /// Checks an expression and makes it ready to be evaluated.
  ///
  /// What was compiled before is found again, so this can be called for each evaluation.
  ///
  /// - Parameters:
  ///   - type: The type whose properties the names in it are; nil if it is to have none.
  ///   - isResult: Whether it is a column or an order of a table, which can be about many records.
  ///   - isCondition: Whether it is to hold or not, so that nothing but a test is taken.
  /// - Throws: ``StoreError`` with the place of the token that is to blame.
  public func compile(
    _ expression: RecordExpression, for type: String?, isResult: Bool = false,
    isCondition: Bool = false
  ) throws(StoreError) -> CompiledExpression {
    try compile(expression, for: type, isResult: isResult, isCondition: isCondition, asking: nil)
  }

  /// Checks the condition of a rule, which may read `today` and `now` if the rule only warns.
  ///
  /// - Throws: ``StoreError`` with the place of the token that is to blame.
  public func compile(
    _ rule: Rule, condition: RecordExpression
  ) throws(StoreError) -> CompiledExpression {
    try compile(
      condition, for: rule.type, isCondition: true,
      asking: rule.readsClock ? ClockNames(for: condition) : nil)
  }

  /// Checks an expression of which a session knows what names mean that no record has.
  package func compile(
    _ expression: RecordExpression, for type: String?, isResult: Bool = false,
    isCondition: Bool = false,
    asking session: (any ExpressionSession)?
  ) throws(StoreError) -> CompiledExpression {
    try catalog.database.checkOpen()
    return try queries.compile(
      expression, for: type, isResult: isResult, isCondition: isCondition, asking: session)
  }

  /// Checks an expression that comes to a list, which can be one of records: `Person["Ann"].crew`.
  package func compileList(
    _ expression: RecordExpression, asking session: any ExpressionSession
  ) throws(StoreError) -> CompiledExpression {
    try queries.compileList(expression, asking: session)
  }

  /// The value of an expression: a whole number, a double or a text; nil for NULL.
  ///
  /// - Parameters:
  ///   - parameters: The values of the names of the session, by their places.
  ///   - record: The record whose properties the names are.
  public func evaluate(
    _ expression: CompiledExpression, _ parameters: [Value?], on record: RecordID? = nil
  ) throws(StoreError) -> Value? { try queries.evaluate(expression, parameters, on: record) }

  /// The value of an expression about a record that need not be stored: its properties have the
  /// values given.
  ///
  /// - Parameters:
  ///   - own: A value for each property of the type, in its order.
  ///   - id: The number of the record; nil for one that is not made yet.
  public func evaluate(
    _ expression: CompiledExpression, _ parameters: [Value?], onValues own: [Value?],
    of type: RecordType, id: Int?
  ) throws(StoreError) -> Value? {
    try queries.evaluate(expression, parameters, onValues: own, of: type, id: id)
  }

  /// How many records of a type fulfil a condition; all without one.
  public func count(
    _ type: String, where condition: CompiledExpression?, _ parameters: [Value?] = []
  ) throws(StoreError) -> Int { try queries.count(type, where: condition, parameters) }

  /// The records of a query, one by one.
  ///
  /// They come as SQLite finds them, so that many take no more memory than one, unless they have to
  /// be sorted.
  public func select(_ query: Query) throws(StoreError) -> RecordCursor {
    try queries.select(query)
  }

  /// The columns of a query for each of its records, or for each group of them.
  public func rows(_ query: Query) throws(StoreError) -> ValueCursor { try queries.rows(query) }

  /// The records of a type of which a condition holds, by number or in an order.
  ///
  /// ```swift
  /// let adults = try store.list("Person", where: "age >= 18", orderedBy: "name, age desc", limit: 10)
  /// ```
  ///
  /// They are read at once and are not connected to the store: ``select(_:)`` reads many one by one.
  ///
  /// - Parameters:
  ///   - condition: What has to hold, as an expression; without it all records are wanted.
  ///   - order: Expressions between commas, each with `desc` after it where the greatest come first.
  ///   - limit: The most records wanted.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there is no such type, and of
  ///   ``StoreError/Kind/expression`` or ``StoreError/Kind/name`` for what is wrong with a text.
  public func list(
    _ type: String, where condition: String? = nil, orderedBy order: String? = nil,
    limit: Int? = nil
  ) throws(StoreError) -> [Record] {
    let recordType = try catalog.table(type).type
    var query = Query(type, limit: limit)
    if let condition {
      query.condition = try compile(RecordExpression(condition), for: type, isCondition: true)
    }
    if let order {
      for part in try SQLText.tokens(ofExpression: order).parts {
        query.order.append(
          Query.Order(
            try compile(RecordExpression(part.tokens), for: type, isResult: true),
            isDescending: part.isDescending))
      }
    }
    var records: [Record] = []
    let cursor = try select(query)
    while let (number, values) = try cursor.next() {
      records.append(Record(recordType, number: number, values: values))
    }
    return records
  }

  /// The record of a name, as it is stored now; nil if there is none.
  public func record(_ id: RecordID) throws(StoreError) -> Record? {
    try catalog.database.checkOpen()
    guard let type = type(named: id.type), let values = try values(of: id) else { return nil }
    return Record(type, number: id.number, values: values)
  }

  /// Whether all records of a query are read and sorted before the first of them is known, for no
  /// index has its order.
  public func sorts(_ query: Query) throws(StoreError) -> Bool {
    try catalog.database.checkOpen()
    return try queries.sorts(query)
  }

  /// Says how a query is carried out, after it was.
  public func explain(_ query: Query) throws(StoreError) -> QueryPlan { try queries.explain(query) }

  /// Runs one statement of SQL that reads, on every table there is.
  ///
  /// The values come as they are stored: booleans as whole numbers, and Decimals of more than 15
  /// digits as texts.
  ///
  /// - Throws: ``StoreError`` if the text is not one statement that begins with SELECT, WITH,
  ///   VALUES or EXPLAIN and changes nothing.
  public func sql(_ text: String) throws(StoreError) -> RowCursor { try queries.sql(text) }

  /// What can be at a place of an expression that somebody is writing.
  ///
  /// - Parameters:
  ///   - place: How many tokens are before what is written.
  ///   - type: The type whose properties the names in it are; nil if it is to have none.
  ///   - session: Who is asked about names that no record has; nil for nobody.
  ///   - isComputation: Whether a property is computed so.
  package func expectations(
    at place: Int, in tokens: [ExpressionToken], for type: String?,
    asking session: (any ExpressionSession)? = nil, isComputation: Bool = false
  ) -> ExpressionExpectations {
    queries.expectations(
      at: place, in: tokens, for: type, asking: session, isComputation: isComputation)
  }

  /// What can be at a place of an SQL statement that somebody is writing; nil in quotes, where
  /// anything can.
  ///
  /// - Parameters:
  ///   - start: the statement up to what is written.
  ///   - rest: what comes after that.
  public func expectations(
    inSQL start: String, before rest: String
  ) -> ExpressionExpectations? { queries.expectations(inSQL: start, before: rest) }

  // MARK: Definitions

  /// How many values the conversions of steps would empty, by the names that the properties get; no
  /// properties that keep theirs.
  public func countEmptied(
    _ type: String, _ steps: [Alteration], at present: Present?,
    zoneOffset: ((Int) -> Int)? = nil
  ) throws(StoreError) -> [(property: String, count: Int)] {
    try catalog.emptied(type, steps, at: present, zoneOffset: zoneOffset)
  }

  /// How many values a property has that `drop` would take: no nil, no empty list, and nothing that
  /// is computed or a record in a list.
  public func countValues(of property: String, in type: String) throws(StoreError) -> Int {
    try catalog.countValues(of: property, in: type)
  }

  /// The rules of a type in the order they were defined; none if there is no such type.
  public func rules(of type: String) -> [Rule] { catalog.rules(of: type) }

  /// Whether a rule is there just as it is, however its condition is set out.
  public func isDefined(_ rule: Rule, condition: RecordExpression) -> Bool {
    catalog.isDefined(rule, condition: condition)
  }

  /// The properties of a type that were given an index, in the order of the definition.
  public func indexes(of type: String) -> [String] { catalog.indexes(of: type) }

  /// The ``types`` in an order in which they can be defined: each after those whose records its
  /// computed properties read, but where these read its own.
  public var typesAsDefined: [RecordType] { catalog.typesAsDefined }

  /// The commands that make the rules, indexes, formatters, screens and layouts as they are, in an
  /// order in which they can be run once there are the ``types``.
  public func definitionsBesideTypes() throws(StoreError) -> [String] {
    try catalog.definitionsBesideTypes()
  }

  /// The commands of SQL that make the tables of the ``types`` and of lists that refer, with their
  /// indexes, in a database that has no such tables.
  ///
  /// They are those of the file, without the triggers that keep the history.
  package func tableCommands() throws(StoreError) -> [String] { try catalog.tableCommands() }
}
