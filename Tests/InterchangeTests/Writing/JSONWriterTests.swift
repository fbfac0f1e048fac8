import Foundation
import Interchange
import TestSupport
import Testing
import Values

@Suite struct JSONWriterTests {
  private static let columns = [CellColumn("ref"), CellColumn("a \"b\"")]

  @Test func anObjectIsALineAndInAnArrayToo() {
    let rows: [[Cell]] = [[.reference("P/", 1), .none], [.reference("P/", 2), .text("x")]]
    expectEqual(
      written(JSONWriter(isArray: false), Self.columns, rows),
      #"{"ref":"P/1","a \"b\"":null}"# + "\n" + #"{"ref":"P/2","a \"b\"":"x"}"# + "\n")
    expectEqual(
      written(JSONWriter(isArray: true), Self.columns, rows),
      "[\n" + #"{"ref":"P/1","a \"b\"":null},"# + "\n" + #"{"ref":"P/2","a \"b\"":"x"}"#
        + "\n]\n")
    expectEqual(written(JSONWriter(isArray: true), Self.columns, []), "[\n]\n")
    expectEqual(written(JSONWriter(isArray: false), Self.columns, []), "")
  }

  @Test func eachKindOfCellIsWhatJSONHasForIt() {
    expectEqual(
      written(
        JSONWriter(isArray: false),
        [
          .integer(-7), .double(1.5), .double(.infinity), .boolean(false), .written("12.50"),
          .percent("12.5%", part: "0.125"), .list([.text("a"), .none, .list([])]),
        ]),
      #"{"c0":-7,"c1":1.5,"c2":null,"c3":false,"c4":"12.50","c5":"12.5%","c6":["a",null,[]]}"#
        + "\n")
  }

  /// Covers every plane in which some scalars are escaped, and the last scalar.
  @Test func whatSteersATerminalIsWrittenOutAndAllComesBack() throws {
    for value in Array(1...0x2FFF) + [0xFEFF, 0xFFFD, 0x1F600, 0x10FFFF] as [UInt32] {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(scalar)b"
      let line = written(JSONWriter(isArray: false), [.text(text)])
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
      let isSame = object?["c0"]?.unicodeScalars.elementsEqual(text.unicodeScalars) ?? false
      #expect(isSame, "U+\(String(value, radix: 16))")
      let isWrittenOut = !line.dropLast().unicodeScalars.contains(scalar)
      let isSpecial = scalar.isControl
      expectEqual(isWrittenOut, isSpecial, "U+\(String(value, radix: 16))")
    }
  }
}
