import ValuesTests

/// Evaluates expressions by the manual, slowly and without a database.
final class Interpreter {
  /// The expression has no value: a number is too large, or a day is outside the calendar.
  struct Refusal: Error {}

  struct Frame {
    var type: String
    var record: Int
  }

  let world: World
  /// A part failed whose value is not needed, so both an error and a value are correct.
  private(set) var isUncertain = false

  init(_ world: World) { self.world = world }

  // MARK: Expressions

  func value(_ tree: Tree, _ frames: [Frame]) throws -> Answer {
    let value = try raw(tree, frames)
    // A choice between numbers is a decimal if one of them is.
    if tree.sort == .decimal, case .whole = value, let number = value.number {
      return .decimal(number)
    }
    return value
  }

  private func raw(_ tree: Tree, _ frames: [Frame]) throws -> Answer {
    switch tree.form {
    case .literal(let value, _): return value
    case .property(let path): return property(path, frames)
    case .negated(let tree):
      return try arithmetic(.whole(0), "-", value(tree, frames), tree.sort, tree.sort, tree.sort)
    case .arithmetic(let left, let sign, let right):
      let (first, second) = (try value(left, frames), try value(right, frames))
      return try arithmetic(first, sign, second, left.sort, right.sort, tree.sort)
    case .call(let name, let list): return try call(name, list, frames)
    case .branches(let branches, let other):
      return try choose(
        branches.map { (test, result) in ({ try self.truth(test, frames) == true }, result) },
        other, frames)
    case .matches(let base, let branches, let other):
      let wanted = try value(base, frames)
      return try choose(
        branches.map { (tree, result) in
          ({ self.equal(wanted, try self.value(tree, frames)) == true }, result)
        }, other, frames)
    case .aggregate(let name, let rows, let test):
      return try aggregate(name, rows, test, frames, tree.sort)
    case .comparison, .same, .between, .among, .item, .logic, .not:
      return try truth(tree, frames).map { .truth($0) } ?? .null
    }
  }

  private func property(_ path: [String], _ frames: [Frame]) -> Answer {
    guard let frame = frames.last(where: { World.column(path[0], of: $0.type) != nil }) else {
      preconditionFailure("there is no \(path)")
    }
    var (type, record) = (frame.type, frame.record)
    for name in path.dropLast() {
      guard case .whole(let next) = world[type, record, name] else { return .null }
      (type, record) = ("T", next)
    }
    return world[type, record, path[path.count - 1]]
  }

  /// The first result whose condition holds; failures of the others make the answer uncertain.
  private func choose(
    _ branches: [(() throws -> Bool, Tree)], _ other: Tree?, _ frames: [Frame]
  ) throws -> Answer {
    for (place, (holds, result)) in branches.enumerated() where try holds() {
      for (test, tree) in branches[(place + 1)...] {
        ignore { _ = (try test(), try value(tree, frames)) }
      }
      for (_, tree) in branches[..<place] { ignore { _ = try value(tree, frames) } }
      ignore { _ = try other.map { try value($0, frames) } }
      return try value(result, frames)
    }
    for (_, tree) in branches { ignore { _ = try value(tree, frames) } }
    return try other.map { try value($0, frames) } ?? .null
  }

  /// Both an error and a value are correct.
  func doubt() { isUncertain = true }

  func ignore(_ body: () throws -> Void) {
    do { try body() } catch { isUncertain = true }
  }

  // MARK: Conditions

