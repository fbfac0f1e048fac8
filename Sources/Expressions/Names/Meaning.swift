package import Records

enum Meaning {
  case given(RecordExpression.Given)
  case path(ResolvedPath)
  /// The rows of an aggregate or of `in`.
  case rows(ResolvedPath)
}

/// A path with its start and steps.
struct ResolvedPath {
  enum Start {
    /// A column in scope; without a source, a named result of the same `select`.
    case column(String, of: ExpressionScope.Source?)
    case row(ExpressionScope.Source)
    case given(Int)
    case record(Int)
    case key(CompiledBinding, Property, of: RecordType, alias: String)
    case calculatedKey(ExpressionNode, Property, of: RecordType, alias: String)
    /// A computed property without a column.
    case calculated(CalculatedValue)
    case all(RecordType, alias: String)
  }

  enum Hop {
    /// A property of the current record; `calculated` is set if it has no column.
    case property(String, of: RecordType, alias: String, calculated: CalculatedValue? = nil)
    case number
    /// The items of a list of the current record; `through` is the SQL alias of the reference rows,
    /// if any.
    case records(RecordType, ListSource, alias: String, through: String)
    case values(alias: String)
  }

  var start: Start
  var hops: [Hop] = []
  var type: InferredType
  var count = 1
  /// The paths to the records that are read; nil for one that is not reached by a path.
  var routes: [ReferencePath?] = []
  /// The types whose records are counted or iterated.
  var countedTypes: Set<String> = []

  /// The path to the record that has the value, or is the value.
  var route: ReferencePath?
  /// The property with the value; nil if the value is the record.
  var property: String?
  /// The rows that a condition can refer to; nil for a single value.
  var rows: ExpressionScope.Source?
  /// Whether the value of a row is a record, not a property.
  var endsWithRecord = false
}

extension ResolvedPath {
  /// nil if the kind of the items is unknown.
  var listKind: PropertyKind? {
    if case .reference(let type)? = type.kind { return .records(of: type) }
    return type.kind.map { .list(of: $0) }
  }
}

package enum CompiledBinding: Hashable, Sendable {
  case literal(SQLValue)
  /// The index of a session value.
  case parameter(Int)
}

/// A path from the record that an expression is about to other records.
package struct ReferencePath: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case reference(from: String, property: String, to: String)
    case list(of: String, ownerColumn: String)

    package var target: String {
      switch self {
      case .reference(_, _, let target): target
      case .list(let items, _): items
      }
    }
  }

  package var steps: [Step] = []

  func going(_ step: Step) -> ReferencePath { ReferencePath(steps: steps + [step]) }
}

/// The storage of a list: rows of a table with a column for the owner and one for the item.
package struct ListSource: Hashable, Sendable {
  package var type: String
  package var table: String
  /// The column of the owner.
  package var owner: String
  /// The column of the item; `id` if the rows are the items.
  package var item: String
  /// The ORDER BY columns, most significant first.
  package var order: [String]

  package init(type: String, table: String, owner: String, item: String, order: [String]) {
    (self.type, self.table, self.owner, self.item) = (type, table, owner, item)
    self.order = order
  }

  package var hasRecords: Bool { item == "id" }

  /// SQL for the record numbers in the list of a row, in order, as a JSON text.
  ///
  /// - Parameter owner: The SQL alias of the row.
  package func reading(of owner: String) -> String {
    // With an alias, because the items may have the owner's own type.
    let order = (order + ["id"]).map { "wb_t.\($0.asSQLName)" }.joined(separator: ", ")
    return """
      (SELECT json_group_array(wb_i.n) FROM (SELECT wb_t.\(item.asSQLName) AS n \
      FROM \(table.asSQLName) AS wb_t WHERE wb_t.\(self.owner.asSQLName) = \(owner).id \
      ORDER BY \(order)) AS wb_i)
      """
  }
}
