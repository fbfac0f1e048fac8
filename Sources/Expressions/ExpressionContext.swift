package import Records

final class ExpressionContext {
  typealias Token = ExpressionToken

  var tokens: [Token] { expression.tokens }
  let schema: any ExpressionSchema
  /// The type of the record that the expression is about, if any.
  let type: RecordType?
  /// Whether the SQL must run in every program, as in a generated column: only SQLite's own
  /// functions, no bindings, and only properties of the record itself.
  let isPortable: Bool
  /// Whether comparing unlike kinds is allowed, for expressions stored by earlier versions.
  let isLenient: Bool
  /// The chain of computed properties being calculated; each property is read by the property
  /// before it.
  let calculating: [String]
  var ring: String?
  /// The computed values of the whole expression; `readValues` are the computed values of the
  /// current part.
  let values: CalculatedValues
  var readValues: [CalculatedValue] = []
  let problems = Problems()
  /// Set after a parse error, when a condition may be incomplete.
  var isCutShort = false
  var completion: CompletionNotes?

  private(set) var expression: RecordExpression
  private(set) var questions: [RecordExpression.Question] = []
  private let session: (any ExpressionSession)?

  init(
    _ expression: RecordExpression, for type: RecordType?, _ schema: any ExpressionSchema,
    asking session: (any ExpressionSession)? = nil, isPortable: Bool, isLenient: Bool,
    calculating: [String] = [], among values: CalculatedValues = CalculatedValues()
  ) {
    (self.expression, self.type, self.schema, self.session) = (expression, type, schema, session)
    (self.isPortable, self.isLenient) = (isPortable, isLenient)
    (self.calculating, self.values) = (calculating, values)
  }

  private func ask(_ question: RecordExpression.Question) throws(ExpressionError) {
    guard let session, !questions.contains(question) else { return }
    expression = try expression.answered([question], by: session)
    questions.append(question)
  }

  func given(_ path: ExpressionNode.Path) throws(ExpressionError) -> RecordExpression.Given? {
    let place = path.names[0].place
    try ask(.value(of: path.names.map(\.text), isMarked: false, at: place))
    return expression.given[place]
  }

  func value(givenAt place: Int) throws(ExpressionError) -> RecordExpression.Given {
    if case .sessionName(let names) = tokens[place] {
      try ask(.value(of: names, isMarked: true, at: place))
    }
    guard let value = expression.given[place] else {
      throw error("there is no value for \(tokens[place].words)", at: place, kind: .name)
    }
    guard value.place >= 0 else {
      throw error("the position of a value must not be negative", at: place)
    }
    return value
  }

  func moment(at place: Int) -> Value? {
    switch tokens[place] {
    case .date, .text: note(.moment(at: place))
    case .word, .quotedName, .number, .sessionName, .symbol: break
    }
    return expression.moments[place]
  }

  func check(_ record: RecordExpression.Record, of type: String, at place: Int) {
    guard schema.type(named: type) != nil else { return }
    note(.record(record, of: type, at: place))
  }

  private func note(_ question: RecordExpression.Question) {
    _ = attempt { () throws(ExpressionError) in try ask(question) }
  }

  private(set) var readMoments: [Int: Value] = [:]

  func noteMoment(_ value: Value, at place: Int) {
    if case .dateTime = value { readMoments[place] = value }
  }

  final class Problems {
    private(set) var first: ExpressionError?

    func add(_ error: ExpressionError) {
      if first.map({ error.token < $0.token }) ?? true { first = error }
    }
  }

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

  func report(
    _ message: String, at index: Int, kind: ExpressionError.Kind = .expression,
    candidates: [String] = [], hint: String? = nil
  ) {
    problems.add(error(message, at: index, kind: kind, candidates: candidates, hint: hint))
  }

  func unexpected(_ expected: String, at place: Int) -> ExpressionError {
    let hint = tokens.percentageHint(before: place)
    guard tokens.indices.contains(place) else {
      return error("expected \(expected) at the end of the expression", at: place, hint: hint)
    }
    return error("expected \(expected), not \(tokens[place].words)", at: place, hint: hint)
  }

  static func list(_ name: String) -> String {
    "\(name.asName) is a list, which a computed property cannot use"
  }

