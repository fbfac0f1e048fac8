internal import CommandLanguage
internal import RecordStore
internal import Records

extension Expression {
  /// The tokens of an expression that has no session to take values from.
  ///
  /// - Parameter owner: what has the expression, such as `a rule`.
  /// - Throws: ``Diagnostic`` if it asks for a session name.
  init(
    sessionless expression: ExpressionSyntax, of owner: String
  ) throws(Diagnostic) {
    for token in expression.tokens {
      guard case .sessionName = token.kind else { continue }
      throw Diagnostic(
        .expression, "\(owner) is not part of a session and cannot read \(token.text)",
        at: token.span)
    }
    // Without a user there is not a time zone but UTC.
    self.init(expression.tokens.map(\.kind), moments: try expression.moments { _ in 0 })
  }
}

extension ExpressionSyntax {
  /// The session names that it begins its paths with, without colons.
  var sessionNames: [String] {
    tokens.compactMap { if case .sessionName(let path) = $0.kind { path.first } else { nil } }
  }

  /// The values of dates, and those of quoted texts that are moments where they are compared with
  /// one, by their places; those without a zone are the user's.
  func moments(zoneOffset: @escaping (Int) -> Int) throws(Diagnostic) -> [Int: Value] {
    var moments: [Int: Value] = [:]
    for (place, token) in tokens.enumerated() {
      switch token.kind {
      case .date(let date):
        moments[place] = try .date(Spanned(date, at: token.span), zoneOffset: zoneOffset)
      case .text(let text) where text.utf8.count <= 40:
        let moment = try? Instant(reading: text, zoneOffset: zoneOffset)
        moments[place] = moment.map { .dateTime($0) }
      case .text, .word, .quotedName, .number, .sessionName, .symbol: break
      }
    }
    return moments
  }
}

extension ExpressionSyntax {
  /// The text in one line, with one space wherever there is white space.
  var line: String { line { _ in nil } }

  /// The same with other texts in the place of some tokens.
  func line(_ text: (Int) -> String?) -> String {
    var line = ""
    var end: SourcePosition?
    for (place, token) in tokens.enumerated() {
      if let end, end != token.span.start { line += " " }
      line += text(place) ?? token.text
      end = token.span.end
    }
    return line
  }
}
