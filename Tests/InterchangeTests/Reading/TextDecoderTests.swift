import Foundation
import Interchange
import TestSupport
import Testing

struct TextDecoderTests {
  private static let text = "name,ort\nJürgen,Köln €\n雪,𝄞\n"

  private func decoded(_ bytes: [UInt8], _ encoding: TextEncoding?, size: Int) -> String {
    var decoder = TextDecoder(encoding)
    var result: [UInt8] = []
    let next = pieces(bytes, of: size)
    while let piece = next() { result += decoder.decode(piece, isLast: false) }
    return String(decoding: result + decoder.decode([], isLast: true), as: UTF8.self)
  }

  @Test(arguments: [1, 2, 3, 5, 1000])
  func textsOfEveryEncodingAreTheSame(size: Int) throws {
    let big = [UInt8](try #require(Self.text.data(using: .utf16BigEndian)))
    let little = [UInt8](try #require(Self.text.data(using: .utf16LittleEndian)))
    expectEqual(decoded(big, .utf16BigEndian, size: size), Self.text)
    expectEqual(decoded(little, .utf16LittleEndian, size: size), Self.text)
    // A byte order mark decides, with or without a given encoding.
    expectEqual(decoded([0xFE, 0xFF] + big, nil, size: size), Self.text)
    expectEqual(decoded([0xFF, 0xFE] + little, nil, size: size), Self.text)
    expectEqual(decoded([0xFE, 0xFF] + big, .utf16, size: size), Self.text)
    expectEqual(decoded([0xEF, 0xBB, 0xBF] + Array(Self.text.utf8), nil, size: size), Self.text)
  }

  /// Like browsers, reads Latin-1 with € at 0x80 as windows-1252.
  @Test(arguments: ["windows-1252", "latin-1", "iso-8859-1"])
  func latin1AndWindows1252AreAsFoundationHasTheLatter(name: String) throws {
    let encoding = try #require(TextEncoding(named: name))
    for byte in [UInt8](0...255) where ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) {
      let expected = try #require(String(data: Data([byte]), encoding: .windowsCP1252))
      expectEqual(decoded([byte, 0x61, 0x61], encoding, size: 1), expected + "aa")
    }
  }

  @Test(arguments: [0x81, 0x8D, 0x8F, 0x90, 0x9D] as [UInt8])
  func aByteThatWindows1252LacksIsNamedWithItsPlace(byte: UInt8) {
    #expect(throws: RowError(.notWindows1252(byte), line: 2, column: 3)) {
      try rows(
        of: CSVReader(
          encoding: .windows1252, pieces([0x78, 0x0A, 0x61, 0xE9, byte, 0x0A], of: 1)))
    }
    #expect(throws: RowError.self) {
      let text = Array("[{\"a\": \"".utf8) + [0xE9, byte] + Array("\"}]".utf8)
      _ = try JSONReader(encoding: .windows1252, pieces(text, of: 1))
    }
  }

  @Test(arguments: [[0x61, 0x00, 0x34, 0xD8], [0x61, 0x00, 0x62], [0x61, 0x00, 0x34, 0xDC]])
  func halfOfACharacterIsNamedWithItsPlace(bytes: [UInt8]) {
    let header: [UInt8] = [0x78, 0x00, 0x0A, 0x00]
    #expect(throws: RowError(.halfCharacter, line: 2, column: 2)) {
      try rows(of: CSVReader(encoding: .utf16LittleEndian, pieces(header + bytes, of: 1)))
    }
  }

  @Test func everyNameOfAnEncodingIsKnownWhateverItsCase() {
    for encoding in TextEncoding.allCases {
      for name in encoding.names { expectEqual(TextEncoding(named: name.uppercased()), encoding) }
    }
    #expect(TextEncoding(named: "ebcdic") == nil)
  }
}
