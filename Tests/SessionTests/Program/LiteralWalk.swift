import CommandLanguage
import Session
import Values

/// A text as a value of a command and in a file: both give the same value or the same refusal.
enum LiteralWalk {
  static let kinds = [
    "Integer", "Decimal(integer: 5, fraction: 0...3)", "Double", "Boolean", "Date", "DateTime",
    "Time", "Time(seconds)", "Duration", "Duration(seconds)", "Month", "Percent",
    #"Choice(a, "b c")"#, "Hex(4)", "Card", #"Mask("00-AA")"#, "Url", "Email", "IBAN", "Phone",
    "Phone(+49)", "Text",
  ]

  static let texts = [
    "7", "-7", "007", "7.5", "7.0", "-0", ".5", "5.", "+5", "0.1234", "123456", "1e3", "0x10",
    "10292320860000001", "9223372036854775808", "1234567890123456789012345678901234567890",
    "12.5%", "12.5 %", "10", "-0.1%", "true", "false", "2026-11-21", "2026-02-30",
    "2026-11-21T10:00:00Z", "2026-11-21 10:00", "2026-11-21T25:00:00Z", "2026-11-21T10:00+01:00",
    "08:30", "25:00", "08:61", "08:30:15", "37:15", "-1:30", "2026-11", "2026-13", "a", "b c", "b",
    "ff00", "#FF00", "0xff00", "fff", "4111 1111 1111 1111", "4111 1111 1111 1112", "12-ab", "12AB",
    "https://example.org/", "ann@Example.org", "DE89 3704 0044 0532 0130 00",
    "GB00NWBK60161331926819", "+49 0151 1234567", "0151 1234567", "01511234567", "00491511234567",
    "930", "9:00", "2:30 PM", "9.30", "2025-1-5", "2025/1/5", "20250105", "20251305", "B C", "A",
    "2026-11-21T10:00:00+0200", "2026-11-21T10:00:00-02:30", "-.5", ".", "1,234", "1.2.2025",
    "today", "now", "x", "(5)", "5-", "1,5", "$5", "'", "\"", "a\\b",
  ]

  /// Notations that only an import accepts.
  private static func isForm(_ text: String, of kind: String) -> Bool {
    let plain = text.filter { !$0.isWhitespace }
    switch kind.prefix(while: \.isLetter) {
    case "Boolean": return ["0", "1", "true", "false"].contains(plain.lowercased())
    case "Integer", "Decimal", "Double", "Percent":
      return plain.contains(where: { "()−–-eE".contains($0) }) || plain != text
        || plain.unicodeScalars.contains { !$0.isASCII } || plain.hasSuffix(".")
        || plain.hasPrefix(".") || plain.hasPrefix("-.")
    case "Time", "DateTime", "Date", "Duration", "Choice": return true
    default: return plain != text || plain.isEmpty
    }
  }

  /// A session with a type, and a file of each text.
  private static func conversation(_ kind: String, _ texts: [String]) throws -> Conversation {
    let files = texts.enumerated().map { ("p\($0).csv", "v\n\(quoted($1))\n") }
    return try Conversation(
      "define P { v: \(kind)? }", files: Dictionary(uniqueKeysWithValues: files))
  }

  /// The differences between a cell and a paste into an empty field.
  static func differences(_ kind: String, _ texts: [String]) throws -> [String] {
    let talk = try conversation(kind, texts)
    return texts.enumerated().compactMap { difference(kind, $1, $0, talk) }
  }

  private static func difference(
    _ kind: String, _ text: String, _ number: Int, _ talk: Conversation
  ) -> String? {
    let made = talk.tell("new P as p; field f\(number) on p.v confirm off")
    let keys = Value.text("<Paste:\(text.replacing("<", with: "<lt>"))><Return>").literal
    let told = talk.tell("type f\(number) \(keys)")
    let pasted = talk.tell("list P v").first.map { String($0.drop { $0 != "|" }) }
    talk.tell("type f\(number) \"<Esc>\"")
    let left = talk.tell("delete p; list P")
    let error = talk.tell("import p\(number).csv into P")
    let imported = talk.tell("list P v").first.map { String($0.drop { $0 != "|" }) } ?? "|nil"
    talk.tell("delete P where true")
    if let wrong = (made + left).first(where: { $0.hasPrefix("error") || $0.contains("|") }) {
      return "\(kind), \(text): \(wrong)"
    }
    if pasted == imported || isDifferent(text, kind) { return nil }
    return "\(kind), \(text): pasted \(pasted ?? ""), imported \(imported); \(told) \(error)"
  }

