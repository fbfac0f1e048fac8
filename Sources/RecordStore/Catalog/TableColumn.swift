internal import Expressions
internal import Records

struct TableColumn {
  enum Source {
    case property(Property)
    case owner(ListLink)
    /// The position in the list; positions ascend, with gaps.
    case position(ListLink)
    /// A column without constraints, used while columns change.
    case loose(Loose)
  }

  struct Loose {
    /// Stored separately, because a property that is about to be dropped has no name any more.
    var name: String
    var historyName: String
    var storage: Storage
    /// The SQL type in a STRICT table.
    var type: String
  }

  /// The number in `wb_prop`.
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

  var property: Property? { if case .property(let property) = source { property } else { nil } }

  var plainName: String {
    switch source {
    case .property(let property): property.name
    case .owner(let link): link.ownerColumn
    case .position(let link): link.positionColumn
    case .loose(let column): column.name
    }
  }

  var name: String { plainName.asSQLName }

  var historyName: String {
    switch source {
    case .property(let property): property.name
    case .owner(let link): link.ownerName
    case .position(let link): link.positionName
    case .loose(let column): column.historyName
    }
  }

  var isOptional: Bool { property?.isOptional ?? true }

  var isUnique: Bool { property?.isDistinct ?? false }

  var collation: String { property?.collation ?? "" }

  var target: String? {
    guard !isLoose, case .reference(let type) = storage else { return nil }
    return type
  }

  private var isLoose: Bool { if case .loose = source { true } else { false } }

  var onDelete: Property.OnDelete { property.map { $0.onDelete ?? .refuse } ?? .cascade }

  /// - Parameter hasFormerDefault: Whether the table was created before format 5.
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
      // `refuse` needs no clause: by default SQLite checks references at the end of the statement,
      // so a record that refers to itself can be deleted.
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

  static func indexName(_ number: Int) -> String { "wb_prop\(number)" }

  func index(on table: String) -> SchemaObject? { index(on: table, collation) }

  private func index(on table: String, _ collation: String) -> SchemaObject? {
    guard isUnique || target != nil else { return nil }
    var columns = [isUnique ? name + collation : name]
    if case .owner(let link) = source { columns.append(link.positionColumn.asSQLName) }
    return SchemaObject(
      "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(Self.indexName(number)) "
        + "ON \(table)(\(columns.joined(separator: ", ")))")
  }

  /// The case-sensitive index of formats before 5, which is kept if values differ only in case.
  func laxerIndex(on table: String) -> SchemaObject? {
    collation.isEmpty ? nil : index(on: table, "")
  }

  /// CHECK constraints, which also apply to writes by other programs.
  private func conditions(_ property: Property) -> [String] {
    var conditions: [String] = []
    if property.isKey, property.kind == .text { conditions.append("<> ''") }
    if property.kind == .boolean { conditions.append("IN (0, 1)") }
    if case .choice(let names) = property.kind {
      conditions.append("IN (\(names.map(\.asSQLText).joined(separator: ", ")))")
    }
    // Some programs do not parse decimal literals exactly, so bounds are extended by half a unit of
    // the last digit. Long decimals are stored as texts, which SQLite cannot compare as numbers.
    if let lower = property.range?.lowerBound, !storage.isLong {
      conditions.append(">= \(bound(lower, property, " - "))")
    }
    if let upper = property.range?.upperBound, !storage.isLong {
      conditions.append("<= \(bound(upper, property, " + "))")
    }
    // SQLite counts Unicode scalars; a text has at least as many scalars as characters.
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

  var defaultLiteral: String { property?.defaultValue.map(literal) ?? "NULL" }

  var formerDefaultLiteral: String? { formerDefault.map(literal) }

  /// The SQL default of a table created before format 5. If a number cannot be zero, the default is
  /// the valid value nearest to zero.
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
  /// Web and email addresses are ASCII except for their domain, which is stored in lower case, so
  /// every program can ignore their case.
  var collation: String { ignoresCase ? " COLLATE NOCASE" : "" }
}
