internal import Records

/// A computed property as the table of its type has it: a column that SQLite calculates.
final class ComputedColumn {
  let property: Property
  /// The place of the property in its type.
  let index: Int
  let expression: Expression
  /// The properties that the expression reads, computed ones and `id` among them.
  let reads: Set<String>
  /// The expression as SQL that every program understands.
  let text: String
  /// The same brought to the property's own kind.
  let sql: String
  /// The expression as SQL that fails for what other programs have NULL for; nil where there is no
  /// such thing.
  let checking: (sql: String, values: [SQLValue])?
  /// Whether the value can be told without a record.
  var isConstant: Bool { reads.isEmpty }

  /// Calculates the value of the properties that are read.
  var calculation: Statement?
  /// Reads the value of a record.
  var reading: Statement?

  /// Checks the expression of a property.
  ///
  /// - Parameters:
  ///   - types: all others, for the error of an expression that reads them.
  ///   - mirror: where the expression is tried out; nil where it has been.
  /// - Throws: ``StoreError`` with the place of the token that is to blame.
  init(
    _ property: Property, at index: Int, _ expression: Expression, of type: RecordType,
    among types: [RecordType], on mirror: ExpressionMirror?
  ) throws(StoreError) {
    var translator = ExpressionTranslator(
      expression, for: type, among: types, isPortable: true, isLenient: mirror == nil)
    let operand = try translator.whole()
    let (text, places, _) = translator.emission.assembled()
    try Self.check(operand.nature, for: property)
    if let mirror {
      let prefix = "SELECT 1 FROM \(type.name.asSQLName) WHERE ("
      do {
        _ = try mirror.reads(of: "\(prefix)\(text))")
      } catch {
        let offset = error.offset.map { $0 - prefix.utf8.count }
        throw ExpressionFailure(error, offset: offset, places: places, expression.tokens).error
      }
    }
    self.property = property
    self.index = index
    self.expression = expression
    reads = translator.ownProperties
    checking = translator.canLeaveCalendar ? try Self.checking(expression, of: type, types) : nil
    self.text = text
    sql = Self.cast(text, operand.nature, for: property)
  }

  private static func checking(
    _ expression: Expression, of type: RecordType, _ types: [RecordType]
  ) throws(StoreError) -> (sql: String, values: [SQLValue]) {
    var translator = ExpressionTranslator(
      expression, for: type, among: types, isLenient: true)
    _ = try translator.whole()
    let (text, _, bindings) = translator.emission.assembled()
    // A computed property takes no parameters.
    let values = bindings.compactMap { if case .literal(let value) = $0 { value } else { nil } }
    return (text, values)
  }

  /// The column as the command that makes the table writes it.
  var definition: String {
    let type = Storage(property).columnType
    return "\(property.name.asSQLName) \(type) GENERATED ALWAYS AS (\(sql)) VIRTUAL"
      + (property.isOptional ? "" : " NOT NULL")
  }

  /// The first place where the expression reads a property.
  func place(of name: String) -> Int? { expression.tokens.firstIndex { $0.name == name } }

  // MARK: The kind

  /// Refuses an expression whose value cannot be of the kind.
  private static func check(
    _ nature: ExpressionNature, for property: Property
  ) throws(StoreError) {
    if nature.isConstantWord { return }
    let start =
      "\(property.name.asName) is of the kind \(property.kind.name), and the expression is "
    switch property.kind.storage {
    case .integer, .seconds, .decimal, .percent, .double, .boolean:
      guard nature.isText else { return }
      let isWhole = [.integer, .seconds, .boolean].contains(property.kind.storage)
      throw StoreError(
        .expression,
        start + "a text; cast(… as \(isWhole ? "integer" : "real")) turns one into a number")
    case .written:
      guard nature.isDecimal || nature.isRealColumn || nature.scale != nil else { return }
      let example = property.kind == .date ? "2026-11-21" : "2026-11-21T10:00:00.000Z"
      let expected =
        property.kind.clock == nil ? property.kind.expectation : "a text such as \(example)"
      throw StoreError(.expression, start + "a number; expected \(expected)")
    case .text, .reference, .list, .records: return
    }
  }

  private static func cast(
    _ text: String, _ nature: ExpressionNature, for property: Property
  ) -> String {
    // A time is stored with its seconds.
    if case .time = property.kind, nature.family != .time { return "strftime('%H:%M:%S', \(text))" }
    return switch property.kind.storage {
    case .integer, .seconds: "CAST(\(text) AS INTEGER)"
    // 0, 1 or NULL, whatever number it is.
    case .boolean: "NOT (NOT (\(text)))"
    case .double: "CAST(\(text) AS REAL)"
    case .decimal, .percent:
      "round(CAST(\(text) AS REAL), \(property.storedFractionDigits ?? 0))"
    case .text, .written, .reference, .list, .records: "CAST(\(text) AS TEXT)"
    }
  }
}
