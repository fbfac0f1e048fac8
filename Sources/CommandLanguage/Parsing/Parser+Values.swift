internal import Values

extension Parser {
  package mutating func value(
    _ expected: @autoclosure () -> CompletionCategory? = nil,
    about owner: CompletionCategory.Owner? = nil
  ) throws(SyntaxError) -> Spanned<ValueSyntax> {
    note(expected())
    guard isAt("[") else { return try singleValue(about: owner) }
    return try listed({ expected()?.ofItem.map { [$0] } ?? [] }, about: owner)
  }

  package var isAtValue: Bool {
    switch current?.kind {
    case .string, .number, .date: true
    case .word: isAt("nil") || isAt("true") || isAt("false")
    case .symbol: isAt("(") || isAt("[") || isAt(":") || isAt("-") || isAt(".")
    default: false
    }
  }

  /// Reads a value, but not a list. The caller records the candidates.
  mutating func singleValue(
    about owner: CompletionCategory.Owner? = nil
  ) throws(SyntaxError) -> Spanned<ValueSyntax> {
    guard let token = current else { throw unexpected("a value") }
    let first = index
    let value: ValueSyntax
    switch token.kind {
    case .word, .quotedName: value = try wordOrRecord()
    case .string:
      value = .text(try decodedText(token))
      advance()
    case .number, .date: value = try bound()
    case .symbol where isAt("-") || isAt("."): value = try bound()
    case .symbol where isAt(":"): value = .name(try sessionPath())
    case .symbol where isAt("("):
      value = .expression(try bracketedExpression(of: owner))
    default: throw unexpected("a value")
    }
    try checkEnd(of: value, token)
    return Spanned(value, at: span(from: first))
  }

  private mutating func wordOrRecord() throws(SyntaxError) -> ValueSyntax {
    let first = index
    let name = try name("a value")
    let isBare = tokens[first].kind == .word
    switch name.value {
    case "true" where isBare: return .boolean(true)
    case "false" where isBare: return .boolean(false)
    case "nil" where isBare: return .nothing
    default: break
    }
    if isAt("/"), isAdjacent, isAdjacent(index + 1),
      index + 1 == recorder?.caret || tokens[index + 1].kind == .number
    {
      return .record(try record(after: name))
    }
    if isAt("["), isAdjacent { return .record(try record(after: name)) }
    return isBare ? .word(name.value) : .record(.name(name))
  }

  /// Rejects a sign immediately after a bare word, number, date or record, for example
  /// `Anne-Marie`.
  private func checkEnd(of value: ValueSyntax, _ token: Token) throws(SyntaxError) {
    guard token.isWordLike, isAdjacent, let current, current.kind == .symbol,
      !isAt(","), !isAt(")"), !isAt("]"), !isAt("}")
    else { return }
    var hint = Self.quotationHint
    if case .record = value, isAt(".") { hint = Self.propertyHint }
    if isAt("*") || isAt("+") { hint = "put calculations in parentheses" }
    if let loose = looseDateHint ?? looseNumberHint { hint = loose }
    if isAt(":"), token.kind == .number {
      hint = "write times of day as 01:05, and durations as 1:05 or 0:01:05"
    }
    throw SyntaxError(
      .syntax, at: span(of: current), "unexpected \"\(text(of: current))\" in a value", hint: hint)
  }

  private mutating func bound() throws(SyntaxError) -> ValueSyntax {
    guard let token = current else { throw unexpected("a number or a date") }
    switch token.kind {
    case .number: return number(from: index)
    case .date:
      advance()
      return .date(text(of: token))
    case .symbol where isAt("-") && isAdjacent(index + 1) && tokens[index + 1].kind == .number:
      let first = index
      advance()
      return number(from: first)
    case .symbol where isAt(".") && isAdjacent(index + 1) && tokens[index + 1].kind == .number:
      throw numberBeginsWithPoint
    case .symbol where isAt("-"):
      throw unexpected("a value", hint: "write the minus sign directly before its number")
    default: throw unexpected("a number or a date")
    }
  }

  /// The error for a number without a leading zero, for example `.5`.
  var numberBeginsWithPoint: SyntaxError {
    let number = "0." + text(of: tokens[index + 1])
    return SyntaxError(
      .syntax, at: here, "a number cannot begin with \".\"", hint: "write \"\(number)\"")
  }

