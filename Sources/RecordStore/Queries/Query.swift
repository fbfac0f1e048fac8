public import Records

/// Which records of a type are wanted, and in which order.
public struct Query: Sendable {
  /// One thing to order by.
  public struct Order: Hashable, Sendable {
    /// What is compared: its value on each record.
    public var expression: CompiledExpression
    /// Whether the greatest values come first.
    public var isDescending: Bool

    /// Makes an order by an expression, the least values first unless told otherwise.
    public init(_ expression: CompiledExpression, isDescending: Bool = false) {
      self.expression = expression
      self.isDescending = isDescending
    }
  }

  /// The name of the type whose records are wanted.
  public var type: String
  /// What a record must fulfil; nil for all records.
  public var condition: CompiledExpression?
  /// What is calculated of each record or group; empty for the records themselves.
  public var columns: [CompiledExpression] = []
  /// What records are gathered by, a row for each; empty where each record has its own, or all have
  /// one.
  public var groups: [CompiledExpression] = []
  /// Whether its rows are of many records.
  public var isGrouped: Bool { !groups.isEmpty || columns.contains(where: \.isAggregate) }
  /// What to order by, the most important first; records that are equal in it come by number.
  public var order: [Order]
  /// The most records wanted; nil for no limit.
  public var limit: Int?
  /// How many records are passed over first.
  public var offset = 0
  /// The numbers of the records among which they are looked for; nil for all.
  public var numbers: [Int]?
  /// The values of the session names in the condition and the order.
  public var parameters: [Value?]

  /// All that is evaluated for it.
  var expressions: [CompiledExpression] {
    columns + groups + order.map(\.expression) + (condition.map { [$0] } ?? [])
  }

  /// Makes a query, which without further arguments is for all records of the type by number.
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

/// How the engine carries out a query.
public struct QueryPlan: Hashable, Sendable {
  /// What the engine does, step by step, in its own words but for the names of indexes.
  public internal(set) var steps: [String] = []
  /// The properties by whose indexes records are found.
  public internal(set) var indexes: [String] = []
  /// How many rows were stepped over in scans of whole tables.
  public internal(set) var scanned: Int? = 0
}
