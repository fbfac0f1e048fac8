import Interchange
import TestSupport
import Testing

@Suite struct TextEncoderTests {
  @Test(arguments: TextEncoding.allCases, [false, true])
  func aFileIsReadAsItWasWritten(encoding: TextEncoding, hasMark: Bool) throws {
    let encoder = TextEncoder(encoding, hasMark: hasMark && encoding != .windows1252)
    let text = "a\r\nÄ€ž" + (encoding == .windows1252 ? "" : "😀ł")
    let bytes = try encoder.opening() + encoder.encoded(Array(text.utf8))
    var decoder = TextDecoder(encoding)
    expectEqual(String(decoding: decoder.decode(bytes, isLast: true), as: UTF8.self), text)
  }

  @Test func theMarkIsThatOfTheEncoding() throws {
    expectEqual(try TextEncoder(.utf8, hasMark: false).opening(), [])
    expectEqual(try TextEncoder(.utf8, hasMark: true).opening(), [0xEF, 0xBB, 0xBF])
    expectEqual(try TextEncoder(.utf16, hasMark: false).opening(), [0xFF, 0xFE])
    expectEqual(try TextEncoder(.utf16BigEndian, hasMark: true).opening(), [0xFE, 0xFF])
    expectEqual(try TextEncoder(.utf16LittleEndian, hasMark: false).opening(), [])
  }

  @Test(arguments: ["ł", "\u{81}", "😀"])
  func aCharacterThatAnEncodingLacksIsAnError(text: String) {
    #expect(throws: MissingCharacter.self) {
      try TextEncoder(.windows1252, hasMark: false).encoded(Array(text.utf8))
    }
  }
}
