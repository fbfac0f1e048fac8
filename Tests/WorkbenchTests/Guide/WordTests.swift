import Foundation
import TestSupport
import Testing

/// Counts the words that make a text hard to read, in README, guide, help and messages.
///
/// The bounds are those of the documentation of git, PostgreSQL, Django and SQLite.
@Suite struct WordTests {
  /// Prose without code, headings and the targets of links.
  private static func prose(of page: GuidePage) throws -> String {
    try page.blocks().filter { $0.kind == .text || $0.kind == .table }.flatMap(\.lines)
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("![") }.joined(separator: "\n")
      .replacing(#/`[^`\n]+`/#, with: "code").replacing(#/\]\([^)]*\)/#, with: "")
  }

  private static func pages() -> [GuidePage] {
    let generated = ["Reference/commands.md", "Reference/functions.md"]
    return GuidePage.all.filter { !generated.contains($0.name) && $0.name != "README.md" }
      + [GuidePage(name: "README", url: Program.root.appending(path: "README.md"))]
  }

  private static func count(_ pattern: some RegexComponent, in text: String) -> Int {
    text.matches(of: pattern).count
  }

  private static func words(in text: String) -> Int {
    count(#/[\p{L}’']+/#, in: text)
  }

  @Test func theProseOfReadmeAndGuideIsAsPlainAsThatOfItsPeers() throws {
    let text = try Self.pages().map(Self.prose).joined(separator: "\n\n")
    let thousands = Double(Self.words(in: text)) / 1000
    #expect(thousands > 10)
    func rate(_ pattern: some RegexComponent) -> Double {
      Double(Self.count(pattern, in: text)) / thousands
    }
    #expect(rate(#/(?i)\byou(r|rs|rself)?\b/#) >= 5)
    #expect(rate(#/(?i)\bfor example\b/#) >= 2)
    #expect(rate(#/(?i)\bwhat\b/#) <= 2.5)
    #expect(rate(#/;/#) <= 3)
    #expect(rate(#/(?i)\b(it|that|those|such)\b/#) <= 39)
    let sentences = text.split(separator: #/[.:?!](?=\s)|\n\s*\n|\n[-*|]|\n\d+\. /#)
      .map { Self.words(in: String($0)) }.filter { $0 > 2 }
    #expect(sentences.reduce(0, +) <= 18 * sentences.count)
  }

  /// Phrases that no page, help text or message has, with the better word.
  nonisolated(unsafe) private static let phrases: [(pattern: Regex<Substring>, better: String)] = [
    (#/\bas [\w ]{1,20} (?:has|have) it\b/#, "in X format"),
    (#/\b(?:is|are|there is) none\b/#, "negate the verb"),
    (#/\bsomebody\b/#, "you"),
    (#/\bmended\b/#, "repaired"),
    (#/\b(?:taken|take|takes) back\b/#, "undone"),
    (#/\brecords? made\b/#, "created"),
    (#/\bis not there\b/#, "is missing"),
    (#/\blet go\b/#, "disconnected"),
    (#/\b(?:first|next|last|each|every) round\b/#, "iteration"),
    (#/\bsession values?\b/#, "session name"),
    (#/\b(?:a|the|its|which) moments?\b/#, "a date and time"),
    (#/\b(?:the|its|a|which|whose) doors?\b/#, "socket"),
    (
      #/\bwhat (?:was|were|is|are) (?:written|typed|given|printed|stored|meant)\b/#,
      "name the thing"
    ),
  ]

  private static func findings(in text: String) -> [String] {
    phrases.flatMap { phrase in
      text.matches(of: phrase.pattern).map { "\($0.output) (\(phrase.better))" }
    }
  }

  @Test(arguments: pages()) func aPageHasThePlainWord(page: GuidePage) throws {
    expectEqual(Self.findings(in: try Self.prose(of: page)), [])
  }

  /// Writes the list of all messages to `.build/messages.txt`, so that somebody can read it.
  @Test func aMessageHasThePlainWord() throws {
    let texts = try SourceTexts.all(in: "Sources")
    #expect(texts.count > 3000)
    let list = texts.map { "\($0.file):\($0.line): \($0.text)\n" }.joined()
    try Data(list.utf8).write(to: Program.root.appending(path: ".build/messages.txt"))
    for text in texts {
      for finding in Self.findings(in: text.text) {
        Issue.record("\(text.file):\(text.line): \(finding) in \"\(text.text)\"")
      }
    }
    let words = Double(texts.reduce(0) { $0 + Self.words(in: $1.text) }) / 1000
    let clever = texts.reduce(0) { $0 + Self.count(#/(?i)\bwhat\b/#, in: $1.text) }
    #expect(Double(clever) <= 2.5 * words, "what")
  }
}
