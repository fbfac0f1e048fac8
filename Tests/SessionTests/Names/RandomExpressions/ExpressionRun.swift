import Replies
import Session
import TestSupport
import Testing
import ValuesTests

final class ExpressionRun {
  private var world: World
  private let talk: Conversation
  private var growth: Growth
  private(set) var failures: [String] = []
  private(set) var trees = 0

  init(stream: Int) throws {
    var random = Seeded(stream: stream)
    world = World(&random)
    talk = try Conversation(
      world.script.joined(separator: "\n"), hoursAhead: World.hoursAhead)
    growth = Growth(random)
  }

  private func ask(_ command: String) -> (rows: [[Datum]], error: String?) {
    var (rows, error): ([[Datum]], String?) = ([], nil)
    for reply in talk.replies(to: command) {
      switch reply {
      case .row(let cells): rows.append(cells)
      case .diagnostic(let diagnostic) where diagnostic.severity == .error:
        error = "\(diagnostic.kind.rawValue): \(diagnostic.message)"
      default: break
      }
    }
    return (rows, error)
  }

  private func fail(_ command: String, _ words: String) {
    failures.append("\(command)\n    \(words)")
  }

  /// nil if the interpreter cannot decide.
  private enum Expected {
    case rows([[String]])
    case refusal
    case uncertain([[String]]?)
  }

  private func expect(_ body: (Interpreter) throws -> [[String]]) -> Expected {
    let interpreter = Interpreter(world)
    do {
      let rows = try body(interpreter)
      return interpreter.isUncertain ? .uncertain(rows) : .rows(rows)
    } catch {
      return interpreter.isUncertain ? .uncertain(nil) : .refusal
    }
  }

  /// nil if the session's answer is correct.
  private func difference(
    _ command: String, _ sorts: [Sort], _ expected: Expected, isOrdered: Bool = true,
    dropping count: Int = 0
  ) -> String? {
    let (cells, error) = ask(command)
    let rows = cells.map { zip($0.dropFirst(count), sorts).map { Answer.printed($0, $1) } }
    // Digits of values calculated from a card are masked.
    if "\(rows)".contains("••••"), command.contains("card") { return nil }
    func same(_ wanted: [[String]]) -> Bool {
      isOrdered ? rows == wanted : rows.map { "\($0)" }.sorted() == wanted.map { "\($0)" }.sorted()
    }
    switch expected {
    case .refusal where error == nil: return "\(rows) where there is an overflow"
    case .refusal, .uncertain(nil): return nil
    case .uncertain where error != nil: return nil
    case .rows(let wanted), .uncertain(.some(let wanted)):
      if let error { return "\(error), where there is \(wanted)" }
      return same(wanted) ? nil : "\(rows), where there is \(wanted)"
    }
  }

  private func frame(_ record: Int) -> [Interpreter.Frame] { [.init(type: "T", record: record)] }

  private func records(_ test: Tree?, _ interpreter: Interpreter) throws -> [Int] {
    guard let test else { return Array(0..<world.count("T")) }
    return try (0..<world.count("T")).filter {
      try interpreter.truth(test, frame($0)) == true
    }
  }

  // MARK: Columns

  private static let shown = Sort.allCases.filter { $0 != .card && $0 != .fraction }

  private func anyTree(_ depth: Int) -> Tree {
    let sort = growth.pick(Self.shown + [.whole, .decimal, .decimal, .truth, .span])
    if growth.chance(30), let mean = growth.aggregate(.fraction, 1) { return mean }
    return growth.tree(sort, depth)
  }

  /// Columns, some named like properties, with a condition and an order.
  func list() {
    let depth = 1 + growth.random.below(3)
    let columns = (0...growth.random.below(3)).map { _ in anyTree(depth) }
    let test = growth.chance(2) ? growth.condition(depth) : nil
    let orders = growth.chance(2) ? (0...growth.random.below(2)).map { _ in term(depth) } : []
    trees += columns.count + orders.count + (test == nil ? 0 : 1)
    // An order can read the names of columns, so these need unique names.
    let names = orders.isEmpty ? ["i", "p", "day"] : ["x1", "x2", "x3"]
    let list = zip(columns, names).map { "(\($0.text)) as \($1)" }.joined(separator: ", ")
    let terms = orders.map { "(\($0.text))\($1 ? " desc" : "")" } + ["id"]
    let command =
      "list T \(list)" + (test.map { " where \($0.text)" } ?? "")
      + (orders.isEmpty ? "" : " order by \(terms.joined(separator: ", "))")
    let expected = expect { interpreter in
      let chosen = try records(test, interpreter)
      let keys = try chosen.map { record in
        try orders.map { try interpreter.value($0.tree, frame(record)) }
      }
      let sorted = zip(chosen, keys).sorted { left, right in
        isBefore((left.0, left.1), (right.0, right.1), orders)
      }
      return try sorted.map { record, _ in
        try columns.map { try interpreter.value($0, frame(record)).text($0.sort) }
      }
    }
    guard
      let difference = difference(command, columns.map(\.sort), expected, dropping: 1)
    else { return }
    let parts = columns + [test].compactMap { $0 } + orders.map { $0.tree }
    let least = parts.lazy.compactMap(smallest).first
    fail(least?.command ?? command, least?.difference ?? difference)
  }

