internal import Values

extension Parser {
  private static let longestCommand = 120

  /// Adds to an error the command that was probably meant: as the hint if the whole command is
  /// known and short, and as data if only the session can complete the command.
  func meaning(_ error: SyntaxError, from start: Int) -> SyntaxError {
    let end = endOfStatement(from: start)
    guard recorder == nil, start < end, tokens[start].kind == .word else { return error }
    var result = error
    if let meant = commandMeant(start..<end, error), meant.count <= Self.longestCommand,
      !meant.contains(where: \.isNewline)
    {
      result.hint = meant
    }
    result.meant = SQLStatement(self, start..<end).insertionOfValues ?? textMeant(start..<end)
    if case .named? = result.meant { result.hint = nil }
    if let (record, verb, steps) = recordAlone(start..<end) {
      result.hint = verb + " " + source(start..<end)
      result.meant = .record(record, verb: verb, steps: steps)
    }
    return result
  }

  private func commandMeant(_ range: Range<Int>, _ error: SyntaxError) -> String? {
    let word = text(of: tokens[range.lowerBound])
    if let meant = SQLStatement(self, range).commandMeant { return meant }
    if !userCommands.contains(word), verbs.command(word) == nil {
      guard range.count > 1, verbs.foreignHint(word) == nil,
        let verb = verbs.words.first(where: { $0.lowercased() == word.lowercased() })
      else { return nil }
      return source(range.dropFirst(), after: verb)
    }
    return recordMeant(range) ?? signMeant(range) ?? quotedMeant(range, error)
  }

  /// The data of a hint for a command that names a record only by a text.
  private func textMeant(_ range: Range<Int>) -> SyntaxError.Meant? {
    let verb = text(of: tokens[range.lowerBound])
    let place = range.lowerBound + (verb == "new" ? 2 : 1)
    guard place < range.upperBound, verb == "new" || Self.verbsOfRecords.contains(verb) else {
      return nil
    }
    func rest(from next: Int) -> String {
      guard next < range.upperBound else { return "" }
      return (isAdjacent(next) ? "" : " ") + source(next..<range.upperBound)
    }
    if index == place, [.string, .sqlText].contains(tokens[place].kind),
      let text = try? decodedText(tokens[place])
    {
      return verb == "new"
        ? .new(
          type: source(place - 1..<place), value: Value.text(text).literal,
          rest: rest(from: place + 1))
        : .named(text, verb: verb, rest: rest(from: place + 1))
    }
    guard verb != "new", index == place + 1, let command = recordMeant(range) else { return nil }
    var last = place
    while last + 1 < range.upperBound, tokens[last + 1].kind == .word { last += 1 }
    return .named(
      source(place..<last + 1), verb: verb, rest: rest(from: last + 1),
      type: text(of: tokens[place]), command: command)
  }

  /// The command meant by `show :ann`, `set ann.age = 42` or `drop Person`.
  private func signMeant(_ range: Range<Int>) -> String? {
    let (verb, next) = (text(of: tokens[range.lowerBound]), range.lowerBound + 1)
    guard next < range.upperBound else { return nil }
    if verb == "drop", index == next, range.count == 2, tokens[next].kind == .word,
      text(of: tokens[next]).first?.isUppercase ?? false
    {
      return "drop type " + text(of: tokens[next])
    }
    if Self.verbsOfRecords.contains(verb), index == next, isToken(next, ":"),
      isNameAdjacent(next + 1)
    {
      return verb + " " + source(next + 1..<range.upperBound)
    }
    // A value of several words would need parentheses.
    let value = index + 1
    guard verb == "set", isAt("="), value < range.upperBound,
      tokens[value].kind == .symbol && tokens[value].detail == range.upperBound - 1
        || (value + 1..<range.upperBound).allSatisfy(isAdjacent)
    else { return nil }
    return source(range.lowerBound..<index) + " " + source(value..<range.upperBound)
  }

