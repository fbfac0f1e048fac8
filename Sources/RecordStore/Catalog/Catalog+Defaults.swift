internal import Expressions
public import Records

/// The defaults of a type that depend on the new record, on other records or on the clock.
struct CalculatedDefaults {
  /// Indexes of the properties with the default `next`.
  let counted: [Int]
  /// The calculated defaults, each after the defaults that it reads.
  let inOrder: [CalculatedDefault]
  /// Whether a default reads a type that is not defined yet.
  let isAwaiting: Bool
}

final class CalculatedDefault {
  let index: Int
  let property: Property
  var compiled: CompiledExpression
  /// The stored properties that the expression reads, directly or through computed properties.
  let sources: Set<String>
  let readsComputed: Bool

  init(
    _ property: Property, at index: Int, _ compiled: CompiledExpression, _ sources: Set<String>,
    readsComputed: Bool
  ) {
    (self.property, self.index, self.compiled) = (property, index, compiled)
    (self.sources, self.readsComputed) = (sources, readsComputed)
  }
}

extension Catalog {
  /// Returns the values of a record to be created, including calculated defaults and computed
  /// values; nil for values that cannot be calculated yet, such as the next number.
  ///
  /// - Parameters:
  ///   - omitted: The properties whose values are replaced by their calculated defaults.
  ///   - place: The list that the record will be added to, or nil.
  public func withDefaults(
    _ values: [Value?], of type: String, omitting omitted: Set<String>,
    in place: Store.ListPlace? = nil
  ) throws(StoreError) -> [Value?] {
    let table = try table(type)
    var list: [String: Int] = [:]
    if let place, !place.owner.isDraft {
      let link = ListLink(owner: place.owner.type, list: place.list, number: 0)
      list[link.ownerColumn] = place.owner.number
    }
    let values = try withDefaults(
      values, of: table, omitting: omitted, in: list, isFinal: false)
    return try computed(values, of: RecordID(type, 0))
  }

  /// - Parameters:
  ///   - omitted: The optional properties that get their default if they are nil; a required
  ///   property that is nil always gets its default.
  ///   - listValues: The values of the owner and position columns, by column name.
  ///   - isFinal: Whether a transaction is creating the record with these values. Otherwise the
  ///   values of omitted properties are replaced, and a default that fails is nil.
  func withDefaults(
    _ given: [Value?], of table: Table, omitting omitted: Set<String>,
    in listValues: [String: Int] = [:], isFinal: Bool
  ) throws(StoreError) -> [Value?] {
    precondition(given.count == table.properties.count, "a record needs a value for each property")
    let defaults = try calculatedDefaults(of: table)
    var values = given
    func isOmitted(_ index: Int) -> Bool {
      let property = table.type.properties[index]
      guard isFinal else { return omitted.contains(property.name) }
      return given[index] == nil && (!property.isOptional || omitted.contains(property.name))
    }
    for index in defaults.counted where isOmitted(index) {
      values[index] = isFinal ? try nextNumber(ofProperty: index, in: table) : nil
    }
    for initial in defaults.inOrder where isOmitted(initial.index) {
      values[initial.index] = nil
      do throws(StoreError) {
        if initial.readsComputed {
          values = try computed(values, of: RecordID(table.type.name, 0))
        }
        values[initial.index] = try value(of: initial, from: values, table, listValues)
      } catch {
        if isFinal || error.kind == .interrupted { throw error }
      }
    }
    return values
  }

  private func nextNumber(ofProperty index: Int, in table: Table) throws(StoreError) -> Value? {
    let property = table.type.properties[index]
    let greatest = try engine.value(
      "SELECT max(\(property.name.asSQLName)) FROM \(table.name)")
    guard let next = property.nextNumber(after: greatest.integer) else {
      throw StoreError(.rule, .property(property.name, .noNext), property: property.name)
    }
    do {
      return try property.checked(.integer(next))
    } catch {
      throw StoreError(.rule, .nextMisfit(why: error.message), property: property.name)
    }
  }

