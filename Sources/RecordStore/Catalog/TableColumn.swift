internal import Expressions
internal import Records

/// A column of a record's table whose changes are recorded.
struct TableColumn {
  /// Where the values of a column come from.
  enum Source {
    case property(Property)
    /// The record in whose list the record is.
    case owner(ListLink)
    /// The place in that list; greater ones come later, and there is room between them.
    case position(ListLink)
    /// What a table has while its columns change: anything of one of SQLite's types.
    case loose(Loose)
  }

  /// A column without conditions.
  struct Loose {
    /// The name of the column, which a property that is to go has no more.
    var name: String
    /// What the history calls the values.
    var historyName: String
    var storage: Storage
    /// The type in a STRICT table.
    var type: String
  }

  /// The number of the column's values, in `wb_prop`.
  let number: Int
  let source: Source
  let storage: Storage

  init(number: Int, _ source: Source) {
    self.number = number
    self.source = source
    storage =
      switch source {
      case .property(let property): Storage(property)
      case .owner(let link): .reference(link.owner)
      case .position: .integer
      case .loose(let column): column.storage
      }
  }

  /// The property whose values they are; nil for what makes the record an item of a list.
  var property: Property? { if case .property(let property) = source { property } else { nil } }

  /// The name of the column.
  var plainName: String {
    switch source {
    case .property(let property): property.name
    case .owner(let link): link.ownerColumn
    case .position(let link): link.positionColumn
    case .loose(let column): column.name
    }
  }

  /// The name of the column as SQL writes it.
  var name: String { plainName.asSQLName }

  /// What the history calls the values.
  var historyName: String {
    switch source {
    case .property(let property): property.name
    case .owner(let link): link.ownerName
    case .position(let link): link.positionName
    case .loose(let column): column.historyName
    }
  }

  /// Whether a value can be missing.
  var isOptional: Bool { property?.isOptional ?? true }

  /// Whether no two records may have the same value.
  var isUnique: Bool { property?.isDistinct ?? false }

  /// How values are compared that must not be the same, as SQL writes it after one of them.
  var collation: String { property?.collation ?? "" }

  /// The name of the type whose records the values are; nil for other values.
  var target: String? {
    guard !isLoose, case .reference(let type) = storage else { return nil }
    return type
  }

  private var isLoose: Bool { if case .loose = source { true } else { false } }

  /// What becomes of a record when the one is deleted that it refers to.
  var onDelete: Property.OnDelete { property.map { $0.onDelete ?? .refuse } ?? .cascade }
}

extension TableColumn {
  /// The column as the command that makes it writes it.
  ///
  /// - Parameter hasFormerDefault: Whether the table was made before format 5.
  func definition(hasFormerDefault: Bool = false) -> String {
    if case .loose(let column) = source { return "\(name) \(column.type)" }
    guard let property else {
      guard let target else { return "\(name) INTEGER" }
      return "\(name) INTEGER REFERENCES \(target.asSQLName)(id) ON DELETE CASCADE"
    }
    var parts = [name, storage.columnType]
    if !property.isOptional { parts.append("NOT NULL") }
    if let target {
      parts.append("REFERENCES \(target.asSQLName)(id)")
      // What refuses waits for the end of the statement: a record can refer to itself.
      switch onDelete {
      case .refuse: break
      case .clear: parts.append("ON DELETE SET NULL")
      case .cascade: parts.append("ON DELETE CASCADE")
      }
    }
    let initial = hasFormerDefault ? formerDefault : property.defaultValue
    if let initial { parts.append("DEFAULT " + literal(initial)) }
    parts += conditions(property).map { "CHECK (\(name) \($0))" }
    return parts.joined(separator: " ")
  }

  /// What the index of the column with a number is called, if there is one.
  static func indexName(_ number: Int) -> String { "wb_prop\(number)" }

  /// The index that keeps the values unique, or by which a record finds those that refer to it; nil
  /// for another column.
  func index(on table: String) -> SchemaObject? { index(on: table, collation) }