  mutating func range() throws(SyntaxError) -> RangeSyntax<ValueSyntax> {
    try range("a range such as \"0...150\"") { (parser: inout Parser) throws(SyntaxError) in
      let first = parser.index
      let bound = try parser.bound()
      return Spanned(bound, at: parser.span(from: first))
    }
  }

  mutating func naturalRange() throws(SyntaxError) -> RangeSyntax<Int> {
    let range = try range("a range such as \"0...150\"") {
      (parser: inout Parser) throws(SyntaxError) in try parser.natural("a whole number")
    }
    if let lower = range.lower, let upper = range.upper, lower.value > upper.value {
      throw SyntaxError(.value, at: range.span, "the lower bound of this range is above the upper")
    }
    return range
  }

  private mutating func range<Bound>(
    _ wanted: String,
    bound: (inout Parser) throws(SyntaxError) -> Spanned<Bound>
  ) throws(SyntaxError) -> RangeSyntax<Bound> {
    let first = index
    guard isAtBound || isAt("...") else { throw unexpected(wanted) }
    let lower = isAt("...") ? nil : try bound(&self)
    guard isAt("...") else {
      throw unexpected("\"...\"", hint: "write ranges as a...b, a... or ...b")
    }
    let canFollow = isAdjacent(index + 1)
    advance()
    guard lower == nil || canFollow && isAtBound else {
      return RangeSyntax(lower: lower, upper: nil, span: span(from: first))
    }
    let upper = try bound(&self)
    return RangeSyntax(lower: lower, upper: upper, span: span(from: first))
  }

  /// Reads a list, a session name or expression for a list, or a range with both bounds.
  package mutating func series() throws(SyntaxError) -> SeriesSyntax {
    guard !isAt("[") else { return .values(try value()) }
    let isNumber = isAtBound
    let lower = try seriesBound()
    guard isAt("...") || isNumber else { return .values(lower) }
    guard isAt("...") else { throw unexpected("\"...\"", hint: Self.seriesHint) }
    advance()
    let upper = try seriesBound()
    if case .number(let first) = lower.value, case .number(let last) = upper.value,
      let first = Int(first), let last = Int(last), first > last
    {
      throw SyntaxError(
        .value, at: SourceSpan(from: lower.span, to: upper.span),
        "the lower bound of this range is above the upper")
    }
    return .range(from: lower, through: upper)
  }

  private static let seriesHint = "a range needs both bounds, as in 1...12"

  private mutating func seriesBound() throws(SyntaxError) -> Spanned<ValueSyntax> {
    let first = index
    note(.sign("("))
    let value: ValueSyntax
    if isAt("(") {
      value = .expression(try bracketedExpression())
    } else if isAt(":") {
      value = .name(try sessionPath())
    } else if isAtBound {
      value = try bound()
    } else {
      throw unexpected("a number, a date or \"(\"", hint: Self.seriesHint)
    }
    return Spanned(value, at: span(from: first))
  }

  private var isAtBound: Bool {
    guard let current else { return false }
    return switch current.kind {
    case .number, .date, .bad: true
    default: isAt("-") || isAt(".")
    }
  }

  mutating func sessionPath() throws(SyntaxError) -> SessionPath {
    let path = try sessionPathAlone()
    skipOptions()
    return path
  }

  /// Reads a session path; leaves trailing options unread, because they end an expression.
  mutating func sessionPathAlone() throws(SyntaxError) -> SessionPath {
    let first = index
    guard isAt(":") else { throw unexpected("a name such as \":ann\"") }
    index += 1
    if isAdjacent { note(.sessionName) }
    guard isNameAdjacent(index) else { throw unexpected("a name directly") }
    var names: [Name] = []
    while let token = current, let name = name(token) {
      names.append(Spanned(name, at: span(of: token)))
      index += 1
      guard isAt("."), isAdjacent else { break }
      if index + 1 == recorder?.caret { throw propertyAtCaret(names) }
      guard isNameAdjacent(index + 1) else { break }
      index += 1
    }
    if isAt("["), isAdjacent {
      throw SyntaxError(
        .syntax, at: here, "a session name cannot be followed by the position of an item")
    }
    noteUse(of: names[0])
    note(use: .path(names))
    return SessionPath(names: names, span: span(from: first))
  }

  private var isAtOperator: Bool {
    isAt("+") || isAt("-") || isAt("*") || isAt("/") || isAt("%") || isAt("||")
  }

