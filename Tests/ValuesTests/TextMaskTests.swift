import TestSupport
import Testing
import Values

@Suite struct TextMaskTests {
  @Test(arguments: [
    ("+1 (000) 000-0000", "+1 (555) 123-4567", "+1 (555) 123-4567"),
    ("+1 (000) 000-0000", "5551234567", "+1 (555) 123-4567"),
    ("+1 (000) 000-0000", "555 1234567", "+1 (555) 123-4567"),
    ("+1 (000) 000-0000", "+15551234567", "+1 (555) 123-4567"),
    ("+1 (000) 000-0000", "+1 5551234567", "+1 (555) 123-4567"),
    ("+1 (000) 000-0000", "1551234567", "+1 (155) 123-4567"),
    ("+1 (000) 000-0000", "15551234567", "+1 (555) 123-4567"),
    ("+1 (000) 000-0000", "555) 12345678", nil),
    ("+1 (000) 000-0000", "(555) 123-4567", "+1 (555) 123-4567"),
    ("+1 (000) 000-0000", "٥٥٥١٢٣٤٥٦٧", "+1 (555) 123-4567"),
    ("AA-0000", "ab-1234", "AB-1234"), ("AA-0000", "ab1234", "AB-1234"),
    ("AA-0000", "äб1234", "ÄБ-1234"), ("AA-0000", "ß-1234", nil), ("A", "ß", nil),
    ("AA-0000", "AB–1234", "AB-1234"), ("AA-0000", "AB-12345", nil), ("AA-0000", "AB-123", nil),
    ("AA-0000", "1B-1234", nil), ("a", "x", "x"), ("a", "e\u{301}", nil), ("N", "x", "x"),
    ("N", "7", "7"), ("N", "٧", "7"), ("N", "-", nil), ("\\0-0", "0-5", "0-5"),
    ("\\0-0", "5", "0-5"), ("\\A\\\\0", "A\\3", "A\\3"), ("000 kg", "123 kg", "123 kg"),
    ("000 kg", "123", "123 kg"), ("000.000", "1.23456", nil), (" 0 ", " 5 ", " 5 "),
    ("0", " 5 ", "5"), ("0", "", nil),
    ("0001000", "1231234", "1231234"),
  ])
  func aTextIsReadAsAPasteIntoTheEmptyField(mask: String, text: String, read: String?) throws {
    let mask = try TextMask(mask)
    expectEqual((try? mask.text(reading: text)), read)
  }

  @Test(arguments: ["+1 (000) 000-0000", "AA-0000", "\\0-0", "0001000", "aN0A", " 0 ", "1-000"])
  func whatWasReadIsReadAsItself(pattern: String) throws {
    let mask = try TextMask(pattern)
    let filled = pattern.replacing("\\0", with: "O").map { place in
      switch place {
      case "0": "7"
      case "A": "Z"
      case "a": "z"
      case "N": "q"
      case "O": "0"
      default: String(place)
      }
    }
    try expectEqual(mask.text(reading: filled.joined()), filled.joined())
  }

  @Test(arguments: [
    ("", "a mask needs a placeholder: 0, A, a or N"),
    ("+1 \\0", "a mask needs a placeholder: 0, A, a or N"),
    ("00\\", "a mask cannot end in a backslash, which escapes the next character"),
    ("0\0", "a text cannot contain the character U+0000"),
    (String(repeating: "0", count: 1001), "a mask can have at most 1000 characters"),
  ])
  func aMaskThatNobodyCanFillIsRefused(pattern: String, message: String) {
    #expect {
      try TextMask(pattern)
    } throws: {
      ($0 as? Violation)?.message == message
    }
  }
}
