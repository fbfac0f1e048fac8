/// A property of a record, such as `ann.age`.
public struct PathSyntax: Hashable, Sendable {
  /// The record.
  public var record: Spanned<RecordSyntax>
  /// The properties on the way, at least one.
  public var properties: [Name]

  /// Makes the path from `record` along `properties`.
  public init(record: Spanned<RecordSyntax>, properties: [Name]) {
    self.record = record
    self.properties = properties
  }

  /// The place of all of it.
  public var span: SourceSpan {
    SourceSpan(from: record.span, to: properties.last?.span ?? record.span)
  }
}
