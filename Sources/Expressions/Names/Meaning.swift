package import Records

/// What the names are that a part of an expression consists of.
enum Meaning {
  /// A value of the session.
  case given(RecordExpression.Given)
  case path(ResolvedPath)
  /// What an aggregate, or `in`, goes over.
  case rows(ResolvedPath)
}

/// What a path begins with, and how it goes on from there.
struct ResolvedPath {
  enum Start {
    /// A column of a row in scope; of no source for a result that is named in the same `select`.
    case column(String, of: ExpressionScope.Source?)
    /// A row in scope, which is a record.
    case row(ExpressionScope.Source)
    /// A value of the session.
    case given(Int)
    /// The number of a record.
    case record(Int)
    /// The record of a type with a key.
    case key(CompiledBinding, Property, of: RecordType, alias: String)
    /// The record of a type whose key is calculated.
    case calculatedKey(ExpressionNode, Property, of: RecordType, alias: String)
    /// What a computed property comes to that no column has.
    case calculated(CalculatedValue)
    /// Each record of a type.
    case all(RecordType, alias: String)
  }

  enum Hop {
    /// To a property of the record that was come to.
    ///
    /// `calculated` is what it comes to if no column has it.
    case property(String, of: RecordType, alias: String, calculated: CalculatedValue? = nil)
    /// To the number of that record.
    case number
    /// To the records of one of its lists; `through` is what SQL calls the rows that refer to them,
    /// where these are others.
    case records(RecordType, ListSource, alias: String, through: String)
    /// To the values of the list that was come to.
    case values(alias: String)
  }

  var start: Start
  var hops: [Hop] = []
  /// What is known of the value that it comes to.
  var type: InferredType
  /// How many of the names have been followed.
  var count = 1
  /// How the records that it reads are found from the one that the expression is about; nil for
  /// one that is not.
  var routes: [ReferencePath?] = []
  /// The types whose records are counted or gone through.
  var countedTypes: Set<String> = []

  /// How the record is found that has the value, or is it.
  var route: ReferencePath?
  /// The property that has the value; nil where the value is the record.
  var property: String?
  /// The rows that it goes over, whose columns a condition can name; nil for a single value.
  var rows: ExpressionScope.Source?
  /// Whether a row is a record, of which no property is taken.
  var endsWithRecord = false
}

extension ResolvedPath {
  /// The kind of the list of all that it goes over; nil where that is not known.
  var listKind: PropertyKind? {
    if case .reference(let type)? = type.kind { return .records(of: type) }
    return type.kind.map { .list(of: $0) }
  }
}

/// A value that is bound when an expression runs.
package enum CompiledBinding: Hashable, Sendable {
  case literal(SQLValue)
  /// The value of the session at the place.
  case parameter(Int)
}