  private func value(
    of initial: CalculatedDefault, from values: [Value?], _ table: Table,
    _ listValues: [String: Int]
  ) throws(StoreError) -> Value? {
    let property = initial.property
    let text = property.shownFormula
    let result: (value: SQLValue, unfound: SQLValue)
    do {
      result = try self.result(of: initial, from: values, table.type, listValues)
    } catch {
      if error.kind == .interrupted { throw error }
      throw StoreError(
        .rule, .undefaulted(property.name, expression: text, error.reason),
        property: property.name, code: error.code)
    }
    if let key = Storage.raw(result.unfound), let target = property.kind.recordType {
      throw StoreError(
        .name,
        .undefaulted(
          property.name, expression: text, .noTarget(type: target, literal: key.literal)),
        property: property.name)
    }
    guard result.value != .null || property.isOptional else {
      throw StoreError(
        .rule, .requiredDefault(property.name, expression: text), property: property.name)
    }
    let compiled = initial.compiled
    let conversion = ValueConversion(
      to: property, from: nil, converts: true,
      zoneOffset: compiled.isUTC ? { _ in 0 } : database.zoneOffset)
    do {
      return try conversion.value(of: result.value, compiled.kind)
    } catch {
      throw StoreError(
        .rule, .defaultMisfit(expression: text, why: error.message), property: property.name)
    }
  }

  private func result(
    of initial: CalculatedDefault, from values: [Value?], _ type: RecordType,
    _ listValues: [String: Int]
  ) throws(StoreError) -> (value: SQLValue, unfound: SQLValue) {
    let present = ClockNames.values(at: database.present)
    let compiled = try expressions.current(initial.compiled, present, among: schema)
    initial.compiled = compiled
    let row = row(of: values, type, id: nil, in: listValues)
    let unfound = compiled.unfoundKey
    let limits = try limits()
    let sql = "SELECT \(compiled.sql), \(unfound.map { "(\($0.text))" } ?? "NULL") FROM \(row.sql)"
    let statement = sql.utf8.count <= 1000 ? try engine.statement(sql) : try engine.prepare(sql)
    return try limits.apply { () throws(StoreError) in
      try statement.bind(
        compiled.bound(present) + (unfound.map { compiled.bound($0, present) } ?? [])
          + row.values)
      guard try statement.step() else { return (.null, .null) }
      defer { statement.reset() }
      return (statement.column(0), statement.column(1))
    }
  }

  /// An SQL table of one row with the given values, which need not be stored.
  func row(
    of own: [Value?], _ type: RecordType, id: Int?, in listValues: [String: Int] = [:]
  ) -> (sql: String, values: [SQLValue]) {
    precondition(own.count == type.properties.count, "a record needs a value for each property")
    // The casts give the columns their types, because SQLite compares values according to these
    // types.
    var columns = ["CAST(? AS INTEGER) AS id"]
    var values = [SQLValue(id)]
    for (property, value) in zip(type.properties, own) where !property.kind.isListOfRecords {
      let storage = Storage(property)
      columns.append("CAST(? AS \(storage.columnType)) AS \(property.name.asSQLName)")
      values.append(storage.stored(value))
    }
    for column in ListLink.columnNames(of: type, among: types) {
      columns.append("CAST(? AS INTEGER) AS \(column.asSQLName)")
      values.append(SQLValue(listValues[column]))
    }
    return ("(SELECT \(columns.joined(separator: ", "))) AS \(type.name.asSQLName)", values)
  }

  func calculatedDefaults(of table: Table) throws(StoreError) -> CalculatedDefaults {
    if let defaults = table.defaults { return defaults }
    let defaults = try compileDefaults(of: table.type, try computedColumns(of: table))
    table.take(defaults)
    return defaults
  }

