import RecordStore
import Records
import TestSupport
import Testing

struct Refusal: Sendable, CustomTestStringConvertible {
  var text: String
  var token: Int
  var kind: StoreError.Kind
  var message: String

  init(_ text: String, _ token: Int, _ kind: StoreError.Kind, _ message: String) {
    self.text = text
    self.token = token
    self.kind = kind
    self.message = message
  }

  var testDescription: String { text }
}

@Suite struct ExpressionRefusalTests {
  @Test(arguments: [
    Refusal("agee > 3", 0, .name, "no such property: Person has no \"agee\""),
    Refusal("age > 3 and Age < 5", 4, .name, "no such property: Person has no \"Age\""),
    Refusal(
      "rowid = 1", 0, .name, "no such property: Person has no \"rowid\"; the record number is id"),
    Refusal(
      "Person > 3", 0, .name, "Person is a type, not a value; count(Person) counts its records"),
    Refusal("count(Persn where age > 3)", 2, .name, "there is no type \"Persn\""),
    Refusal("count(person)", 2, .name, "there is no type \"person\""),
    Refusal("count(Item where totl > 3)", 4, .name, "no such property: Item has no \"totl\""),
    Refusal("Item.total > 3", 0, .name, "no record of Item is available here"),
    Refusal("Person.agee > 3", 2, .name, "no such property: Person has no \"agee\""),
    Refusal("x.age > 3", 0, .name, "there is no type or alias \"x\" here"),
    Refusal("lenght(name) > 3", 0, .name, "there is no function \"lenght\""),
    Refusal(
      "random() > 3", 0, .expression,
      "random() is not deterministic and cannot be used in an expression"),
    Refusal(
      "changes() > 3", 0, .expression,
      "changes() depends on more than its arguments and cannot be used in an expression"),
    Refusal(
      "load_extension('x')", 0, .expression,
      "load_extension() depends on more than its arguments and cannot be used in an expression"),
    Refusal(
      "date('now') > 3", 2, .expression,
      "'now' depends on the clock and cannot be used in an expression; use :now"),
    Refusal(
      "strftime('%s', 'NOW')", 4, .expression,
      "'now' depends on the clock and cannot be used in an expression; use :now"),
    Refusal("date() > 3", 0, .expression, "date() without a time depends on the clock; use :now"),
    Refusal(
      "time(name, 'localtime')", 4, .expression,
      "'localtime' depends on the computer's time zone and cannot be used in an expression"),
    Refusal(
      "current_date > name", 0, .expression,
      "current_date depends on the clock and cannot be used here; use :today"),
    Refusal("substr(name)", 0, .expression, "substr() takes 2 or 3 arguments, not 1"),
    Refusal("name regexp '['", 2, .expression, "\"[\" is not a regular expression"),
    Refusal(
      "name collate german = 'a'", 2, .name,
      "there is no collation \"german\"; expected one of binary, nocase or rtrim"),
    Refusal(
      "cast(age as money)", 4, .name,
      "a value cannot be cast as \"money\"; expected one of Boolean, Decimal, Double, Integer or Text"
    ),
    Refusal("age >", 1, .expression, "expected a value at the end of the expression"),
    Refusal("age > > 3", 2, .expression, "expected a value, not \">\""),
    Refusal("age 3", 1, .expression, "expected an operator before 3"),
    Refusal("age betwen 3 and 5", 1, .expression, "expected an operator, not \"betwen\""),
    Refusal("age between 3", 2, .expression, "expected \"and\" at the end of the expression"),
    Refusal("(age", 0, .expression, "this parenthesis is never closed"),
    Refusal("age) > 3", 1, .expression, "this parenthesis was never opened"),
    Refusal("age, name", 1, .expression, "expected one value, not several"),
    Refusal("age ; name", 1, .expression, "; is not an operator of expressions"),
    Refusal("age ? name", 1, .expression, "? is not an operator of expressions"),
    Refusal(
      "sum(age) > 3", 0, .expression,
      "\"sum\" aggregates many records; put it in a subselect: (select … from …)"),
    Refusal(
      "count(*) > 3", 0, .expression,
      "\"count\" aggregates many records; put it in a subselect: (select … from …)"),
    Refusal("(age, name) > 3", 0, .expression, "expected one value, not several in parentheses"),
    Refusal(
      "select age from Person", 0, .expression, "put a subselect in parentheses: (select …)"),
    Refusal("(select age from wb_tx)", 4, .name, "there is no type \"wb_tx\""),
    Refusal("(select age from history)", 4, .name, "there is no type \"history\""),
    Refusal("(select name from sqlite_schema)", 4, .name, "there is no type \"sqlite_schema\""),
    Refusal("(select 1 from pragma_optimize())", 4, .name, "there is no type \"pragma_optimize\""),
    Refusal("(select 1 from json_tree('[1]'))", 4, .name, "there is no type \"json_tree\""),
    Refusal(
      "(with Person as (select 1) select 1)", 2, .name,
      "Person is a type; choose another name"),
    Refusal(
      "(select age, name from Person) > 3", 0, .expression,
      "expected one value, not several in parentheses"),
    Refusal("(delete from Person)", 1, .name, "no such property: Person has no \"delete\""),
    Refusal(
      "123456789012345678901234567890123456789", 0, .expression,
      "this number has more than 38 digits"),
    Refusal("0x12345678901234567", 0, .expression, "0x12345678901234567 does not fit in 64 bits"),
    Refusal("12abc", 0, .expression, "12abc is not a number"),
    Refusal("1e999", 0, .expression, "1e999 is too large"),
    Refusal(
      "case age when 1 then 2", 5, .expression, "expected \"end\" at the end of the expression"),
    Refusal("raise(ignore)", 0, .name, "there is no function \"raise\""),
    Refusal(
      "row_number() > 3", 0, .expression,
      "\"row_number\" needs a window; it can only be used in a subselect"),
  ])
  func whatIsWrongIsSaidInTheUsersTermsAndAtItsPlace(refusal: Refusal) throws {
    let store = try smallStore()
    let error = failure { _ = try store.queries.compile(expression(refusal.text), for: "Person") }
    expectEqual(error?.message, refusal.message)
    expectEqual(error?.kind, refusal.kind)
    expectEqual(error?.token, refusal.token)
  }

