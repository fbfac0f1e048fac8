internal import Values

/// The SQL of an expression while it comes about: a piece for each token, and what the compiler
/// adds before and after it.
struct ExpressionEmission {
  private var pieces: [String]
  private var opening: [String]
  private var closing: [String]
  private var bindings: [[CompiledExpression.Binding]]

  init(count: Int) {
    pieces = Array(repeating: "", count: count)
    opening = pieces
    closing = pieces
    bindings = Array(repeating: [], count: count)
  }

  /// Writes a token as SQL that is known to be harmless, with the values of the `?` in it.
  mutating func write(
    _ sql: String, _ values: [CompiledExpression.Binding] = [], at index: Int
  ) {
    pieces[index] = sql
    bindings[index] = values
  }

  /// Writes a token as a name.
  mutating func write(name: String, at index: Int) {
    write(name.asSQLName, at: index)
  }

  /// Writes a token as a value that is bound.
  mutating func bind(_ binding: CompiledExpression.Binding, at index: Int) {
    write("?", [binding], at: index)
  }

  /// Puts a function around some tokens, inside of what is put around more of them later.
  mutating func wrap(_ range: ClosedRange<Int>, in function: String, _ rest: String = "") {
    enclose(range, "\(function)(", "\(rest))")
  }

  /// Puts SQL before and after some tokens, inside of what is put around more of them later.
  mutating func enclose(_ range: ClosedRange<Int>, _ before: String, _ after: String) {
    opening[range.lowerBound] = before + opening[range.lowerBound]
    closing[range.upperBound] += after
  }

  /// The whole as text, with the place of each token in it, and the bindings in their order.
  func assembled() -> (sql: String, places: [Int], bindings: [CompiledExpression.Binding]) {
    var sql = ""
    var places: [Int] = []
    places.reserveCapacity(pieces.count)
    for index in pieces.indices {
      if !sql.isEmpty, !pieces[index].isEmpty { sql += " " }
      sql += opening[index]
      places.append(sql.utf8.count)
      sql += pieces[index]
      sql += closing[index]
    }
    return (sql, places, bindings.flatMap { $0 })
  }
}
