import Interactors
import Records
import Testing
import Validation

/// What a field takes for complete, a command takes for the same value; and what a command reads of
/// a text that stands for a paste is what a paste into the empty field makes of it.
@Suite struct FieldAndCommandTests {
  private static let properties: [Property] =
    [
      Property("it", .date), Property("it", .dateTime),
      Property("it", .choice(["a", "ab", "b c"])),
      Property("it", .hex(digits: 2)), Property("it", .card), Property("it", .boolean),
      Property("it", .double),
    ]
    + ["0-A", "+1 (0N", "1-00", "0\\00", "a–a", " 0 ", "AA"].map {
      Property("it", .mask((try? TextMask($0))!))
    }

  private static let texts: [String] = {
    let pieces = [
      "1", "0", "a", "B", "-", "+", " ", "(", "ß", "٣", "５", "–", "\u{FE58}", "#", "x", "\u{301}",
      "\u{FEFF}",
    ]
    var texts = [
      "2026-11-21", "2026-02-30", "0001-01-01", "2026-11-21T10:00:00Z", "2026-11-21T24:00:00Z",
      "4111 1111 1111 1111", "4111111111111112", "378282246310005", "3782 8224 6310 005", "411",
      "0xFF", "0XfF", "# ff", "true", "false", "True", "1.5", "1e5", "b c", "+1 (5a", "+15a", "5a",
    ]
    var longest = [""]
    for _ in 0..<3 {
      longest = longest.flatMap { start in pieces.map { start + $0 } }
      texts += longest
    }
    return texts
  }()

  @Test(arguments: properties)
  func aFieldAndACommandAgree(property: Property) {
    let format = FieldFormat(property)
    let isPasted =
      switch property.kind {
      case .hex, .card, .mask: true
      default: false
      }
    for text in Self.texts {
      let read = try? property.checked(.text(text))
      if let value = format.value(of: text), case .text = value {
        #expect(read.map { format.text(for: FieldValue($0)) } == text, "\(text)")
      }
      guard isPasted else { continue }
      var editor = FieldEditor(format: format, text: "")
      editor.press(.paste(text))
      let pasted: FieldValue? =
        if case .complete(let value) = editor.content { value } else { nil }
      #expect(pasted == read.map { FieldValue($0) }, "\(text)")
    }
  }
}
