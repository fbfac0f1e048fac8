/// A displayed text in its inner form, with the places of the one in the other.
public struct Reading: Sendable {
  /// The inner form, in UTF-8.
  public var bytes: [UInt8]

  /// The inner offset of each place between displayed characters, the start and the end included.
  ///
  /// Characters that are put on for display only have the same offset on both sides.
  public var boundaries: [Int]

  /// Whether characters for display only are literals, which a copy keeps also at its ends.
  public var hasLiterals = false

  /// Creates a reading.
  public init(bytes: [UInt8], boundaries: [Int]) {
    self.bytes = bytes
    self.boundaries = boundaries
  }

  /// The number of characters displayed.
  public var count: Int { boundaries.count - 1 }

  /// Whether the displayed character at an offset is part of the inner form.
  public func isSignificant(at offset: Int) -> Bool { boundaries[offset] < boundaries[offset + 1] }

  /// The place right after the displayed character that ends at an inner offset or holds it.
  public func place(ofInner offset: Int) -> Int {
    boundaries.firstIndex { $0 >= offset } ?? count
  }
}

extension Reading {
  /// The last displayed character before a place that is part of the inner form.
  func significant(before place: Int) -> Int? {
    (0..<place).last(where: isSignificant)
  }

  /// The first displayed character from a place on that is part of the inner form.
  func significant(from place: Int) -> Int? {
    (place..<count).first(where: isSignificant)
  }
}
