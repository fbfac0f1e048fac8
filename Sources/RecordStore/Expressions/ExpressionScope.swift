internal import Records

/// The names that a part of an expression can use, apart from those of the parts around it.
struct ExpressionScope {
  /// Something with columns: the records of a type, or the rows of a subselect.
  struct Source {
    /// The name before the point in `p.age`; nil for a subselect without a name.
    var alias: String?
    var type: RecordType?
    /// The columns of a subselect; nil if they are not known by name.
    var columns: [String: ExpressionNature]?
    /// The columns that the records of the type have as items of lists.
    var listColumns: [String] = []

    /// The records of a type.
    init(_ type: RecordType, among types: [RecordType]) {
      alias = type.name
      self.type = type
      listColumns = ListLink.columns(of: type, among: types)
    }

    /// The rows of a subselect.
    init(alias: String?, columns: [String: ExpressionNature]?) {
      self.alias = alias
      self.columns = columns
    }

    /// What is known of a column; nil if there is none of that name.
    func nature(of name: String) -> ExpressionNature? {
      if let type {
        // A record's number is a whole number that was not calculated.
        if name == "id" { return ExpressionNature(scale: 0) }
        if let property = type[name], !property.kind.isListOfRecords {
          return ExpressionNature(property)
        }
        return listColumns.contains(name) ? ExpressionNature(scale: 0) : nil
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

  func nature(of name: String) -> ExpressionNature? {
    for source in sources {
      if let nature = source.nature(of: name) { return nature }
    }
    return aliases[name]
  }

  /// The sources that a name before a point can mean.
  func source(named alias: String) -> Source? {
    sources.first { $0.alias == alias }
  }
}
