internal import CommandLanguage
internal import RecordStore
internal import Records

struct BoundExpression {
  var compiled: CompiledExpression
  var parameters: [Value?]
  var maskedKind: PropertyKind?
  var tokens: [WrittenToken]
}
