public import Records

/// An expression that was checked against the types of a store and can be evaluated.
///
/// It stays good when the types change: it is then checked anew at its next use.
public struct CompiledExpression: Hashable, Sendable {
  /// A value that is bound when the expression runs.
  enum Binding: Hashable, Sendable {
    case literal(SQLValue)
    case parameter(Int)
  }

  /// What was compiled.
  public let expression: Expression
  /// The type whose properties the names are; nil if they are nobody's.
  public let type: String?
  /// The properties the expression reads, and the types whose records it counts or goes through.
  public var reads: Set<PropertyReference>

  /// The SQL of the expression, in brackets, with a `?` for each binding.
  package var sql: String
  /// The SQL to order by; another one where the stored values do not sort as they compare.
  package var orderingSQL: String
  var bindings: [Binding]
  /// How it comes to the other records that it reads; nil if some are not found from its own.
  var routes: Set<ExpressionRoute>?
  /// What it reads of the record that it is evaluated on, among that `id`, its number.
  var ownProperties: Set<String>
  /// The kind of the value; nil where that is not known before the evaluation.
  public internal(set) var kind: PropertyKind?
  /// Whether it comes to a moment of UTC, as date functions write it: without a zone.
  package internal(set) var isUTC = false
  /// The properties of the record that it reads, but for those that it only gathers of many.
  public internal(set) var bareProperties: Set<String> = []
  /// Whether it gathers values of many records.
  public internal(set) var isAggregate = false
  /// What it is compiled as.
  var role = ExpressionRole.condition
  /// Which types it was compiled for, by the compiler's count.
  var edition: Int

  /// Whether it needs a record to be evaluated on.
  var usesOwnProperties: Bool { !ownProperties.isEmpty }
}

/// What an expression is for, which decides what it can be.
enum ExpressionRole: Hashable, Sendable {
  /// A condition or a value of one record.
  case condition
  /// A column or an order of a table, which can gather values of many records.
  case result
  /// What a file has, in which values of unlike kinds were no error once.
  case kept
}

/// A property of a type, or the existence of its records.
public struct PropertyReference: Hashable, Sendable {
  /// The name of the type.
  public var type: String
  /// The name of the property; nil for which records there are.
  public var property: String?

  /// Refers to a property, or to which records the type has where none is named.
  public init(_ type: String, _ property: String? = nil) {
    self.type = type
    self.property = property
  }
}
