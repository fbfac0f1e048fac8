public import Records

/// What a formatter is given: the models of a screen, and nothing of the view.
public struct FormatterInput {
  /// The record that the screen is about.
  public var record: Record

  /// Makes the input of a screen about one record.
  public init(record: Record) {
    self.record = record
  }
}
