import RecordStore
import Records
import TestSupport
import Testing

@Suite struct ComputedValueTests {
  private let ann = RecordID("Person", 1)

  @Test(
    arguments: [
      (PropertyKind.text, "nullif(name, 'Bob')", "it is required, but its expression is nil"),
      (.integer, "age", "it is required, but its expression is nil"),
      (.date, "nullif(name, 'Ann')", "it cannot be \"Bob\"; expected a date such as 2026-11-21"),
      (
        money, "case name when 'Bob' then 1e12 end", "it can have at most 8 digits before the point"
      ),
      (.double, "case name when 'Bob' then 1e308 * 10 end", "it cannot be inf"),
      (.text, "json(iif(name = 'Bob', name, 1))", "it cannot be computed"),
      (
        .integer, "case name when 'Bob' then 9223372036854775807 + 1 else 9223372036854775807 end",
        "it cannot be"
      ),
      (.text, "char(iif(name = 'Bob', 0, 65))", "it cannot contain the character U+0000"),
      (
        .text, "substr('a', 1, 1) || hex(zeroblob(iif(name = 'Bob', 6000000, 1)))",
        "it is computed as a text of more than 10 million bytes"
      ),
    ] as [(PropertyKind, String, String)])
  func aValueThatDoesNotFitRefusesTheCommandAndNothingIsLeft(
    kind: PropertyKind, text: String, words: String
  ) throws {
    // The wire protocol ends a text at U+0000.
    if isOnCluster, words.contains("U+0000") { return }
    for isOptional in [true, false] {
      if isOptional, words.contains("nil") { continue }
      let isNilForAnn = kind != .text && kind != .integer
      if !isOptional, isNilForAnn { continue }
      let type = try computedType(
        [("other", .text, "upper(name)"), ("it", kind, text)], isOptional: isOptional)
      let store = try computedStore(type)
      try store.new(given("Ann", age: 3, in: type))
      let tx = try store.begin(TransactionEntry())
      let made = failure { _ = try tx.write.create("Person", given("Bob", in: type)) }
      let set = failure { try tx.write.update(ann, ["name": .text("Bob"), "age": nil]) }
      for error in [made, set] {
        expectEqual(error?.kind, .rule)
        expectEqual(error?.message.contains(words), true, "\(error?.message ?? "no error")")
        expectEqual(error?.property, "it")
      }
      try tx.commit()
      try expectEqual(store.queries.count("Person", where: nil), 1)
      try expectEqual(store.queries.values(of: ann)?.prefix(2), [.text("Ann"), .integer(3)])
      try expectEqual(store.check(), [])
    }
  }

  @Test func whatIsComputedCannotBeSet() throws {
    let type = try computedType([("initials", .text, "substr(name, 1, 1)")])
    let store = try computedStore(type)
    try store.new(given("Ann", in: type))
    let error = failure { try store.set(ann, ["initials": .text("X")]) }
    expectEqual(error?.message, "initials is computed as (substr(name, 1, 1)) and cannot be set")
    expectEqual(error?.property, "initials")
    let history = failure { _ = try store.history.changes(of: .property(ann, "initials")) }
    expectEqual(
      history?.message,
      "initials is computed as (substr(name, 1, 1)) and has no history; see the history of name")
  }

  @Test func whatDependsOnAChangeHasChangedToo() throws {
    let type = try computedType([
      ("second", .text, "first || age"), ("first", .text, "upper(name)"),
      ("third", .integer, "age + 1"),
    ])
    let store = try computedStore(type)
    try store.new(given("Ann", in: type))
    var mark = try store.journal.mark()
    func changed() throws -> Set<String?>? {
      try store.journal.changes(since: &mark).map { Set($0.map(\.property)) }
    }
    try store.set(ann, ["name": .text("Zoe")])
    try expectEqual(changed(), ["name", "first", "second"])
    try store.set(ann, ["age": .integer(3)])
    try expectEqual(changed(), ["age", "second", "third"])
    try store.set(ann, ["weight": .double(3)])
    try expectEqual(changed(), ["weight"])
    let tx = try store.begin(TransactionEntry())
    try tx.write.update(ann, ["name": .text("Eve")])
    try expectEqual(changed(), ["name", "first", "second"])
    try tx.rollback()
    try expectEqual(changed(), ["name", "first", "second"])
  }

