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
    var columns: [String: ExpressionNature]?
    /// The columns that the records of the type have as items of lists, with the type of the owner
    /// where they have its number.
    var listColumns: [String: String?] = [:]
    /// How its records are found from the one that the expression is about; nil if they are not.
    var route: ExpressionRoute?

    /// The records of a type.
    ///
    /// - Parameter sqlName: what SQL calls them; nil for their own name.
    init(_ type: RecordType, among types: [RecordType], as sqlName: String? = nil) {
      alias = type.name
      self.sqlName = sqlName ?? type.name.asSQLName
      self.type = type
      listColumns = ListLink.columns(of: type, among: types)
    }

    /// The rows of a subselect.
    init(alias: String?, columns: [String: ExpressionNature]?) {
      self.alias = alias
      sqlName = alias?.asSQLName
      self.columns = columns
    }

    /// What is known of a column; nil if there is none of that name.
    func nature(of name: String) -> ExpressionNature? {
      if let type {
        if name == "id" { return ExpressionNature(numberOf: type.name) }
        if let property = type[name], !property.kind.isListOfRecords {
          return ExpressionNature(property)
        }
        guard let owner = listColumns[name] else { return nil }
        return ExpressionNature(parameter: owner.map { .reference(to: $0) } ?? .integer)
      }
      guard let columns else { return .unknown }
      return columns[name]
    }
  }

  var sources: [Source] = []
  /// Names given to results of a subselect.
  var aliases: [String: ExpressionNature] = [:]
  /// Whether the source is the record that the expression is about.
  var isOwn = false

  func nature(of name: String) -> ExpressionNature? { column(name)?.nature }

  /// What a name means, and which source has it; none for the result of a subselect.
  func column(_ name: String) -> (source: Source?, nature: ExpressionNature)? {
    for source in sources {
      if let nature = source.nature(of: name) { return (source, nature) }
    }
    return aliases[name].map { (nil, $0) }
  }

  /// The sources that a name before a point can mean.
  func source(named alias: String) -> Source? {
    sources.first { $0.alias == alias }
  }
}
