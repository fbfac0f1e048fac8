/// A quoted text for another parser; maps positions in the text to the script.
package struct QuotedText: Hashable, Sendable {
  package let value: String
  /// The span of the text, including the quotation marks.
  package let span: SourceSpan
  private let places: Places

  init(_ value: String, _ places: Places, at span: SourceSpan) {
    (self.value, self.places, self.span) = (value, places, span)
  }

  /// Returns the source span of the character at a 1-based line and column in the text.
  package func span(line: Int, column: Int) -> SourceSpan {
    var index = value.startIndex
    var left = line
    while left > 1, index < value.endIndex {
      if value[index].isNewline { left -= 1 }
      index = value.index(after: index)
    }
    index = value.index(index, offsetBy: column - 1, limitedBy: value.endIndex) ?? value.endIndex
    let offset = value.utf8.distance(from: value.startIndex, to: index)
    let width = index < value.endIndex ? String(value[index]).utf8.count : 0
    return places.span(offset..<offset + width)
  }

  /// Ignores `places`.
  package static func == (left: Self, right: Self) -> Bool {
    (left.value, left.span) == (right.value, right.span)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(span)
  }
}

extension Parser {
  package mutating func sourceText(_ wanted: String) throws(SyntaxError) -> QuotedText {
    guard let token = current, token.kind == .string else {
      throw unexpected(wanted + " in quotation marks")
    }
    let (decoded, offsets) = try literal(token)
    advance()
    return QuotedText(
      String(decoding: decoded, as: UTF8.self), Places(text: places.text, offsets: offsets),
      at: span(of: token))
  }

  /// Returns the source text of each entry; newlines or `;` separate the entries.
  package mutating func entries(
    _ words: [String], once: Set<String>,
    _ read: (Spanned<String>, inout Parser) throws(SyntaxError) -> Void
  ) throws(SyntaxError) -> [String] {
    let end = try open("{")
    let outer = limit
    limit = end
    defer { limit = outer }
    var texts: [String] = []
    var given: Set<String> = []
    let start = index
    while true {
      skipSeparators()
      if index == start || tokens[index - 1].kind.isSeparator {
        note(words: words.filter { !given.contains($0) })
      }
      guard index < limit else { break }
      let first = index
      guard isAtWord, let token = current, words.contains(text(of: token)) else {
        let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
        throw unexpected("one of \(list)", candidates: words)
      }
      let word = Spanned(text(of: token), at: span(of: token))
      if once.contains(word.value), !given.insert(word.value).inserted {
        throw SyntaxError(.syntax, at: word.span, "\"\(word.value)\" is given twice")
      }
      advance()
      try read(word, &self)
      guard isAtEnd else { throw unexpected("the end of the entry") }
      texts.append(text(tokens[first].start..<tokens[index - 1].end))
    }
    limit = outer
    try close("}")
    return texts
  }

  /// Reads a property of any record of the type, for example `title` or `reviews[0].rating`.
  package mutating func path(ofAny type: Name) throws(SyntaxError) -> PathSyntax {
    let record = Spanned(RecordSyntax.id(type: type, number: 0), at: type.span)
    note(.property(of: .type(type.value)))
    let first = try step { .place(in: PathSyntax(record: record, steps: [$0])) }
    let rest = try steps { _ in
      []
    } place: {
      .place(in: PathSyntax(record: record, steps: [first] + $0))
    }
    return PathSyntax(record: record, steps: [first] + rest)
  }
}
