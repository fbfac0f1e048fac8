import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

/// A text is complete in a field exactly if a command accepts it as the same value; a paste into an
/// empty field parses a text like a command.
@Suite struct FieldAndCommandTests {
  private static let kinds: [PropertyKind] =
    [
      .text, .integer, .decimal(integerDigits: 3, fractionDigits: 0...2), .double, .boolean, .date,
      .dateTime, .choice(["a", "ab", "b c", " 0"]), .hex(digits: 2), .card, .url,
      .time(hasSeconds: false), .time(hasSeconds: true), .duration(hasSeconds: false),
      .duration(hasSeconds: true), .month, .percent(integerDigits: 2, fractionDigits: 0...2),
      .email, .iban, .phone(country: nil), .phone(country: "+49"),
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

  /// All short texts of some pieces, texts with a meaning for a kind, and the corpus that a fuzzer
  /// found to cover the engine.
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
      "08:30", "08:30:15", "8:30", "24:00", "23:59:60", " ٠٨:٣٠ ", "37:15", "37:15:20", "-0:30",
      "–1:30:00", "000:05", "1:60", ":30", "1:5", "２５:００", "99999999999999999999:00",
      "2562047788015215:30:07", "2562047788015215:30:08", "2026-11", "2026-13", "0000-01",
      "９９９９-12",
      "ann@example.org", " A.b+c@EXAMPLE.Org\n", "a@b", "a..b@c.de", "@c.de", "a@-c.de", "a@c-.de",
      "a@b@c.de", "\(String(repeating: "a", count: 64))@b.de", "a\u{FEFF}@b.de",
      "\(String(repeating: "a", count: 65))@b.de", "a@\(String(repeating: "b", count: 63)).de",
      "a@\(String(repeating: "b", count: 64)).de", "DE89370400440532013000",
      "de89 3704 0044 0532 0130 00", "DE89-3704-0044-0532-0130-00", "DE88370400440532013000",
      "GB29 NWBK 6016 1331 9268 19", "GB29 NWBK", "QQ12", "NO93 8601 1117 947", "NO938601111794X",
      "+49 (30) 123-456.7", "0049301234567", "00 49 30 1234567", "+491234", "+1234567890123456",
      "030 1234567", "+49 (0) 30 1234567", "++491234567", "＋４９３０１２３４５６７",
      "+49 (0)171 / 12 34 567", "0049(0)171-1234567", "+49 (030) 1234567", "+49 (00)171 23456",
      "(0)171 1234567", "(0171) 1234567", "0 171 / 12 34 567", "٠١٧١١٢٣٤٥٦٧", "00", "0", "0x171",
      "0(0)49 30 1234567", "(0)049 30 1234567", "0171 (0) 1234567", "+49[(0)]171 1234567",
      "+49 ((0))171 1234567", "0+491711234567", "0171123456789012345",
    ]
    var longest = [""]
    for length in 1...3 {
      longest = longest.flatMap { start in pieces.map { start + $0 } }
      // One in thirteen of the longest texts contains each piece at each position.
      let step = length < 3 || Seeded.isLong ? 1 : 13
      texts += stride(from: 0, to: longest.count, by: step).map { longest[$0] }
    }
    let corpus = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "ValidationTests/Corpus")
    let files = try? FileManager.default.contentsOfDirectory(
      at: corpus, includingPropertiesForKeys: nil)
    // Fields never receive U+0000.
    texts += (files ?? []).compactMap { file in
      let text = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) }
      return text.map { String($0.unicodeScalars.filter { $0 != "\0" }) }
    }
    // The property and the command normalise texts, and the format does not.
    return texts.map(\.nfc)
  }()

  /// A number or a word is written bare, other texts in quotation marks.
  private static func read(_ text: String, for property: Property) -> Value? {
    let value: Value? =
      switch property.kind {
      case .integer, .decimal, .double:
        Int(text).map(Value.integer) ?? ExactDecimal(text).map(Value.decimal)
      case .boolean: Bool(text).map(Value.boolean)
      // A field has the sign beside its text.
      case .percent: .text(text + "%")
      case .text, .date, .dateTime, .time, .duration, .month, .choice, .hex, .card, .mask, .url,
        .email, .iban, .phone, .reference, .list, .records:
        .text(text)
      }
    return value.flatMap { try? property.checked($0) }
  }

  @Test func theCorpusIsThere() { #expect(Self.texts.count > (Seeded.isLong ? 9_000 : 1_000)) }

  @Test(arguments: properties)
  func aFieldAndACommandAgree(property: Property) {
    let format = FieldFormat(property)
    for text in Self.texts {
      let read =
        Self.read(text, for: property)
        ?? Self.clock(text, of: property.kind).flatMap { Self.read($0, for: property) }
      if let value = format.value(of: text) {
        // A command does not accept what a deletion can leave of a number.
        let number = Self.inCase(
          Self.withBothParts(property.kind.isDated ? Self.withZero(text) : text), of: property.kind)
        let read = read ?? Self.read(number, for: property)
        expectEqual(read.map { format.text(for: $0) }.map(format.value), value, "\(text)")
      } else if let read, !text.isEmpty {
        // A field shows a value in its own form, whatever the command wrote.
        let shown = format.text(for: read)
        #expect(shown != text && Self.read(shown, for: property) == Self.whole(read), "\(text)")
      }
      expectPaste(text, read, property, format)
    }
  }

  /// The text in the case of the name, which commands require.
  private static func inCase(_ text: String, of kind: PropertyKind) -> String {
    let names =
      switch kind {
      case .choice(let names): names
      case .boolean: ["false", "true"]
      case .text, .integer, .decimal, .double, .percent, .date, .dateTime, .time, .duration, .month,
        .hex, .card, .mask, .url, .email, .iban, .phone, .reference, .list, .records:
        [] as [String]
      }
    return names.first { $0.lowercased() == text.lowercased() } ?? text
  }

  /// The hours and minutes of a duration such as `1.5`, `90m` or `1h30m`, as commands write it.
  private static func clock(_ text: String, of kind: PropertyKind) -> String? {
    guard case .duration(let hasSeconds) = kind else { return nil }
    let text = String(text.map { $0.wholeNumberValue.map { Character("\($0)") } ?? $0 })
    var seconds = 0
    if let match = text.wholeMatch(of: /([0-9]{1,15})[.,]([0-9]{1,9})/) {
      let (whole, part) = (Int(match.1)!, Int(match.2)!)
      let power = (0..<match.2.count).reduce(1) { power, _ in power * 10 }
      guard part * 3600 % power == 0 else { return nil }
      seconds = whole * 3600 + part * 3600 / power
    } else if let match = text.lowercased().wholeMatch(of: /([0-9]{1,9})m/) {
      seconds = Int(match.1)! * 60
    } else if let match = text.lowercased().wholeMatch(of: /([0-9]{1,9})h([0-9]{1,2}m?)?/) {
      seconds = Int(match.1)! * 3600
      if let minutes = match.2 { seconds += Int(minutes.prefix(while: \.isNumber))! * 60 }
    } else {
      return nil
    }
    guard hasSeconds || seconds % 60 == 0 else { return nil }
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let minutes = "\(seconds / 3600):\(two(seconds / 60 % 60))"
    return hasSeconds ? "\(minutes):\(two(seconds % 60))" : minutes
  }

  /// Adds a zero for a missing part.
  private static func withBothParts(_ text: String) -> String {
    let text = text.last == "." ? String(text.dropLast()) : text
    let sign = text.prefix { $0 == "-" }
    let rest = text.dropFirst(sign.count)
    return rest.first == "." ? "\(sign)0\(rest)" : text
  }

  /// Adds a zero before a single last digit.
  private static func withZero(_ text: String) -> String {
    let digits = text.reversed().prefix(while: \.isNumber)
    return digits.count == 1 && text.count > 1
      ? text.dropLast() + "0" + String(digits) : text
  }

  /// A field edits only whole seconds.
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
    case .hex, .card, .mask, .url, .email, .iban, .phone:
      expectEqual(pasted, read, "\(text)")
    case .choice:
      // Commands require the case of the name.
      if let read { expectEqual(pasted, read, "\(text)") }
    case .date, .dateTime:
      // A paste adds literals that commands require.
      if let read { #expect(pasted == Self.whole(read) || property.kind == .dateTime) }
    case .time, .month:
      // A paste adds literals, and zeros before single digits.
      if let read, let pasted { expectEqual(pasted, read, "\(text)") }
    case .duration:
      // A command may omit the seconds, or write them as zero.
      if let pasted { expectEqual(pasted, read, "\(text)") }
    case .text, .integer, .decimal, .double, .boolean, .percent, .reference, .list, .records: break
    }
  }
}

extension PropertyKind {
  fileprivate var isDated: Bool {
    switch self {
    case .date, .dateTime, .time, .month: true
    case .text, .integer, .decimal, .double, .boolean, .choice, .hex, .card, .mask, .url, .duration,
      .percent, .email, .iban, .phone, .reference, .list, .records:
      false
    }
  }
}
