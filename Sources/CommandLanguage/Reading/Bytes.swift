internal import Values

let backtick = UInt8(ascii: "`")

extension ArraySlice<UInt8> {
  package var isASCII: Bool { withUnsafeBufferPointer { $0.allSatisfy { $0 < 0x80 } } }
}

func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x09 || (0x0B...0x0D).contains(byte)
}

func isDigit(_ bytes: [UInt8], at offset: Int) -> Bool {
  offset < bytes.count && bytes[offset].isDigit
}

func isHexadecimalDigit(_ bytes: [UInt8], at offset: Int) -> Bool {
  guard offset < bytes.count else { return false }
  return bytes[offset].isDigit || (0x61...0x66).contains(bytes[offset] | 0x20)
}

func scalarLength(_ byte: UInt8) -> Int {
  switch byte {
  case 0xF0...: 4
  case 0xE0...: 3
  case 0xC0...: 2
  default: 1
  }
}

func scalar(in bytes: [UInt8], at offset: Int) -> Unicode.Scalar? {
  let end = min(bytes.count, offset + scalarLength(bytes[offset]))
  return String(decoding: bytes[offset..<end], as: UTF8.self).unicodeScalars.first
}

/// Returns the end of the name at `offset`, or `offset` if no name begins there.
///
/// - Parameter isInside: Whether `offset` is inside a name or number.
func wordEnd(in bytes: [UInt8], from offset: Int, isInside: Bool = false) -> Int {
  var end = offset
  while end < bytes.count {
    let isFirst = end == offset && !isInside
    switch bytes[end] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      end += 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      if isFirst { return end }
      end += 1
    case 0x80...:
      guard let scalar = scalar(in: bytes, at: end), isNamePart(scalar, isFirst: isFirst) else {
        return end
      }
      end += scalarLength(bytes[end])
    default: return end
    }
  }
  return end
}

extension String {
  var isPlainWord: Bool {
    let bytes = Array(utf8)
    return !bytes.isEmpty && wordEnd(in: bytes, from: 0) == bytes.count
  }
}

private func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
  if scalar.isLetter { return true }
  return switch scalar.properties.generalCategory {
  case .nonspacingMark, .spacingMark, .decimalNumber: !isFirst
  default: false
  }
}

func optionEnd(in bytes: [UInt8], from offset: Int) -> Int? {
  let isFree = offset == 0 || isSpace(bytes[offset - 1]) || bytes[offset - 1] == 0x0A
  guard isFree, offset + 2 < bytes.count, bytes[offset] == UInt8(ascii: "-"),
    bytes[offset + 1] == UInt8(ascii: "-")
  else { return nil }
  var end = offset + 2
  guard wordEnd(in: bytes, from: end) > end else { return nil }
  while true {
    let next = wordEnd(in: bytes, from: end, isInside: true)
    if next > end {
      end = next
    } else if end < bytes.count, bytes[end] == UInt8(ascii: "-") {
      end += 1
    } else {
      return end
    }
  }
}

func symbolLength(in bytes: [UInt8], at offset: Int) -> Int {
  func follows(_ text: StaticString) -> Bool {
    guard offset + text.utf8CodeUnitCount < bytes.count else { return false }
    return text.withUTF8Buffer { bytes[(offset + 1)...].starts(with: $0) }
  }
  switch bytes[offset] {
  case UInt8(ascii: "."): return follows("..") ? 3 : 1
  case UInt8(ascii: "-"): return follows(">>") ? 3 : follows(">") || follows("-") ? 2 : 1
  case UInt8(ascii: "<"): return follows("=") || follows(">") || follows("<") ? 2 : 1
  case UInt8(ascii: ">"): return follows("=") || follows(">") ? 2 : 1
  case UInt8(ascii: "="), UInt8(ascii: ":"): return follows("=") ? 2 : 1
  case UInt8(ascii: "|"): return follows("|") ? 2 : 1
  case UInt8(ascii: "!"): return follows("=") ? 2 : 0
  case UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "/"),
    UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "?"):
    return 1
  default: return 0
  }
}
