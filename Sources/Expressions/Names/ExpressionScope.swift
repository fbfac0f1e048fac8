internal import Records

/// The names visible in a part of an expression, without the names of enclosing parts.
struct ExpressionScope {
  struct Source {
    var alias: String? {
      didSet { sqlName = alias?.asSQLName }
    }
    private(set) var sqlName: String?
    var type: RecordType?
    var columns: [String: InferredType]?
    /// The columns that lists add to the records, by their names in expressions.
    var listColumns: [String: ListColumn] = [:]
    var route: ReferencePath?
    /// Whether the source is the record that the expression is about.
    var isOwn = false
    /// Whether the name of the source means a row of a subselect.
    var isOfSubselect: Bool { !isOwn && sqlName == alias?.asSQLName }

    init(_ type: RecordType, listColumns: [String: ListColumn], as sqlName: String? = nil) {
      alias = type.name
      self.sqlName = sqlName ?? type.name.asSQLName
      (self.type, self.listColumns) = (type, listColumns)
    }

    /// - Parameter sqlName: The SQL alias; nil for `alias`.
    init(alias: String?, columns: [String: InferredType]?, as sqlName: String? = nil) {
      self.alias = alias
      self.sqlName = sqlName ?? alias?.asSQLName
      self.columns = columns
    }

    func columnName(_ name: String) -> String { listColumns[name]?.name ?? name }

    func column(_ name: String) -> InferredType? {
      if let type {
        if name == "id" { return InferredType(numberOf: type.name) }
        if let property = type[name], !property.kind.isListOfRecords {
          return InferredType(property)
        }
        guard let column = listColumns[name] else { return nil }
        return InferredType(column.owner.map { .reference(to: $0) } ?? .integer)
      }
      guard let columns else { return .unknown }
      return columns[name]
    }
  }

  var sources: [Source] = []
  var aliases: [String: InferredType] = [:]

  func column(_ name: String) -> (source: Source?, type: InferredType)? {
    for source in sources {
      if let type = source.column(name) { return (source, type) }
    }
    return aliases[name].map { (nil, $0) }
  }

  func source(named alias: String) -> Source? {
    sources.first { $0.alias == alias }
  }
}