  private func term(_ depth: Int) -> (tree: Tree, isDown: Bool) {
    let sorts: [Sort] = [.whole, .decimal, .decimal, .text, .text, .choice, .day, .span, .truth]
    return (growth.tree(growth.pick(sorts), depth), growth.chance(2))
  }

  private func isBefore(
    _ left: (Int, [Answer]), _ right: (Int, [Answer]), _ orders: [(tree: Tree, isDown: Bool)]
  ) -> Bool {
    for (place, order) in orders.enumerated() {
      let (a, b) = (left.1[place], right.1[place])
      if Self.precedes(a, b) { return !order.isDown }
      if Self.precedes(b, a) { return order.isDown }
    }
    return left.0 < right.0
  }

  /// nil first, texts in dictionary order.
  private static func precedes(_ left: Answer, _ right: Answer) -> Bool {
    if left == .null || right == .null { return left == .null && right != .null }
    guard case .text(let a) = left, case .text(let b) = right else {
      return left.isLess(than: right)
    }
    let (first, second) = (folded(a), folded(b))
    let (parts, others) = (runs(first), runs(second))
    for (one, other) in zip(parts, others) where one != other {
      return one.lexicographicallyPrecedes(other)
    }
    return parts.count == others.count
      ? left.isLess(than: right) : parts.count < others.count
  }

  /// The scalars, each run of digits as its number of significant digits and the digits.
  private static func runs(_ text: String) -> [[UInt32]] {
    var runs: [[UInt32]] = []
    var digits: [UInt32] = []
    func end() {
      guard !digits.isEmpty else { return }
      let significant = Array(digits.drop { $0 == 0x30 })
      runs.append(
        [0x30, UInt32(max(significant.count, 1))] + (significant.isEmpty ? [0x30] : significant))
      digits = []
    }
    for scalar in text.unicodeScalars {
      if 0x30...0x39 ~= scalar.value {
        digits.append(scalar.value)
      } else {
        end()
        runs.append([scalar.value])
      }
    }
    end()
    return runs
  }

  /// Ignores case, width and marks of the letters that occur here.
  private static func folded(_ text: String) -> String {
    let letters: [Character: String] = [
      "ä": "a", "Ä": "a", "é": "e", "ß": "ss", "\u{FF41}": "a",
    ]
    return text.map { letters[$0] ?? $0.lowercased() }.joined()
  }

  // MARK: Smaller failures

  private func smallest(_ tree: Tree) -> (command: String, difference: String)? {
    guard tree.sort != .card else { return tree.parts.lazy.compactMap(smallest).first }
    let command = "list T (\(tree.text)) as x"
    let expected = expect { interpreter in
      try (0..<world.count("T")).map { record in
        [try interpreter.value(tree, frame(record)).text(tree.sort)]
      }
    }
    guard let difference = difference(command, [tree.sort], expected, dropping: 1) else {
      return nil
    }
    return tree.parts.lazy.compactMap(smallest).first ?? (command, difference)
  }

  // MARK: Groups

  func group() {
    let depth = 1 + growth.random.below(2)
    let key = growth.tree(
      growth.pick([.decimal, .decimal, .whole, .text, .choice, .day, .span, .truth, .month]), depth)
    let test = growth.chance(3) ? growth.condition(depth) : nil
    let columns = (World.columns["T"] ?? []).filter {
      [.whole, .decimal, .span, .choice, .text, .day].contains($0.sort)
    }
    let gathered = (0..<2).map { _ in (growth.pick(columns), growth.pick(["min", "max", "sum"])) }
      .map { column, name in
        (column, [.whole, .decimal, .span].contains(column.sort) ? name : "max")
      }
    let list = gathered.enumerated().map { "(\($1.1)(\($1.0.name))) as x\($0 + 3)" }
    let by = growth.chance(2) ? "(\(key.text))" : "x1"
    let command =
      "list T (\(key.text)) as x1, (count()) as x2, \(list.joined(separator: ", "))"
      + (test.map { " where \($0.text)" } ?? "") + " group by \(by)"
    trees += test == nil ? 1 : 2
    let expected = expect { interpreter in
      var groups: [(key: Answer, records: [Int])] = []
      for record in try records(test, interpreter) {
        let value = try interpreter.value(key, frame(record))
        if let place = groups.firstIndex(where: { $0.key.isEqual(to: value) }) {
          groups[place].records.append(record)
        } else {
          groups.append((value, [record]))
        }
      }
      return try groups.map { value, records in
        [value.text(key.sort), "\(records.count)"]
          + (try gathered.map { column, name in
            try interpreter.gathered(
              name, records.map { world["T", $0, column.name] }, column.sort,
              digits: column.digits.fraction
            ).text(column.sort)
          })
      }
    }
    let sorts = [key.sort, .whole] + gathered.map(\.0.sort)
    if let difference = difference(command, sorts, expected, isOrdered: false) {
      let least = ([key] + [test].compactMap { $0 }).lazy.compactMap(smallest).first
      fail(least?.command ?? command, least?.difference ?? difference)
    }
  }