  @Test func aRuleReadsThemAndItsWordsNameThem() throws {
    let type = try computedType([("twice", money, "net * 2")])
    let rule = Rule("cheap", of: "Person", condition: "twice < 10")
    let place = try Place()
    let store = try computedStore(type, .file(place.path), rules: [rule])
    try store.define(rule)
    try store.new(given("Ann", net: "4.90", in: type))
    let error = failure { try store.set(ann, ["net": decimal("5.05")]) }
    expectEqual(error?.message, "Person/1 breaks cheap: twice is 10.10")
    expectEqual(error?.property, "twice")
    try Foreigner(place.path).run("UPDATE Person SET net = 7")
    let finding = try store.check().first
    expectEqual(finding?.finding, "breaks cheap: twice is 14.00")
    let newest = try store.history.log(limit: 1).first?.transaction
    expectEqual(finding?.transaction, newest)
  }

  /// Three results agree: calculation from unsaved values, the column, and the expression on the
  /// record.
  @Test(arguments: 0..<(Seeded.isLong ? 30 : 4) as Range<UInt64>)
  func anExpressionComesToTheSameEverywhere(seed: UInt64) throws {
    let expressions: [(name: String, kind: PropertyKind, text: String)] = [
      ("a", .integer, "age + 1"), ("b", .integer, "age / 2 * 3 - length(name)"),
      ("c", .double, "weight / 3 + age"), ("d", .double, "round(weight, 1) * 0.1"),
      ("e", money, "net + net * 0.19"), ("f", money, "net / 7"),
      ("g", .boolean, "net + net = 0.3 or age = 41"),
      ("h", .boolean, "net * 3 > 0.30 and active"),
      ("i", .boolean, "name like 'a%' or name in ('Bob', 'Zoe')"),
      ("j", .text, "upper(substr(name, 1, 1)) || coalesce(age, '-')"),
      ("k", .text, "case when age > 40 then 'old' when age is null then name else 'young' end"),
      ("l", .text, "j || '/' || k || '/' || id"), ("m", .date, "coalesce(born, '2000-01-01')"),
      ("n", .integer, "cast(substr(m, 1, 4) as integer)"), ("o", .boolean, "e = f or e > 1.19"),
      ("p", .boolean, "c / 3 * 3 = c"), ("q", .integer, "typeof(net) = 'real'"),
      ("r", .boolean, "born > '1990-01-01' and weight = 0.3"), ("s", .boolean, "d = 0.3"),
    ]
    let type = try computedType(expressions)
    let store = try computedStore(type)
    var random = Seeded(seed: seed)
    for number in 1...4 {
      func pick<Item>(_ items: [Item]) -> Item {
        items[Int.random(in: items.indices, using: &random)]
      }
      let values = given(
        pick(["Ann", "Bob", "zoe", "Émile"]) + "\(number)", age: pick([nil, 0, 17, 41, 150]),
        net: pick([nil, "0", "0.10", "0.15", "1", "99999.99", "-0.05"]),
        weight: pick([nil, 0, 0.1, 0.3, 3, 1e10, -2.5]), active: pick([nil, true, false]),
        born: pick([nil, "1815-12-10", "1990-01-01", "2026-11-21"]), in: type)
      let id = try store.new(values)
      let stored = try #require(try store.queries.values(of: id))
      try expectEqual(store.schema.computed(values, of: id), stored)
      for (name, kind, text) in expressions {
        let index = try #require(type.index(of: name))
        let own = stored[index]
        let other = try store.value(text, id)
        let isSame =
          switch (kind, own, other) {
          case (_, nil, nil): true
          case (.boolean, .boolean(let flag)?, let other): flag == other.isTrue
          case (.decimal, .decimal(let number)?, .double(let other)?):
            abs((Double(number.description) ?? .nan) - other) <= 0.005000001
          case (.double, .double(let number)?, .integer(let other)?): number == Double(other)
          default: own?.description == other?.description
          }
        #expect(
          isSame, "\(name): \(text) is \(String(describing: own)), \(String(describing: other))")
        // A condition on the expression finds the record.
        let found = try store.numbers("Person", "\(name) = (\(text))").contains(id.number)
        let isRounded = if case .decimal = kind { true } else { false }
        #expect(found == (own != nil) || isRounded, "\(name) \(text)")
      }
    }
    try expectEqual(store.check(), [])
  }
}