  /// The command meant by `Part["SH-1234"]` or `Part/1.price` without a verb.
  private func recordAlone(
    _ range: Range<Int>
  ) -> (record: Spanned<RecordSyntax>, verb: String, steps: String)? {
    let word = text(of: tokens[range.lowerBound])
    guard verbs.command(word) == nil, !userCommands.contains(word) else { return nil }
    var parser = self
    (parser.index, parser.limit) = (range.lowerBound, range.upperBound)
    guard let record = try? parser.record("a record") else { return nil }
    if case .name = record.value { return nil }
    let steps = parser.index..<range.upperBound
    guard !steps.isEmpty else { return (record, "show", "") }
    parser.index = range.lowerBound
    guard (try? parser.recordOrPath("a record")) != nil, parser.index == range.upperBound else {
      return nil
    }
    return (record, "get", source(steps))
  }

  /// The command meant by `show Part SH-1234`: the record by its key.
  private func recordMeant(_ range: Range<Int>) -> String? {
    let type = range.lowerBound + 1
    guard Self.verbsOfRecords.contains(text(of: tokens[range.lowerBound])),
      type + 1 < range.upperBound,
      index == type + 1, tokens[type].kind == .word, isKey(type + 1),
      text(of: tokens[type]).first?.isUppercase ?? false, !isAdjacent(type + 1)
    else { return nil }
    var last = type + 1
    while last + 1 < range.upperBound, isAdjacent(last + 1) { last += 1 }
    let key = tokens[type + 1]
    let rest = last + 1 < range.upperBound ? " " + source(last + 1..<range.upperBound) : ""
    let head = source(range.lowerBound..<type + 1)
    if last == type + 1, key.kind == .number || key.kind == .string {
      return head + "[\(text(of: key))]" + rest
    }
    if last == type + 1, key.kind == .sqlText, let text = try? decodedText(key) {
      return head + "[\(Value.text(text).literal)]" + rest
    }
    let text = String(decoding: bytes[key.start..<tokens[last].end], as: UTF8.self)
    guard text.allSatisfy({ $0.isLetter || $0.isNumber || "-_./+".contains($0) }) else {
      return nil
    }
    return head + "[\(Value.text(text).literal)]" + rest
  }

  private func isKey(_ index: Int) -> Bool {
    [.word, .number, .string, .sqlText, .date].contains(tokens[index].kind)
      || tokens[index].kind == .bad(.numberTail)
  }

  private static let verbsOfRecords: Set<String> = [
    "show", "delete", "edit", "set", "history", "blame", "why", "log", "erase", "restore",
  ]

  /// If the error is at a text in single quotation marks, the command with all texts in double
  /// quotation marks.
  private func quotedMeant(_ range: Range<Int>, _ error: SyntaxError) -> String? {
    guard
      range.contains(where: { tokens[$0].kind == .sqlText && span(of: tokens[$0]) == error.span })
    else { return nil }
    return source(range)
  }

  /// The source of tokens, with all texts in double quotation marks.
  func source(_ range: Range<Int>, after word: String = "") -> String {
    var result = word
    for place in range {
      let token = tokens[place]
      if !result.isEmpty, place > range.lowerBound || !word.isEmpty,
        place > 0, token.start > tokens[place - 1].end
      {
        result += " "
      }
      let isText = token.kind == .sqlText
      result +=
        isText
        ? (try? decodedText(token)).map { Value.text($0).literal } ?? text(of: token)
        : text(of: token)
    }
    return result
  }
}

/// A statement of SQL, and the command that does the same.
private struct SQLStatement {
  private let parser: Parser
  private let tokens: Range<Int>
  /// The words in lower case; empty for other tokens.
  private let words: [String]

  init(_ parser: Parser, _ tokens: Range<Int>) {
    (self.parser, self.tokens) = (parser, tokens)
    words = tokens.map { place in
      parser.tokens[place].kind == .word ? parser.text(of: parser.tokens[place]).lowercased() : ""
    }
  }

