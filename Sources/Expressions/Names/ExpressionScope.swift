internal import Records

/// The names that a part of an expression can use, apart from those of the parts around it.
struct ExpressionScope {
  /// Something with columns: the records of a type, or the rows of a subselect.
  struct Source {
    /// The name before the point in `p.age`; nil for a subselect without a name.
    var alias: String? {
      didSet { sqlName = alias?.asSQLName }
    }
    /// What SQL calls it; nil for a subselect without a name.
    private(set) var sqlName: String?
    var type: RecordType?
    /// The columns of a subselect; nil if they are not known by name.
    var columns: [String: InferredType]?
    /// The columns that the records of the type have as items of lists, with the type of the owner
    /// where they have its number.
    var listColumns: [String: String?] = [:]
    /// How its records are found from the one that the expression is about; nil if they are not.
    var route: ReferencePath?
    /// Whether it is the record that the expression is about.
    var isOwn = false
    /// Whether it is what a subselect reads, whose rows its name stands for.
    var isOfSubselect: Bool { !isOwn && sqlName == alias?.asSQLName }

    /// The records of a type.
    ///
    /// - Parameter sqlName: what SQL calls them; nil for their own name.
    init(_ type: RecordType, listColumns: [String: String?], as sqlName: String? = nil) {
      alias = type.name
      self.sqlName = sqlName ?? type.name.asSQLName
      self.type = type
      self.listColumns = listColumns
    }

    /// The rows of a subselect, or the values of a list.
    ///
    /// - Parameter sqlName: what SQL calls them; nil for their own name.
    init(alias: String?, columns: [String: InferredType]?, as sqlName: String? = nil) {
      self.alias = alias
      self.sqlName = sqlName ?? alias?.asSQLName
      self.columns = columns
    }

    /// What is known of a column; nil if there is none of that name.
    func column(_ name: String) -> InferredType? {
      if let type {
        if name == "id" { return InferredType(numberOf: type.name) }
        if let property = type[name], !property.kind.isListOfRecords {
          return InferredType(property)
        }
        guard let owner = listColumns[name] else { return nil }
        return InferredType(owner.map { .reference(to: $0) } ?? .integer)
      }
      guard let columns else { return .unknown }
      return columns[name]
    }
  }

  var sources: [Source] = []
  /// Names given to results of a subselect.
  var aliases: [String: InferredType] = [:]

  /// What a name means, and which source has it; none for the result of a subselect.
  func column(_ name: String) -> (source: Source?, type: InferredType)? {
    for source in sources {
      if let type = source.column(name) { return (source, type) }
    }
    return aliases[name].map { (nil, $0) }
  }

  /// The sources that a name before a point can mean.
  func source(named alias: String) -> Source? {
    sources.first { $0.alias == alias }
  }
}
