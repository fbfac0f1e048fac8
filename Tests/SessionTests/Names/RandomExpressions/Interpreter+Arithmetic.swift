import ValuesTests

extension Interpreter {
  func arithmetic(
    _ left: Answer, _ sign: String, _ right: Answer, _ first: Sort, _ second: Sort, _ sort: Sort
  ) throws -> Answer {
    if left == .null || right == .null { return .null }
    if case .text(let a) = left, case .text(let b) = right { return .text(a + b) }
    guard case .whole(let a) = left, case .whole(let b) = right, sort != .decimal else {
      return try decimals(left, sign, right)
    }
    switch (first, sign, second) {
    case (.day, "-", .day): return .whole(a - b)
    case (.moment, "-", .moment): return .whole((a - b) / 1000)
    case (.day, _, _): return .whole(try within(Days.all, checked(a, sign, b)))
    case (.moment, _, _):
      let sum = try checked(a, sign, checked(b, "*", 1000))
      let end = Days.all.upperBound * Days.millisecondsPerDay
      return .whole(try within(0..<end, sum))
    default:
      if sign == "/" || sign == "%", b == 0 { return .null }
      if sign == "%" { return .whole(b == -1 ? 0 : a % b) }
      return .whole(try checked(a, sign, b))
    }
  }

  private func within(_ range: Range<Int>, _ number: Int) throws -> Int {
    guard range.contains(number) else { throw Refusal() }
    return number
  }

  private func checked(_ a: Int, _ sign: String, _ b: Int) throws -> Int {
    let (result, isTooLarge) =
      switch sign {
      case "+": a.addingReportingOverflow(b)
      case "-": a.subtractingReportingOverflow(b)
      case "*": a.multipliedReportingOverflow(by: b)
      default: a.dividedReportingOverflow(by: b)
      }
    guard !isTooLarge else { throw Refusal() }
    return result
  }

  private func decimals(_ left: Answer, _ sign: String, _ right: Answer) throws -> Answer {
    guard let a = left.number, let b = right.number else { return .null }
    let result: SchoolDecimal? =
      switch sign {
      case "+": a + b
      case "-": a - b
      case "*": a * b
      case "/": a / b
      default: a % b
      }
    guard let result else { return .null }
    guard result.fits else { throw Refusal() }
    return .decimal(result)
  }

  // MARK: Many records

  func aggregate(
    _ name: String, _ rows: Tree.Rows, _ test: Tree?, _ frames: [Frame], _ sort: Sort
  ) throws -> Answer {
    let items = try items(rows, test, frames)
    let column = rows.property.flatMap { World.column($0, of: rows.owner) }
    return try gathered(name, items, sort, digits: column?.digits.fraction ?? 0)
  }

  /// - Parameter digits: The maximum number of fraction digits of the values.
  func gathered(
    _ name: String, _ items: [Answer], _ sort: Sort, digits: Int
  ) throws -> Answer {
    let values = items.filter { $0 != .null }
    if name == "count" { return .whole(values.count) }
    guard let first = values.first else { return .null }
    switch name {
    case "min": return values.reduce(first) { $1.isLess(than: $0) ? $1 : $0 }
    case "max": return values.reduce(first) { $0.isLess(than: $1) ? $1 : $0 }
    default: break
    }
    let total = values.compactMap(\.number).reduce(SchoolDecimal("0"), +)
    let count = SchoolDecimal("\(values.count)")
    switch (name, sort) {
    case ("sum", .decimal): return .decimal(total)
    case ("sum", _):
      // A partial sum may overflow.
      let amounts = values.compactMap { $0.number?.magnitude }.reduce(SchoolDecimal("0"), +)
      if Int(amounts.description) == nil { doubt() }
      guard let sum = Int(total.description) else { throw Refusal() }
      return .whole(sum)
    case (_, .decimal):
      return .decimal(
        total.divided(by: count, toFractionDigits: digits + 4, .toNearestOrEven))
    case (_, .span):
      let mean = total.divided(by: count, toFractionDigits: 0, .toNearestOrAwayFromZero)
      return Int(mean.description).map { .whole($0) } ?? .null
    case _ where total.count > 15 || values.contains { ($0.number?.count ?? 0) > 15 }:
      // A double has no more digits.
      doubt()
      throw Refusal()
    default: return .fraction((Double(total.description) ?? 0) / Double(values.count))
    }
  }

  func items(_ rows: Tree.Rows, _ test: Tree?, _ frames: [Frame]) throws -> [Answer] {
    var records: [(type: String, record: Int)]
    if world.count(rows.path[0]) > 0 {
      records = (0..<world.count(rows.path[0])).map { (rows.path[0], $0) }
      records = rows.path.dropFirst().reduce(records, step)
    } else {
      guard let frame = frames.last(where: { knows(rows.path[0], $0.type) }) else {
        preconditionFailure("there is no \(rows.path)")
      }
      records = rows.path.reduce([(frame.type, frame.record)], step)
    }
    // A condition that reads no item may be evaluated without items.
    if let test {
      for record in 0..<world.count(rows.type) {
        ignore { _ = try truth(test, frames + [Frame(type: rows.type, record: record)]) }
      }
    }
    var result: [Answer] = []
    for (type, record) in records {
      if let test, try truth(test, frames + [Frame(type: type, record: record)]) != true {
        continue
      }
      for (type, record) in rows.steps.reduce([(type, record)], step) {
        result.append(rows.property.map { world[type, record, $0] } ?? .whole(record))
      }
    }
    return result
  }

  private func knows(_ name: String, _ type: String) -> Bool {
    World.column(name, of: type) != nil || type == "T" && name == "rs"
  }

  private func step(
    _ records: [(type: String, record: Int)], _ name: String
  ) -> [(type: String, record: Int)] {
    records.flatMap { type, record -> [(type: String, record: Int)] in
      if name == "rs" { return world.lists[record].map { ("R", $0) } }
      if case .whole(let next) = world[type, record, name] { return [("T", next)] }
      return []
    }
  }
}
