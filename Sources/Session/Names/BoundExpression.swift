internal import CommandLanguage
internal import RecordStore
internal import Records

/// A compiled expression with the values of its session names.
struct BoundExpression {
  var compiled: CompiledExpression
  var parameters: [Value?]
  /// The kind of a masked property that the expression reads; nil if it reads no masked property.
  var maskedKind: PropertyKind?
  /// The tokens with their spans, for errors during evaluation.
  var tokens: [WrittenToken]
}
