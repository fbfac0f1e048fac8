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
  ///   - isPortable: Whether it is to become a part of a table.
  ///   - tables: The columns of what can be read besides the records, by the names.
  package init(
    at place: Int, in expression: Expression, for type: RecordType?,
    _ schema: any ExpressionSchema, isPortable: Bool, tables: [String: [String]] = [:]
  ) {
    let context = ExpressionContext(
      expression.opened(at: place), for: type, schema, isPortable: isPortable, isLenient: false)
    let completion = CompletionNotes(at: place)
    context.completion = completion
    _ = context.analyzed(role: .value, tables: tables)
    completion.finish(KindInference(context: context))
    self = completion.expectations
  }
}

extension Expression {
  /// The expression with a token in it for what somebody is writing.
  fileprivate func opened(at place: Int) -> Expression {
    func moved<Element>(_ elements: [Int: Element]) -> [Int: Element] {
      Dictionary(
        uniqueKeysWithValues: elements.map { ($0.key < place ? $0.key : $0.key + 1, $0.value) })
    }
    var result = Expression(tokens, given: moved(given), moments: moved(moments))
    result.tokens.insert(.symbol(""), at: place)
    return result
  }
}
