/// A quoted text that is read further by somebody else, who has to be told where its parts come from.
package struct QuotedText: Hashable, Sendable {
  /// What the text means.
  package let value: String
  /// The place of all of it, with the quotation marks.
  package let span: SourceSpan
  private let places: Places

  init(_ value: String, _ places: Places, at span: SourceSpan) {
    self.value = value
    self.places = places
    self.span = span
  }

  /// The place in the script of a place in the text, both counted from 1.
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

  /// Whether two texts mean the same and are in the same place.
  package static func == (left: Self, right: Self) -> Bool {
    (left.value, left.span) == (right.value, right.span)
  }

  /// Feeds what it means, and its place, to a hasher.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(span)
  }
}

/// What the definition of a screen is made of.
extension Parser {
  /// Reads a text in quotation marks that somebody else reads further.
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

  /// Reads `{ … }` with entries that newlines and `;` separate, and returns each as it is written.
  ///
  /// - Parameters:
  ///   - words: The words with one of which each entry begins.
  ///   - once: Those that only one entry can begin with.
  ///   - read: Reads the rest of an entry.
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

  /// Reads a property of whatever record of a type, such as `title` or `reviews[0].rating`.
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
