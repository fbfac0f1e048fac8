/// A property of a record or an item of it, such as `ann.age`, `ann.boss.name` and
/// `show.reviews[0].rating`.
public struct PathSyntax: Hashable, Sendable {
  /// The record.
  public var record: Spanned<RecordSyntax>
  /// The properties on the way, at least one.
  public var steps: [PathStep]

  /// Makes the path from `record` along `steps`.
  public init(record: Spanned<RecordSyntax>, steps: [PathStep]) {
    self.record = record
    self.steps = steps
  }

  /// The place of all of it.
  public var span: SourceSpan {
    SourceSpan(from: record.span, to: steps.last?.span ?? record.span)
  }
}
