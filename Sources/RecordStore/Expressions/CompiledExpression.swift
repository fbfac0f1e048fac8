// Expressions are in our signatures, so a client that imports RecordStore needs them too.
@_exported public import Expressions
public import Records

/// An expression that was checked against the types of a store and can be evaluated.
///
/// It stays good when the types change: it is then checked anew at its next use.
public struct CompiledExpression: Hashable, Sendable {
  /// What was compiled.
  public let expression: RecordExpression
  /// The type whose properties the names are; nil if they are nobody's.
  public let type: String?
  /// The properties the expression reads, and the types whose records it counts or goes through.
  public var reads: Set<PropertyReference>

  /// The SQL of the expression, in brackets, with a `?` for each binding.
  package var sql: String { "(\(value.text))" }
  let value: AnalyzedExpression.SQL
  /// The SQL to order by, and to gather by: another one where the stored values do not sort as they
  /// compare.
  let order, group: AnalyzedExpression.SQL
  /// The key that no record has, where the value is the record of a key that is calculated.
  let unfoundKey: AnalyzedExpression.SQL?
  /// What it depends on besides the properties that it reads.
  let dependencies: Dependencies
  /// The kind of the value; nil where that is not known before the evaluation.
  public let kind: PropertyKind?
  /// Whether it comes to a text with a moment of UTC, without a zone.
  package let isUTC: Bool
  /// What has been read as a moment, by the places of the tokens.
  public let moments: [Int: Value]
  /// What it is compiled as.
  let role: AnalyzedExpression.Role
  /// Which types it was compiled for, by the compiler's count.
  let edition: Int

  /// The properties of the record that it reads, but for those that it only gathers of many.
  public var bareProperties: Set<String> { dependencies.bareProperties }
  /// Whether it gathers values of many records.
  public var isAggregate: Bool { dependencies.isAggregate }
  /// What it reads of the record that it is evaluated on, among that `id`, its number.
  var ownProperties: Set<String> { dependencies.ownProperties }
  /// How it comes to the other records that it reads; nil if some are not found from its own.
  var routes: Set<ReferencePath>? { dependencies.routes }
  /// Whether it needs a record to be evaluated on.
  var usesOwnProperties: Bool { !ownProperties.isEmpty }
}
