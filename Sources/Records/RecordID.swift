/// The name of a record: its type and its number, as in `Person/1`.
public struct RecordID: Hashable, Sendable, CustomStringConvertible {
  public var type: String
  /// Counts from 1 within the type, and is never given twice.
  public var number: Int

  public init(_ type: String, _ number: Int) {
    self.type = type
    self.number = number
  }

  public var description: String { "\(type.asName)/\(number)" }
}