  @Test func everyFunctionTakesWhatItsHelpShows() throws {
    let store = try smallStore()
    for function in ExpressionFunction.all {
      let value =
        switch function.name {
        case "iif": "1 = 1"
        case "join": "split(1, 2)"
        default: function.group == .dates ? "2026-11-21" : "1"
        }
      func isTaken(_ count: Int) -> Bool {
        let call =
          "\(function.name)(\(Array(repeating: value, count: count).joined(separator: ", ")))"
        let text =
          switch function.group {
          case .windows: "(select \(call) over () from Person)"
          case .records: "(select \(call) from Person)"
          case .texts, .numbers, .dates, .json: call
          // `min` and `max` of one value aggregate records.
          case .values: count == 1 ? "(select \(call) from Person)" : call
          }
        return failure { _ = try store.queries.compile(expression(text), for: "Person") } == nil
      }
      let least = function.arguments.count { !$0.hasPrefix("[") && $0 != "…" }
      // Some JSON functions take values in pairs.
      #expect(isTaken(least), "\(function.call)")
      let isBounded = function.arguments.last != "…"
      #expect(isTaken(function.arguments.count + 1) != isBounded || function.group == .json)
    }
  }

  @Test func candidatesAreWhatCouldHaveBeenMeant() throws {
    let store = try smallStore()
    func candidates(_ text: String) -> [String] {
      failure { _ = try store.queries.compile(expression(text), for: "Person") }?.candidates ?? []
    }
    expectEqual(candidates("agee > 3"), ["name", "age", "height", "weight", "active"])
    expectEqual(candidates("count(Persn)"), ["Person", "Item"])
    #expect(candidates("lenght(name)").contains("length"))
    #expect(candidates("age betwen 3 and 4").contains("between"))
  }

  @Test func withoutARecordThereAreNoProperties() throws {
    let error = failure { _ = try smallStore().value("age > 3") }
    expectEqual(
      error?.message, "there is no record here with a property \"age\"; write session names as :age"
    )
    expectEqual(error?.token, 0)
    #expect(failure { _ = try smallStore().value("count(*)") } != nil)
  }

  @Test func anUnknownTypeIsAnError() throws {
    let error = failure { _ = try smallStore().queries.compile(expression("1"), for: "Nobody") }
    expectEqual(error?.kind, .name)
    expectEqual(error?.candidates, ["Person", "Item"])
  }

  @Test func bracketsAreTakenToADepthOfFifty() throws {
    let store = try smallStore()
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
    }
    try expectEqual(store.value(nested(50)), .integer(1))
    expectEqual(failure { _ = try store.value(nested(51)) }?.token, 50)
    expectEqual(failure { _ = try store.value(nested(20_000)) }?.token, 50)
  }

  @Test(arguments: ["not ", "- ", "~ ", "case when ", "1 like 1 escape ", "1 in (", "1 + "])
  func longChainsAreAnErrorAndNoCrash(start: String) throws {
    let store = try smallStore()
    let text = String(repeating: start, count: 5000) + "1"
    expectEqual(failure { _ = try store.value(text) }?.kind, .expression)
  }

  @Test func theClockIsNotReachedThroughDataEither() throws {
    let store = try smallStore()
    for text in [
      "date('no' || 'w')", "date(cast('now' as blob))", "datetime(:x)", "strftime('%s', :x)",
      "time('12:00', 'local' || 'time')", "julianday(char(110, 111, 119))",
      "date((select :x))", "unixepoch(coalesce(nil, :x))",
    ] {
      let compiled = try store.queries.compile(expression(text), for: nil)
      let error = failure { _ = try store.queries.evaluate(compiled, [.text("now")]) }
      expectEqual(error?.kind, .expression, "\(text)")
    }
    let compiled = try store.queries.compile(expression("date(:x)"), for: nil)
    try expectEqual(store.queries.evaluate(compiled, [.text("2026-01-31")]), .text("2026-01-31"))
    #expect(failure { _ = try store.queries.evaluate(compiled, [.text("NOW\0x")]) } != nil)
  }

  @Test func typesMayComeAndGo() throws {
    let store = try smallStore()
    let compiled = try store.queries.compile(expression("count(Item)"), for: nil)
    expectEqual(
      failure { _ = try store.queries.compile(expression("count(Pet)"), for: nil) }?.kind, .name)
    let pet = try RecordType("Pet", [Property("name", .text, isKey: true)])
    try store.write(TransactionEntry(.schema)) { tx in try tx.define(pet) }
    try expectEqual(store.value("count(Pet)"), .integer(0))
    try expectEqual(store.queries.evaluate(compiled, []), .integer(3))
    let cat = try RecordType("Cat", [Property("name", .text, isKey: true)])
    let error = failure {
      try store.write(TransactionEntry(.schema)) { tx in
        try tx.define(cat)
        try expectEqual(store.value("count(Cat)"), .integer(0))
        throw StoreError(.refused, "no")
      }
    }
    expectEqual(error?.kind, .refused)
    expectEqual(failure { _ = try store.value("count(Cat)") }?.kind, .name)
  }
}