  private func index(on table: String, _ collation: String) -> SchemaObject? {
    guard isUnique || target != nil else { return nil }
    var columns = [isUnique ? name + collation : name]
    if case .owner(let link) = source { columns.append(link.positionColumn.asSQLName) }
    return SchemaObject(
      "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(Self.indexName(number)) "
        + "ON \(table)(\(columns.joined(separator: ", ")))")
  }

  /// The index of the formats before 5, where that lets values be that differ in case only; it
  /// stays where there are such values.
  func laxerIndex(on table: String) -> SchemaObject? {
    collation.isEmpty ? nil : index(on: table, "")
  }

  /// What the values must be: a CHECK that holds for other programs too.
  private func conditions(_ property: Property) -> [String] {
    var conditions: [String] = []
    if property.isKey, property.kind == .text { conditions.append("<> ''") }
    if property.kind == .boolean { conditions.append("IN (0, 1)") }
    if case .choice(let names) = property.kind {
      conditions.append("IN (\(names.map(\.asSQLText).joined(separator: ", ")))")
    }
    // Numerals are not read exactly everywhere, so a bound gives way by half a unit of its last
    // place. Long decimals are texts, which SQLite cannot compare as numbers.
    if let lower = property.range?.lowerBound, !storage.isLong {
      conditions.append(">= \(bound(lower, property, " - "))")
    }
    if let upper = property.range?.upperBound, !storage.isLong {
      conditions.append("<= \(bound(upper, property, " + "))")
    }
    // SQLite counts scalars, of which a text has at least as many as characters.
    if let least = property.length?.minimum, least > 0 {
      conditions.append("IS NULL OR length(\(name)) >= \(least)")
    }
    return conditions
  }

  private func bound(_ value: Value, _ property: Property, _ sign: String) -> String {
    switch value {
    case .decimal(let number), .percent(let number):
      let places = property.storedFractionDigits ?? 0
      return "\(number)\(sign)0." + String(repeating: "0", count: places) + "5"
    case .double(let number) where number != number.rounded():
      return "\(number)\(sign)\(number.ulp)"
    case .date, .dateTime, .month: return value.description.asSQLText
    case .time(let time): return time.stored.asSQLText
    case .duration(let span): return String(span.seconds)
    case .text, .integer, .double, .boolean, .reference, .list: return value.description
    }
  }

  /// The default of the column, as SQL writes it.
  var defaultLiteral: String { property?.defaultValue.map(literal) ?? "NULL" }

  /// The default that the column has in a table which was made before format 5, as SQL writes it;
  /// nil for none.
  var formerDefaultLiteral: String? { formerDefault.map(literal) }

  /// That of the property or, for a number that cannot be zero, the value nearest to it.
  private var formerDefault: Value? {
    guard let property else { return nil }
    if let value = property.defaultValue { return value }
    guard property.isRequired, !property.isKey, let zero = property.kind.zero else { return nil }
    return property.range.flatMap { try? property.checked($0.clamping(zero)) }
  }

  private func literal(_ value: Value) -> String {
    switch value {
    case .text(let text): return text.asSQLText
    case .date, .dateTime, .month: return value.description.asSQLText
    case .time(let time): return time.stored.asSQLText
    case .duration(let span): return String(span.seconds)
    case .boolean(let flag): return flag ? "1" : "0"
    case .integer(let number): return String(number)
    case .reference(let id): return String(id.number)
    case .list: return storage.stored(value).text?.asSQLText ?? "NULL"
    case .double(let number): return number < 0 ? "(\(number))" : "\(number)"
    case .decimal(let number), .percent(let number):
      if storage.isLong { return number.description.asSQLText }
      return number.fractionDigits == 0 ? number.description : number.asSQLNumber
    }
  }
}

extension Property {
  /// How values are compared that must not be the same, as SQL writes it after one of them.
  ///
  /// An address is ASCII, of which every program can ignore the case.
  var collation: String { ignoresCase ? " COLLATE NOCASE" : "" }
}
