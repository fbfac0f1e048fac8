/// What a line has besides its numbers and short texts: lines of one shape can be read alike.
///
/// Only lines have one that hold nothing but words, whole numbers, plain texts in quotation marks
/// and the signs `=`, `/` and `.`. Numbers of up to nine digits and texts of plain characters count as
/// the same; 0 and the empty text stand for themselves.
///
/// - Complexity: O(*n*) in the length of the line, a twentieth of what it costs to read a command.
package struct LineShape: Hashable, Sendable {
  private var bytes: [UInt8] = []

  /// Takes the shape of a line; nil if it has none.
  package init?(of line: [UInt8]) {
    guard let first = line.first, Self.isLetter(first) else { return nil }
    bytes.reserveCapacity(line.count)
    var index = 0
    while index < line.count {
      let byte = line[index]
      switch byte {
      case _ where Self.isLetter(byte):
        // A name can end with digits.
        while index < line.count, Self.isLetter(line[index]) || Self.isDigit(line[index]) {
          bytes.append(line[index])
          index += 1
        }
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = index
        while index < line.count, Self.isDigit(line[index]) { index += 1 }
        let count = index - start
        guard count <= 9, index == line.count || !Self.isLetter(line[index]) else { return nil }
        guard byte != UInt8(ascii: "0") || count == 1 else { return nil }
        bytes.append(count == 1 && byte == UInt8(ascii: "0") ? byte : UInt8(ascii: "1"))
      case UInt8(ascii: "\""):
        let start = index
        index += 1
        while index < line.count, line[index] != byte {
          guard Self.isPlain(line[index]) else { return nil }
          index += 1
        }
        guard index < line.count else { return nil }
        index += 1
        bytes.append(byte)
        if index - start > 2 { bytes.append(byte) }
      case UInt8(ascii: " "), UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: "."):
        bytes.append(byte)
        index += 1
      default: return nil
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
      || byte == UInt8(ascii: "_")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Whether a byte of a text means itself, whatever command the text is in.
  private static func isPlain(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
  }
}
