/// A part of a pattern as it was read.
indirect enum PatternNode: Sendable {
  /// One scalar of a set.
  case scalar(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// The part so many times; without a greatest number, any more times.
  case repeated(PatternNode, least: Int, most: Int?)
  /// The start of the text.
  case start
  /// The end of the text; also in front of a line end that is the last of it, if that is allowed.
  case end(beforeLineEnd: Bool)
}