  // MARK: Assigned and computed values

  private static let assigned = [
    "i", "j", "p", "q", "z", "b", "u", "v", "day", "due", "at", "seen", "ends", "spent", "mon",
    "c", "d", "boss",
  ]

  func assign() {
    let name = growth.pick(Self.assigned)
    guard let column = World.column(name, of: "T") else { return }
    let record = growth.random.below(world.count("T"))
    let sort: Sort = column.sort == .whole && growth.chance(4) ? .decimal : column.sort
    let tree = growth.tree(sort, 1 + growth.random.below(3), isTyped: false)
    trees += 1
    let command = "set T/\(record + 1) \(name)=(\(tree.text))"
    var stored: Answer?
    let expected = expect { interpreter in
      let value = try interpreter.value(tree, frame(record))
      guard let fitting = Self.stored(value, column) else { throw Interpreter.Refusal() }
      // A result of 15 digits may be refused, because it may have been longer.
      if case .decimal(let number) = value, number.count >= 15 { interpreter.doubt() }
      stored = fitting
      return []
    }
    let error = ask(command).error
    switch (expected, error) {
    case (.refusal, nil): fail(command, "is stored, of \(world["T", record, name])")
    case (.rows, .some(let error)):
      let least = smallest(tree)
      fail(least?.command ?? command, least?.difference ?? "\(error); \(stored ?? .null)")
    case (.rows, nil), (.uncertain, nil): world["T", record, name] = stored ?? .null
    default: break
    }
    let found = Answer.printed(
      ask("list T (\(name)) as x where id = \(record + 1)").rows[0][1], column.sort)
    let wanted = world["T", record, name].text(column.sort)
    if found != wanted { fail(command, "\(found) is stored, where there is \(wanted)") }
  }

  /// nil if the property cannot store the value.
  private static func stored(_ value: Answer, _ column: World.Column) -> Answer? {
    switch (column.sort, value) {
    case (.whole, .decimal(let number)): return Int(number.description).map { .whole($0) }
    case (.decimal, _):
      guard let number = value.number else { return value }
      let parts = number.magnitude.description.split(separator: ".")
      let whole = parts[0] == "0" ? 0 : parts[0].count
      let fits =
        whole <= column.digits.integer
        && (parts.count < 2 || parts[1].count <= column.digits.fraction)
      return fits ? .decimal(number) : nil
    default: return value
    }
  }

  func compute() {
    let kinds: [(Sort, String)] = [
      (.whole, "Integer?"), (.decimal, "Decimal(integer: 20, fraction: 10)?"), (.text, "Text?"),
      (.decimal, "Decimal(integer: 8, fraction: 6)?"), (.truth, "Boolean?"), (.day, "Date?"),
      (.moment, "DateTime?"), (.time, "Time(seconds)?"), (.span, "Duration(seconds)?"),
      (.month, "Month?"), (.choice, "Choice(pear, apple, fig)?"),
    ]
    let (sort, kind) = growth.pick(kinds)
    let tree = growth.tree(sort, 1 + growth.random.below(3))
    trees += 1
    let definition = "alter T { add y: \(kind) := (\(tree.text)) }"
    guard ask(definition).error == nil else { return }
    defer { talk.tell("alter T { drop y }") }
    let digits = kind.contains("20") ? (20, 10) : (8, 6)
    let column = World.Column(name: "y", sort: sort, kind: kind, digits: digits)
    let expected = expect { interpreter in
      try (0..<world.count("T")).map { record in
        let value = try interpreter.value(tree, frame(record))
        guard let fitting = Self.stored(value, column) else { throw Interpreter.Refusal() }
        return [fitting.text(sort)]
      }
    }
    if case .refusal = expected { return }
    if let difference = difference("list T y", [sort], expected, dropping: 1) {
      let least = smallest(tree)
      fail(least?.command ?? definition, least?.difference ?? difference)
    }
  }

  // MARK: Mistakes

  func mistake() {
    trees += 1
    let command = "count T where \(growth.mistake(1 + growth.random.below(2)))"
    guard let error = ask(command).error else { return fail(command, "is taken") }
    if !error.hasPrefix("expression") { fail(command, error) }
  }

  func step() {
    switch growth.random.below(20) {
    case 0..<11: list()
    case 11..<14: group()
    case 14..<17: assign()
    case 17: compute()
    default: mistake()
    }
  }

  var script: String { world.script.joined(separator: "\n") }
}
