public import Records

/// A condition for records, to which interpolated values are bound: `"age >= \(least)"`.
///
/// An interpolated value is never parsed as a part of the expression, regardless of its characters,
/// so it needs no quotes and no escapes. Use a list with `in`. A comparison with nil is never true;
/// test for nil with `is`. A condition can be interpolated in another condition.
///
/// ```swift
/// let people = try store.list("Person", where: "name = \(name) and age in \([36, 41])")
/// ```
public struct RecordCondition: Hashable, Sendable {
  fileprivate enum Part: Hashable, Sendable {
    case text(String)
    case name(String)
    case value(Value?, PropertyKind?)
  }

  private var parts: [Part]

  /// Creates a condition from the text of an expression, which must not contain untrusted input.
  public init(text: String) { parts = [.text(text)] }

  func parsed() throws(StoreError) -> (expression: RecordExpression, parameters: [Value?]) {
    var (tokens, parameters) = ([ExpressionToken](), [Value?]())
    var given: [Int: RecordExpression.Given] = [:]
    for part in parts {
      switch part {
      // Tokenized separately, because each text must close its own quotes and comments.
      case .text(let text): tokens += try SQLText.tokens(ofExpression: text)
      case .name(let name): tokens.append(.quotedName(name))
      case .value(let value, let kind):
        given[tokens.count] = RecordExpression.Given(parameters.count, kind)
        parameters.append(value)
        tokens.append(.sessionName(["value\(parameters.count)"]))
      }
    }
    return (RecordExpression(tokens, given: given), parameters)
  }
}

extension RecordCondition: ExpressibleByStringInterpolation {
  /// Creates a condition from a literal.
  public init(stringLiteral text: String) { self.init(text: text) }

  /// Creates a condition from a literal with values.
  public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// The texts and values of an interpolated literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Creates an interpolation without parts.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends a part of the expression.
    public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }

    /// Binds a value of a Swift type.
    public mutating func appendInterpolation<Bound: PropertyValue>(_ value: Bound) {
      parts.append(.value(value.propertyValue, Bound.kind))
    }

    /// Binds a value of a Swift type, or nil.
    public mutating func appendInterpolation<Bound: PropertyValue>(_ value: Bound?) {
      parts.append(.value(value?.propertyValue, Bound.kind))
    }

    /// Binds a value, or nil.
    public mutating func appendInterpolation(_ value: Value?) {
      parts.append(.value(value, value?.ownKind))
    }

    /// Binds a record, or nil.
    public mutating func appendInterpolation(_ record: RecordID?) {
      appendInterpolation(record.map(Value.reference))
    }

    /// Appends the name of a property.
    public mutating func appendInterpolation(name: String) { parts.append(.name(name)) }

    /// Appends another condition.
    public mutating func appendInterpolation(_ condition: RecordCondition) {
      parts += [.text("(")] + condition.parts + [.text(")")]
    }
  }
}

extension Value {
  fileprivate var ownKind: PropertyKind? {
    switch self {
    case .text: .text
    case .integer: .integer
    case .decimal, .percent: nil
    case .double: .double
    case .boolean: .boolean
    case .date: .date
    case .dateTime: .dateTime
    case .time: .time(hasSeconds: true)
    case .duration: .duration(hasSeconds: true)
    case .month: .month
    case .reference(let id): .reference(to: id.type)
    case .list(let items): items.first?.ownKind.map { .list(of: $0) }
    }
  }
}
