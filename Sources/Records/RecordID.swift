/// The name of a record: its type and its number, as in `Person/1`.
public struct RecordID: Hashable, Sendable, CustomStringConvertible {
  /// The name of the record's type.
  public var type: String
  /// Counts from 1 within the type, and is never given twice.
  public var number: Int

  /// Makes the name of a record, whether or not there is such a record.
  public init(_ type: String, _ number: Int) {
    self.type = type
    self.number = number
  }

  /// The name as a command writes it, with backticks around a type that needs them: `Person/1`.
  public var description: String { "\(type.asName)/\(number)" }
}
