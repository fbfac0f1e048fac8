package import Expressions
internal import Records
package import Values

extension Queries {
  /// What can be at a place of an expression that somebody is writing.
  ///
  /// - Parameters:
  ///   - place: How many tokens are before what is written.
  ///   - type: The type whose properties the names in it are; nil if it is to have none.
  ///   - session: Who is asked about names that no record has; nil for nobody.
  ///   - isComputation: Whether a property is computed so.
  package func expectations(
    at place: Int, in tokens: [ExpressionToken], for type: String?,
    asking session: (any ExpressionSession)? = nil, isComputation: Bool = false
  ) -> ExpressionExpectations {
    ExpressionExpectations(
      at: place, in: tokens, for: types.first { $0.name == type }, catalog.schema,
      asking: session, isPortable: isComputation)
  }

  /// What can be at a place of an SQL statement that somebody is writing; nil in quotes, where
  /// anything can.
  ///
  /// - Parameters:
  ///   - start: the statement up to what is written.
  ///   - rest: what comes after that.
  public func expectations(
    inSQL start: String, before rest: String
  ) -> ExpressionExpectations? {
    guard let written = SQLText.tokens(of: start) else { return nil }
    let tokens = Array(
      written.drop { ["explain", "query", "plan"].contains($0.name?.asciiLowercased) })
    guard !tokens.isEmpty else {
      var expectations = ExpressionExpectations()
      expectations.words =
        [
          ["select", "values", "with", "explain"], ["select", "values", "with", "query"], ["plan"],
          ["select", "values", "with"],
        ][min(written.count, 3)]
      return expectations
    }
    // As a subselect.
    let subselect = [.symbol("(")] + tokens + (SQLText.tokens(of: rest) ?? []) + [.symbol(")")]
    let place = tokens.count + 1
    let columns = (try? sql("SELECT * FROM history LIMIT 0").columns) ?? []
    return ExpressionExpectations(
      at: place, in: subselect, for: nil, catalog.schema, isPortable: false,
      tables: ["history": columns])
  }
}
