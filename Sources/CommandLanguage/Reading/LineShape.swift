internal import Values

/// The text of a line with numbers and plain texts abstracted. Lines with the same shape parse
/// alike.
///
/// Only lines of words, integers, plain texts in quotation marks and the signs `=`, `/` and `.`
/// have a shape. All numbers of up to nine digits are equal, except 0; all plain texts are equal,
/// except the empty text.
///
/// - Complexity: O(*n*) in the length of the line; about 5 % of the cost of parsing a command.
package struct LineShape: Hashable, Sendable {
  private var bytes: [UInt8]

  package init?(of line: ArraySlice<UInt8>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count)
    let isShape = Self.follow(line) { byte in
      bytes.append(byte)
      return true
    } found: { _ in
    }
    guard isShape else { return nil }
    self.bytes = bytes
  }

  package func isShape(of line: ArraySlice<UInt8>) -> Bool { isShape(of: line) { _ in } }

  /// - Parameter found: Receives the ranges of numbers, and of texts including their quotation marks.
  @inline(__always)
  func isShape(of line: ArraySlice<UInt8>, found: (Range<Int>) -> Void) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var count = 0
      let isShape = Self.follow(line) { byte in
        guard count < bytes.count, bytes[count] == byte else { return false }
        count += 1
        return true
      } found: {
        found($0)
      }
      return isShape && count == bytes.count
    }
  }

  /// Passes the bytes of the shape to `take` until `take` returns false, and the ranges of literals
  /// to `found`.
  ///
  /// - Returns: Whether the line has a shape and `take` accepted all of the shape.
  @inline(__always)
  private static func follow(
    _ line: ArraySlice<UInt8>, _ take: (UInt8) -> Bool, found: (Range<Int>) -> Void
  ) -> Bool {
    line.withUnsafeBufferPointer { line in
      guard let first = line.first, isLetter(first) else { return false }
      var index = 0
      while index < line.count {
        let byte = line[index]
        switch byte {
        case _ where isLetter(byte):
          while index < line.count, isLetter(line[index]) || line[index].isDigit {
            guard take(line[index]) else { return false }
            index += 1
          }
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          let start = index
          while index < line.count, line[index].isDigit { index += 1 }
          let count = index - start
          guard count <= 9, index == line.count || !isLetter(line[index]) else { return false }
          guard byte != UInt8(ascii: "0") || count == 1 else { return false }
          let isZero = byte == UInt8(ascii: "0")
          guard take(isZero ? byte : UInt8(ascii: "1")) else { return false }
          found(start..<index)
        case UInt8(ascii: "\""):
          let start = index
          index += 1
          while index < line.count, line[index] != byte {
            guard isPlain(line[index]) else { return false }
            index += 1
          }
          guard index < line.count else { return false }
          index += 1
          guard take(byte), index - start == 2 || take(byte) else { return false }
          found(start..<index)
        case UInt8(ascii: " "), UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: "."):
          guard take(byte) else { return false }
          index += 1
        default: return false
        }
      }
      return true
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
      || byte == UInt8(ascii: "_")
  }

  /// Whether the byte needs no escape and begins no template.
  private static func isPlain(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte.isDigit || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
  }
}
