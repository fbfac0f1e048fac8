import Foundation
import TestSupport
import Testing
import Values

@Suite struct OrderFunctionTests {
  private let calls: FunctionCalls

  init() throws { calls = try FunctionCalls() }

  private func key(_ text: String) throws -> [UInt8] {
    let key = try #require(try calls.call("text_order(?1)", [.text(text)]).get().text)
    return Array(key.utf8)
  }

  private func sorted(_ texts: [String]) throws -> [String] {
    try texts.map { (try key($0), $0) }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
  }

  @Test func textsAreOrderedAsInADictionary() throws {
    let texts = [
      "", " ", "1", "A", "a", "Ａ", "Aal", "Apfel", "apfel", "Äpfel", "äpfel", "A\u{308}pfelchen",
      "b", "ﬁnal", "FINALE", "Ο∆ΟΣ", "Straße", "STRAẞE", "strasse", "straße", "STRASSEN", "Zebra",
      "ÖZ",
    ]
    try expectEqual(
      sorted(texts.shuffled()),
      [
        "", " ", "1", "A", "a", "Ａ", "Aal", "Apfel", "apfel", "Äpfel", "äpfel",
        "A\u{308}pfelchen", "b", "ﬁnal", "FINALE", "ÖZ", "STRAẞE", "Straße", "strasse", "straße",
        "STRASSEN", "Zebra", "Ο∆ΟΣ",
      ])
  }

  @Test func runsOfDigitsAreOrderedByValue() throws {
    let big = "9" + String(repeating: "0", count: 40)
    let texts = [
      "", "-1", "0", "00", "0a", "01", "1", "１", "٣", "4", "04b", "9", "10", "99", "100",
      "999999999", "1000000000", "999999999999999999", "9999999999999999999", big, "1" + big, ":",
      "A2", "a10", "a10b2", "a10b10", "Part 9", "Part 10", "x1.2", "x1.10", "z00",
    ]
    try expectEqual(sorted(texts.shuffled()), texts)
  }

  /// Compares runs as numbers, by definition.
  @Test func orderIsThatOfRunsAndLetters() throws {
    let signs = ["0", "1", "9", "a", "-", "ä"]
    var texts = [""]
    for _ in 0..<5 { texts += texts.flatMap { text in signs.map { text + $0 } } }
    let all = Set(texts)
    func parts(_ text: String) -> [(number: Int?, letter: UInt8)] {
      var parts: [(number: Int?, letter: UInt8)] = []
      for byte in Self.plain(text).utf8 {
        guard (0x30...0x39).contains(byte) else {
          parts.append((nil, byte))
          continue
        }
        let number = parts.last?.number
        if number != nil { parts.removeLast() }
        parts.append(((number ?? 0) * 10 + Int(byte) - 0x30, 0x30))
      }
      return parts
    }
    let known = Dictionary(uniqueKeysWithValues: all.map { ($0, parts($0)) })
    let expected = all.sorted { first, second in
      let (a, b) = (known[first] ?? [], known[second] ?? [])
      for (one, other) in zip(a, b) {
        if one.letter != other.letter { return one.letter < other.letter }
        if one.number != other.number { return (one.number ?? 0) < (other.number ?? 0) }
      }
      if a.count != b.count { return a.count < b.count }
      return first.utf8.lexicographicallyPrecedes(second.utf8)
    }
    #expect(try sorted(Array(all)) == expected)
  }

  @Test func signsOfVowelsAreLetters() throws {
    try expectEqual(sorted(["क्ष", "कि", "का", "क", "कस"]), ["क", "कस", "का", "कि", "क्ष"])
  }

