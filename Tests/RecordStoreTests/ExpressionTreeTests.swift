import Foundation
import Randomness
import RecordStore
import Records
import Testing

/// Random trees over a small model, evaluated by a plain interpreter and by the store.
@Suite struct ExpressionTreeTests {
  /// A value in the interpreter; nil is NULL.
  private typealias Number = Int?

  private indirect enum Tree {
    case literal(Int)
    case null
    /// A property by its path: `n`, `m`, `boss.n`, `boss.boss.m`.
    case property(steps: Int, name: String)
    case sum(Tree, Tree)
    case difference(Tree, Tree)
    case coalesce(Tree, Tree)
    case choice(Condition, Tree, Tree)
    case least(Tree, Tree)
    /// How many of the records the property is greater of than a number.
    case count(over: Int)
    /// The sum of a property over the records of the type.
    case total(of: String)
  }

  private indirect enum Condition {
    case less(Tree, Tree)
    case equal(Tree, Tree)
    case isNull(Tree)
    case between(Tree, Tree, Tree)
    case among(Tree, [Tree])
    case both(Condition, Condition)
    case either(Condition, Condition)
    case not(Condition)
  }

  private struct Person {
    var n: Number
    var m: Number
    var boss: Int?
  }

  private static let people = [
    Person(n: 1, m: nil, boss: nil), Person(n: nil, m: 2, boss: 0), Person(n: 3, m: -4, boss: 1),
    Person(n: 0, m: 0, boss: 3), Person(n: -2, m: 5, boss: 2),
  ]

  // MARK: The interpreter

  private func value(_ tree: Tree, _ place: Int) -> Number {
    switch tree {
    case .literal(let number): return number
    case .null: return nil
    case .property(let steps, let name):
      var record: Int? = place
      for _ in 0..<steps { record = record.flatMap { Self.people[$0].boss } }
      return record.flatMap { name == "n" ? Self.people[$0].n : Self.people[$0].m }
    case .sum(let left, let right):
      return both(value(left, place), value(right, place)).map { $0 + $1 }
    case .difference(let left, let right):
      return both(value(left, place), value(right, place)).map { $0 - $1 }
    case .coalesce(let left, let right): return value(left, place) ?? value(right, place)
    case .choice(let test, let yes, let no):
      return value(holds(test, place) == true ? yes : no, place)
    case .least(let left, let right):
      return both(value(left, place), value(right, place)).map { min($0, $1) }
    case .count(let bound): return Self.people.count { ($0.n ?? .min) > bound }
    case .total(let name):
      let numbers = Self.people.compactMap { name == "n" ? $0.n : $0.m }
      return numbers.isEmpty ? nil : numbers.reduce(0, +)
    }
  }

  private func both(_ left: Number, _ right: Number) -> (Int, Int)? {
    guard let left, let right else { return nil }
    return (left, right)
  }

  private func holds(_ test: Condition, _ place: Int) -> Bool? {
    switch test {
    case .less(let left, let right):
      return both(value(left, place), value(right, place)).map { $0 < $1 }
    case .equal(let left, let right):
      return both(value(left, place), value(right, place)).map { $0 == $1 }
    case .isNull(let tree): return value(tree, place) == nil
    case .between(let tree, let low, let high):
      return and(
        both(value(low, place), value(tree, place)).map { $0 <= $1 },
        both(value(tree, place), value(high, place)).map { $0 <= $1 })
    case .among(let tree, let list):
      var result: Bool? = false
      for item in list { result = or(result, holds(.equal(tree, item), place)) }
      return result
    case .both(let left, let right): return and(holds(left, place), holds(right, place))
    case .either(let left, let right): return or(holds(left, place), holds(right, place))
    case .not(let test): return holds(test, place).map { !$0 }
    }
  }

  private func and(_ left: Bool?, _ right: Bool?) -> Bool? {
    if left == false || right == false { return false }
    return left == nil || right == nil ? nil : true
  }

  private func or(_ left: Bool?, _ right: Bool?) -> Bool? {
    if left == true || right == true { return true }
    return left == nil || right == nil ? nil : false
  }

  // MARK: The text

