/// ASCII characters displayed in groups, with spaces that are not part of the text.
struct CharacterGroups: Sendable {
  /// Whether a space precedes the character at a position.
  var isBoundary: @Sendable (_ place: Int) -> Bool

  static func reading(of text: String) -> Reading {
    var reading = Reading(bytes: [], boundaries: [0])
    reading.bytes.reserveCapacity(text.utf8.count)
    reading.boundaries.reserveCapacity(text.utf8.count + 1)
    for character in text {
      if character != " " { reading.bytes += character.utf8 }
      reading.boundaries.append(reading.bytes.count)
    }
    return reading
  }

  /// The caret is placed right after the character on its left. A text that is not ASCII is
  /// displayed without groups.
  func display(_ text: [UInt8], caret: Int) -> EditState {
    guard text.isOneCharacterEach else {
      let string = String(decoding: text, as: UTF8.self)
      let place = Self.reading(of: string).place(ofInner: caret)
      return EditState(text: string, selection: Selection(caret: place))
    }
    var shown: [UInt8] = []
    shown.reserveCapacity(text.count + text.count / 4 + 1)
    var place = caret
    for (index, byte) in text.enumerated() {
      if isBoundary(index) {
        shown.append(UInt8(ascii: " "))
        if index < caret { place += 1 }
      }
      shown.append(byte)
    }
    return EditState(
      text: String(decoding: shown, as: UTF8.self), selection: Selection(caret: place))
  }
}
