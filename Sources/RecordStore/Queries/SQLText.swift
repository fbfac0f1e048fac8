internal import Expressions
internal import Values

/// A user's SQL statement, tokenized just well enough to find its end and any calls with side
/// effects.
struct SQLText {
  private struct Piece {
    enum Kind {
      case word, text, name, symbol
    }

    var kind: Kind
    /// Without quotes.
    var text: String
    /// In bytes.
    var place: Int

    /// In lower case, because SQLite compares words ignoring case.
    var word: String { text.asciiLowercased }

    var token: ExpressionToken {
      switch kind {
      case .word where text.utf8.first?.isDigit == true: .number(text)
      case .word: .word(text)
      case .text: .text(text)
      case .name: .quotedName(text)
      case .symbol: .symbol(text)
      }
    }
  }

  let text: String
  private var pieces: [Piece] = []

  private static let firstWords: Set<String> = ["select", "with", "values", "explain"]
  /// Pragmas that can be read like tables and have no side effects.
  private static let harmlessPragmas: Set<String> = [
    "collation_list", "compile_options", "database_list", "foreign_key_check", "foreign_key_list",
    "function_list", "index_info", "index_list", "index_xinfo", "integrity_check", "module_list",
    "pragma_list", "quick_check", "table_info", "table_list", "table_xinfo",
  ]
  private static let functions: Set<String> = [
    "load_extension", "fts3_tokenizer", "readfile", "writefile", "edit", "sqlite_log",
  ]

  init(_ text: String) throws(StoreError) {
    self.text = text
    try scan()
    try check()
  }

  private func check() throws(StoreError) {
    guard var first = pieces.first else { throw StoreError(.expression, .noStatement(found: nil)) }
    guard first.kind == .word, Self.firstWords.contains(first.word) else {
      throw error(.noStatement(found: shown(first)), first.place)
    }
    if first.word == "explain" {
      // For some statements, EXPLAIN alone has an effect.
      var rest = pieces.dropFirst()
      if rest.first?.word == "query" { rest = rest.dropFirst(2) }
      guard let next = rest.first, next.kind == .word, next.word != "explain",
        Self.firstWords.contains(next.word)
      else { throw error(.fact(.sqlExplain), first.place) }
      first = next
    }
    for (index, piece) in pieces.enumerated() {
      switch piece.kind {
      case .symbol:
        if piece.text == ";", let next = pieces[index...].first(where: { $0.text != ";" }) {
          throw error(.fact(.secondStatement), next.place)
        }
        if ["?", ":", "@", "$"].contains(piece.text) {
          throw error(.parameter(shown(piece)), piece.place)
        }
      case .word, .text, .name: try check(piece, isCall: call(index))
      }
    }
  }

  private func call(_ index: Int) -> Bool {
    index + 1 < pieces.count && pieces[index + 1].text == "(" && pieces[index + 1].kind == .symbol
  }

  private func check(_ piece: Piece, isCall: Bool) throws(StoreError) {
    let name = piece.word
    if name.hasPrefix("pragma_"), !Self.harmlessPragmas.contains(String(name.dropFirst(7))) {
      throw error(.forbiddenTable(name), piece.place)
    }
    if isCall, Self.functions.contains(name) {
      throw error(.forbiddenFunction(name), piece.place)
    }
  }

  private func shown(_ piece: Piece) -> String {
    piece.kind == .word ? piece.text.uppercased() : "\"\(piece.text)\""
  }

  private func error(_ fault: StoreError.Reason, _ place: Int) -> StoreError {
    StoreError(.expression, .sql(fault, at: self.place(place)))
  }

  /// In bytes.
  func place(of name: String) -> Int? {
    pieces.first { $0.kind != .symbol && $0.word == name }?.place
  }

  func place(_ offset: Int) -> StoreError.TextPlace {
    var position = StoreError.TextPlace()
    var place = text.startIndex
    while place < text.endIndex, text.utf8.distance(from: text.startIndex, to: place) < offset {
      if text[place].isNewline {
        position.line += 1
        position.column = 1
      } else {
        position.column += 1
      }
      place = text.index(after: place)
    }
    return position
  }

  private mutating func scan() throws(StoreError) {
    let bytes = Array(text.utf8)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let next = place + 1 < bytes.count ? bytes[place + 1] : 0
      switch byte {
      case 0: throw error(.fact(.nullInStatement), place)
      case 0x20, 0x09, 0x0A, 0x0C, 0x0D: place += 1
      case UInt8(ascii: "-") where next == byte:
        place = bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
      case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        place = try endOfComment(bytes, place)
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        place = try quoted(bytes, place, byte)
      case UInt8(ascii: "["):
        guard let end = bytes[place...].firstIndex(of: UInt8(ascii: "]")) else {
          throw error(.fact(.openBracket), place)
        }
        add(.name, bytes[place + 1..<end], place)
        place = end + 1
      case _ where Self.isWord(byte):
        let point = byte.isDigit ? UInt8(ascii: ".") : byte
        let end = bytes[place...].firstIndex { !Self.isWord($0) && $0 != point } ?? bytes.count
        add(.word, bytes[place..<end], place)
        place = end
      default:
        let signs = [3, 2].map { bytes[place...].prefix($0) }
        let sign = signs.first {
          ExpressionToken.isOperator(String(decoding: $0, as: UTF8.self))
        }
        add(.symbol, sign ?? bytes[place...place], place)
        place = sign?.endIndex ?? place + 1
      }
    }
  }

  private func endOfComment(_ bytes: [UInt8], _ start: Int) throws(StoreError) -> Int {
    var place = start + 2
    while place + 1 < bytes.count {
      if bytes[place] == UInt8(ascii: "*"), bytes[place + 1] == UInt8(ascii: "/") {
        return place + 2
      }
      place += 1
    }
    throw error(.fact(.openComment), start)
  }

  private mutating func quoted(
    _ bytes: [UInt8], _ start: Int, _ quote: UInt8
  ) throws(StoreError) -> Int {
    var content: [UInt8] = []
    var place = start + 1
    while place < bytes.count {
      if bytes[place] == quote {
        guard place + 1 < bytes.count, bytes[place + 1] == quote else {
          add(quote == UInt8(ascii: "'") ? .text : .name, content[...], start)
          return place + 1
        }
        place += 1
      }
      content.append(bytes[place])
      place += 1
    }
    throw error(.fact(.openText), start)
  }

  private mutating func add(_ kind: Piece.Kind, _ bytes: ArraySlice<UInt8>, _ place: Int) {
    pieces.append(Piece(kind: kind, text: String(decoding: bytes, as: UTF8.self), place: place))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

extension SQLText {
  /// Returns nil if the part ends inside quotes, brackets or a comment, or contains U+0000.
  static func tokens(of part: String) -> [ExpressionToken]? {
    var text = SQLText(unchecked: part)
    guard (try? text.scan()) != nil else { return nil }
    return text.pieces.map(\.token)
  }

  /// Double quotes enclose texts, like apostrophes.
  ///
  /// - Throws: ``StoreError`` if the text ends inside quotes, brackets or a comment, or contains
  ///   U+0000.
  static func tokens(ofExpression written: String) throws(StoreError) -> [ExpressionToken] {
    var text = SQLText(unchecked: written)
    try text.scan()
    let bytes = Array(written.utf8)
    return text.pieces.map { piece in
      bytes[piece.place] == UInt8(ascii: "\"") ? .text(piece.text) : piece.token
    }
  }

  private init(unchecked text: String) { self.text = text }
}
