import RecordStore
import Records
import TestSupport
import Testing
import ValuesTests

/// Random arithmetic on decimals of 1 to 30 digits, compared with digit-by-digit arithmetic.
@Suite struct DecimalTreeTests {
  private indirect enum Tree {
    case literal(String)
    case column(String)
    case operation(Tree, String, Tree)
    case negated(Tree)
    case amount(Tree)
    case either(Tree, Tree)
  }

  private struct TooLong: Error {}

  private static let columns = ["a": (8, 2), "b": (3, 6), "c": (20, 10)]

  private static func store() throws -> Store {
    let type = try RecordType(
      "T",
      columns.keys.sorted().map { name in
        let (integer, fraction) = columns[name] ?? (1, 0)
        return Property(
          name, .decimal(integerDigits: integer, fractionDigits: 0...fraction), isOptional: true)
      })
    let store = try openStore(.memory, definitions: DeclaredTypes([type]), clock: { 0 })
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) }
    return store
  }

  // MARK: The oracle

  /// nil for division by zero.
  private func value(
    _ tree: Tree, _ row: [String: String]
  ) throws -> SchoolDecimal? {
    switch tree {
    case .literal(let text): return SchoolDecimal(text)
    case .column(let name): return row[name].map { SchoolDecimal($0) }
    case .negated(let tree): return try value(tree, row)?.negated
    case .amount(let tree): return try value(tree, row)?.magnitude
    case .either(let tree, let other): return try value(tree, row) ?? value(other, row)
    case .operation(let left, let sign, let right):
      // Calculates both operands, even if one is nil, because either can be too long.
      let (left, right) = (try value(left, row), try value(right, row))
      guard let left, let right else { return nil }
      let result: SchoolDecimal? =
        switch sign {
        case "+": left + right
        case "-": left - right
        case "*": left * right
        case "/": left / right
        default: left % right
        }
      guard result?.fits ?? true else { throw TooLong() }
      return result
    }
  }

  // MARK: The text

  private func text(_ tree: Tree) -> String {
    switch tree {
    case .literal(let text): text.hasPrefix("-") ? "(\(text))" : text
    case .column(let name): name
    case .negated(let tree): "(- \(text(tree)))"
    case .amount(let tree): "abs(\(text(tree)))"
    case .either(let tree, let other): "coalesce(\(text(tree)), \(text(other)))"
    case .operation(let left, let sign, let right): "(\(text(left)) \(sign) \(text(right)))"
    }
  }

  // MARK: The generator

  private func number(_ integer: Int, _ fraction: Int, _ random: inout Seeded) -> String {
    func digits(_ most: Int) -> String {
      String((0..<max(1, random.below(most + 1))).map { _ in Character("\(random.below(10))") })
    }
    return (random.below(3) == 0 ? "-" : "") + digits(integer) + "." + digits(fraction)
  }

  private func tree(_ depth: Int, _ random: inout Seeded) -> Tree {
    switch depth == 0 ? random.below(2) : 2 + random.below(6) {
    case 0: return .literal(number(1 + random.below(12), 1 + random.below(8), &random))
    case 1: return .column(["a", "b", "c"][random.below(3)])
    case 2: return .negated(tree(depth - 1, &random))
    case 3: return .amount(tree(depth - 1, &random))
    case 4: return .either(tree(depth - 1, &random), tree(depth - 1, &random))
    default:
      let sign = ["+", "-", "*", "+", "-", "*", "/", "%"][random.below(8)]
      return .operation(tree(depth - 1, &random), sign, tree(depth - 1, &random))
    }
  }

  /// The quotient has 15 digits, followed by a zero before the point.
  @Test func aQuotientAboveFifteenDigitsIsComparedAsItIsShown() throws {
    let store = try Self.store()
    let tx = try store.begin(TransactionEntry())
    let id = RecordID(
      "T", try tx.write.create("T", ["-57353.2", "8.57", nil].map { $0.flatMap(decimal) }))
    let quotient = "(abs(348.8867) - (b + 51776577.0)) / ((b + 8.0) / (953117597.428 - a))"
    expectEqual(try store.value(quotient, id)?.description, "-2978383333995660")
    for condition in ["= -2978383333995660", "< -2978383333995659", "> -2978383333995661.5"] {
      expectEqual(try store.numbers("T", quotient + condition), [id.number], "\(condition)")
    }
    _ = try tx.rollback()
  }

  @Test(arguments: 0..<4)
  func theStoreCalculatesAsOneDoesByHand(stream: Int) throws {
    var random = Seeded(stream: stream)
    let store = try Self.store()
    for round in 0..<(Seeded.isLong ? 250_000 : 150) {
      var row: [String: String] = [:]
      for (name, (integer, fraction)) in Self.columns.sorted(by: { $0.key < $1.key }) {
        if random.below(12) > 0 { row[name] = number(integer, fraction, &random) }
      }
      let tx = try store.begin(TransactionEntry())
      let id = RecordID(
        "T", try tx.write.create("T", ["a", "b", "c"].map { row[$0].flatMap(decimal) }))
      let tree = tree(1 + random.below(3), &random)
      let written = text(tree)
      let told: Comment = "\(written) of \(row), round \(round), seed \(Seeded.seed)"
      do {
        let expected = try value(tree, row)
        let compiled = try store.queries.compile(expression(written), for: "T")
        let found = compiled.typed(try store.queries.evaluate(compiled, [], on: id))
        expectEqual(found?.description, expected?.description, told)
        if let expected {
          let condition = "\(written) = \(expected.description) and \(written) <= \(written)"
          try expectEqual(store.numbers("T", condition), [id.number], told)
        }
      } catch is TooLong {
        #expect(failure { _ = try store.value(written, id) } != nil, told)
      } catch {
        Issue.record("\(error): \(told)")
      }
      _ = try tx.rollback()
    }
  }
}