  private mutating func propertyAtCaret(_ names: [Name]) -> SyntaxError {
    index += 1
    if isAdjacent {
      let record = Spanned(RecordSyntax.name(names[0]), at: names[0].span)
      let steps = names.dropFirst().map { PathStep(name: $0) }
      note(.property(of: CompletionCategory.Owner(record: record, steps: steps)))
    }
    return unexpected("a property")
  }

  func isNameAdjacent(_ index: Int) -> Bool {
    guard index < limit, isAdjacent(index) else { return false }
    return tokens[index].kind == .word || tokens[index].kind == .quotedName
  }

  package mutating func assignments(
    until words: [String] = [], of owner: @autoclosure () -> CompletionCategory.Owner? = nil
  ) throws(SyntaxError) -> [AssignmentSyntax] {
    var assignments: [AssignmentSyntax] = []
    var seen: Set<[UInt8]> = []
    while true {
      if isAtCaret, let owner = owner() {
        note(.assignment(of: owner, except: Set(assignments.map(\.property.value))))
      }
      if isAtEnd { break }
      if isAtWord, let current, words.contains(text(of: current)), !isToken(index + 1, "=") {
        break
      }
      if let last = assignments.last, isAtOperator {
        throw unexpected(
          "a property",
          hint: "put calculations in parentheses: \(last.property.value.asName)=(…)")
      }
      let property = try name("a property")
      note(.sign("="))
      guard isAt("=") else {
        throw unexpected(
          "\"=\"", hint: "write the value of a property as in \"age=42\"", candidates: words)
      }
      note(use: .name(property, of: owner()))
      advance()
      // Few names are compared faster than hashed.
      if assignments.count == 8 { seen = Set(assignments.map { Array($0.property.value.utf8) }) }
      let isTwice =
        assignments.count < 8
        ? assignments.contains { $0.property.value.hasSameScalars(as: property.value) }
        : !seen.insert(Array(property.value.utf8)).inserted
      if isTwice {
        throw SyntaxError(
          .syntax, at: property.span, "\"\(property.value)\" is assigned twice here")
      }
      let value = try value(
        owner().map { .value(of: $0, property: property.value) }, about: owner())
      assignments.append(AssignmentSyntax(property: property, value: value))
    }
    return assignments
  }

  package mutating func format() throws(SyntaxError) -> FormatSyntax {
    note(.word("Decimal"))
    let first = index
    guard isAt("Decimal") else {
      throw unexpected(
        "a format such as \"Decimal(integer: 5, fraction: 1...3)\"", candidates: ["Decimal"])
    }
    advance()
    let (integer, fraction) = try decimalDigits()
    guard integer != nil || fraction != nil else { throw unexpected("\"(\"") }
    return FormatSyntax(integer: integer, fraction: fraction, span: span(from: first))
  }

  /// Reads a number, or numbers joined by signs: `08:30`, `2026-11`, `12.5%`.
  ///
  /// Numbers are joined only where a value is expected; in an expression the signs are operators.
  private mutating func number(from first: Int) -> ValueSyntax {
    let start = tokens[first].start
    let digits = text(of: tokens[index])
    let isSigned = first < index
    let isWhole = digits.utf8.allSatisfy(\.isDigit)
    advance()
    if isWhole, isPart(":", digits: 2) {
      var end = advancePart()
      if isPart(":", digits: 2) { end = advancePart() }
      return .clock(text(start..<end))
    }
    if isWhole, !isSigned, digits.utf8.count == 4, isPart("-", digits: 2) {
      return .month(text(start..<advancePart()))
    }
    if isAt("%"), isAdjacent, isLastOfWord {
      let end = tokens[index].end
      advance()
      return .percent(text(start..<end))
    }
    return .number(isSigned ? "-" + digits : digits)
  }

  private func isPart(_ sign: StaticString, digits count: Int) -> Bool {
    guard isAt(sign), isAdjacent, isAdjacent(index + 1), index + 1 < limit else { return false }
    let part = tokens[index + 1]
    return part.kind == .number && part.end - part.start == count
      && bytes[part.start..<part.end].allSatisfy(\.isDigit)
  }

  private mutating func advancePart() -> Int {
    let end = tokens[index + 1].end
    advance()
    advance()
    return end
  }

  private var isLastOfWord: Bool {
    guard index + 1 < limit, isAdjacent(index + 1) else { return true }
    return !tokens[index + 1].isWordLike
  }
}
