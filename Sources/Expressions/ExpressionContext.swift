internal import Records

/// What all passes over one expression know, and where they note what is wrong.
final class ExpressionContext {
  typealias Token = ExpressionToken

  var tokens: [Token] { expression.tokens }
  let schema: any ExpressionSchema
  /// The type whose properties the names are.
  let type: RecordType?
  /// Whether every program is to understand what is written, as it must where it becomes a part of
  /// a table: SQLite's own functions, nothing bound, and the record's own properties only.
  let isPortable: Bool
  /// Whether values of unlike kinds are taken, as by what a file had before that was an error.
  let isLenient: Bool
  /// The computed properties that are being calculated, each for the one before it.
  let calculating: [String]
  /// What is said where these come back to the first of them.
  var ring: String?
  /// Those that were found in the whole expression, and those that this part of it reads.
  let values: CalculatedValues
  var readValues: [CalculatedValue] = []
  let problems = Problems()
  /// Whether it is read up to a mistake only, so that what is there may not be all of a condition.
  var isCutShort = false
  /// What is gathered for somebody who is writing; nil for a whole expression.
  var completion: CompletionNotes?

  /// What is read, with what the session has said of it so far.
  private(set) var expression: RecordExpression
  /// What the session was asked, in this order.
  private(set) var questions: [RecordExpression.Question] = []
  private let session: (any ExpressionSession)?

  /// - Parameter session: Who is asked what the expression has no answer to; nil for nobody.
  init(
    _ expression: RecordExpression, for type: RecordType?, _ schema: any ExpressionSchema,
    asking session: (any ExpressionSession)? = nil, isPortable: Bool, isLenient: Bool,
    calculating: [String] = [], among values: CalculatedValues = CalculatedValues()
  ) {
    self.expression = expression
    self.type = type
    self.schema = schema
    self.session = session
    self.isPortable = isPortable
    self.isLenient = isLenient
    self.calculating = calculating
    self.values = values
  }

  // MARK: The session

  /// Asks the session, unless it was asked the same before; says what is wrong with the answer.
  private func ask(_ question: RecordExpression.Question) throws(ExpressionError) {
    guard let session, !questions.contains(question) else { return }
    expression = try expression.answered([question], by: session)
    questions.append(question)
  }

  /// What the session has for names that nothing else has; nil if it has nothing.
  func given(_ path: ExpressionNode.Path) throws(ExpressionError) -> RecordExpression.Given? {
    let place = path.names[0].place
    try ask(.value(of: path.names.map(\.text), isMarked: false, at: place))
    return expression.given[place]
  }

  /// What the session has for the name with a colon at a place.
  func value(givenAt place: Int) throws(ExpressionError) -> RecordExpression.Given {
    if case .sessionName(let names) = tokens[place] {
      try ask(.value(of: names, isMarked: true, at: place))
    }
    guard let value = expression.given[place] else {
      throw error("there is no value for \(tokens[place].words)", at: place, kind: .name)
    }
    guard value.place >= 0 else { throw error("the place of a value is at least 0", at: place) }
    return value
  }

  /// The moment that a date or a quoted text is.
  func moment(at place: Int) -> Value? {
    switch tokens[place] {
    case .date, .text: note(.moment(at: place))
    case .word, .quotedName, .number, .sessionName, .symbol: break
    }
    return expression.moments[place]
  }

  /// Notes where the session has no such record.
  func check(_ record: RecordExpression.Record, of type: String, at place: Int) {
    guard schema.type(named: type) != nil else { return }
    note(.record(record, of: type, at: place))
  }

  private func note(_ question: RecordExpression.Question) {
    _ = attempt { () throws(ExpressionError) in try ask(question) }
  }

  /// What has been read as a moment, by its place.
  private(set) var readMoments: [Int: Value] = [:]

  /// Notes that what is at a place is read as a moment.
  func noteMoment(_ value: Value, at place: Int) {
    if case .dateTime = value { readMoments[place] = value }
  }

  // MARK: Mistakes

  /// The first mistake of an expression, in the order of their places.
  final class Problems {
    private(set) var first: ExpressionError?

    func add(_ error: ExpressionError) {
      if first.map({ error.token < $0.token }) ?? true { first = error }
    }
  }

  /// What a step comes to; nil where it has a mistake, which is noted.
  func attempt<Result>(_ body: () throws(ExpressionError) -> Result) -> Result? {
    do {
      return try body()
    } catch {
      problems.add(error)
      return nil
    }
  }

  func error(
    _ message: String, at index: Int, kind: ExpressionError.Kind = .expression,
    candidates: [String] = [], hint: String? = nil
  ) -> ExpressionError {
    ExpressionError(
      kind, message, token: min(index, max(0, tokens.count - 1)), candidates: candidates,
      hint: hint)
  }

  /// That something else was expected at a place.
  func unexpected(_ expected: String, at place: Int) -> ExpressionError {
    guard tokens.indices.contains(place) else {
      return error("expected \(expected) at the end of the expression", at: place)
    }
    return error("expected \(expected), not \(tokens[place].words)", at: place)
  }

  // MARK: Portability

  static func list(_ name: String) -> String {
    "\(name.asName) is a list, and nothing is computed from lists"
  }

  /// Refuses a value that is given at evaluation.
  func checkTakesValues(at place: Int) throws(ExpressionError) {
    guard isPortable || !calculating.isEmpty else { return }
    throw error(
      "a computed property takes no parameters; expected a property or a value", at: place)
  }

  /// Notes that what reads other records is refused.
  func checkReadsOthers(_ what: String, at index: Int) {
    guard isPortable else { return }
    problems.add(
      error("a computed property reads its own record only, and \(what) reads others", at: index))
  }

  /// Notes a function that other programs lack, or that does not only calculate with its values.
  func checkIsPortable(_ name: String, at place: Int) {
    guard isPortable, let function = ExpressionFunction.named(name), !function.isPortable else {
      return
    }
    if let other = function.substitute {
      problems.add(
        error(
          "\(name) is a function of this program, and other programs read the file too; use "
            + other, at: place))
    } else if function.group == .dates {
      problems.add(
        error(
          "\(name)() is a date function, which a computed property cannot use; substr() takes a "
            + "date apart, as in substr(day, 1, 4)", at: place))
    } else {
      checkReadsOthers("\(name)()", at: place)
    }
  }

  /// Refuses a property of the record whose stored value is nothing to calculate with.
  func checkIsCalculable(
    _ name: String, of source: ExpressionScope.Source?, at place: Int
  ) throws(ExpressionError) {
    guard isPortable, source?.isOwn == true, let property = source?.type?[name] else { return }
    if property.kind.isList { throw error(Self.list(name), at: place) }
    guard property.isLongDecimal else { return }
    throw error(
      "\(name.asName) can have more than \(Property.exactDoubleDigits) digits, and nothing is "
        + "computed from such numbers, for digits may be lost", at: place)
  }

  // MARK: Words

  /// Names and points as they are written.
  func words(_ range: Range<Int>) -> String {
    tokens[range].map { $0.name?.asName ?? "." }.joined()
  }
}
