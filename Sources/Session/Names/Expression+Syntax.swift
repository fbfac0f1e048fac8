internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

extension RecordExpression {
  /// The tokens of an expression that has no session to take values from.
  ///
  /// - Parameters:
  ///   - owner: what has the expression, such as `a rule`.
  ///   - readsClock: whether it has `today` and `now`.
  ///   - zoneOffset: how far the user's time is ahead of UTC at a moment; what is kept has a zone.
  /// - Throws: ``Diagnostic`` if it asks for a session name.
  init(
    sessionless expression: ExpressionSyntax, of owner: String, readsClock: Bool = false,
    zoneOffset: @escaping (Int) -> Int = { _ in 0 }
  ) throws(Diagnostic) {
    for token in expression.tokens {
      guard case .sessionName(let names) = token.kind else { continue }
      let isOfClock = ClockNames.contains(names)
      if isOfClock, readsClock { continue }
      throw Diagnostic(
        .expression, "\(owner) is not part of a session and cannot read \(token.text)",
        at: token.span, hint: isOfClock && owner == Rule.owner ? Rule.clockHint : nil)
    }
    if let token = expression.callOfFieldText {
      throw Diagnostic(
        .expression, "\(owner) is the same in every session, and text() depends on the locale",
        at: token.span)
    }
    self.init(
      expression.tokens.map(\.kind), moments: try expression.moments(zoneOffset: zoneOffset))
  }
}

extension Statement {
  /// Throws if the command, or one in its blocks, depends on the session that runs it, so that the
  /// file cannot keep it.
  ///
  /// - Parameter owner: what is to be kept, such as `a layout`.
  func checkIsOfEverySession(_ owner: String) throws(Diagnostic) {
    try Diagnostic.checkIsOfEverySession(
      owner, readsEnvironment: freeNames.contains { $0.value == Resolver.environmentName },
      readsLocale: !fieldTexts.isEmpty)
    for statement in command.blocks.flatMap(\.statements) {
      try statement.checkIsOfEverySession(owner)
    }
  }
}

extension Diagnostic {
  /// Throws if what the file is to keep depends on the session that reads it.
  static func checkIsOfEverySession(
    _ owner: String, readsEnvironment: Bool, readsLocale: Bool
  ) throws(Diagnostic) {
    guard readsEnvironment || readsLocale else { return }
    let cause =
      readsEnvironment
      ? ":\(Resolver.environmentName) depends on who runs it" : "text() depends on the locale"
    throw Diagnostic(.expression, "\(owner) is the same in every session, and \(cause)")
  }
}

extension Rule {
  /// What an expression belongs to that is the condition of a rule.
  static let owner = "a rule"
  /// What is said where such a one reads the clock, and the rule refuses.
  static let clockHint =
    "a rule of severity warn can read today and now; what others allow must not change with time"
}

extension ExpressionSyntax {
  /// The session names that it begins its paths with, without colons.
  var sessionNames: [String] {
    tokens.compactMap { if case .sessionName(let path) = $0.kind { path.first } else { nil } }
  }

  /// The values of dates, and those of quoted texts that are moments where they are compared with
  /// one, by their places; those without a zone are the user's.
  fileprivate func moments(zoneOffset: @escaping (Int) -> Int) throws(Diagnostic) -> [Int: Value] {
    var moments: [Int: Value] = [:]
    for (place, token) in tokens.enumerated() {
      moments[place] = try token.moment(zoneOffset: zoneOffset)
    }
    return moments
  }
}

extension WrittenToken {
  /// The longest text that is read as a moment, in bytes.
  private static let longestMoment = 40

  /// The day or moment that it is, in the user's time where it has no zone; nil for others.
  ///
  /// - Throws: ``Diagnostic`` if it is written as one, without quotes, and invalid.
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
  /// The text in one line, with one space wherever there is white space.
  var line: String { line { _ in nil } }

  /// The same with a zone for each moment that has none, which is the user's.
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
