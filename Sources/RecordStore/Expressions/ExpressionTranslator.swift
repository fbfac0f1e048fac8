internal import Records

/// Turns the tree of an expression into SQL.
///
/// It finds what the names in the tree mean, judges which kinds its values have, and decides from
/// that where texts, dates and Decimals need help to compare and to calculate as they read. What it
/// leaves to SQLite's compiler are the functions' own rules, aggregates, and how the parts of a
/// `select` fit together.
struct ExpressionTranslator {
  typealias Token = ExpressionToken
  typealias Node = ExpressionNode

  /// A part of the expression that has a value.
  struct Operand {
    var range: ClosedRange<Int>
    var nature: ExpressionNature
  }

  let tokens: [Token]
  /// What the session has for names that no record has, by the place of their first token.
  let given: [Int: Expression.Given]
  /// The moments that texts are where they are compared with one, by their places.
  let moments: [Int: Value]
  let type: RecordType?
  let types: [RecordType]
  /// Whether every program is to understand what is written, as it must where it becomes a part of
  /// a table: SQLite's own functions, nothing bound, and the record's own properties only.
  let isPortable: Bool
  /// Whether values of unlike kinds are taken, as by what a file had before that was an error.
  let isLenient: Bool
  var emission: ExpressionEmission
  var scopes: [ExpressionScope] = []
  /// The subselects named by a `with`, with what is known of their columns.
  var common: [[String: ExpressionScope.Source]] = []
  /// The properties of the record itself that are read, and `id` where its number is.
  var ownProperties: Set<String> = []
  /// Those of them that are not only gathered of many records.
  var bareProperties: Set<String> = []
  /// Whether values of many of the records are gathered.
  var isAggregate = false
  /// How other records that are read are found from the record itself; nil if some are not.
  var routes: Set<ExpressionRoute>? = []
  /// Whether it adds to dates, which other programs have NULL for beyond the years 1 to 9999.
  var canLeaveCalendar = false
  /// The types whose records are counted or gone through.
  var countedTypes: Set<String> = []
  /// What can be where somebody is writing; nil for a whole expression.
  var expectations: ExpressionExpectations?
  /// The place of the token that stands for what somebody is writing.
  var caret: Int?
  /// How many tables have got a name of ours.
  var aliases = 0

  init(
    _ expression: Expression, for type: RecordType?, among types: [RecordType],
    isPortable: Bool = false, isLenient: Bool = false
  ) {
    tokens = expression.tokens
    given = expression.given
    moments = expression.moments
    self.type = type
    self.types = types
    self.isPortable = isPortable
    self.isLenient = isLenient
    emission = ExpressionEmission(count: tokens.count)
    if let type {
      // The columns of lists that the record can be in come and go after its own.
      var source = ExpressionScope.Source(type, among: isPortable ? [] : types)
      source.route = ExpressionRoute()
      scopes = [ExpressionScope(sources: [source], isOwn: true)]
    }
  }

  /// Reads all tokens as one expression, and translates it.
  mutating func whole() throws(StoreError) -> Operand {
    var reader = self.reader()
    let tree: Node
    do throws(StoreError) {
      tree = try reader.whole()
    } catch {
      try checkNames(before: error.token ?? 0)
      throw error
    }
    emission = reader.emission
    return try translate(tree)
  }

  /// Throws what is wrong with the names and kinds before a mistake in grammar, which comes first.
  private func checkNames(before place: Int) throws(StoreError) {
    guard place > 0 else { return }
    var reader = self.reader(limit: place)
    guard let tree = try? reader.whole() else { return }
    var trial = self
    do throws(StoreError) {
      _ = try trial.translate(tree)
    } catch {
      if let token = error.token, token < place { throw error }
    }
  }

  func reader(limit: Int? = nil, caret: Int? = nil) -> ExpressionReader {
    ExpressionReader(
      tokens, for: type, among: types, isPortable: isPortable, limit: limit, caret: caret)
  }

  // MARK: Values

  /// Translates a part of the tree.
  ///
  /// - Parameter neighbour: what it is beside, for somebody who is writing it.
  mutating func translate(
    _ node: Node, beside neighbour: Neighbour? = nil
  ) throws(StoreError) -> Operand {
    let place = node.range.lowerBound
    var nature = ExpressionNature()
    switch node.form {
    case .missing:
      noteOperand(at: place, beside: neighbour)
      nature = .unknown
    case .text(let text):
      nature = ExpressionNature(isText: true, kind: .text)
      try literal(text, at: place)
    case .date(let text):
      let moment = moments[place]?.description ?? text
      let hasTime = moment.utf8.contains(UInt8(ascii: "T"))
      nature = ExpressionNature(isText: true, kind: hasTime ? .dateTime : .date)
      try literal(moment, at: place)
    case .number(let text): nature = try numeral(text, isNegative: false, at: place)
    case .sessionName:
      try checkTakesValues(at: place)
      let value = try value(givenAt: place)
      nature = ExpressionNature(parameter: value.kind)
      emission.bind(.parameter(value.place), at: place)
    case .constant(let isNull):
      nature = ExpressionNature(
        isConstantWord: true, scale: 0, kind: isNull ? nil : .boolean)
    case .path(let path): nature = try value(of: path, in: node.range)
    case .brackets(let nodes):
      let operands = try translate(nodes)
      nature =
        operands.count == 1
        ? operands[0].nature : ExpressionNature(elements: operands.map(\.nature))
    case .subselect(let subselect):
      try checkReadsOthers("a subselect", at: subselect.place)
      let results = try translate(subselect)
      // The sum of no records is NULL, and so on: what is chosen is still a value as it is stored.
      nature = results.isEmpty ? .unknown : ExpressionNature(oneOf: results.map(\.nature))
    case .signed(let sign, let value): return try signed(sign, value, in: node.range, neighbour)
    case .test(let value):
      if case .subselect = value.form { try checkReadsOthers("a subselect", at: place) }
      _ = try translate(value)
      nature = .condition
    case .choice(let choice): nature = try translate(choice)
    case .cast(let value, let type): nature = cast(try translate(value).nature, to: type)
    case .call(let call): nature = try translate(call, in: node.range)
    case .operations(let first, let operations):
      return try translate(first, operations, beside: neighbour)
    }
    return Operand(range: node.range, nature: nature)
  }

