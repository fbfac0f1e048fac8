internal import CommandLanguage
internal import RecordStore
internal import Records

/// An expression that is ready to be evaluated, with the values of the session names in it.
struct BoundExpression {
  var compiled: CompiledExpression
  var parameters: [Value?]
  /// The kind of what it reads that is shown in full only where that is asked for; nil where it reads
  /// nothing such.
  var maskedKind: PropertyKind?
  /// Its tokens with their places, for errors that come only with the evaluation.
  var tokens: [WrittenToken]
}
