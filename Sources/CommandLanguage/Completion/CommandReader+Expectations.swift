extension CommandReader {
  /// Returns the completion candidates at a caret in a text that follows the lines appended so far.
  ///
  /// The parser reads the text before the caret; every word or sign that it accepts at the caret is
  /// a candidate, except for most options. The text after the caret matters only in expressions and
  /// SQL.
  ///
  /// - Parameters:
  ///   - text: One or more lines.
  ///   - caret: A zero-based offset in the text, in Unicode scalars.
  /// - Complexity: O(*n*) in the length of the command at the caret.
  package func expectations(in text: String, at caret: Int) -> Expectations {
    var before = String.UnicodeScalarView(text.unicodeScalars.prefix(max(0, caret)))
    let count = before.count
    // A placeholder: extends a word that ends at the caret, or is a word of its own.
    before.append("_")
    var reader = self
    reader.readsEachLine = true
    reader.append(line: String(before))
    let place = reader.caretPlace
    let length = place.word.unicodeScalars.count
    guard length <= count else {
      // The word began on an earlier line.
      return Expectations(start: count, alternatives: [])
    }
    let after = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(max(0, caret))))
    return Expectations(
      start: count - length, openText: place.openText,
      alternatives: Set(place.alternatives.map { followed($0, by: after) }),
      locals: place.locals)
  }

  private func followed(_ alternative: CompletionCategory, by text: String) -> CompletionCategory {
    if case .sql = alternative { return .sql(following: text) }
    guard case .expression(var start) = alternative else { return alternative }
    // Letters and digits right after the caret continue the word at the caret.
    let rest = text.drop { $0.isLetter || $0.isNumber || $0 == "_" }
    guard rest.contains(where: { !$0.isWhitespace }) else { return alternative }
    var reader = CommandReader(verbs)
    reader.append(line: String(rest))
    var parser = Parser(
      verbs: verbs, bytes: reader.text.bytes, tokens: reader.tokenizer.tokens,
      comments: reader.tokenizer.comments, places: Places(text: reader.text),
      range: 0..<reader.tokenizer.tokens.count)
    start.following = parser.restOfExpression(until: start.reserved)
    return .expression(start)
  }

  private struct CaretPlace {
    var word = ""
    var openText: String?
    var alternatives: Set<CompletionCategory> = []
    var locals: [BlockSyntax.Local] = []
  }

  private var caretPlace: CaretPlace {
    // The placeholder and its newline end the bytes.
    let bytes = text.bytes
    let end = bytes.count - 2
    if let comment = tokenizer.comments.last, comment.contains(end) { return CaretPlace() }
    var tokens = tokenizer.tokens
    if let start = tokenizer.quotationStart {
      tokens.append(Token(kind: .bad(.unclosedString), start: start, end: end + 1))
    }
    guard var caret = tokens.lastIndex(where: { $0.start <= end && end < $0.end }) else {
      return CaretPlace()
    }
    var start = tokens[caret].start
    if start == end, caret > 0, isLoneMinus(tokens[caret - 1], before: end) {
      // A lone minus can only become an option.
      caret -= 1
      start = tokens[caret].start
    }
    let recorder = ExpectationRecorder(caret: caret)
    let first = tokenizer.ends.last { $0 < caret }.map { $0 + 1 } ?? 0
    var parser = Parser(
      verbs: verbs, bytes: bytes, tokens: tokens, comments: tokenizer.comments,
      places: Places(text: text),
      range: first..<caret, userCommands: userCommands, recorder: recorder)
    let openText = tokenizer.quotationStart.flatMap { _ in parser.openText(of: tokens[caret]) }
    do {
      _ = try parser.wholeStatement()
    } catch {
      // Ignore the error, because the command is unfinished; the recorder has the candidates.
    }
    var alternatives = recorder.alternatives
    if caret > first, tokens[caret - 1].end == start, closes(tokens[caret - 1]) {
      alternatives = alternatives.filter { if case .sign = $0 { true } else { false } }
    }
    let word = String(decoding: bytes[(recorder.start ?? start)..<end], as: UTF8.self)
    // Many commands accept a reason, but users rarely give one, so offer `--reason` only after a `-`.
    if !word.hasPrefix("-") { alternatives.remove(.option(Verb.Option.reason.name)) }
    let others = alternatives.filter { if case .option = $0 { false } else { true } }
    // Options are possible nearly everywhere, so offer them only after a `-` or if nothing else
    // fits.
    let isFree = tokens[caret].kind == .word && caret > first && tokens[caret - 1].end < start
    if !word.hasPrefix("-"), !others.isEmpty || !isFree { alternatives = others }
    return CaretPlace(
      word: word, openText: openText, alternatives: alternatives, locals: recorder.locals)
  }

  private func isLoneMinus(_ token: Token, before end: Int) -> Bool {
    guard token.kind == .symbol, token.end == end, token.end - token.start == 1,
      text.bytes[token.start] == UInt8(ascii: "-")
    else { return false }
    return token.start == 0 || isSpace(text.bytes[token.start - 1])
  }

  private func closes(_ token: Token) -> Bool {
    switch token.kind {
    case .string, .sqlText, .quotedName: return true
    case .symbol:
      let sign = String(decoding: text.bytes[token.start..<token.end], as: UTF8.self)
      return [")", "]", "}", "?", "..."].contains(sign)
    default: return false
    }
  }
}

extension Parser {
  /// Returns the decoded text of an unclosed text in `"`; nil for another token, and if the caret
  /// is inside an escape.
  fileprivate func openText(of token: Token) -> String? {
    guard bytes[token.start] == UInt8(ascii: "\"") else { return nil }
    // The placeholder is in the position of the closing quotation mark.
    return try? String(decoding: literal(token).bytes, as: UTF8.self)
  }
}

extension Parser {
  var isAtCaret: Bool { recorder?.caret == index }

  /// Records a candidate at the caret, or a use of a property; evaluates the argument only then.
  package func note(_ expectation: @autoclosure () -> CompletionCategory?) {
    guard let recorder, isAtCaret || recordsUses, let expectation = expectation() else { return }
    if isAtCaret { recorder.note(expectation) } else { noteUse(of: expectation) }
  }

  package func note(words: @autoclosure () -> [String]) {
    guard isAtCaret else { return }
    for word in words() { note(.word(word)) }
  }

  func note(adjacent sign: String) {
    if isAtCaret, isAdjacent { note(.sign(sign)) }
  }

  func noteVerbs() {
    guard isAtCaret else { return }
    if let blockVerbs {
      for word in blockVerbs { note(.verb(word)) }
      return
    }
    for word in verbs.words where isInLoop || verbs.named(word)?.isOfLoops != true {
      note(.verb(word))
    }
    for word in userCommands { note(.verb(word)) }
  }
}

/// Collects the candidates at the caret of an unfinished command, or the uses of properties in a
/// whole command.
///
/// A class, so that copies of the parser and nonmutating methods share the candidates.
final class ExpectationRecorder {
  /// The token index of the caret; nil if the uses of properties are collected.
  let caret: Int?
  private(set) var alternatives: Set<CompletionCategory> = []
  /// The byte offset of the text to complete, if the text begins inside the token at the caret.
  var start: Int?
  var locals: [BlockSyntax.Local] = []
  var uses: [PropertyUse] = []
  var columns: [String] = []

  init(caret: Int?) { self.caret = caret }

  private var isDecided = false

  func note(_ expectation: CompletionCategory) {
    if !isDecided { alternatives.insert(expectation) }
  }

  func decide(_ expectations: [CompletionCategory]) {
    alternatives = Set(expectations)
    isDecided = true
  }
}
