internal import Expressions
internal import Records

struct ComputedColumns {
  /// Maximum size in bytes of expanded SQL, for one computed property and for all of a type. SQLite
  /// evaluates each occurrence of a property separately.
  private static let (longest, longestOfType) = (200_000, 6_000_000)
  /// Maximum number of computed properties in one dependency chain.
  private static let deepest = 500

  let inOrder: [ComputedColumn]
  /// Indexes of the properties that read an undefined type; the type of these properties has no
  /// records.
  let awaiting: [Int]
  let columns: [ComputedColumn]
  private let byName: [String: ComputedColumn]
  /// The stored properties, including `id`, that each computed property reads.
  private let sources: [String: Set<String>]

  /// Whether one statement can calculate all computed properties for many records.
  let areInline: Bool
  /// Maximum number of calculation steps in one statement for many records.
  private static let mostInline = 100

  init(_ columns: [ComputedColumn], awaiting: [Int]) throws(StoreError) {
    let byName = Dictionary(
      columns.map { ($0.property.name, $0) }, uniquingKeysWith: { first, _ in first })
    var order: [ComputedColumn] = []
    var sources: [String: Set<String>] = [:]
    var sizes: [String: Int] = [:]
    var steps: [String: Int] = [:]
    var total = 0
    var path: [ComputedColumn] = []
    func visit(_ column: ComputedColumn) throws(StoreError) {
      let name = column.property.name
      if sources[name] != nil { return }
      if let start = path.firstIndex(where: { $0 === column }) {
        throw Self.ring(Array(path[start...]))
      }
      path.append(column)
      defer { path.removeLast() }
      var own: Set<String> = []
      var size = column.sql.utf8.count
      var step = 1
      for token in column.expression.tokens {
        guard let other = token.name, column.reads.contains(other) else { continue }
        guard let next = byName[other] else {
          own.insert(other)
          continue
        }
        try visit(next)
        own.formUnion(sources[other] ?? [])
        step += steps[other] ?? 0
      }
      for other in column.reads where column.isColumn {
        guard let inner = sizes[other] else { continue }
        size += inner * column.sql.utf8.count(of: other.asSQLName.utf8)
      }
      if column.isColumn { total += size }
      guard path.count <= Self.deepest else {
        throw StoreError(.expression, .computedDeep(name, most: Self.deepest), property: name)
      }
      guard size <= Self.longest, total <= Self.longestOfType else {
        let isOfType = size <= Self.longest
        throw StoreError(
          .expression,
          .computedBytes(
            name, most: isOfType ? Self.longestOfType : Self.longest, isOfType: isOfType),
          property: name)
      }
      sources[name] = own
      sizes[name] = size
      if !column.isColumn { steps[name] = min(step, Self.mostInline + 1) }
      order.append(column)
    }
    for column in columns { try visit(column) }
    inOrder = order
    self.awaiting = awaiting
    self.columns = order.filter(\.isColumn)
    self.byName = byName
    self.sources = sources
    areInline = steps.values.reduce(0, +) <= Self.mostInline
  }

  init() {
    (inOrder, columns, awaiting) = ([], [], [])
    byName = [:]
    sources = [:]
    areInline = true
  }

  subscript(name: String) -> ComputedColumn? {
    byName[name].flatMap { $0.isColumn ? $0 : nil }
  }

  func contains(_ name: String) -> Bool { byName[name] != nil }

  var others: Set<String> { inOrder.reduce(into: []) { $0.formUnion($1.others) } }

  func others(of column: ComputedColumn) -> Set<String> {
    var others: Set<String> = []
    var known: Set<String> = [column.property.name]
    var open = [column]
    while let column = open.popLast() {
      others.formUnion(column.others)
      open += column.reads.filter { known.insert($0).inserted }.compactMap { byName[$0] }
    }
    return others
  }

  func sources(of name: String) -> Set<String> { sources[name] ?? [] }

  func affected(by names: Set<String>) -> [ComputedColumn] {
    columns.filter { !sources(of: $0.property.name).isDisjoint(with: names) }
  }

  /// Replaces the SQL of computed columns in the description of a table with the current SQL;
  /// returns the columns whose SQL differed because another version of the program wrote them.
  func restated(_ description: String) -> (description: String, differing: [ComputedColumn]) {
    var description = description
    var differing: [ComputedColumn] = []
    for column in columns {
      guard let start = description.utf8.firstRange(of: column.definitionStart.utf8),
        let end = description.utf8[start.upperBound...].firstRange(
          of: ComputedColumn.definitionEnd.utf8)
      else { continue }
      let present = description[start.upperBound..<end.lowerBound]
      guard present != column.sql else { continue }
      description.replaceSubrange(start.upperBound..<end.lowerBound, with: column.sql)
      differing.append(column)
    }
    return (description, differing)
  }

  private static func ring(_ columns: [ComputedColumn]) -> StoreError {
    let names = columns.map(\.property.name)
    let next = names.count > 1 ? names[1] : names[0]
    return StoreError(
      .expression, .computedRing(names), property: names[0], token: columns[0].place(of: next))
  }
}

extension Collection<UInt8> {
  fileprivate func count(of other: some Collection<Element>) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: other) {
      (count, rest) = (count + 1, rest[range.upperBound...])
    }
    return count
  }
}