  func checkDefaults(of type: RecordType, _ columns: ComputedColumns) throws(StoreError) {
    let schema = try schema(with: type)
    for initial in try compileDefaults(of: type, columns).inOrder {
      let expression = initial.compiled.expression
      let place = expression.tokens.indices.first { place in
        expression.tokens[place].name == "id"
          && (place == 0 || expression.tokens[place - 1] != .symbol("."))
      }
      if let place, initial.compiled.ownProperties.contains("id") {
        throw StoreError(
          .expression, .property(initial.property.name, .idOfNew), property: initial.property.name,
          token: place)
      }
      let analyzed: AnalyzedExpression
      do {
        analyzed = try AnalyzedExpression(
          expression, for: type, schema, asking: ClockNames(for: expression), as: .value)
      } catch {
        throw StoreError(error).about(initial.property)
      }
      guard let message = analyzed.objection(asValueOf: initial.property) else { continue }
      throw StoreError(.expression, .stated(message), property: initial.property.name)
    }
  }

  func expression(ofDefault property: Property) throws(StoreError) -> RecordExpression? {
    guard case .calculated(let text) = property.givenDefault else { return nil }
    return try expression(from: text, of: property)
  }

  func expression(
    from text: String, of property: Property
  ) throws(StoreError) -> RecordExpression {
    do {
      return try definitions.expression(from: text)
    } catch {
      throw StoreError(
        .expression, .noExpression(text, why: error.message), property: property.name)
    }
  }

  private func compileDefaults(
    of type: RecordType, _ columns: ComputedColumns
  ) throws(StoreError) -> CalculatedDefaults {
    let schema = try schema(with: type)
    var defaults: [CalculatedDefault] = []
    var isAwaiting = false
    for (index, property) in type.properties.enumerated() {
      guard let expression = try expression(ofDefault: property) else { continue }
      do {
        let compiled = try expressions.compile(
          expression, for: type.name, among: schema, as: .value,
          asking: ClockNames(for: expression))
        let reads = compiled.ownProperties
        let computed = reads.filter(columns.contains)
        let sources = computed.reduce(reads.subtracting(computed)) {
          $0.union(columns.sources(of: $1))
        }
        defaults.append(
          CalculatedDefault(
            property, at: index, compiled, sources, readsComputed: !computed.isEmpty))
      } catch  where isOfAwaitedType(error, type) {
        isAwaiting = true
      } catch {
        throw error.about(property)
      }
    }
    return CalculatedDefaults(
      counted: type.properties.indices.filter { type.properties[$0].givenDefault == .next },
      inOrder: try defaults.inOrder(), isAwaiting: isAwaiting)
  }
}

extension [CalculatedDefault] {
  fileprivate func inOrder() throws(StoreError) -> [CalculatedDefault] {
    var order: [CalculatedDefault] = []
    var path: [CalculatedDefault] = []
    func visit(_ initial: CalculatedDefault) throws(StoreError) {
      if order.contains(where: { $0 === initial }) { return }
      if let start = path.firstIndex(where: { $0 === initial }) {
        let names = path[start...].map(\.property.name)
        let next = names.count > 1 ? names[1] : names[0]
        throw StoreError(
          .expression, .defaultRing(names), property: names[0],
          token: path[start].compiled.expression.tokens.firstIndex { $0.name == next })
      }
      path.append(initial)
      for other in self where initial.sources.contains(other.property.name) { try visit(other) }
      path.removeLast()
      order.append(initial)
    }
    for initial in self { try visit(initial) }
    return order
  }
}

extension Property {
  func nextNumber(after greatest: Int?) -> Int? {
    var least: Int?
    if case .integer(let bound)? = range?.lowerBound { least = bound }
    guard let greatest else { return least ?? 1 }
    return greatest == .max ? nil : Swift.max(least ?? .min, greatest + 1)
  }

  fileprivate var shownFormula: String {
    let text = formula ?? ""
    return text.count > 100 ? text.prefix(99) + "…" : text
  }
}
