internal import Records

/// The table of one record type: what its columns and properties are called, and its statements.
final class Table {
  /// The number of the type, in `wb_type`.
  let id: Int
  let type: RecordType
  /// The name of the table, as SQL writes it.
  let name: String
  /// The property that stands for "the record exists", in `wb_prop`.
  let existence: Int
  /// The numbers of the type's properties, in their order.
  let properties: [Int]
  /// The columns of the properties as SQL writes them, in their order.
  let columns: [String]
  let storages: [Storage]
  /// The rules of the type in the order they were defined.
  var rules: [TableRule] = []

  // Kept here because looking a statement up by its text costs as much as running it.
  var insertion: (any EngineStatement)?
  var selection: (any EngineStatement)?
  var deletion: (any EngineStatement)?
  var updates: [(any EngineStatement)?]

  init(id: Int, _ type: RecordType, existence: Int, properties: [Int]) {
    self.id = id
    self.type = type
    self.existence = existence
    self.properties = properties
    name = type.name.asSQLName
    columns = type.properties.map(\.name.asSQLName)
    storages = type.properties.map(Storage.init)
    updates = Array(repeating: nil, count: properties.count)
  }

  /// The place of the property with a number in `wb_prop`; nil for the existence.
  func index(ofProperty number: Int) -> Int? { properties.firstIndex(of: number) }

  /// Whether a property may not have the same value twice.
  static func isUnique(_ property: Property) -> Bool { property.isKey || property.isUnique }

  /// The values of a row, the first of them at a column.
  func values(of statement: any EngineStatement, from column: Int = 0) -> [Value?] {
    storages.indices.map { storages[$0].value(statement.column(column + $0)) }
  }
}

extension Table {
  /// The command that makes the table.
  var creation: String {
    let columns = ["id INTEGER PRIMARY KEY AUTOINCREMENT"] + type.properties.map(Self.column)
    return "CREATE TABLE \(name)(\n  " + columns.joined(separator: ",\n  ") + ") STRICT"
  }

  private static func column(_ property: Property) -> String {
    let name = property.name.asSQLName
    let storage = Storage(property)
    var parts = [name, storage.columnType]
    if !property.isOptional { parts.append("NOT NULL") }
    if isUnique(property) { parts.append("UNIQUE") }
    if let value = property.defaultValue { parts.append("DEFAULT " + literal(value, storage)) }
    parts += conditions(property, storage).map { "CHECK (\(name) \($0))" }
    return parts.joined(separator: " ")
  }

  /// What the column's values must be: the guard behind the validator, for other programs.
  private static func conditions(_ property: Property, _ storage: Storage) -> [String] {
    var conditions: [String] = []
    if property.isKey, property.kind == .text { conditions.append("<> ''") }
    if property.kind == .boolean { conditions.append("IN (0, 1)") }
    if case .choice(let names) = property.kind {
      conditions.append("IN (\(names.map(\.asSQLText).joined(separator: ", ")))")
    }
    // Numerals are not read exactly everywhere, so a bound gives way by half a unit of its last
    // place. Long decimals are texts, which SQLite cannot compare as numbers.
    if let lower = property.range?.lowerBound, storage != .longDecimal {
      conditions.append(">= \(bound(lower, property, " - "))")
    }
    if let upper = property.range?.upperBound, storage != .longDecimal {
      conditions.append("<= \(bound(upper, property, " + "))")
    }
    return conditions + lengthCondition(property)
  }

  private static func lengthCondition(_ property: Property) -> [String] {
    // SQLite counts scalars, of which a text has at least as many as characters.
    guard let least = property.length?.minimum, least > 0 else { return [] }
    return ["IS NULL OR length(\(property.name.asSQLName)) >= \(least)"]
  }

  private static func bound(_ value: Value, _ property: Property, _ sign: String) -> String {
    switch value {
    case .decimal(let number):
      let places = property.decimalDigits?.fraction.upperBound ?? 0
      return "\(number)\(sign)0." + String(repeating: "0", count: places) + "5"
    case .double(let number) where number != number.rounded():
      return "\(number)\(sign)\(number.ulp)"
    case .date, .dateTime: return value.description.asSQLText
    default: return value.description
    }
  }

  /// The default of a property that has one, as SQL writes it.
  static func defaultLiteral(_ property: Property) -> String {
    property.defaultValue.map { literal($0, Storage(property)) } ?? "NULL"
  }

  private static func literal(_ value: Value, _ storage: Storage) -> String {
    switch value {
    case .text(let text): return text.asSQLText
    case .date, .dateTime: return value.description.asSQLText
    case .boolean(let flag): return flag ? "1" : "0"
    case .integer(let number): return String(number)
    case .double(let number): return number < 0 ? "(\(number))" : "\(number)"
    case .decimal(let number):
      if storage == .longDecimal { return number.description.asSQLText }
      // A division is exact to the last bit everywhere; a numeral with a point is not.
      let text = number.description
      guard let point = text.firstIndex(of: ".") else { return text }
      let fraction = text[text.index(after: point)...]
      let power = String(repeating: "0", count: fraction.utf8.count)
      return "(\(text[..<point])\(fraction) / 1\(power).0)"
    }
  }
}
