package import Expressions
internal import Records
package import Values

extension Queries {
  /// - Parameter place: The number of tokens before the cursor.
  package func expectations(
    at place: Int, in tokens: [ExpressionToken], for type: String?,
    asking session: (any ExpressionSession)? = nil, isComputation: Bool = false
  ) -> ExpressionExpectations {
    ExpressionExpectations(
      at: place, in: tokens, for: types.first { $0.name == type }, catalog.schema,
      asking: session, isPortable: isComputation)
  }

  /// Returns the possible continuations of an SQL statement being typed; nil inside quotes, where
  /// anything is possible.
  ///
  /// - Parameters:
  ///   - start: The statement up to the cursor.
  ///   - rest: The statement after the cursor.
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
    // The statement is analyzed as a subselect.
    let subselect = [.symbol("(")] + tokens + (SQLText.tokens(of: rest) ?? []) + [.symbol(")")]
    let place = tokens.count + 1
    let columns = (try? sql("SELECT * FROM history LIMIT 0").columns) ?? []
    return ExpressionExpectations(
      at: place, in: subselect, for: nil, catalog.schema, isPortable: false,
      tables: ["history": columns])
  }
}
