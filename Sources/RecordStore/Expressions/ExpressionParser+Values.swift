internal import Records

extension ExpressionParser {
  /// Reads a value: a literal, a name, a call, something in brackets or with a sign.
  mutating func primary() throws(StoreError) -> Operand {
    let start = position
    noteOperand()
    guard let token else { throw unexpected("a value") }
    var nature = ExpressionNature()
    switch token {
    case .text(let text):
      nature.isText = true
      nature.kind = .text
      try literal(text)
    case .date(let text):
      nature.isText = true
      nature.kind = text.utf8.contains(UInt8(ascii: "T")) ? .dateTime : .date
      try literal(text)
    case .number(let text): nature = try numeral(text, isNegative: false)
    case .parameter(let index, let kind):
      guard index >= 0 else { throw error("the place of a value is at least 0") }
      try checkTakesValues()
      nature = ExpressionNature(parameter: kind)
      bind(.parameter(index))
    case .quotedName(let name): nature = try self.name(name)
    case .word(let word): return try self.word(word)
    case .symbol("("): return try brackets()
    case .symbol(let sign) where ["-", "+", "~"].contains(sign):
      return try signed(sign)
    case .symbol: throw unexpected("a value")
    }
    return Operand(range: start...position - 1, nature: nature)
  }

  private mutating func numeral(
    _ text: String, isNegative: Bool
  ) throws(StoreError) -> ExpressionNature {
    let number: ExpressionNumber
    do {
      number = try ExpressionNumber(text, isNegative: isNegative)
    } catch {
      throw self.error(error.message)
    }
    if isPortable {
      guard let literal = number.literal else { throw error(Self.longNumber) }
      write(literal)
    } else {
      bind(.literal(number.bound))
    }
    return ExpressionNature(number)
  }

  private mutating func signed(_ sign: String) throws(StoreError) -> Operand {
    let start = position
    write(sign)
    if sign == "-", case .number(let text) = token, let number = try? ExpressionNumber(text),
      case .decimal(let value) = number, value.isLong
    {
      // SQLite would make an inexact number of the text to change its sign.
      emission.write("", at: start)
      let nature = try numeral(text, isNegative: true)
      return Operand(range: start...position - 1, nature: nature)
    }
    let operand = try expression(ExpressionWords.Power.sign)
    var nature = operand.nature
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
    return Operand(range: start...operand.range.upperBound, nature: nature)
  }

  private mutating func brackets() throws(StoreError) -> Operand {
    let start = position
    if isSubselect(1) { try checkReadsOthers("a subselect", at: position + 1) }
    write("(")
    if isSubselect(0) {
      let results = try subselect()
      try require(symbol: ")")
      var nature = ExpressionNature(oneOf: results.map(\.nature))
      // The sum of no records is NULL, and so on: what is chosen is still a value as it is stored.
      if results.isEmpty { nature = .unknown }
      return Operand(range: start...position - 1, nature: nature)
    }
    var operands: [Operand] = []
    repeat { operands.append(try separate()) } while accept(symbol: ",")
    try require(symbol: ")")
    let nature =
      operands.count == 1
      ? operands[0].nature : ExpressionNature(elements: operands.map(\.nature))
    return Operand(range: start...position - 1, nature: nature)
  }

  /// Whether a subselect begins some tokens after the place of reading.
  func isSubselect(_ distance: Int) -> Bool {
    guard let word = keyword(distance) else { return false }
    switch word {
    case "select", "with": return !isOperator(distance + 1)
    case "values": return token(distance + 1) == .symbol("(")
    default: return false
    }
  }

  /// Whether the token can only follow a value.
  private func isOperator(_ distance: Int) -> Bool {
    switch token(distance) {
    case nil: return true
    case .symbol(let symbol): return !["(", "*", "-", "+", "~"].contains(symbol)
    default: return false
    }
  }

