internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct FindCommand: Command {
  static let verb = Verb(
    "find",
    usage: "find \"TEXT\" [in TYPE]",
    summary:
      "Lists the properties that contain a text, in all records or in the records of one type. "
      + "Case and accents are ignored, and so are spaces in an IBAN or a telephone number. The "
      + "search covers texts, choices, addresses, IBANs, telephone numbers, lists of these, and "
      + "references by the title or key of the referenced record, but not numbers, dates, times or "
      + "card numbers.",
    examples: ["find \"lovelace\"", "find \"muller\" in Person"], printsToFile: true,
    mayRunLong: true, readsOneState: true)

  var text: Spanned<String>
  var type: Name?

  init(parsing parser: inout Parser) throws(SyntaxError) {
    text = try parser.quotedText("a text")
    if parser.skip("in") { type = try parser.name("a type", .type) }
  }

  func run(in session: Session) throws(Diagnostic) {
    let store = session.store
    let longestLead = session.configuration.isForPerson ? 30 : Int.max
    let types = try type.map { name throws(Diagnostic) in [try session.resolver.type(name)] }
    guard var found = FoundTexts(text.value, store, longestLead) else {
      throw Diagnostic(.value, "the search text is empty", at: text.span)
    }
    let table = ReplyTable<(id: RecordID, property: String, text: [Datum.Phrase])>([
      ReplyColumn("ref") { .text($0.id.description) },
      ReplyColumn("property") { .text($0.property) },
      ReplyColumn("text") { .phrase($0.text) },
    ])
    session.say(table.beginning)
    let progress = session.runner.progress
    var total: Int?
    if progress.isWatched {
      for type in types ?? store.schema.types {
        total = try (total ?? 0) + attempt(store.queries.count(type.name, where: nil))
      }
    }
    try progress.counting("records", of: total) { () throws(Diagnostic) in
      var count = 0
      for type in types ?? store.schema.types {
        let records = try attempt(store.queries.select(RecordQuery(type.name)))
        while session.configuration.isHeard(), let (number, values) = try attempt(records.next()) {
          count += 1
          progress.advance(to: count)
          for (property, value) in zip(type.properties, values) where !property.kind.isMasked {
            guard let value, let text = try found.marked(value, of: property.kind) else { continue }
            session.say(table.reply((RecordID(type.name, number), property.name, text)))
          }
        }
      }
    }
    session.say(.tableEnds)
  }
}

/// A reference matches by the title or key of the record that it refers to, if they are texts.
private struct FoundTexts {
  private let search: TextSearch
  /// The search text without separators, which finds numbers with separators; nil if the text
  /// contains only separators.
  private let closeSearch: TextSearch?
  private let store: Store
  private let longestLead: Int
  /// The captions of matching records by type and number; each type is searched on demand.
  private var captions: [String: [Int: String]] = [:]

  init?(_ text: String, _ store: Store, _ longestLead: Int) {
    guard let search = TextSearch(text) else { return nil }
    self.search = search
    closeSearch = TextSearch.withoutSeparators(text)
    self.store = store
    self.longestLead = longestLead
  }

  mutating func marked(
    _ value: Value, of kind: PropertyKind
  ) throws(Diagnostic) -> [Datum.Phrase]? {
    switch value {
    case .text(let text):
      if let found = marked(text, by: search) { return found }
      guard kind.isSpaced, let closeSearch else { return nil }
      if let found = marked(text, by: closeSearch) { return found }
      let isFound = kind.otherTexts(of: value).contains { !closeSearch.ranges(in: $0).isEmpty }
      return isFound ? [Datum.Phrase(text, .found)] : nil
    case .reference(let id): return try caption(of: id).flatMap { marked($0, by: search) }
    case .list(let items):
      var found: [[Datum.Phrase]] = []
      for item in items {
        if let item = try marked(item, of: kind.item ?? kind) { found.append(item) }
      }
      return found.isEmpty ? nil : Array(found.joined(separator: [Datum.Phrase(", ")]))
    case .integer, .decimal, .double, .boolean, .date, .dateTime, .time, .duration, .month,
      .percent:
      return nil
    }
  }

  private func marked(_ text: String, by search: TextSearch) -> [Datum.Phrase]? {
    let ranges = search.ranges(in: text)
    guard !ranges.isEmpty else { return nil }
    var phrases: [Datum.Phrase] = []
    var place = text.startIndex
    for range in ranges {
      let lead = text[place..<range.lowerBound]
      let isLong = phrases.isEmpty && lead.count > longestLead
      phrases.append(Datum.Phrase(isLong ? "…" + lead.suffix(longestLead) : String(lead)))
      phrases.append(Datum.Phrase(String(text[range]), .found))
      place = range.upperBound
    }
    phrases.append(Datum.Phrase(String(text[place...])))
    return phrases.filter { !$0.text.isEmpty }
  }

  private mutating func caption(of id: RecordID) throws(Diagnostic) -> String? {
    if let known = captions[id.type] { return known[id.number] }
    var found: [Int: String] = [:]
    if let type = store.schema.type(named: id.type) {
      let names = [type.title, type.key].compactMap { $0 }.filter { $0.kind == .text }
      let places = names.compactMap { type.index(of: $0.name) }
      guard !places.isEmpty else { return nil }
      let records = try attempt(store.queries.select(RecordQuery(id.type)))
      while let (number, values) = try attempt(records.next()) {
        let isFound = places.contains { place in
          if case .text(let text)? = values[place] {
            !search.ranges(in: text).isEmpty
          } else {
            false
          }
        }
        if isFound {
          found[number] = type.caption(of: RecordID(id.type, number), values)
        }
      }
    }
    captions[id.type] = found
    return found[id.number]
  }
}
