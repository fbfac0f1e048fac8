public import Records

/// Selects and orders records of a type, or calculates values from them.
public struct RecordQuery: Sendable {
  /// A term to order by.
  public struct Order: Hashable, Sendable {
    /// The expression evaluated for each record.
    public var expression: CompiledExpression
    /// Whether the order is descending.
    public var isDescending: Bool

    /// Creates a term, by default ascending.
    public init(_ expression: CompiledExpression, isDescending: Bool = false) {
      self.expression = expression
      self.isDescending = isDescending
    }
  }

  /// The name of the type.
  public var type: String
  /// The condition that records must meet; nil for all records.
  public var condition: CompiledExpression?
  /// The expressions to calculate for each record or group; empty for the records themselves.
  public var columns: [CompiledExpression] = []
  /// The expressions to group by; empty if each record is a row, or all records are one group.
  public var groups: [CompiledExpression] = []
  /// Whether a row can combine several records.
  public var isGrouped: Bool { !groups.isEmpty || columns.contains(where: \.isAggregate) }
  /// The terms to order by, most significant first. Records with equal terms are ordered by number;
  /// groups are not.
  public var order: [Order]
  /// The maximum number of rows in the result; nil for no limit.
  public var limit: Int?
  /// The number of rows to skip.
  public var offset = 0
  /// The numbers of the records to select from; nil for all.
  public var numbers: [Int]?
  /// The range of numbers to select from; nil for all.
  package var span: ClosedRange<Int>?
  /// The values of the session names in the expressions.
  public var parameters: [Value?]

  var expressions: [CompiledExpression] {
    columns + groups + order.map(\.expression) + (condition.map { [$0] } ?? [])
  }

  /// Returns how many of the given number of rows remain after ``offset`` and ``limit``.
  package func size(of count: Int) -> Int { min(max(count - offset, 0), limit ?? count) }

  /// Creates a query, by default for all records of the type by number.
  public init(
    _ type: String, where condition: CompiledExpression? = nil, order: [Order] = [],
    limit: Int? = nil, parameters: [Value?] = []
  ) {
    self.type = type
    self.condition = condition
    self.order = order
    self.limit = limit
    self.parameters = parameters
  }
}

/// The execution plan of a query.
public struct QueryPlan: Hashable, Sendable {
  /// The steps as SQLite describes them, without aliases, and with indexes named by property.
  public internal(set) var steps: [String] = []
  /// The properties whose indexes are searched.
  public internal(set) var indexes: [String] = []
  /// The number of rows visited by full table scans; nil if unknown.
  public internal(set) var scanned: Int? = 0
}