  private mutating func word(_ word: String) throws(StoreError) -> Operand {
    let start = position
    let lower = word.asciiLowercased
    var nature = ExpressionNature(isConstantWord: true, scale: 0)
    switch lower {
    case "null": write("NULL")
    case "nil" where word == "nil": write("NULL")
    case "true", "false":
      nature.kind = .boolean
      write(lower.uppercased())
    case "not" where !isOperator(1) || position + 1 == limit && expectations != nil:
      write("NOT")
      let operand = try expression(ExpressionWords.Power.not)
      return Operand(range: start...operand.range.upperBound, nature: .condition)
    case "exists" where token(1) == .symbol("("):
      try checkReadsOthers("a subselect", at: position)
      write("EXISTS")
      write("(")
      guard isSubselect(0) else { throw unexpected("a subselect") }
      _ = try subselect()
      try require(symbol: ")")
      nature = .condition
    case "case" where !isOperator(1) || position + 1 == limit && expectations != nil:
      nature = try choice()
    case "cast" where token(1) == .symbol("("): nature = try cast()
    case "current_date", "current_time", "current_timestamp":
      guard !isPortable else {
        throw error("\(word) depends on the clock, so nothing can be computed from it")
      }
      let name = lower == "current_date" ? ":today" : ":now"
      throw error("\(word) depends on the clock and cannot be used here; use \(name)")
    default:
      nature = token(1) == .symbol("(") ? try call(word) : try name(word)
    }
    return Operand(range: start...position - 1, nature: nature)
  }

  private mutating func choice() throws(StoreError) -> ExpressionNature {
    write("CASE")
    let outer = neighbour
    neighbour = nil
    defer { neighbour = outer }
    var base: Operand?
    if keyword != "when" { base = try expression() }
    var compared = base.map { [$0] } ?? []
    var results: [Operand] = []
    note(words: ["when"])
    guard keyword == "when" else { throw unexpected("\"when\"") }
    while accept("when") {
      let condition =
        if let base { try operand(beside: base, "=", 0) } else { try expression() }
      if base != nil { compared.append(condition) }
      try require("then")
      results.append(try expression())
    }
    if base != nil { try compare(compared) }
    if accept("else") { results.append(try expression()) }
    try require("end")
    try checkAgreement(results)
    return ExpressionNature(oneOf: results.map(\.nature))
  }

  private mutating func cast() throws(StoreError) -> ExpressionNature {
    write("CAST")
    write("(")
    let operand = try expression()
    try require("as")
    note(words: ["boolean", "decimal", "double", "integer", "text"])
    guard let type = keyword, ExpressionWords.castTypes.contains(type) else {
      let names = ["Boolean", "Decimal", "Double", "Integer", "Text"]
      guard let token, case .word = token else { throw unexpected("one of \(names.list)") }
      throw error(
        "nothing can be cast as \(token.words); expected one of \(names.list)", kind: .name,
        candidates: names)
    }
    write(type.uppercased())
    try require(symbol: ")")
    switch type {
    case "integer", "int": return .count
    case "decimal", "numeric":
      return ExpressionNature(
        isDecimal: type == "decimal" || operand.nature.isDecimal, isComputed: true,
        scale: operand.nature.scale)
    case "real", "double", "float":
      return ExpressionNature(isDecimal: operand.nature.isDecimal, isComputed: true)
    case "text": return .text
    default: return .unknown
    }
  }

  // MARK: Names

