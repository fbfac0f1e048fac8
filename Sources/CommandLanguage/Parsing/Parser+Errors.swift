internal import Values

extension Parser {
  static let quotationHint = "write texts in quotation marks: \"…\""
  package static let propertyHint = "write the value of a property as \":ann.age\""

  /// Returns the error for an unexpected token; for a malformed token, the error of the token
  /// itself.
  package func unexpected(
    _ wanted: String, hint: String? = nil, candidates: [String] = []
  ) -> SyntaxError {
    if let current, let fault = fault(of: current) { return fault }
    var message = "expected \(wanted)"
    if index > commandStart { message += " after \(shown(tokens[previous]))" }
    guard let current, !current.kind.isSeparator else {
      return SyntaxError(.syntax, at: endOfPrevious, message, hint: hint, candidates: candidates)
    }
    message += ", not \(shown(current))"
    let last = index > commandStart ? tokens[previous...previous] : []
    var hint = openTextHint(in: last) ?? looseDateHint ?? looseNumberHint ?? apostropheHint ?? hint
    if hint == nil, current.kind == .word {
      hint = didYouMean(suggestion(for: text(of: current), among: candidates))
    }
    return SyntaxError(.syntax, at: span(of: current), message, hint: hint, candidates: candidates)
  }

  /// Returns the error for an unknown word; an error with many candidates names only the closest
  /// one.
  func unknown(
    _ sort: String, _ word: String, of owner: String? = nil, at span: SourceSpan,
    among candidates: [String]
  ) -> SyntaxError {
    let message =
      if let owner { "\"\(owner)\" has no \(sort) \"\(word)\"" } else {
        "there is no \(sort) \"\(word)\""
      }
    let meant = suggestion(for: word, among: candidates)
    return SyntaxError(
      .name, at: span, message, hint: didYouMean(meant),
      candidates: candidates.count <= 12 ? candidates : meant.map { [$0] } ?? [])
  }

  func fault(of token: Token) -> SyntaxError? {
    guard case .bad(let fault) = token.kind else { return nil }
    let place = token.detail
    let character = character(at: place)
    let span = places.span(place..<place + max(1, character.utf8.count))
    switch fault {
    case .character:
      return SyntaxError(.syntax, at: span, "unexpected character \(named(character))")
    case .apostrophe:
      return SyntaxError(
        .syntax, at: span, "unexpected character \"'\" in a word",
        hint: Self.quotationHint)
    case .hash:
      return SyntaxError(
        .syntax, at: span, "unexpected character \"#\"",
        hint: "put white space before the \"#\" of a comment")
    case .null: return SyntaxError(.value, at: span, "a text cannot contain the character U+0000")
    case .unclosedString:
      return SyntaxError(
        .syntax, at: span, "this text is never closed",
        hint: openTextHint(in: tokens[commandStart..<limit]))
    case .unclosedName: return SyntaxError(.syntax, at: span, "this name is never closed")
    case .unclosedPattern:
      return SyntaxError(
        .syntax, at: span, "this pattern is never closed",
        hint: "write patterns between slashes on one line: /[A-Z]+/")
    case .emptyName:
      return SyntaxError(.syntax, at: self.span(of: token), "expected a name in the backticks")
    case .numberEndsWithPoint:
      return SyntaxError(
        .syntax, at: span, "a number cannot end with \".\"",
        hint: dateHint(around: token.start)
          ?? (self.character(at: place + 1) == "."
            ? "write ranges as \"1...5\"" : "write \"5\" or \"5.0\""))
    case .numberTail:
      return SyntaxError(
        .syntax, at: span, "unexpected character \(named(character)) in a number",
        hint: letterHint(of: token) ?? dateHint(around: token.start) ?? Self.quotationHint)
    case .dateTail:
      return SyntaxError(
        .syntax, at: span, "unexpected character \(named(character)) in a date",
        hint: dateHint(around: token.start) ?? "write 2026-11-21 or 2026-11-21T10:00:00Z")
    }
  }

  /// The hint for a date in another notation, for example `31.12.2025`.
  func dateHint(around place: Int) -> String? {
    let isPart = { (byte: UInt8) in byte.isDigit || "./-".utf8.contains(byte) }
    let start = (bytes[..<place].lastIndex { !isPart($0) } ?? -1) + 1
    let end = bytes[place...].firstIndex { !isPart($0) } ?? bytes.count
    guard start < end, wordEnd(in: bytes, from: end, isInside: true) == end else { return nil }
    return CalendarDate.hint(for: String(decoding: bytes[start..<end], as: UTF8.self))
  }

