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
  /// What it reads of the record that it is evaluated on, among that `id`, its number.
  var ownProperties: Set<String>
  /// Which types it was compiled for, by the compiler's count.
  var edition: Int

  /// Whether it needs a record to be evaluated on.
  var usesOwnProperties: Bool { !ownProperties.isEmpty }
}
