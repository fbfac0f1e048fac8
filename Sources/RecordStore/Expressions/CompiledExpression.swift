// Expressions are in our signatures, so a client that imports RecordStore needs them too.
@_exported public import Expressions
public import Records

/// An expression that was checked against the types of a store and can be evaluated.
///
/// If types change, the expression is compiled again at its next use.
public struct CompiledExpression: Hashable, Sendable {
  /// The compiled expression.
  public let expression: RecordExpression
  /// The type whose properties can be named, or nil.
  public let type: String?
  /// The properties that the expression reads, and the types whose records it counts or iterates.
  public var reads: Set<PropertyReference>

  /// In parentheses, with a `?` for each binding.
  package var sql: String { "(\(value.text))" }
  let value: AnalyzedExpression.SQL
  /// For ORDER BY and GROUP BY; differs if stored values do not sort as they compare.
  let order, group: AnalyzedExpression.SQL
  /// If the value is a record with a calculated key: the key, if no record has it.
  let unfoundKey: AnalyzedExpression.SQL?
  let dependencies: Dependencies
  /// The kind of the value; nil if unknown before evaluation.
  public let kind: PropertyKind?
  /// Whether the value is a text with a UTC time without a zone.
  package let isUTC: Bool
  /// Why a sum of the values would be meaningless; nil if meaningful.
  package let reasonForNoSum: String?
  /// The literals read as dates and times, by token index.
  public internal(set) var moments: [Int: Value]
  let role: AnalyzedExpression.Role
  /// The revision of the compiler's types.
  let edition: Int

  /// The properties of the record that the expression reads outside of aggregates.
  public var bareProperties: Set<String> { dependencies.bareProperties }
  /// Whether the expression aggregates values of several records.
  public var isAggregate: Bool { dependencies.isAggregate }
  /// The properties read of the evaluated record, including `id`.
  var ownProperties: Set<String> { dependencies.ownProperties }
  /// The paths to other records that the expression reads; nil if some are not reached by a path.
  var routes: Set<ReferencePath>? { dependencies.routes }
  package var usesOwnProperties: Bool { !ownProperties.isEmpty }
}