  /// All texts of up to three letters; the oracle compares whole texts.
  @Test func orderIsThatOfLettersAndThenOfScalars() throws {
    let letters = ["a", "A", "ä", "a\u{308}", "Ｂ", "b", "ß", "S", "ς", "İ", "ﬁ", "-", "\u{1}", "😀"]
    var texts = [""]
    for _ in 0..<3 { texts += texts.flatMap { text in letters.map { text + $0 } } }
    let unique = Set(texts.map { Array($0.unicodeScalars) }).map { scalars in
      String(String.UnicodeScalarView(scalars))
    }
    let expected = unique.map { (Array(Self.plain($0).utf8), Array($0.utf8), $0) }.sorted {
      $0.0 == $1.0 ? $0.1.lexicographicallyPrecedes($1.1) : $0.0.lexicographicallyPrecedes($1.0)
    }
    let result = try sorted(unique)
    #expect(zip(result, expected).allSatisfy { $0.utf8.elementsEqual($1.1) })
    expectEqual(Set(try unique.map(key)).count, unique.count)
  }

  private static func plain(_ text: String) -> String {
    let scalars = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter {
      $0.properties.generalCategory != .nonspacingMark
    }
    return String(String.UnicodeScalarView(scalars)).uppercased().lowercased()
  }

  /// Runs of digits are not made of the keys of their digits.
  @Test func theKeyOfATextIsMadeOfThoseOfItsLetters() throws {
    let ascii = (0x02...0x7F).map { Character(UnicodeScalar(UInt8($0))) }.filter { !$0.isNumber }
    var texts = ascii.flatMap { letter in
      (0..<11).map { String(repeating: "Z", count: $0) + "\(letter)" + "@[`{aZ!" }
    }
    var random = Seeded(stream: 1)
    let others: [Character] = [
      "\0", "\u{1}", "ä", "Ｂ", "ß", "ς", "\u{308}", "ﬃ", "ﷺ", "😀", "\u{7FF}",
    ]
    for length in Array(0...40) + [998, 999, 1000, 1001, 3000] {
      let letters = length % 3 == 0 ? ascii : ascii + others + others + others
      texts.append(String((0..<length).map { _ in letters.randomElement(using: &random) ?? " " }))
      texts.append(String(repeating: "ﬃ", count: length))
    }
    var known: [Unicode.Scalar: [UInt8]] = [:]
    func letters(_ scalar: Unicode.Scalar) throws -> [UInt8] {
      if let known = known[scalar] { return known }
      let text = String(scalar)
      let letters = try key(text).dropLast(text.utf8.count + 1)
      known[scalar] = Array(letters)
      return Array(letters)
    }
    for text in texts {
      let expected = try text.unicodeScalars.flatMap(letters) + [1] + text.utf8
      try expectEqual(key(text), expected, "\(text)")
    }
  }

  @Test(
    arguments: [
      [0xC3], [0x61, 0xC3], [0xC3, 0x61], [0xE0, 0x80, 0x80], [0xE0, 0xA4], [0xED, 0xA0, 0x80],
      [0xF0, 0x9F, 0x98], [0x80, 0x61], [0xC1, 0x81], [0xFF, 0xC3, 0xA4],
    ] as [[UInt8]])
  func theKeyOfWhatIsNoTextIsThatOfWhatItIsReadAs(bytes: [UInt8]) throws {
    // Caches the letters.
    _ = try key("aäक")
    let found = try calls.call("text_order(cast(?1 as text))", [.blob(bytes)]).get().text
    try expectEqual(found?.utf8.elementsEqual(key(String(decoding: bytes, as: UTF8.self))), true)
  }

  @Test func textsWithZerosHaveKeysOfTheirOwn() throws {
    let texts = [
      "", "\0", "\0\0", "\u{1}", "\u{2}", "a", "a\0", "a\u{1}", "a\0a", "A\0a", "ä\0a", "a\0ä",
      "\0a",
    ]
    expectEqual(Set(try texts.map(key)).count, texts.count)
  }

  @Test(arguments: [
    ("text_order(null)", SQLValue.null), ("text_order(7)", .integer(7)),
    ("text_order(7.5)", .real(7.5)), ("text_order(x'4142')", .blob([0x41, 0x42])),
    ("text_order('')", .text("\u{1}")), ("text_order('aB')", .text("ab\u{1}aB")),
  ])
  func functionsGive(sql: String, expected: SQLValue) throws {
    try expectEqual(calls.call(sql).get(), expected)
  }
}
