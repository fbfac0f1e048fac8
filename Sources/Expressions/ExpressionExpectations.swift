package import Records

/// What an expression can go on with, where it ends now.
public struct ExpressionExpectations: Hashable, Sendable {
  /// Words of SQL.
  public package(set) var words: Set<String> = []
  /// Brackets and commas.
  public internal(set) var signs: Set<String> = []
  /// Properties, whose kind fits what is beside them, and `id`.
  public internal(set) var properties: Set<String> = []
  /// References, by which a path goes on, and lists, which an aggregate goes over.
  public internal(set) var references: Set<String> = []
  /// Names that types or subselects have here, before the point of a property.
  public internal(set) var sources: Set<String> = []
  /// Functions.
  public internal(set) var functions: [ExpressionFunction] = []
  /// Texts of which one is meant, such as the names of a choice.
  public internal(set) var texts: Set<String> = []
  /// The type of which a record is wanted.
  public internal(set) var recordType: String?
  /// Whether a value of the session can be here.
  public internal(set) var takesValues = false
  /// Whether today's date fits.
  public internal(set) var takesToday = false
  /// Whether the name of a type can be here.
  public internal(set) var takesType = false

  /// Nothing.
  public init() {}
}

extension ExpressionExpectations {
  /// What can be at a place of an expression that somebody is writing.
  ///
  /// - Parameters:
  ///   - place: How many tokens are before what is written.
  ///   - type: The type whose properties the names are; nil if they are nobody's.
  ///   - session: Who is asked about names that no record has; nil for nobody.
  ///   - isPortable: Whether it is to become a part of a table.
  ///   - tables: The columns of what can be read besides the records, by the names.
  package init(
    at place: Int, in tokens: [ExpressionToken], for type: RecordType?,
    _ schema: any ExpressionSchema, asking session: (any ExpressionSession)? = nil,
    isPortable: Bool, tables: [String: [String]] = [:]
  ) {
    // A token stands for what somebody is writing.
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

/// A session that knows nothing of the token at the caret.
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
