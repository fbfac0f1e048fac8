import RecordStore
import Records
import TestSupport
import Testing

struct Case: Sendable, CustomTestStringConvertible {
  var text: String
  var value: Value?

  init(_ text: String, _ value: Value?) {
    self.text = text
    self.value = value
  }

  var testDescription: String { text }
}

@Suite struct ExpressionValueTests {
  @Test(arguments: [
    Case("42", .integer(42)), Case("0x1F", .integer(31)), Case("1e3", .double(1000)),
    Case("3.50", .double(3.5)), Case("-9223372036854775808", .integer(.min)),
    Case("9223372036854775808", .text("9223372036854775808")),
    Case("-12345678901234567890.5", .text("-12345678901234567890.5")),
    Case("nil", nil), Case("NULL", nil), Case("true", .integer(1)), Case("FALSE", .integer(0)),
    Case("'it is' || \" so\"", .text("it is so")), Case("7/2", .integer(3)),
    Case("2026-11-21", .text("2026-11-21")), Case("2026 - 11 - 21", .integer(1994)),
    Case("1 + 2 * 3", .integer(7)), Case("(1 + 2) * 3", .integer(9)),
    Case("5 between 1 and 9 and true", .integer(1)), Case("5 not between 1 and 9", .integer(0)),
    Case("3 in (1, 2, 3)", .integer(1)), Case("3 in ()", .integer(0)),
    Case("'abc' like 'A%'", .integer(1)), Case("'É' like 'é'", .integer(0)),
    Case("ulike('é%', 'École')", .integer(1)), Case("ulike('e_o%', 'École')", .integer(0)),
    Case("ulike('50!%', '50%', '!')", .integer(1)),
    Case("contains('Grand École', 'D ECO')", .integer(1)), Case("contains('a', 'b')", .integer(0)),
    Case("contains('a', '')", .integer(1)), Case("contains(null, '')", nil),
    Case("'100%' like '100!%' escape '!'", .integer(1)),
    Case("ulower('ÄB')", .text("äb")), Case("uupper('äß')", .text("ÄSS")),
    Case("lower('ÄB')", .text("Äb")),
    Case("'AB-1234' regexp '[A-Z]{2}-[0-9]{4}'", .integer(1)),
    Case("'xxAB-1234yy' regexp 'B-1'", .integer(1)), Case("'ab' not regexp '^b'", .integer(1)),
    Case("regexp('^a', 'ab')", .integer(1)), Case("nil regexp 'a'", nil),
    Case("case 3 when 1 then 'a' when 3 then 'b' else 'c' end", .text("b")),
    Case("case when 1 > 2 then 1 end", nil), Case("cast('12abc' as integer)", .integer(12)),
    Case("cast(3.7 as Text)", .text("3.7")), Case("1 is not nil", .integer(1)),
    Case("nil is null", .integer(1)), Case("nil isnull", .integer(1)),
    Case("3 is true", .integer(1)),
    Case("not 1 = 2", .integer(1)), Case("- - 3", .integer(3)), Case("~0", .integer(-1)),
    Case("coalesce(nil, nil, 5)", .integer(5)), Case("iif(1 > 2, 'a', 'b')", .text("b")),
    Case("substr('Ann', 1, 1)", .text("A")), Case("length('Émile')", .integer(5)),
    Case("max(3, 9, 4)", .integer(9)), Case("round(2.567, 2)", .double(2.57)),
    Case("date('2026-11-21', '+1 day')", .text("2026-11-22")),
    Case("strftime('%Y', '2026-11-21')", .text("2026")), Case("typeof(1.0)", .text("real")),
    Case("json_extract('{\"a\":1}', '$.a')", .integer(1)),
    Case("(select max(value) from json_each('[1,3,2]'))", .integer(3)),
    Case(
      "'b' in (select value from json_each('[\"a\",\"b\"]') as item where item.key > 0)",
      .integer(1)),
    Case("count(Person)", .integer(3)), Case("count(Person where age > 18)", .integer(1)),
    Case("count(Person where name like 'é%' or ulike('é%', name))", .integer(1)),
    Case("count(Person where active) + count(Person where not active)", .integer(3)),
    Case("count(Person where count(Item where owner = Person.id) > 1)", .integer(1)),
    Case("(select max(age) from Person)", .integer(41)),
    Case(
      "(select p.name from Person as p where p.age is not nil order by p.age limit 1)", .text("Bob")
    ),
    Case(
      "(select group_concat(name, '+') from (select name from Person order by 1 desc))",
      .text("Émile+Bob+Ann")),
    Case("exists (select 1 from Person where age > 40)", .integer(1)),
    Case("41 in (select age from Person)", .integer(1)),
    Case("(select count(*) from Person p join Item i on i.owner = p.id)", .integer(3)),
    Case(
      "(with recursive n(i) as (values(1) union all select i + 1 from n where i < 10) "
        + "select sum(i) from n)", .integer(55)),
    Case(
      "(select sum(n) from (select count(*) as n from Item group by owner having n > 1))",
      .integer(2)),
    Case(
      "(select sum(r) from (select row_number() over (order by age) r from Person))",
      .integer(6)),
    Case("(select count(distinct owner) from Item)", .integer(2)),
    Case("(select count(*) filter (where age > 20) from Person)", .integer(1)),
    Case("(1, 2) < (1, 3)", .integer(1)), Case("'b' > 'a' collate nocase", .integer(1)),
    Case("decimal_cmp('10', 9.5)", .integer(1)),
  ])
  func anExpressionHasTheValueThatSQLiteGivesIt(example: Case) throws {
    try expectEqual(smallStore().value(example.text), example.value)
  }