  func truth(_ tree: Tree, _ frames: [Frame]) throws -> Bool? {
    switch tree.form {
    case .comparison(let left, let sign, let right):
      return compare(try value(left, frames), sign, try value(right, frames))
    case .same(let left, let isNot, let right):
      return try value(left, frames).isEqual(to: value(right, frames)) != isNot
    case .between(let tree, let isNot, let low, let high):
      let values = try unordered([tree, low, high], frames)
      let (middle, least, most) = (values[0], values[1], values[2])
      let result = both(
        compare(least, "<=", middle), compare(middle, "<=", most))
      return result.map { $0 != isNot }
    case .among(let tree, let isNot, let list):
      let values = try unordered([tree] + list, frames)
      return found(values[0], Array(values.dropFirst())).map { $0 != isNot }
    case .item(let tree, let isNot, let rows):
      let wanted = try value(tree, frames)
      let items = try self.items(rows, nil, frames).filter { $0 != .null }
      return found(wanted, items).map { $0 != isNot }
    case .logic(let left, let word, let right):
      // The database chooses which operand is evaluated first.
      let deciding = word == "or"
      let sides = [left, right].map { tree in Result { try truth(tree, frames) } }
      for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        guard case .success(let truth) = side, case .failure = other else { continue }
        // nil in one operand excludes the record too.
        if truth == deciding || truth == nil { isUncertain = true }
        if truth == deciding { return deciding }
      }
      let (first, second) = (try sides[0].get(), try sides[1].get())
      return word == "and"
        ? both(first, second) : both(first.map { !$0 }, second.map { !$0 }).map { !$0 }
    case .not(let tree): return try truth(tree, frames).map { !$0 }
    default:
      if case .truth(let flag) = try value(tree, frames) { return flag }
      return nil
    }
  }

  /// The values may be evaluated in any order, or not at all.
  private func unordered(_ trees: [Tree], _ frames: [Frame]) throws -> [Answer] {
    do {
      return try trees.map { try value($0, frames) }
    } catch {
      isUncertain = true
      throw error
    }
  }

  private func both(_ left: Bool?, _ right: Bool?) -> Bool? {
    if left == false || right == false { return false }
    return left == nil || right == nil ? nil : true
  }

  private func equal(_ left: Answer, _ right: Answer) -> Bool? {
    left == .null || right == .null ? nil : left.isEqual(to: right)
  }

  private func found(_ wanted: Answer, _ items: [Answer]) -> Bool? {
    if items.isEmpty { return false }
    let results = items.map { equal(wanted, $0) }
    return results.contains(true) ? true : results.contains(nil) ? nil : false
  }

  private func compare(
    _ left: Answer, _ sign: String, _ right: Answer
  ) -> Bool? {
    if left == .null || right == .null { return nil }
    return switch sign {
    case "=": left.isEqual(to: right)
    case "<>": !left.isEqual(to: right)
    case "<": left.isLess(than: right)
    case ">": right.isLess(than: left)
    case "<=": !right.isLess(than: left)
    default: !left.isLess(than: right)
    }
  }

  // MARK: Functions

  private func call(_ name: String, _ list: [Tree], _ frames: [Frame]) throws -> Answer {
    switch name {
    case "coalesce", "ifnull":
      for (place, tree) in list.enumerated() {
        let value = try value(tree, frames)
        guard value != .null else { continue }
        for tree in list[(place + 1)...] { ignore { _ = try self.value(tree, frames) } }
        return value
      }
      return .null
    case "iif":
      return try choose([({ try self.truth(list[0], frames) == true }, list[1])], list[2], frames)
    default:
      let values = try list.map { try value($0, frames) }
      if name == "nullif" { return values[0].isEqual(to: values[1]) ? .null : values[0] }
      return values.contains(.null) ? .null : try function(name, values, list)
    }
  }

  private func function(_ name: String, _ values: [Answer], _ list: [Tree]) throws -> Answer {
    switch (name, values[0]) {
    case ("min", _): return values.reduce(values[0]) { $1.isLess(than: $0) ? $1 : $0 }
    case ("max", _): return values.reduce(values[0]) { $0.isLess(than: $1) ? $1 : $0 }
    case ("abs", .whole(let number)):
      return number < 0
        ? try arithmetic(.whole(0), "-", values[0], .whole, .whole, .whole) : values[0]
    case ("abs", .decimal(let number)): return .decimal(number.magnitude)
    case ("round", .whole), ("floor", .whole), ("ceil", .whole), ("trunc", .whole):
      return values[0]
    case ("round", .decimal(let number)):
      guard values.count > 1, case .whole(let digits) = values[1] else {
        return .decimal(number.rounded(toFractionDigits: 0, .toNearestOrAwayFromZero))
      }
      return .decimal(number.rounded(toFractionDigits: digits, .toNearestOrAwayFromZero))
    case ("trunc", .decimal(let number)):
      return .decimal(number.rounded(toFractionDigits: 0, .towardZero))
    case ("floor", .decimal(let number)): return .decimal(floor(number))
    case ("ceil", .decimal(let number)): return .decimal(floor(number.negated).negated)
    case ("sign", let number):
      let zero = Answer.whole(0)
      return .whole(number.isLess(than: zero) ? -1 : zero.isLess(than: number) ? 1 : 0)
    case ("mod", _):
      let sort: Sort = list.contains { $0.sort == .decimal } ? .decimal : .whole
      return try arithmetic(values[0], "%", values[1], list[0].sort, list[1].sort, sort)
    case ("length", .text(let text)): return .whole(text.unicodeScalars.count)
    case ("upper", .text(let text)): return .text(mapped(text, "a"..."z") { $0 - 32 })
    case ("lower", .text(let text)): return .text(mapped(text, "A"..."Z") { $0 + 32 })
    case ("date", .whole(let number)):
      return .whole(list[0].sort == .day ? number : number / Days.millisecondsPerDay)
    case ("datetime", _): return values[0]
    case ("time", .whole(let number)):
      return .whole(list[0].sort == .time ? number : number % Days.millisecondsPerDay / 1000)
    case ("year", .whole(let number)):
      return .whole(
        Days.parts(list[0].sort == .day ? number : number / Days.millisecondsPerDay).year)
    case ("add_months", .whole(let number)):
      guard case .whole(let count) = values[1] else { return .null }
      return .whole(try addMonths(count, to: number))
    default: preconditionFailure("\(name) of \(values)")
    }
  }

  private func floor(_ number: SchoolDecimal) -> SchoolDecimal {
    let cut = number.rounded(toFractionDigits: 0, .towardZero)
    return (number - cut).description.hasPrefix("-") ? cut - SchoolDecimal("1") : cut
  }

  private func mapped(
    _ text: String, _ range: ClosedRange<Character>, _ change: (UInt32) -> UInt32
  ) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          range.contains(Character(scalar)) && scalar.isASCII
            ? Unicode.Scalar(change(scalar.value)) ?? scalar : scalar
        }))
  }

  private func addMonths(_ count: Int, to number: Int) throws -> Int {
    let (year, month, day) = Days.parts(number)
    guard count.magnitude < 200_000 else { throw Refusal() }
    let months = (year - 1) * 12 + month - 1 + count
    guard (0..<9999 * 12).contains(months) else { throw Refusal() }
    let (next, last) = (months / 12 + 1, Days.inMonth(months % 12 + 1, of: months / 12 + 1))
    return Days.number(next, months % 12 + 1, min(day, last))
  }
}
