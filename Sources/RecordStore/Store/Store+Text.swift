public import Expressions
public import Records

extension RecordExpression {
  /// Reads an expression of a program's own: `age > 30 and name like 'A%'`.
  ///
  /// Texts are in `'` or `"`, names that need it in backticks. Names of a session and dates without
  /// quotes are no part of it.
  ///
  /// - Throws: ``StoreError`` if a text or comment is not closed. All else is checked when the
  ///   expression is compiled.
  public init(_ text: String) throws(StoreError) {
    self.init(try SQLText.tokens(ofExpression: text))
  }
}

extension Store {
  /// The records of a type of which a condition holds, by number or in an order.
  ///
  /// ```swift
  /// let adults = try store.list("Person", where: "age >= 18", orderedBy: "name, age desc", limit: 10)
  /// ```
  ///
  /// They are read at once and are not connected to the store: ``select(_:)`` reads many one by one.
  ///
  /// - Parameters:
  ///   - condition: What has to hold, as an expression; without it all records are wanted.
  ///   - order: Expressions between commas, each with `desc` after it where the greatest come first.
  ///   - limit: The most records wanted.
  /// - Throws: ``StoreError`` of the kind ``StoreError/Kind/name`` if there is no such type, and of
  ///   ``StoreError/Kind/expression`` or ``StoreError/Kind/name`` for what is wrong with a text.
  public func list(
    _ type: String, where condition: String? = nil, orderedBy order: String? = nil,
    limit: Int? = nil
  ) throws(StoreError) -> [Record] {
    guard let recordType = self.type(named: type) else {
      throw StoreError(.name, RecordType.missing(type))
    }
    var query = Query(type, limit: limit)
    if let condition {
      query.condition = try compile(RecordExpression(condition), for: type, isCondition: true)
    }
    if let order {
      for part in try SQLText.tokens(ofExpression: order).parts {
        query.order.append(
          Query.Order(
            try compile(RecordExpression(part.tokens), for: type, isResult: true),
            isDescending: part.isDescending))
      }
    }
    var records: [Record] = []
    let cursor = try select(query)
    while let (number, values) = try cursor.next() {
      records.append(Record(recordType, number: number, values: values))
    }
    return records
  }

  /// The record of a name, as it is stored now; nil if there is none.
  public func record(_ id: RecordID) throws(StoreError) -> Record? {
    guard let type = type(named: id.type), let values = try values(of: id) else { return nil }
    return Record(type, number: id.number, values: values)
  }
}

extension [ExpressionToken] {
  /// The parts between commas that are in no brackets, and whether `desc` is after each.
  fileprivate var parts: [(tokens: [ExpressionToken], isDescending: Bool)] {
    var depth = 0
    let parts = split(omittingEmptySubsequences: false) { token in
      if token == .symbol("(") { depth += 1 }
      if token == .symbol(")") { depth -= 1 }
      return depth == 0 && token == .symbol(",")
    }
    return parts.map { part in
      guard case .word(let word)? = part.last else { return (Array(part), false) }
      switch word.asciiLowercased {
      case "desc": return (Array(part.dropLast()), true)
      case "asc": return (Array(part.dropLast()), false)
      default: return (Array(part), false)
      }
    }
  }
}

extension Violation {
  /// Says in a field or form why the store refuses a value; the error is its cause.
  public init(_ error: StoreError) {
    self.init(kind: .rule, message: error.message, of: error.property, cause: error)
  }
}
