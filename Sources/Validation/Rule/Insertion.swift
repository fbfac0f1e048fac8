/// What a grammar makes of a text to be inserted, before the rule judges it.
public enum Insertion: Sendable {
  /// This inner text is to be inserted, in place also of so many bytes before it and behind it.
  case insert([UInt8], dropping: Int, droppingBehind: Int = 0)
  /// The caret moves over so many displayed characters instead.
  case move(Int)
  /// It is taken and changes nothing, not even the selection.
  case nothing
  /// It can stand nowhere.
  case rejected(Rejection)
}
