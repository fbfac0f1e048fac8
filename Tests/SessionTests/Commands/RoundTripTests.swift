import Replies
import TestSupport
import Testing

struct RoundTripTests {
  private static let formats = [
    ("csv", ""), ("tsv", ""), ("json", ""), ("jsonl", ""), ("csv", "--locale de_DE"),
    ("tsv", "--locale fr_FR"),
  ]

  /// Exports records and imports them into a new store.
  private func copies(
    _ definitions: String, _ records: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let talk = try Conversation(definitions + records)
    let expected = talk.tell("list T --reveal")
    #expect(!expected.isEmpty)
    for (format, locale) in Self.formats {
      let file = "t.\(format)"
      talk.files[file] = nil
      let said = talk.tell("export T \(locale) --reveal to \(file)")
      #expect(said.count == 1 && said[0].hasPrefix("notice"), "\(said)")
      let copy = try Conversation(definitions, files: [file: talk.files[file] ?? ""])
      let told = copy.tell("import \(file) into T \(locale)")
      #expect(
        copy.tell("list T --reveal") == expected,
        "\(format) \(locale): \(told.prefix(5)) \(talk.files[file]?.prefix(300) ?? "")",
        sourceLocation: sourceLocation)
      expectEqual(copy.tell("check"), [])
      let last = copy.tell("import \(file) into T update by ref \(locale)").last ?? ""
      #expect(last.contains("left as") && !last.contains("changed"), "\(format): \(last)")
    }
  }

  @Test(arguments: kindTable)
  func valuesOfEveryKindComeBack(value: KindCase) throws {
    let (name, clauses) = KindTests.split(value.kind)
    let mark = value.isNeverRequired ? "?" : ""
    let list = value.isReference ? "" : ", l: [\(name)]"
    let items = value.isReference ? "" : " l=[\(value.second), \(value.first)]"
    try copies(
      value.preparation
        + "define T { p: \(name)\(mark) \(clauses), q: \(name)? \(clauses)\(list) }\n",
      """
      new T p=\(value.first) q=\(value.second)\(items)
      new T p=\(value.second)
      new T/7 p=\(value.first) q=\(value.first)
      """)
  }

  @Test func listsOfRecordsComeBack() throws {
    try copies(
      """
      define Note { text: Text }
      define Tag { name: Text key }
      define T { name: Text key, notes: [Note] owned, tags: [Tag], next: T?, last: [T] by next
        friends: [T] on delete clear }
      new Note text=a; new Note text=b; new Note text=c; new Tag name=x; new Tag name="y, z"

      """,
      """
      new T name=one tags=[Tag/2, Tag/1]
      new T name=two next=T/1 friends=[T/1]
      new T/9 name=three
      set T/1 next=T/9 friends=[T/9, T/2]
      append T/2.notes Note/3
      append T/2.notes Note/1
      """)
  }

  @Test func textsOfAllSortsComeBack() throws {
    var generator = Seeded(stream: 4180)
    let parts = [
      "\"", "\\\"", ",", ";", "\\t", "\\n", "\\r", "\\r\\n", " ", "'", "=1+1", "-5", "nil", "true",
      "[a]", "{", "é", "🇩🇪", "e\\u{301}", "\\u{2028}", "\\u{FEFF}", "\\u{200F}", "|", "<b>", "&",
      "0123", "1,5", "#", "\\u{7F}",
    ].map { $0 == "\"" ? "\\\"" : $0 }
    func text() -> String {
      "\""
        + (0..<Int.random(in: 0...5, using: &generator)).map { _ in
          parts.randomElement(using: &generator) ?? ""
        }.joined() + "\""
    }
    let records = (0..<(Seeded.isLong ? 3000 : 150)).map { _ in
      let list = (0..<Int.random(in: 0...3, using: &generator)).map { _ in text() }
      let optional = Bool.random(using: &generator) ? " o=" + text() : ""
      return "new T t=\(text())\(optional) l=[\(list.joined(separator: ", "))]"
    }
    try copies("define T { t: Text, o: Text?, l: [Text] }\n", records.joined(separator: "\n"))
  }
}