  /// What the session has for the name at a place.
  func value(givenAt place: Int) throws(StoreError) -> Expression.Given {
    guard let value = given[place] else {
      throw error("there is no value for \(tokens[place].words)", at: place, kind: .name)
    }
    guard value.place >= 0 else { throw error("the place of a value is at least 0", at: place) }
    return value
  }

  mutating func translate(_ nodes: [Node]) throws(StoreError) -> [Operand] {
    var operands: [Operand] = []
    for node in nodes { operands.append(try translate(node)) }
    return operands
  }

  private mutating func numeral(
    _ text: String, isNegative: Bool, at place: Int
  ) throws(StoreError) -> ExpressionNature {
    let number: ExpressionNumber
    do {
      number = try ExpressionNumber(text, isNegative: isNegative)
    } catch {
      throw self.error(error.message, at: place)
    }
    if isPortable {
      guard let literal = number.literal else { throw error(Self.longNumber, at: place) }
      emission.write(literal, at: place)
    } else {
      emission.bind(.literal(number.bound), at: place)
    }
    return ExpressionNature(number)
  }

  private mutating func signed(
    _ sign: String, _ value: Node, in range: ClosedRange<Int>, _ neighbour: Neighbour?
  ) throws(StoreError) -> Operand {
    if sign == "-", case .number(let text) = value.form, let number = try? ExpressionNumber(text),
      case .decimal(let decimal) = number, decimal.isLong
    {
      // SQLite would make an inexact number of the text to change its sign.
      emission.write("", at: range.lowerBound)
      let nature = try numeral(text, isNegative: true, at: value.range.lowerBound)
      return Operand(range: range, nature: nature)
    }
    var nature = try translate(value, beside: neighbour).nature
    // A column with a sign is not a column to SQLite, and a text with one is a number.
    nature.isRealColumn = false
    if nature.elements != nil || nature.isText { nature = .unknown }
    if nature.isCondition || nature.idType != nil { nature = .count }
    if sign == "~" {
      nature = .integer
    } else if sign == "-", nature.isLong {
      nature.isLong = false
      nature.isComputed = true
    }
    if nature.isConstantWord { nature = .integer }
    return Operand(range: range, nature: nature)
  }

  private mutating func translate(_ choice: Node.Choice) throws(StoreError) -> ExpressionNature {
    var compared: [Operand] = []
    if let base = choice.base { compared.append(try translate(base)) }
    var results: [Operand] = []
    for branch in choice.branches {
      let condition = try translate(
        branch.condition, beside: compared.first.map { Neighbour(operand: $0, symbol: "=") })
      if choice.base != nil { compared.append(condition) }
      results.append(try translate(branch.result))
    }
    if choice.base != nil { try compare(compared) }
    if let otherwise = choice.otherwise { results.append(try translate(otherwise)) }
    results = try agreed(results)
    return ExpressionNature(oneOf: results.map(\.nature))
  }

  private func cast(_ nature: ExpressionNature, to type: String) -> ExpressionNature {
    switch type {
    case "integer", "int": .count
    case "decimal", "numeric":
      ExpressionNature(
        isDecimal: type == "decimal" || nature.isDecimal, isComputed: true, scale: nature.scale)
    case "real", "double", "float":
      ExpressionNature(isDecimal: nature.isDecimal, isComputed: true)
    case "text": .text
    default: .unknown
    }
  }

  // MARK: Errors

  func error(
    _ message: String, at index: Int, kind: StoreError.Kind = .expression,
    candidates: [String] = [], hint: String? = nil
  ) -> StoreError {
    StoreError(
      kind, message, token: min(index, max(0, tokens.count - 1)), candidates: candidates,
      hint: hint)
  }

  /// That something else was expected at a place.
  func unexpected(_ expected: String, at place: Int) -> StoreError {
    guard tokens.indices.contains(place) else {
      return error("expected \(expected) at the end of the expression", at: place)
    }
    return error("expected \(expected), not \(tokens[place].words)", at: place)
  }
}
