internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

extension RecordExpression {
  /// - Parameters:
  ///   - owner: The owner of the expression in messages, for example `a rule`.
  ///   - zoneOffset: The user's offset from UTC at a time, because times are stored with a zone.
  /// - Throws: ``Diagnostic`` if the expression depends on the session, by a name or by the locale,
  ///   or contains an invalid date.
  init(
    sessionless expression: ExpressionSyntax, of owner: String, readsClock: Bool = false,
    zoneOffset: @escaping (Int) -> Int = { _ in 0 }
  ) throws(Diagnostic) {
    for token in expression.tokens {
      guard case .sessionName(let names) = token.kind else { continue }
      let isOfClock = ClockNames.contains(names)
      if isOfClock, readsClock { continue }
      throw Diagnostic(
        .expression, "\(owner) cannot read session names such as \(token.text)",
        at: token.span, hint: isOfClock && owner == Rule.owner ? Rule.clockHint : nil)
    }
    if let token = expression.callOfFieldText {
      throw Diagnostic(
        .expression, "\(owner) cannot call text(), because the result depends on the locale",
        at: token.span)
    }
    self.init(
      expression.tokens.map(\.kind), moments: try expression.moments(zoneOffset: zoneOffset))
  }
}

extension Statement {
  /// Throws if the commands depend on the current session and so cannot be stored in the database.
  ///
  /// - Parameters:
  ///   - owner: The stored object in messages, for example `a layout`.
  ///   - isTrusted: Whether the program asks the user before the commands run.
  func checkIsOfEverySession(_ owner: String, isTrusted: Bool = false) throws(Diagnostic) {
    try Diagnostic.checkIsOfEverySession(
      owner,
      readsEnvironment: !isTrusted && freeNames.contains { $0.value == Resolver.environmentName },
      readsLocale: !fieldTexts.isEmpty)
    var isTrusted = isTrusted
    if case .storedCommand? = CommandContent(command) { isTrusted = true }
    for statement in command.blocks.flatMap(\.statements) {
      try statement.checkIsOfEverySession(owner, isTrusted: isTrusted)
    }
  }
}

extension Diagnostic {
  static func checkIsOfEverySession(
    _ owner: String, readsEnvironment: Bool, readsLocale: Bool
  ) throws(Diagnostic) {
    guard readsEnvironment || readsLocale else { return }
    let cause =
      readsEnvironment
      ? "read :\(Resolver.environmentName), because the environment differs between users"
      : "call text(), because the result depends on the locale"
    throw Diagnostic(.expression, "\(owner) cannot \(cause)")
  }
}

extension Rule {
  static let owner = "a rule"
  static let clockHint =
    "use severity warn; otherwise records could become invalid without being changed"
}

extension ExpressionSyntax {
  var sessionNames: [String] {
    tokens.compactMap { if case .sessionName(let path) = $0.kind { path.first } else { nil } }
  }

  /// The values of dates, and of quoted dates and times, by token index. If a text has no zone, the
  /// user's time zone applies.
  fileprivate func moments(zoneOffset: @escaping (Int) -> Int) throws(Diagnostic) -> [Int: Value] {
    var moments: [Int: Value] = [:]
    for (place, token) in tokens.enumerated() {
      moments[place] = try token.moment(zoneOffset: zoneOffset)
    }
    return moments
  }
}

extension WrittenToken {
  private static let longestMoment = 40

  /// The value of a date, or of a date and time; nil for other tokens. If the text has no zone, the
  /// user's time zone applies.
  ///
  /// - Throws: ``Diagnostic`` for an invalid unquoted date.
  func moment(zoneOffset: @escaping (Int) -> Int) throws(Diagnostic) -> Value? {
    switch kind {
    case .date(let date): return try .date(Spanned(date, at: span), zoneOffset: zoneOffset)
    case .text(let text) where text.utf8.count <= Self.longestMoment:
      return (try? Instant(reading: text, zoneOffset: zoneOffset)).map { .dateTime($0) }
    case .text, .word, .quotedName, .number, .sessionName, .symbol: return nil
    }
  }
}

extension ExpressionSyntax {
  var line: String { line { _ in nil } }

  /// The source on one line, with the user's zone added to each date and time without a zone.
  func line(fixing moments: [Int: Value]) -> String {
    line { place in
      guard let moment = moments[place] else { return nil }
      switch tokens[place].kind {
      case .text(let text) where (try? Instant(reading: text)) == nil:
        return Value.text(moment.description).literal
      case .date(let text) where (try? Instant(reading: text)) == nil: return moment.description
      case .text, .date, .word, .quotedName, .number, .sessionName, .symbol: return nil
      }
    }
  }

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