  func checkTakesValues(at place: Int) throws(ExpressionError) {
    guard isPortable || !calculating.isEmpty else { return }
    throw error(
      "a computed property cannot use parameters; expected a property or a value", at: place)
  }

  func checkReadsOthers(_ what: String, at index: Int) {
    guard isPortable else { return }
    report("a computed property can read only its own record, so it cannot use \(what)", at: index)
  }

  func checkIsPortable(_ name: String, at place: Int) {
    guard isPortable, let function = ExpressionFunction.named(name), !function.isPortable else {
      return
    }
    if let other = function.substitute {
      report(
        "\(name) cannot be used in a computed property, because other programs lack it; use "
          + other, at: place)
    } else if function.group == .dates {
      report(
        "\(name)() is a date function, which a computed property cannot use; use substr(), "
          + "as in substr(day, 1, 4)", at: place)
    } else {
      checkReadsOthers("\(name)()", at: place)
    }
  }

  func checkIsCalculable(
    _ name: String, of source: ExpressionScope.Source?, at place: Int
  ) throws(ExpressionError) {
    guard isPortable, source?.isOwn == true, let property = source?.type?[name] else { return }
    if property.kind.isList { throw error(Self.list(name), at: place) }
    guard property.isLongDecimal else { return }
    throw error(
      "\(name.asName) can have more than \(Property.exactDoubleDigits) digits, so a computed "
        + "property cannot use it without losing digits", at: place)
  }

  func words(_ range: Range<Int>) -> String {
    tokens[range].map { $0.name?.asName ?? "." }.joined()
  }
}

package protocol ExpressionSchema {
  var types: [RecordType] { get }
  /// The columns that lists add to the records of a type, by their names in expressions.
  func listColumns(of type: RecordType) -> [String: ListColumn]
  func source(of list: Property, in owner: RecordType) -> ListSource?
  /// nil unless the property is computed and has no column.
  func calculation(of property: String, in type: String) -> RecordExpression?
  func stored(_ value: Value, of property: Property) -> SQLValue
}

extension ExpressionSchema {
  func type(named name: String) -> RecordType? { types.first { $0.name == name } }
}

package struct ExpressionError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case name
    case expression
  }

  package var kind: Kind
  package var message: String
  package var token: Int
  package var candidates: [String]
  package var hint: String?

  package init(
    _ kind: Kind = .expression, _ message: String, token: Int, candidates: [String] = [],
    hint: String? = nil
  ) {
    (self.kind, self.message, self.token) = (kind, message, token)
    (self.candidates, self.hint) = (candidates, hint)
  }
}

/// Resolves the parts of an expression that depend on the user or the time.
///
/// The answer for the same token must always be the same.
package protocol ExpressionSession {
  /// Returns the value of a dotted name, or of its first name; nil if there is no value.
  ///
  /// The compiler does not ask for the names of properties.
  ///
  /// - Parameters:
  ///   - isMarked: Whether the name starts with a colon.
  ///   - place: The index of its first token.
  func value(
    of names: [String], isMarked: Bool, at place: Int
  ) throws(ExpressionError) -> RecordExpression.Given?

  /// Returns the date, or the date and time, of a literal; nil for other tokens.
  func moment(at place: Int) throws(ExpressionError) -> Value?

  /// Throws if a record does not exist.
  ///
  /// - Parameter place: The index of the token with its type.
  func check(_ record: RecordExpression.Record, of type: String, at place: Int)
    throws(ExpressionError)
}

extension RecordExpression {
  package enum Record: Hashable, Sendable {
    case number(Int)
    case key(ExpressionToken)
  }

  package enum Question: Hashable, Sendable {
    case value(of: [String], isMarked: Bool, at: Int)
    case moment(at: Int)
    case record(Record, of: String, at: Int)
  }

  package func answered(
    _ questions: [Question], by session: any ExpressionSession
  ) throws(ExpressionError) -> RecordExpression {
    var result = self
    for question in questions {
      switch question {
      case .value(let names, let isMarked, let place):
        result.given[place] = try session.value(of: names, isMarked: isMarked, at: place)
      case .moment(let place): result.moments[place] = try session.moment(at: place)
      case .record(let record, let type, let place): try session.check(record, of: type, at: place)
      }
    }
    return result
  }
}
