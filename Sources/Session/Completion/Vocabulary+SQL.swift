internal import RecordStore
internal import Records

extension Vocabulary {
  /// What a statement of SQL goes on with in its quotation marks: tables, columns, functions and
  /// words, by place.
  func sqlContinuations(before rest: String) -> [Completion] {
    guard let openText, !SQLPlace.isQuoted(openText) else { return [] }
    let typed = String(openText.reversed().prefix(while: SQLPlace.isWord).reversed())
    let place = SQLPlace(before: openText.dropLast(typed.count))
    let prefix = String(word.dropLast(typed.count))
    func completion(_ text: String, isWhole: Bool = true, shown: String? = nil) -> Completion {
      Completion(prefix + text, isWhole: isWhole, shown: shown ?? text)
    }
    var result = place.words.map { completion($0) }
    switch place.wanted {
    case .word: break
    case .table: result += tablesOfSQL.map { completion(sqlName($0)) }
    case .column(let source):
      let statement = openText + rest.prefix { $0 != "\"" }
      let tables = place.tables(in: statement, among: tablesOfSQL)
      if source == nil {
        // Two tables can have columns of one name.
        result += tables.keys.filter { !tablesOfSQL.contains($0) }.map {
          completion($0 + ".", isWhole: false)
        }
      }
      let named = source.map { name in tables[name].map { [$0] } ?? [] }
      let all = named ?? (tables.isEmpty ? tablesOfSQL : Array(tables.values))
      result += Set(all.flatMap(columnsOfSQL)).map { completion(sqlName($0)) }
      let isOffered = typed.isEmpty || result.contains { $0.shown.hasPrefix(typed) }
      if source == nil, !isOffered {
        result += ExpressionFunction.all.map {
          completion($0.name + "(", isWhole: false, shown: $0.call)
        }
      }
    }
    return result
  }

  private var tablesOfSQL: [String] { session.store.types.map(\.name) + ["history"] }

  private func columnsOfSQL(_ table: String) -> [String] {
    let name = table.replacing("\"", with: "\"\"")
    return (try? session.store.sql("SELECT * FROM \"\(name)\" LIMIT 0").columns) ?? []
  }

  private func sqlName(_ name: String) -> String {
    SQLPlace.isKeyword(name) ? Self.quoted(name) : self.name(name)
  }
}

/// A place in a statement of SQL, as far as the words before it tell.
private struct SQLPlace {
  enum Wanted {
    case word
    case table
    /// A column, of the table before the point if there is one.
    case column(of: String?)
  }

  let wanted: Wanted
  /// The words of SQL that can be there.
  let words: [String]

  init(before text: some StringProtocol) {
    let pieces = Self.pieces(text)
    guard let last = pieces.last else {
      (wanted, words) = (.word, ["select", "with", "values", "explain"])
      return
    }
    if last == ".", pieces.count > 1 {
      (wanted, words) = (.column(of: pieces[pieces.count - 2]), [])
      return
    }
    let clause = Self.clause(pieces)
    let isAfterValue = last == ")" || last == "*" && clause == "select" || Self.isOperand(last)
    switch clause {
    case "from", "join":
      (wanted, words) = isAfterValue ? (.word, Self.afterTable) : (.table, [])
    case "explain":
      (wanted, words) = (.word, ["query", "plan", "select", "values", "with"])
    case "limit", "offset": (wanted, words) = (.word, isAfterValue ? ["offset"] : [])
    case "select", "where", "on", "having", "by", "set", "using":
      if isAfterValue {
        (wanted, words) = (.word, Self.operators + (Self.following[clause] ?? []))
      } else {
        let more = last.lowercased() == "select" ? ["distinct", "*"] : []
        (wanted, words) = (.column(of: nil), ["case", "cast", "exists", "not", "null"] + more)
      }
    default:
      (wanted, words) = (.word, clause == "order" || clause == "group" ? ["by"] : ["select"])
    }
  }

  /// The tables that a statement reads, by the names that they have in it.
  func tables(in statement: String, among known: [String]) -> [String: String] {
    var result: [String: String] = [:]
    let pieces = Self.pieces(statement)
    for (place, piece) in pieces.enumerated() {
      guard let table = known.first(where: { $0.lowercased() == piece.lowercased() }), place > 0,
        ["from", "join", ","].contains(pieces[place - 1].lowercased())
      else { continue }
      result[table] = table
      let next = pieces[(place + 1)...].first { $0.lowercased() != "as" }
      if let next, Self.isOperand(next) { result[next] = table }
    }
    return result
  }

  // MARK: Words

  private static let clauses: Set<String> = [
    "select", "from", "join", "where", "on", "by", "having", "limit", "offset", "using", "explain",
    "group", "order", "with", "values",
  ]
  private static let operators = [
    "and", "between", "collate", "glob", "in", "is", "like", "not", "or", "regexp",
  ]
  private static let ends = ["except", "intersect", "limit", "order", "union"]
  private static let afterTable =
    ["as", "cross", "group", "inner", "join", "left", "natural", "on", "using", "where"] + ends
  private static let following = [
    "select": ["as", "from"], "where": ["group"] + ends, "on": ["group", "join", "where"] + ends,
    "by": ["asc", "desc", "having"] + ends, "having": ends,
  ]
  private static let others: Set<String> = [
    "all", "asc", "by", "case", "cast", "desc", "distinct", "else", "end", "exists", "null", "plan",
    "query", "then", "when",
  ]

  static func isKeyword(_ word: String) -> Bool {
    let word = word.lowercased()
    return clauses.contains(word) || operators.contains(word) || afterTable.contains(word)
      || others.contains(word)
  }

  /// The clause that a place is in: the last that begins outside brackets that are closed again.
  private static func clause(_ pieces: [String]) -> String {
    var depth = 0
    for piece in pieces.reversed() {
      if piece == ")" { depth += 1 }
      if piece == "(" { depth -= 1 }
      if depth <= 0, clauses.contains(piece.lowercased()) { return piece.lowercased() }
    }
    return ""
  }

  private static func isOperand(_ piece: String) -> Bool {
    guard let first = piece.first else { return false }
    return (isWord(first) || "'\"`".contains(first))
      && (!isKeyword(piece) || ["null", "end"].contains(piece.lowercased()))
  }

  static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// Whether a text ends within one that is quoted.
  static func isQuoted(_ text: String) -> Bool {
    var open: Character?
    for character in text where "'\"`".contains(character) {
      if open == nil { open = character } else if open == character { open = nil }
    }
    return open != nil
  }

  /// The words, signs and quoted parts of a statement.
  private static func pieces(_ text: some StringProtocol) -> [String] {
    var pieces: [String] = []
    var rest = Substring(text)
    while let first = rest.first {
      var end = rest.index(after: rest.startIndex)
      if first.isWhitespace {
        rest = rest[end...]
        continue
      }
      if isWord(first) {
        end = rest.firstIndex { !isWord($0) } ?? rest.endIndex
      } else if "'\"`".contains(first) {
        end = rest[end...].firstIndex(of: first).map { rest.index(after: $0) } ?? rest.endIndex
      }
      pieces.append(String(rest[..<end]))
      rest = rest[end...]
    }
    return pieces
  }
}
