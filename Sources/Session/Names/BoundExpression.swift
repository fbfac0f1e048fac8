internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Workspace

struct BoundExpression {
  var compiled: CompiledExpression
  var parameters: [Value?]
  /// The kind of a masked property that the expression reads; nil if it reads no masked property.
  var maskedKind: PropertyKind?
  /// For errors during evaluation.
  var tokens: [WrittenToken]
}
