package import Records

enum Meaning {
  case given(RecordExpression.Given)
  case path(ResolvedPath)
  case rows(ResolvedPath)
}

struct ResolvedPath {
  enum Start {
    /// A column of a source, or, if there is no source, a named result of the same `select`.
    case column(String, of: ExpressionScope.Source?)
    case row(ExpressionScope.Source)
    case given(Int)
    case record(Int)
    case key(CompiledBinding, Property, of: RecordType, alias: String)
    case calculatedKey(ExpressionNode, Property, of: RecordType, alias: String)
    case calculated(CalculatedValue)
    case all(RecordType, alias: String)
  }

  enum Hop {
    /// A property; `calculated` is set if it has no column.
    case property(String, of: RecordType, alias: String, calculated: CalculatedValue? = nil)
    case number
    /// The records of a list; `through` is the SQL alias of the table with the references, or
    /// `alias` if the list has no such table.
    case records(RecordType, ListSource, alias: String, through: String)
    case values(alias: String)
  }

  var start: Start
  var hops: [Hop] = []
  var type: InferredType
  var count = 1
  /// The paths to the records read; nil for a record reached without a path.
  var routes: [ReferencePath?] = []
  var countedTypes: Set<String> = []

  /// The path to the record that has the value or is the value.
  var route: ReferencePath?
  var property: String?
  /// The rows that a condition can refer to; nil for a single value.
  var rows: ExpressionScope.Source?
  var endsWithRecord = false

  var listKind: PropertyKind? {
    if case .reference(let type)? = type.kind { return .records(of: type) }
    return type.kind.map { .list(of: $0) }
  }
}

package enum CompiledBinding: Hashable, Sendable {
  case literal(SQLValue)
  case parameter(Int)
}

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

/// A column that a list adds to its records.
package struct ListColumn: Hashable, Sendable {
  package var name: String
  /// The type of the owner, if this is the owner's column.
  package var owner: String?

  package init(_ name: String, owner: String? = nil) { (self.name, self.owner) = (name, owner) }
}

/// The storage of a list: a table with a column for the owner and one for the item.
package struct ListSource: Hashable, Sendable {
  package var type: String
  package var table: String
  package var owner: String
  /// The column of the item; `id` if each row is an item.
  package var item: String
  package var order: [String]

  package init(type: String, table: String, owner: String, item: String, order: [String]) {
    (self.type, self.table, self.owner, self.item) = (type, table, owner, item)
    self.order = order
  }

  package var hasRecords: Bool { item == "id" }

  /// SQL for a JSON array of the record numbers, in order.
  ///
  /// - Parameter owner: The SQL alias of the owner.
  package func reading(of owner: String) -> String {
    // An alias is needed, because the items can have the same type as the owner.
    let order = (order + ["id"]).map { "wb_t.\($0.asSQLName)" }.joined(separator: ", ")
    return """
      (SELECT json_group_array(wb_i.n) FROM (SELECT wb_t.\(item.asSQLName) AS n \
      FROM \(table.asSQLName) AS wb_t WHERE wb_t.\(self.owner.asSQLName) = \(owner).id \
      ORDER BY \(order)) AS wb_i)
      """
  }
}
