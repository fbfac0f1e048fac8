package import Records

/// The possible continuations of an expression.
public struct ExpressionExpectations: Hashable, Sendable {
  /// Keywords and constants, such as `and` or `nil`.
  public package(set) var words: Set<String> = []
  /// Parentheses and commas.
  public internal(set) var signs: Set<String> = []
  /// Properties, columns and `id`, if their kind matches the other operand.
  public internal(set) var properties: Set<String> = []
  /// References that can be followed by a dot, and lists for aggregates.
  public internal(set) var references: Set<String> = []
  /// Aliases in a subselect, which must be followed by a dot and a property.
  public internal(set) var sources: Set<String> = []
  /// Functions that can be called.
  public internal(set) var functions: [ExpressionFunction] = []
  /// Texts that the value can equal, such as the names of a choice.
  public internal(set) var texts: Set<String> = []
  /// The type of an expected record.
  public internal(set) var recordType: String?

  /// Whether today's date is possible.
  public internal(set) var takesToday = false
  /// Whether the name of a type is possible.
  public internal(set) var takesType = false

  /// Creates empty expectations.
  public init() {}
}

extension ExpressionExpectations {
  /// - Parameters:
  ///   - place: The number of tokens before the caret.
  ///   - session: Resolves names that are not properties, dates and times, and records.
  ///   - tables: The columns of other readable tables, by table name.
  package init(
    at place: Int, in tokens: [ExpressionToken], for type: RecordType?,
    _ schema: any ExpressionSchema, asking session: (any ExpressionSession)? = nil,
    isPortable: Bool, tables: [String: [String]] = [:]
  ) {
    var expression = RecordExpression(tokens)
    expression.tokens.insert(.symbol(""), at: place)
    let context = ExpressionContext(
      expression, for: type, schema,
      asking: session.map { UnfinishedExpression(session: $0, caret: place) },
      isPortable: isPortable, isLenient: false)
    let completion = CompletionNotes(at: place)
    context.completion = completion
    _ = context.analyzed(role: .value, tables: tables)
    completion.finish(KindInference(context: context))
    self = completion.expectations
  }
}

/// Hides the token inserted at the caret from the session.
private struct UnfinishedExpression: ExpressionSession {
  let session: any ExpressionSession
  let caret: Int

  private func written(_ place: Int) -> Int { place < caret ? place : place - 1 }

  func value(
    of names: [String], isMarked: Bool, at place: Int
  ) throws(ExpressionError) -> RecordExpression.Given? {
    try session.value(of: names, isMarked: isMarked, at: written(place))
  }

  func moment(at place: Int) throws(ExpressionError) -> Value? {
    try session.moment(at: written(place))
  }

  func check(
    _ record: RecordExpression.Record, of type: String, at place: Int
  ) throws(ExpressionError) {
    try session.check(record, of: type, at: written(place))
  }
}
