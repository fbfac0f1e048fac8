enum Keys {
  static let escape = "\u{1B}"
  static let backspace = "\u{7F}"
  static let delete = "\u{1B}[3~"
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"
  static let right = "\u{1B}[C"
  static let altUp = "\u{1B}[1;3A"
  static let altDown = "\u{1B}[1;3B"
  static let left = "\u{1B}[D"
  static let home = "\u{1B}[H"
  static let end = "\u{1B}[F"

  static func control(_ key: Unicode.Scalar) -> String {
    String(Unicode.Scalar(UInt8(key.value & 0x1F)))
  }

  /// A bracketed paste; lines end with CR.
  static func paste(_ text: String) -> String {
    "\u{1B}[200~\(text.replacing("\n", with: "\r"))\u{1B}[201~"
  }
}
