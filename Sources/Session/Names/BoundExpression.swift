internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Workspace

struct BoundExpression {
  var compiled: CompiledExpression
  var parameters: [Value?]
  /// Nil if the expression reads no masked property.
  var maskedKind: PropertyKind?
  /// For errors during evaluation.
  var tokens: [WrittenToken]
}
