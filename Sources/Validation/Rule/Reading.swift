/// The inner form of a displayed text, with the mapping of offsets.
public struct Reading: Sendable {
  /// The inner form, in UTF-8.
  public var bytes: [UInt8]

  /// The inner offset of each boundary between displayed characters, including the start and the
  /// end.
  ///
  /// A character that is only displayed has equal offsets on both sides.
  public var boundaries: [Int]

  /// Whether characters that are only displayed are literals, which a copy keeps even at its ends.
  public var hasLiterals = false

  /// Creates a reading.
  public init(bytes: [UInt8], boundaries: [Int]) {
    self.bytes = bytes
    self.boundaries = boundaries
  }

  /// The number of displayed characters.
  public var count: Int { boundaries.count - 1 }

  /// Returns whether the displayed character at an offset is part of the inner form.
  public func isSignificant(at offset: Int) -> Bool { boundaries[offset] < boundaries[offset + 1] }

  /// Returns the position right after the displayed character that contains or ends at an inner
  /// offset.
  public func place(ofInner offset: Int) -> Int {
    boundaries.firstIndex { $0 >= offset } ?? count
  }
}

extension Reading {
  func significant(before place: Int) -> Int? {
    (0..<place).last(where: isSignificant)
  }

  func significant(from place: Int) -> Int? {
    (place..<count).first(where: isSignificant)
  }
}
