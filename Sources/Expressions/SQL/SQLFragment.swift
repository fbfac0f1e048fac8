/// SQL of a part of an expression, interpolated from other fragments: `"round(\(value), 2)"`.
struct SQLFragment: ExpressibleByStringInterpolation {
  private(set) var sql = ""
  private(set) var bindings: [CompiledBinding] = []
  /// The token of each part, by byte offset, ascending.
  private(set) var places: [(offset: Int, token: Int)] = []
  private(set) var power = Self.atom
  private(set) var checks = 0
  private(set) var isTooLong = false

  /// Limits the size in bytes, because nested repetition could make the SQL grow exponentially.
  private static let longest = 1_000_000

  static let atom = 100

  init(stringLiteral sql: String) { self.sql = sql }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fragment }

  init(_ sql: String) { self.sql = sql }

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

  func binding(_ power: Int) -> SQLFragment {
    var result = self
    result.power = power
    return result
  }

  func checking() -> SQLFragment {
    var result = self
    result.checks += 1
    return result
  }

  func at(_ token: Int) -> SQLFragment {
    var result = self
    result.places.insert((0, token), at: 0)
    return result
  }

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