  var commandMeant: String? {
    switch words[0] {
    case "select": selection
    case "insert" where word(1) == "into": insertion
    case "update": update
    case "delete" where word(1) == "from": deletion
    case "create" where word(1) == "table": creation
    case "drop" where word(1) == "table" && words.count == 3: "drop type \(source(2..<3))"
    default: nil
    }
  }

  private func word(_ place: Int) -> String { place < words.count ? words[place] : "" }

  private func isSymbol(_ place: Int, _ symbol: StaticString) -> Bool {
    place < words.count && parser.isToken(tokens.lowerBound + place, symbol)
  }

  private func source(_ range: Range<Int>) -> String {
    parser.source(tokens.lowerBound + range.lowerBound..<tokens.lowerBound + range.upperBound)
  }

  private var selection: String? {
    guard let from = words.firstIndex(of: "from"), from > 1, from + 1 < words.count,
      !words.contains(where: { ["join", "having", "union", "distinct"].contains($0) }),
      !isSymbol(from + 2, ","), let clauses = clauses(from + 2)
    else { return nil }
    let type = source(from + 1..<from + 2)
    let columns = source(1..<from)
    if columns.lowercased() == "count(*)" { return "count \(type)\(clauses)" }
    return "list \(type)\(columns == "*" ? "" : " " + columns)\(clauses)"
  }

  /// The clauses from an index to the end, with keywords in lower case and `limit N, M` as `limit M
  /// offset N`; nil if another token is at the index.
  private func clauses(_ start: Int) -> String? {
    let known = ["where", "group", "order", "limit", "by", "asc", "desc", "offset"]
    var result = ""
    var place = start
    guard start == words.count || known.contains(word(start)) else { return nil }
    while place < words.count {
      if words[place] == "limit", isSymbol(place + 2, ","), place + 3 < words.count {
        let (skipped, count) = (source(place + 1..<place + 2), source(place + 3..<place + 4))
        result += " limit \(count) offset \(skipped)"
        place += 4
        continue
      }
      let next =
        (place + 1..<words.count).first { known.contains(words[$0]) } ?? words.count
      if known.contains(words[place]) {
        result += " " + words[place]
        if place + 1 < next { result += " " + source(place + 1..<next) }
      }
      place = next
    }
    return result
  }

  private var insertion: String? {
    guard words.count > 4, let values = words.firstIndex(of: "values"), isSymbol(3, "("),
      isSymbol(values - 1, ")"), let rows = rows(from: values + 1)
    else { return nil }
    let names = parts(4..<values - 1)
    guard !names.isEmpty, rows.allSatisfy({ $0.count == names.count }) else { return nil }
    return rows.map { row in
      "new \(source(2..<3)) " + zip(names, row).map(assignment).joined(separator: " ")
    }.joined(separator: "; ")
  }

  /// The values in `(…), (…)` up to the end.
  private func rows(from start: Int) -> [[Range<Int>]]? {
    var rows: [[Range<Int>]] = []
    var place = start
    while isSymbol(place, "(") {
      var (end, depth) = (place, 0)
      repeat {
        if isSymbol(end, "(") { depth += 1 }
        if isSymbol(end, ")") { depth -= 1 }
        end += 1
      } while depth > 0 && end < words.count
      guard depth == 0 else { return nil }
      rows.append(parts(place + 1..<end - 1))
      if end == words.count { return rows }
      guard isSymbol(end, ",") else { return nil }
      place = end + 1
    }
    return nil
  }

  private var creation: String? {
    guard words.count > 5, !words[2].isEmpty, isSymbol(3, "("), isSymbol(words.count - 1, ")")
    else { return nil }
    var properties: [String] = []
    for column in parts(4..<words.count - 1) {
      guard let property = property(column) else { return nil }
      properties.append(property)
    }
    return "define \(source(2..<3)) { \(properties.joined(separator: ", ")) }"
  }