  private func letterHint(of token: Token) -> String? {
    let digits: [UInt8: String] = [
      UInt8(ascii: "O"): "0", UInt8(ascii: "o"): "0", UInt8(ascii: "l"): "1",
      UInt8(ascii: "I"): "1",
    ]
    let text = bytes[token.start..<token.end]
    guard let letter = text.first(where: { !$0.isDigit }), let digit = digits[letter],
      text.allSatisfy({ $0.isDigit || digits[$0] != nil })
    else { return nil }
    let character = Character(Unicode.Scalar(letter))
    return "the letter \(character) is in a number; did you mean \(digit)?"
  }

  var looseDateHint: String? {
    guard let current, isAt("-") || isAt("/") || isAt(".") else { return nil }
    return dateHint(around: current.start)
  }

  /// The hint for a number with a decimal comma or grouped digits, for example `34,95`.
  var looseNumberHint: String? {
    guard let place = current?.start, isAt(",") || isAt("."), place > 0, bytes[place - 1].isDigit
    else { return nil }
    let isPart = { (byte: UInt8) in byte.isDigit || ",.".utf8.contains(byte) }
    var start = (bytes[..<place].lastIndex { !isPart($0) } ?? -1) + 1
    var end = bytes[place...].firstIndex { !isPart($0) } ?? bytes.count
    // A comma after the number separates values.
    while !bytes[end - 1].isDigit { end -= 1 }
    let canPrecede = { (place: Int) in place < 0 || " \t\n=<>([:,".utf8.contains(bytes[place]) }
    if start > 0, bytes[start - 1] == UInt8(ascii: "-"), canPrecede(start - 2) { start -= 1 }
    guard canPrecede(start - 1) || bytes[start - 1] == UInt8(ascii: "-"),
      wordEnd(in: bytes, from: end, isInside: true) == end
    else { return nil }
    if end < bytes.count, bytes[end] == UInt8(ascii: "%") { end += 1 }
    return ExactDecimal.hint(for: String(decoding: bytes[start..<end], as: UTF8.self))
  }

  private var apostropheHint: String? {
    guard let current, current.kind == .sqlText, let text = try? decodedText(current),
      text.count <= 40, !text.contains(where: { "\"\\".contains($0) || $0.isNewline })
    else { return nil }
    return "write \"\(text)\""
  }

  private func openTextHint(in tokens: ArraySlice<Token>) -> String? {
    let text = tokens.last { token in
      token.kind == .string && bytes[token.start..<token.end].contains(UInt8(ascii: "\n"))
    }
    guard let text else { return nil }
    let start = places.span(text.start..<text.start).start
    return
      "the previous text began at line \(start.line), column \(start.column); is a quotation mark "
      + "missing?"
  }

  private var endOfPrevious: SourceSpan {
    guard index > commandStart else { return places.span(startOffset..<startOffset) }
    let end = tokens[previous].end
    return places.span(end..<end)
  }

  private var startOffset: Int {
    index < tokens.count ? tokens[index].start : tokens.last?.end ?? 0
  }

  private var previous: Int {
    var previous = index - 1
    while previous > commandStart, tokens[previous].kind.isSeparator { previous -= 1 }
    return previous
  }

  private func shown(_ token: Token) -> String {
    let longest = 40
    let end = min(token.end, token.start + 4 * longest)
    let text = String(decoding: bytes[token.start..<end], as: UTF8.self)
    let line = text.prefix { !$0.isNewline }
    let cut = line.prefix(longest)
    let isCut = cut.endIndex < text.endIndex || end < token.end
    if token.kind == .string, !isCut { return String(cut) }
    return "\"\(cut)\(isCut ? "…" : "")\""
  }

  private func character(at offset: Int) -> String {
    guard offset < bytes.count else { return "" }
    // Enough for a family emoji; the limit keeps messages short.
    let end = min(bytes.count, offset + 64)
    return String(decoding: bytes[offset..<end], as: UTF8.self).first.map(String.init) ?? ""
  }

  /// The character in quotation marks, or `U+XXXX` if it is invisible or a mark.
  private func named(_ character: String) -> String {
    guard let scalar = character.unicodeScalars.first else { return "" }
    switch scalar.properties.generalCategory {
    case .control, .format, .unassigned, .privateUse, .surrogate, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default: return "\"\(character)\""
    }
  }
}

func didYouMean(_ candidate: String?) -> String? {
  candidate.map { "did you mean \"\($0)\"?" }
}