  /// Reads the name of a property or of a result, a path, a value of the session, or a record.
  mutating func name(_ name: String) throws(StoreError) -> ExpressionNature {
    if let nature = try propertyPath(name) { return nature }
    if token(1) == .symbol("."), source(of: name) != nil { return try qualified(name) }
    if let nature = try givenValue() { return nature }
    if let nature = try record() { return nature }
    guard token(1) == .symbol(".") else {
      guard expectations == nil else {
        // Of a type that is being defined only its author knows the properties.
        write(name: name)
        return .unknown
      }
      throw unknown(name, in: scopes.last?.sources ?? [])
    }
    if isPortable, let property = token(2)?.name {
      try checkReadsOthers("\(name).\(property)", at: position)
    }
    let sources = scopes.flatMap(\.sources)
    if sources.contains(where: { $0.type?[name]?.kind.isListOfRecords ?? false }) {
      throw unknown(name, in: sources)
    }
    let names = sources.compactMap(\.alias)
    if types.contains(where: { $0.name == name }) {
      throw error("no record of \(name) is available here", kind: .name, candidates: names)
    }
    throw error("there is no type or alias \"\(name)\" here", kind: .name, candidates: names)
  }

  /// Reads the name of a source, a point and one of its columns.
  private mutating func qualified(_ alias: String) throws(StoreError) -> ExpressionNature {
    guard let (scope, source) = source(of: alias) else { preconditionFailure("a source has it") }
    let start = position
    // A column of a table does not know the table by name.
    write(isPortable ? "" : source.sqlName ?? alias.asSQLName)
    write(isPortable ? "" : ".")
    if isAtCaret { note(propertiesOf: source, in: scope) }
    guard let name = token?.name else { throw unexpected("a property of \(alias)") }
    guard let nature = source.nature(of: name) else { throw unknown(name, in: [source]) }
    try checkIsCalculable(name, in: scope)
    if scope.isOwn { noteOwn(name) }
    // SQLite takes white space around the point, so the three tokens stay three.
    write(name: name)
    guard symbol == ".", case .reference(let target)? = nature.kind else { return nature }
    let column = "\(source.sqlName ?? alias.asSQLName).\(name.asSQLName)"
    return try path(from: start, Fragment(sql: column), of: target)
  }

  func unknown(_ name: String, in sources: [ExpressionScope.Source]) -> StoreError {
    let properties = sources.flatMap { source in
      source.type.map { $0.properties.map(\.name) } ?? source.columns.map { $0.keys.sorted() } ?? []
    }
    for type in sources.compactMap(\.type) {
      guard case .records? = type[name]?.kind else { continue }
      if isPortable { return error(Self.list(name)) }
      return error(
        "\(name.asName) is a list of records, which has no value here; count(\(name.asName)) counts "
          + "them")
    }
    if types.contains(where: { $0.name == name }) {
      return error(
        "\(name) is a type, not a value; count(\(name)) counts its records", kind: .name,
        candidates: properties)
    }
    switch sources.compactMap(\.type?.name) {
    case let names where names.isEmpty && properties.isEmpty:
      return error(
        "there is no record here to take \"\(name)\" from; a session name is written "
          + ":\(name)", kind: .name)
    case let names where names.isEmpty:
      return error("the subselect has no result \"\(name)\"", kind: .name, candidates: properties)
    case let names where names.count == 1:
      let hint = ["rowid", "oid", "_rowid_"].contains(name.asciiLowercased)
      return error(
        "no such property: \(names[0]) has no \"\(name)\"" + (hint ? "; its number is id" : ""),
        kind: .name, candidates: properties)
    case let names:
      return error(
        "neither \(names.joined(separator: " nor ")) has a property \"\(name)\"", kind: .name,
        candidates: properties)
    }
  }

  /// The type whose name is some tokens after the place of reading.
  func type(_ distance: Int) -> RecordType? {
    guard let name = token(distance)?.name else { return nil }
    return types.first { $0.name == name }
  }

  /// That there is no type as it is written at the place of reading.
  func unknownType() -> StoreError {
    guard let name = token?.name else { return unexpected("the name of a type") }
    return error("there is no type \"\(name)\"", kind: .name, candidates: types.map(\.name))
  }
}

extension Expression.Token {
  /// The name that a word or a name in backticks is.
  var name: String? {
    switch self {
    case .word(let name), .quotedName(let name): name
    default: nil
    }
  }
}