  /// The property for a column; nil if its kind or a clause has no equivalent.
  private func property(_ column: Range<Int>) -> String? {
    var rest = column.dropFirst()
    func skip(_ word: String) -> Bool {
      guard let first = rest.first, words[first] == word else { return false }
      rest.removeFirst()
      return true
    }
    guard !words[column.lowerBound].isEmpty, let place = rest.popFirst(),
      let kind = PropertyKind.namesElsewhere[words[place]]
    else { return nil }
    if kind == "Double" { _ = skip("precision") }
    var digits = ""
    if let open = rest.first, isSymbol(open, "(") {
      guard let close = rest.first(where: { isSymbol($0, ")") }) else { return nil }
      let numbers = parts(open + 1..<close).compactMap { Int(source($0)) }
      rest = rest.drop { $0 <= close }
      if kind == "Decimal", let all = numbers.first {
        let fraction = numbers.count > 1 ? numbers[1] : 0
        guard 0 <= fraction, fraction <= all, numbers.count < 3 else { return nil }
        digits = "(integer: \(max(1, all - fraction)), fraction: \(fraction))"
      }
    }
    var (isRequired, role, initial) = (false, "", "")
    while !rest.isEmpty {
      if skip("not") {
        guard skip("null") else { return nil }
        isRequired = true
      } else if skip("primary") {
        guard skip("key") else { return nil }
        (isRequired, role) = (true, " key")
      } else if skip("unique") {
        role = role.isEmpty ? " unique" : role
      } else if skip("null") {
        continue
      } else if skip("default"), let value = rest.popFirst() {
        initial = " = \(source(value..<value + 1))"
      } else {
        return nil
      }
    }
    return source(column.lowerBound..<column.lowerBound + 1) + ": " + kind + digits
      + (isRequired ? "" : "?") + role + initial
  }

  var insertionOfValues: SyntaxError.Meant? {
    guard word(0) == "insert", word(1) == "into", word(3) == "values", let rows = rows(from: 4),
      rows.allSatisfy({ !$0.isEmpty })
    else { return nil }
    return .insertion(type: source(2..<3), rows: rows.map { $0.map(value) })
  }

  private var update: String? {
    guard word(2) == "set" else { return nil }
    let end = words[3...].firstIndex(of: "where") ?? words.count
    var assignments: [String] = []
    for part in parts(3..<end) {
      guard part.count > 2, isSymbol(part.lowerBound + 1, "=") else { return nil }
      assignments.append(
        assignment(part.lowerBound..<part.lowerBound + 1, part.lowerBound + 2..<part.upperBound))
    }
    guard !assignments.isEmpty else { return nil }
    let condition = end + 1 < words.count ? source(end + 1..<words.count) : "true"
    return "set \(source(1..<2)) where \(condition) : \(assignments.joined(separator: " "))"
  }

  private var deletion: String? {
    guard words.count == 3 || word(3) == "where" && words.count > 4 else { return nil }
    let condition = words.count == 3 ? "true" : source(4..<words.count)
    return "delete \(source(2..<3)) where \(condition)"
  }

  private func assignment(_ name: Range<Int>, _ value: Range<Int>) -> String {
    source(name) + "=" + self.value(value)
  }

  private func value(_ value: Range<Int>) -> String {
    let text = source(value)
    let isOne = value.count == 1 || value.count == 2 && isSymbol(value.lowerBound, "-")
    let literals = ["null": "nil", "true": "true", "false": "false"]
    let isPlain = words[value.lowerBound].isEmpty
    return isOne ? literals[text.lowercased()] ?? (isPlain ? text : "(\(text))") : "(\(text))"
  }

  /// The parts between commas outside parentheses.
  private func parts(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var (start, depth) = (range.lowerBound, 0)
    for place in range {
      if isSymbol(place, "(") { depth += 1 }
      if isSymbol(place, ")") { depth -= 1 }
      guard isSymbol(place, ","), depth == 0 else { continue }
      parts.append(start..<place)
      start = place + 1
    }
    parts.append(start..<range.upperBound)
    return parts.filter { !$0.isEmpty }
  }
}