  @Test(arguments: [
    Case("age", .integer(41)), Case("name || '!'", .text("Ann!")), Case("height", .double(1.72)),
    Case("id", .integer(1)), Case("Person.age + 1", .integer(42)), Case("`age` > 40", .integer(1)),
    Case("weight is nil", .integer(0)), Case("active", .integer(1)),
    Case("(select count(*) from Person as other where other.age < Person.age)", .integer(1)),
    Case("count(Item where owner = Person.id)", .integer(2)),
  ])
  func onARecordItsPropertiesAreNames(example: Case) throws {
    try expectEqual(smallStore().value(example.text, RecordID("Person", 1)), example.value)
  }

  @Test func aPropertyCanHaveTheNameOfAKeyword() throws {
    let store = try smallStore()
    try expectEqual(store.numbers("Item", "order = 7 and `order` + order = 14"), [1, 2, 3])
    try expectEqual(store.numbers("Item", "`a \"b\" c` = 'quoted'"), [1, 2, 3])
  }

  @Test func textIsNeverAName() throws {
    let store = try smallStore()
    try expectEqual(store.numbers("Person", "\"age\" = 'age'"), [1, 2, 3])
    #expect(try store.value("\"a'); drop table Person; --\"") != nil)
    try expectEqual(store.queries.count("Person", where: nil, []), 3)
  }

  @Test func namesOfTheSessionAreBound() throws {
    let store = try smallStore()
    let compiled = try store.queries.compile(
      expression("age > :least and name <> :who", [("least", .integer), ("who", .text)]),
      for: "Person")
    try expectEqual(
      store.queries.count("Person", where: compiled, [.integer(10), .text("Ann")]), 1)
    try expectEqual(
      store.queries.count("Person", where: compiled, [.integer(10), .text("x' or 1")]), 2)
    try expectEqual(store.queries.count("Person", where: compiled, [nil, .text("Ann")]), 0)
    #expect(
      failure { _ = try store.queries.count("Person", where: compiled, [.integer(1)]) } != nil)
  }

  @Test func whatAnExpressionReadsIsReported() throws {
    let store = try smallStore()
    func reads(_ text: String, _ type: String?) throws -> Set<PropertyReference> {
      try store.queries.compile(expression(text), for: type).reads
    }
    try expectEqual(
      reads("age > 3 and name <> ''", "Person"),
      [PropertyReference("Person", "age"), PropertyReference("Person", "name")])
    try expectEqual(reads("1 + :x", "Person"), [])
    try expectEqual(reads("count(Person)", nil), [PropertyReference("Person")])
    try expectEqual(
      reads("count(Item where total > 3) + age", "Person"),
      [
        PropertyReference("Item"), PropertyReference("Item", "total"),
        PropertyReference("Person", "age"),
      ])
  }

  @Test func aRecordThatIsNotThereIsAnError() throws {
    let store = try smallStore()
    expectEqual(failure { _ = try store.value("age", RecordID("Person", 9)) }?.kind, .name)
    let compiled = try store.queries.compile(expression("age"), for: "Person")
    expectEqual(failure { _ = try store.queries.evaluate(compiled, []) }?.kind, .expression)
    #expect(
      failure { _ = try store.queries.evaluate(compiled, [], on: RecordID("Item", 1)) } != nil)
    expectEqual(failure { _ = try store.value("cast('a' as blob)") }?.kind, .expression)
  }

  @Test func aValueIsTrueWhereSQLiteFindsItSo() throws {
    let store = try smallStore()
    let texts = [
      "", "0", "1", "abc", "12abc", "0.0", "0.5", ".5", "-.5x", "-0", " 3", "1e-400", "0e5", "1e",
      "+2", "e5", ".", "-", "5.", "\t7", "0x10", "1e5", "1E-2z",
    ]
    for text in texts {
      let compiled = try store.queries.compile(
        expression("case when :x then 1 else 0 end"), for: nil)
      let expected = try store.queries.evaluate(compiled, [.text(text)]) == .integer(1)
      expectEqual(Value?.some(.text(text)).isTrue, expected, "\(text)")
    }
    #expect(!Value?.none.isTrue && Value?.some(.double(0.1)).isTrue)
  }
}