  private func text(_ tree: Tree) -> String {
    switch tree {
    case .literal(let number): number < 0 ? "(\(number))" : "\(number)"
    case .null: "nil"
    case .property(let steps, let name): String(repeating: "boss.", count: steps) + name
    case .sum(let left, let right): "(\(text(left)) + \(text(right)))"
    case .difference(let left, let right): "(\(text(left)) - \(text(right)))"
    case .coalesce(let left, let right): "coalesce(\(text(left)), \(text(right)))"
    case .choice(let test, let yes, let no):
      "case when \(text(test)) then \(text(yes)) else \(text(no)) end"
    case .least(let left, let right): "min(\(text(left)), \(text(right)))"
    case .count(let bound): "count(Person where n > \(bound))"
    case .total(let name): "sum(Person.\(name))"
    }
  }

  private func text(_ test: Condition) -> String {
    switch test {
    case .less(let left, let right): "\(text(left)) < \(text(right))"
    case .equal(let left, let right): "\(text(left)) = \(text(right))"
    case .isNull(let tree): "\(text(tree)) is nil"
    case .between(let tree, let low, let high):
      "\(text(tree)) between \(text(low)) and \(text(high))"
    case .among(let tree, let list):
      "\(text(tree)) in (\(list.map(text).joined(separator: ", ")))"
    case .both(let left, let right): "(\(text(left)) and \(text(right)))"
    case .either(let left, let right): "(\(text(left)) or \(text(right)))"
    case .not(let test): "not (\(text(test)))"
    }
  }

  // MARK: The generator

  private func tree(_ depth: Int, _ random: inout Seeded) -> Tree {
    let name = Bool.random(using: &random) ? "n" : "m"
    switch Int.random(in: 0..<(depth > 0 ? 11 : 4), using: &random) {
    case 0: return .literal(Int.random(in: 0...4, using: &random))
    case 1, 2: return .property(steps: Int.random(in: 0...3, using: &random), name: name)
    case 3: return Int.random(in: 0..<4, using: &random) == 0 ? .null : .total(of: name)
    case 4, 5: return .sum(tree(depth - 1, &random), tree(depth - 1, &random))
    case 6: return .difference(tree(depth - 1, &random), tree(depth - 1, &random))
    case 7: return .coalesce(tree(depth - 1, &random), tree(depth - 1, &random))
    case 8:
      return .choice(test(depth - 1, &random), tree(depth - 1, &random), tree(depth - 1, &random))
    case 9: return .least(tree(depth - 1, &random), tree(depth - 1, &random))
    default: return .count(over: Int.random(in: 0...3, using: &random))
    }
  }

  private func test(_ depth: Int, _ random: inout Seeded) -> Condition {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 3), using: &random) {
    case 0: return .less(tree(depth - 1, &random), tree(depth - 1, &random))
    case 1: return .equal(tree(depth - 1, &random), tree(depth - 1, &random))
    case 2: return .isNull(tree(depth - 1, &random))
    case 3:
      return .between(
        tree(depth - 1, &random), tree(depth - 1, &random), tree(depth - 1, &random))
    case 4: return .among(tree(depth - 1, &random), (0..<3).map { _ in tree(depth - 1, &random) })
    case 5: return .both(test(depth - 1, &random), test(depth - 1, &random))
    case 6: return .either(test(depth - 1, &random), test(depth - 1, &random))
    default: return .not(test(depth - 1, &random))
    }
  }

  private func store() throws -> Store {
    let person = try RecordType(
      "Person",
      [
        Property("n", .integer, isOptional: true), Property("m", .integer, isOptional: true),
        Property("boss", .reference(to: "Person"), isOptional: true),
      ])
    let store = try openStore(.memory, definitions: DeclaredTypes([person]), clock: { 0 })
    try store.transaction(TransactionEntry(.schema)) {
      try store.define(person)
      for person in Self.people {
        _ = try store.create(
          "Person", [person.n.map { .integer($0) }, person.m.map { .integer($0) }, nil])
      }
      for (place, person) in Self.people.enumerated() {
        guard let boss = person.boss else { continue }
        try store.update(
          RecordID("Person", place + 1), ["boss": .reference(RecordID("Person", boss + 1))])
      }
    }
    return store
  }

  /// Some thousand evaluations, and a million trees with `WORKBENCH_LONG=1`.
  @Test(arguments: 0..<4)
  func theStoreAndAPlainInterpreterAgree(seed: UInt64) throws {
    let store = try store()
    var random = Seeded(seed: seed)
    for round in 0..<(Seeded.isLong ? 250_000 : 300) {
      let condition = test(3, &random)
      let written = text(condition)
      let expected = Self.people.indices.filter { holds(condition, $0) == true }.map { $0 + 1 }
      guard try store.numbers("Person", written) == expected else {
        Issue.record("seed \(seed), \(round): \(written)")
        return
      }
    }
  }
}
