// Reexported because public signatures contain expressions.
@_exported public import Expressions
public import Records

/// An expression that was checked against the types of a store and can be evaluated.
///
/// If the types change, the expression is recompiled at its next use.
public struct CompiledExpression: Hashable, Sendable {
  /// The compiled expression.
  public let expression: RecordExpression
  /// The type whose properties the expression can name, or nil.
  public let type: String?
  /// The properties that the expression reads, and the types whose records it counts or iterates.
  public var reads: Set<PropertyReference>

  /// The SQL in parentheses, with a `?` for each binding.
  package var sql: String { "(\(value.text))" }
  let value: AnalyzedExpression.SQL
  /// The SQL for ORDER BY and GROUP BY. Differs from ``value`` if SQLite would not sort or group
  /// the stored values correctly, for example decimals of more than 15 digits.
  let order, group: AnalyzedExpression.SQL
  /// SQL for the calculated key if no record has it; nil unless the value is a record found by a
  /// calculated key.
  let unfoundKey: AnalyzedExpression.SQL?
  let dependencies: Dependencies
  /// The kind of the value; nil if unknown before evaluation.
  public let kind: PropertyKind?
  /// Whether the value is a text that contains a UTC time without a time zone.
  package let isUTC: Bool
  /// The reason why a sum of the values would be meaningless; nil if a sum is meaningful.
  package let reasonForNoSum: String?
  /// The literals read as dates and times, by token index.
  public internal(set) var moments: [Int: Value]
  let role: AnalyzedExpression.Role
  /// The compiler's revision of the types for which the expression was compiled.
  let edition: Int

  /// The properties of the evaluated record that the expression reads outside of aggregates.
  public var bareProperties: Set<String> { dependencies.bareProperties }
  /// Whether the expression aggregates values of several records.
  public var isAggregate: Bool { dependencies.isAggregate }
  /// The properties of the evaluated record that the expression reads, including `id`.
  var ownProperties: Set<String> { dependencies.ownProperties }
  /// The reference paths to other records that the expression reads; nil if it reads some records
  /// without a path.
  var routes: Set<ReferencePath>? { dependencies.routes }
  package var usesOwnProperties: Bool { !ownProperties.isEmpty }
}
