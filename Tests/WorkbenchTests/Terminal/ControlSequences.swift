struct ControlSequences {
  enum Token: Hashable {
    case character(Unicode.Scalar)
    /// For example BS, LF or CR.
    case control(UInt8)
    /// The characters after ESC, for example `7` or `(B`.
    case escape(String)
    /// The parts after ESC `[`: the private marker (`?`), numbers and the final letter.
    case sequence(mark: String, numbers: [Int], final: Character)
  }

  private enum State {
    case ground
    case escape(String)
    case sequence([UInt8])
    /// For example OSC or DCS, ended by BEL or ESC `\`.
    case string(endsNext: Bool)
  }

  private var state = State.ground
  private var character: [UInt8] = []

  mutating func read(_ byte: UInt8) -> [Token] {
    switch state {
    case .ground: readText(byte)
    case .escape(let text): readEscape(byte, after: text)
    case .sequence(let bytes): readSequence(byte, after: bytes)
    case .string(let endsNext): readString(byte, endsNext: endsNext)
    }
  }

  private mutating func readText(_ byte: UInt8) -> [Token] {
    if !character.isEmpty {
      if byte & 0xC0 == 0x80 {
        character.append(byte)
        guard character.count == Self.length(character[0]) else { return [] }
        defer { character = [] }
        return [
          .character(
            String(validating: character, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}")
        ]
      }
      character = []
      return [.character("\u{FFFD}")] + readText(byte)
    }
    if byte == 0x1B {
      state = .escape("")
      return []
    }
    if byte < 0x20 || byte == 0x7F { return [.control(byte)] }
    if byte < 0x80 { return [.character(Unicode.Scalar(byte))] }
    guard Self.length(byte) > 1 else { return [.character("\u{FFFD}")] }
    character = [byte]
    return []
  }

  private mutating func readEscape(_ byte: UInt8, after text: String) -> [Token] {
    if byte < 0x20 { return readControl(byte) }
    let text = text + String(Unicode.Scalar(byte))
    switch byte {
    case UInt8(ascii: "[") where text.count == 1: state = .sequence([])
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"):
      state = .string(endsNext: false)
    case 0x20...0x2F: state = .escape(text)
    default:
      state = .ground
      return [.escape(text)]
    }
    return []
  }

  private mutating func readSequence(_ byte: UInt8, after bytes: [UInt8]) -> [Token] {
    if byte < 0x20 { return readControl(byte) }
    guard byte >= 0x40 else {
      state = .sequence(bytes + [byte])
      return []
    }
    state = .ground
    let text = String(decoding: bytes, as: UTF8.self)
    let mark = text.prefix { !$0.isNumber && $0 != ";" }
    let numbers = text.dropFirst(mark.count).split(separator: ";", omittingEmptySubsequences: false)
    return [
      .sequence(
        mark: String(mark), numbers: numbers.map { Int($0) ?? 0 },
        final: Character(Unicode.Scalar(byte)))
    ]
  }

  /// Controls inside a sequence take effect at once; ESC restarts the sequence, CAN and SUB cancel
  /// it.
  private mutating func readControl(_ byte: UInt8) -> [Token] {
    switch byte {
    case 0x1B: state = .escape("")
    case 0x18, 0x1A: state = .ground
    default: return [.control(byte)]
    }
    return []
  }

  private mutating func readString(_ byte: UInt8, endsNext: Bool) -> [Token] {
    let ends = byte == 0x07 || endsNext && byte == UInt8(ascii: "\\")
    state = ends ? .ground : .string(endsNext: byte == 0x1B)
    return []
  }

  /// The length of a UTF-8 character by its first byte; 1 for an invalid byte.
  private static func length(_ byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