  /// Notations that only a table accepts, and ambiguous ones that it refuses.
  private static func isDifferent(_ text: String, _ kind: String) -> Bool {
    // A field waits for the seconds.
    if ["Time(seconds)", "Duration(seconds)", "DateTime"].contains(kind),
      text.count(where: { $0 == ":" }) == 1
    {
      return true
    }
    return switch kind.prefix(while: \.isLetter) {
    case "Integer", "Decimal", "Double":
      text == "." || text == "7.0" && kind == "Integer" || text.hasSuffix("-")
        || text.contains { "(,e".contains($0) } || kind == "Double" && text.count > 15
    case "Percent": !text.contains("%")
    // A field completes a part of one digit.
    case "Time": ["7.5", "7.0"].contains(text)
    case "Date", "DateTime": ["123456", "1.2.2025", "today", "now"].contains(text)
    default: false
    }
  }

  /// By RFC 4180.
  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// The differences between a command and a file.
  static func failures(_ kind: String, _ texts: [String]) throws -> [String] {
    let talk = try conversation(kind, texts)
    return texts.enumerated().compactMap { failure(kind, $1, in: "p\($0).csv", talk) }
  }

  private static func failure(
    _ kind: String, _ text: String, in file: String, _ talk: Conversation
  ) -> String? {
    // No script may contain U+0000.
    if text.unicodeScalars.contains("\0") { return nil }
    defer { talk.tell("delete P where true") }
    var refusals: [String] = []
    var value: String?
    for literal in [text, Value.text(text).literal] where isOneValue(literal) {
      let told = talk.tell("new P v=\(literal); list P v; delete P where true")
      if let error = told.first(where: { $0.hasPrefix("error") }) {
        refusals.append(message(error))
      } else if let line = told.first(where: { $0.contains("|") }), value == nil {
        value = String(line.drop { $0 != "|" })
      }
    }
    talk.tell("delete P where true")
    let told = talk.tell("import \(file) into P")
    let error = told.first { $0.hasPrefix("error") }.map(message)
    let imported = talk.tell("list P v").first.map { String($0.drop { $0 != "|" }) }
    let place = "\(kind), \(Value.text(text).literal): "
    if let value {
      return imported == value ? nil : place + "\(value), and imported \(imported ?? error ?? "")"
    }
    if let imported {
      let isForm = isForm(text, of: kind)
      return isForm ? nil : place + "\(imported) is imported, and refused: \(refusals)"
    }
    guard let error else { return place + "nothing is said: \(told)" }
    // A cell is quoted without the white space around it.
    let isSame = refusals.contains { words($0) == words(error) }
    return isSame ? nil : place + "\(error), and not \(refusals)"
  }

  /// `nil` is not a value.
  private static func isOneValue(_ literal: String) -> Bool {
    guard literal != "nil",
      !literal.contains(where: { "[]{}();:/`".contains($0) && $0 != ":" })
        || literal.hasPrefix("\"")
    else { return false }
    if literal.hasPrefix(":") { return false }
    var reader = CommandReader(Session.verbs)
    for line in "new P v=\(literal)\nundo".unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      reader.append(line: String(line))
    }
    reader.finish()
    guard let first = try? reader.next(), first.text == "new P v=\(literal)" else { return false }
    return (try? reader.next())?.text == "undo"
  }

  private static func words(_ message: String) -> String {
    message.replacing(/\\u\{[0-9a-f]+\}|\\[nrt]|[\\\s]/, with: "")
  }

  private static func message(_ line: String) -> String {
    let rest = line.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? line
    guard rest.hasSuffix(")"), let hint = rest.ranges(of: " (").last else {
      return rest
    }
    return String(rest[..<hint.lowerBound])
  }
}
