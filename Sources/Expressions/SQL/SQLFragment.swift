internal import Values

/// SQL of a part of an expression, with the values that are bound in it.
///
/// It is written as a text with other fragments in it: `"round(\(value), 2)"`.
struct SQLFragment: ExpressibleByStringInterpolation {
  private(set) var sql = ""
  private(set) var bindings: [CompiledBinding] = []
  /// Where tokens are in it: how many bytes are before them, in order.
  private(set) var places: [(offset: Int, token: Int)] = []
  /// How tightly the outermost operator binds.
  private(set) var power = Self.atom
  /// How many checks of numbers are in each other in it.
  private(set) var checks = 0
  /// Whether it has become longer than anything that is of use.
  private(set) var isTooLong = false

  /// The most bytes, for what is repeated in each other can grow without end.
  private static let longest = 1_000_000

  /// The power of what no operator can take apart.
  static let atom = 100

  init(stringLiteral sql: String) { self.sql = sql }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fragment }

  /// SQL that is known to be harmless.
  init(_ sql: String) { self.sql = sql }

  /// A value that is bound.
  init(_ binding: CompiledBinding) {
    sql = "?"
    bindings = [binding]
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var fragment = SQLFragment("")

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { fragment.sql += literal }
    mutating func appendInterpolation(_ sql: String) { fragment.sql += sql }
    mutating func appendInterpolation(_ number: Int) { fragment.sql += String(number) }
    mutating func appendInterpolation(_ other: SQLFragment) { fragment.append(other) }
  }

  mutating func append(_ other: SQLFragment) {
    checks = max(checks, other.checks)
    let start = sql.utf8.count
    guard !isTooLong, !other.isTooLong, start + other.sql.utf8.count <= Self.longest else {
      isTooLong = true
      return
    }
    sql += other.sql
    bindings += other.bindings
    places += other.places.map { (start + $0.offset, $0.token) }
  }

  /// The same with an operator as its outermost part.
  func binding(_ power: Int) -> SQLFragment {
    var result = self
    result.power = power
    return result
  }

  /// The same as a check of what is in it.
  func checking() -> SQLFragment {
    var result = self
    result.checks += 1
    return result
  }

  /// The same, begun by a token.
  func at(_ token: Int) -> SQLFragment {
    var result = self
    result.places.insert((0, token), at: 0)
    return result
  }

  /// The same in brackets, if an operator around it binds more tightly.
  func inside(_ power: Int) -> SQLFragment { self.power < power ? "(\(self))" : self }

  static func list(_ fragments: [SQLFragment], separator: String = ", ") -> SQLFragment {
    var result = SQLFragment("")
    for (place, fragment) in fragments.enumerated() {
      if place > 0 { result.sql += separator }
      result.append(fragment)
    }
    return result
  }
}
