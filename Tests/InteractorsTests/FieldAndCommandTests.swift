import Foundation
import Interactors
import Records
import Testing
import Validation

/// What a field takes for complete, a command takes for the same value; and what a command reads of
/// a text that is judged as a paste is what a paste into the empty field makes of it.
@Suite struct FieldAndCommandTests {
  private static let kinds: [PropertyKind] =
    [
      .text, .integer, .decimal(integerDigits: 3, fractionDigits: 0...2), .double, .boolean, .date,
      .dateTime, .choice(["a", "ab", "b c", " 0"]), .hex(digits: 2), .card, .url,
    ]
    + ["0-A", "+1 (0N", "1-00", "0\\00", "a–a", " 0 ", "AA", "00-00"].map {
      .mask((try? TextMask($0))!)
    }

  private static let properties: [Property] =
    kinds.map { Property("it", $0) } + [
      Property("it", .text, length: LengthRange(minimum: 1, maximum: 2)),
      Property("it", .text, pattern: (try? TextPattern("[a-zß]?[0-9]*(-|–)?"))!),
      Property(
        "it", .text, length: LengthRange(minimum: 2), pattern: (try? TextPattern("\\w+ ?\\w*"))!),
      Property("it", .integer, range: ValueRange(.integer(-5), .integer(12))),
      Property("it", .double, range: ValueRange(.double(0.5), nil)),
    ]

  /// All texts of a few pieces, those that mean something to a kind, and those that a fuzzer found
  /// to lead to every place in the engine.
  private static let texts: [String] = {
    let pieces = [
      "1", "0", "a", "B", "-", "+", " ", "(", "ß", "٣", "５", "–", "\u{FE58}", "\u{207B}",
      "\u{208B}", "\u{2796}", "#", "x", ".", "\u{301}", "\u{FEFF}",
    ]
    var texts = [
      "", "2026-11-21", "2026-02-30", "0001-01-01", " 2026-11-21\n", "2026\u{2796}11\u{207B}21",
      "20261121", "2026-13-01", "2026-11-21T10:00:00Z", "2026-11-21T24:00:00Z",
      "2026-11-21T10:00:00.5Z", "4111 1111 1111 1111", "4111111111111112", "378282246310005",
      "3782 8224 6310 005", "411", "0xFF", "0XfF", "# ff", "true", "false", "True", " true ", "1.5",
      "1e5", "-12", "12.25", "1,5", "100000000000000.5", "b c", " b c", "+1 (5a", "+15a", "5a",
      "12⁻34", "1234", "https://a", " HTTP://A:1/ ", "https://", "mailto:a@b", "mailto:",
      "ftp://x?",
      "http", "http://a b", "http\u{FEFF}://a",
    ]
    var longest = [""]
    for _ in 0..<3 {
      longest = longest.flatMap { start in pieces.map { start + $0 } }
      texts += longest
    }
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "ValidationTests/Corpus")
    let files = try? FileManager.default.contentsOfDirectory(
      at: corpus, includingPropertiesForKeys: nil)
    // No text holds U+0000, which fields are never given.
    texts += (files ?? []).compactMap { file in
      let text = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
      return text.map { String($0.unicodeScalars.filter { $0 != "\0" }) }
    }
    return texts
  }()

  /// What a command reads of a text: a number or a word is written bare, the others in quotation
  /// marks.
  private static func read(_ text: String, for property: Property) -> Value? {
    let value: Value? =
      switch property.kind {
      case .integer, .decimal, .double:
        Int(text).map(Value.integer) ?? ExactDecimal(text).map(Value.decimal)
      case .boolean: Bool(text).map(Value.boolean)
      case .text, .date, .dateTime, .choice, .hex, .card, .mask, .url, .reference, .list, .records:
        .text(text)
      }
    return value.flatMap { try? property.checked($0) }
  }

  @Test func theCorpusIsThere() { #expect(Self.texts.count > 9000) }

  @Test(arguments: properties)
  func aFieldAndACommandAgree(property: Property) {
    let format = FieldFormat(property)
    for text in Self.texts {
      let read = Self.read(text, for: property)
      // As it is displayed.
      if let value = format.value(of: text) {
        // What a deletion can leave of a number, a command does not read.
        let number = Self.withBothParts(text)
        let read = read ?? Self.read(number, for: property)
        #expect(read.map { format.text(for: $0) }.map(format.value) == value, "\(text)")
      } else if let read, !text.isEmpty {
        // What a command takes in another form, the field shows in its own.
        let shown = format.text(for: read)
        #expect(shown != text && Self.read(shown, for: property) == Self.whole(read), "\(text)")
      }
      expectPaste(text, read, property, format)
    }
  }

  /// A number with a zero in place of the part that is not there.
  private static func withBothParts(_ text: String) -> String {
    let text = text.last == "." ? String(text.dropLast()) : text
    let sign = text.prefix { $0 == "-" }
    let rest = text.dropFirst(sign.count)
    return rest.first == "." ? "\(sign)0\(rest)" : text
  }

  /// A moment to its whole second, which is all that a field edits.
  private static func whole(_ value: Value) -> Value {
    guard case .dateTime(let moment) = value else { return value }
    return .dateTime(Instant(milliseconds: moment.milliseconds / 1000 * 1000))
  }

  private func expectPaste(
    _ text: String, _ read: Value?, _ property: Property, _ format: FieldFormat
  ) {
    var editor = FieldEditor(format: format, text: "")
    editor.press(.paste(text))
    let pasted: Value? = if case .complete(let value) = editor.content { value } else { nil }
    switch property.kind {
    case .hex, .card, .mask, .url, .choice:
      #expect(pasted == read, "\(text)")
    case .date, .dateTime:
      // A paste brings the literals along that a command has to write.
      if let read { #expect(pasted == Self.whole(read) || property.kind == .dateTime) }
    case .text, .integer, .decimal, .double, .boolean, .reference, .list, .records: break
    }
  }
}
