import Foundation
import TestSupport
import Testing

/// Rules about what happens to a record: `on create`, `on change`, `on delete` and `deferred`.
@Suite struct RuleEventTests {
  private static let shop = """
    begin
    define Line {
      quantity: Integer = 1
      price: Decimal(integer: 6, fraction: 2) = 0
      worth: Decimal(integer: 9, fraction: 2) := (quantity * price)
    }
    define Order {
      number: Integer key
      status: Text = "open"
      tags: [Text]
      lines: [Line] owned as order
      total: Decimal(integer: 9, fraction: 2) := (sum(lines.worth))
      invoices: [Invoice] by order
    }
    define Invoice { number: Integer key, order: Order? on delete clear }
    commit
    rule Line.frozen "the order is invoiced" on create, change, delete : count(order.invoices) = 0
    let o = new Order number=1
    append o.lines new Line quantity=2 price=2.50
    append o.lines new Line price=10
    """
  private static let total =
    "rule Order.total \"the total must stay\" on change : old.total = total or count(invoices) = 0"
  private static let invoice = "new Invoice number=1 order=Order/1"
  private static let frozen = "breaks frozen, the order is invoiced"

  @Test func aRecordIsJudgedWhenItIsCreatedChangedOrDeleted() throws {
    let talk = try Conversation(Self.shop)
    talk.tell("set Line/1.quantity 3")
    expectEqual(talk.tell(Self.invoice), ["Invoice/1"])
    expectEqual(
      talk.tell("set Line/1.quantity 4"), ["error rule 1:5: Line/1 \(Self.frozen)"])
    expectEqual(
      talk.tell("append o.lines new Line price=1"), ["error rule 1:20: Line/3 \(Self.frozen)"])
    expectEqual(talk.tell("delete Line/2"), ["error rule 1:8: Line/2 \(Self.frozen)"])
    expectEqual(talk.tell("set o.status done; set Line/1.quantity 3; check"), [])
    expectEqual(talk.tell("set Invoice/1.order nil; set Line/1.quantity 4; delete Line/2"), [])
  }

  @Test func eachOwnedRowIsJudgedWhenItsOwnerIsDeleted() throws {
    let talk = try Conversation(Self.shop + "\n" + Self.invoice)
    expectEqual(talk.tell("delete o"), ["error rule 1:8: Line/1 \(Self.frozen)"])
    expectEqual(talk.tell("count Line; get Invoice/1.order"), ["2", "Order/1"])
    // The second line of another order.
    talk.tell("set Invoice/1.order nil\nrule Line.cheap on delete : price < 10")
    expectEqual(talk.tell("delete o"), ["error rule 1:8: Line/2 breaks cheap: price is 10.00"])
    talk.tell("set Line/2.price 9")
    expectEqual(talk.tell("delete o; count Line").last, "0")
    expectEqual(talk.tell("undo; count Line").last, "2")
  }

  @Test func aTotalThatOtherRecordsChangeIsAChangeOfTheOrder() throws {
    let talk = try Conversation(Self.shop + "\ndrop rule Line.frozen\n" + Self.total)
    talk.tell("set Line/1.quantity 3\n" + Self.invoice)
    let words = "Order/1 breaks total, the total must stay: total is"
    expectEqual(
      talk.tell("set Line/1.quantity 4"),
      ["error rule 1:5: \(words) 20.00, old.total is 17.50"])
    expectEqual(
      talk.tell("delete Line/2"), ["error rule 1:8: \(words) 7.50, old.total is 17.50"])
    expectEqual(
      talk.tell("append o.lines new Line price=1"),
      ["error rule 1:20: \(words) 18.50, old.total is 17.50"])
    expectEqual(talk.tell("append o.lines new Line price=0; set o.status done"), ["Line/3"])
    expectEqual(talk.tell("set Invoice/1.order nil; set Line/1.quantity 4"), [])
  }

  @Test(arguments: [
    (
      "old.status = status", "set o.status done", "set o.tags [a]",
      "status is \"done\", old.status is \"open\""
    ),
    ("old.number < number", "set o.number 0", "set o.number 2", "number is 0, old.number is 1"),
    ("not (\"a\" in old.tags)", "set o.tags [a, b]; set o.tags [b]", "set o.tags [b]", ""),
    (
      "length(old.status) >= length(status)", "set o.status \"opened\"", "set o.status done",
      "status is \"opened\", old.status is \"open\""
    ),
    (
      "max(old.number, 1) <= number", "set o.number 0", "set o.number 2",
      "number is 0, old.number is 1"
    ),
  ])
  func oldIsTheRecordBeforeTheCommand(
    condition: String, refused: String, done: String, words: String
  ) throws {
    let talk = try Conversation(Self.shop)
    talk.tell("drop rule Line.frozen")
    expectEqual(talk.tell("rule Order.x on change : \(condition)"), [])
    let last = talk.tell(refused).last
    expectEqual(last?.hasPrefix("error rule"), true, "\(last ?? "")")
    if !words.isEmpty { expectEqual(last?.hasSuffix("breaks x: \(words)"), true, "\(last ?? "")") }
    let other = try Conversation(Self.shop + "\ndrop rule Line.frozen")
    expectEqual(other.tell("rule Order.x on change : \(condition)\n\(done)"), [])
  }

  @Test func oldListsAreCountedAndChosenFromAsTheyWere() throws {
    let talk = try Conversation(Self.shop + "\ndrop rule Line.frozen")
    talk.tell(
      "rule Order.x on change deferred : count(old.lines where price > 3) = count(lines where price > 3)"
    )
    talk.tell(
      "rule Order.y on change deferred : not exists (select 1 from Line as l where l.price = old.number)"
    )
    expectEqual(
      talk.tell("begin\ndelete Line/2\nset o.number 9\ncommit").last?.contains(
        "breaks x: count(old.lines where price > 3) is 1"), true)
    expectEqual(talk.tell("delete Line/2; set o.number 9"), [])
    expectEqual(talk.tell("set Line/1.price 9"), [])
    expectEqual(talk.tell("set o.number 8").last?.contains("breaks y: old.number is 9"), true)
  }

  // MARK: Deferred

  private static let counter = """
    define Counter { name: Text key, n: Integer = 0, m: Integer = 0 }
    rule Counter.grows "must not shrink" on change deferred : n >= old.n
    rule Counter.same "n and m must be the same" deferred : n = m
    let c = new Counter name=a
    """

  @Test(arguments: [
    "begin\nset c.n 5\nset c.n 2\nset c.m 2\ncommit",
    "for i in [5, 2] { set c.n :i; set c.m :i }",
    "command go { set c.n 5; set c.n 2; set c.m 2 }\ngo",
    "set c n=2 m=2",
  ])
  func aDeferredRuleIsJudgedAtTheEndOfTheTransaction(script: String) throws {
    let talk = try Conversation(Self.counter)
    expectEqual(talk.tell(script), [])
    expectEqual(talk.tell("get c.n; check"), ["2"])
  }

  @Test(arguments: [
    "begin\nset c.n 7\nset c.n 2\nset c.m 2\ncommit",
    "for i in [7, 2] { set c.n :i; set c.m :i }",
    "command go { set c.n 7; set c.n 2; set c.m 2 }\ngo",
    "set c n=2 m=2",
    "begin\ntry { set c.n 2; set c.m 2 }\ncommit",
  ])
  func allOfATransactionThatBreaksADeferredRuleIsRolledBack(script: String) throws {
    let talk = try Conversation(Self.counter + "\nset c n=4 m=4")
    let lines = talk.tell(script)
    expectEqual(lines.count, 1, "\(lines)")
    let words = "Counter/1 breaks grows, must not shrink: n is 2, old.n is 4"
    #expect(lines.last?.contains(words) ?? false, "\(lines)")
    expectEqual(talk.tell("get c.n; get c.m"), ["4", "4"])
    // Nothing is open any more.
    expectEqual(talk.tell("begin\nset c n=5 m=5\ncommit\nget c.n"), ["5"])
  }

  @Test func aDeferredRuleIsJudgedAtTheEndOfATryAndItsElseRuns() throws {
    let talk = try Conversation(Self.counter)
    expectEqual(
      talk.tell("try { set c.n 1; set c.m 2 } else { echo \"refused\" }; get c.m"),
      ["refused", "0"])
    expectEqual(talk.tell("try { set c.n 1; set c.m 1 } else { echo \"refused\" }"), [])
  }

  @Test func tenThousandStepsAreJudgedOnceByTheirResult() throws {
    let talk = try Conversation(Self.counter)
    talk.tell("for i in 1...10000 { set c.n :i; set c.m (10001 - :i) }; set c n=0 m=0")
    expectEqual(talk.tell("get c.n"), ["0"])
    expectEqual(
      talk.tell("for i in 1...10000 { set c.n :i; set c.m :i }; get c.n"), ["10000"])
  }

  // MARK: Undo

  @Test func undoRedoAndRevertAreJudgedAndNameTheRule() throws {
    let talk = try Conversation(Self.counter + "\nset c n=3 m=3\nset c n=5 m=5")
    let words = "Counter/1 breaks grows, must not shrink: n is 3, old.n is 5"
    expectEqual(talk.tell("undo"), ["error rule 1:1: \(words)"])
    let number = talk.tell("log limit 1").first?.split(separator: "|").first ?? ""
    expectEqual(talk.tell("revert #\(number.drop { $0 == "#" })").last?.hasSuffix(words), true)
    expectEqual(talk.tell("get c.n"), ["5"])
    talk.tell("drop rule Counter.grows\nset c n=1 m=1\nundo")
    talk.tell("rule Counter.low on change : n > 2")
    expectEqual(talk.tell("get c.n"), ["5"])
    // A new definition ends the possibility to redo, so the rule comes first.
    talk.tell("drop rule Counter.low\nset c n=6 m=6\nundo")
    expectEqual(talk.tell("redo; get c.n").last, "6")
    talk.tell("rule Counter.kept on delete : n < 6\nlet d = new Counter name=d n=7 m=7")
    expectEqual(
      talk.tell("undo"), ["error rule 1:1: Counter/2 breaks kept: n is 7"])
  }

  // MARK: Definitions

  @Test(arguments: [
    (
      "rule Order.x on create : old.total = 3",
      "expression 1:26: a new record has no old values; expected a rule on change or "
        + "on delete"
    ),
    (
      "rule Order.x on create, change : old.total = total",
      "expression 1:34: a new record has no old values; expected a rule on change or "
        + "on delete"
    ),
    (
      "rule Order.x deferred : 1 = old.number",
      "expression 1:29: this rule cannot read old values; expected a rule on change or on delete"
    ),
    (
      "rule Order.x on change : old.totl = 3",
      "name 1:30: no such property: Order has no \"totl\" (did you mean \"total\"?)"
    ),
    (
      "rule Order.x on change : 1 = 1 and old.number = totl",
      "name 1:49: no such property: Order has no \"totl\" (did you mean \"total\"?)"
    ),
    (
      "rule Order.x on change : count(old.lines where pric > 3) = 0",
      "name 1:48: no such property: Line has no \"pric\" (did you mean \"price\"?)"
    ),
    (
      "rule Order.x on change : old.number = status",
      "expression 1:39: a number cannot be compared with a text"
    ),
    (
      "rule Order.x on : 1",
      "syntax 1:17: expected \"create\", \"change\" or \"delete\" after \"on\", not \":\""
    ),
    (
      "rule Order.x on change, change : 1",
      "syntax 1:25: expected \"create\" or \"delete\" after \",\", not \"change\""
    ),
    (
      "rule Order.x deferred on change : 1",
      "syntax 1:23: expected \":\" after \"deferred\", not \"on\""
    ),
    (
      "rule Order.x on change defered : 1",
      "syntax 1:24: expected \":\" or \"deferred\" after \"change\", not \"defered\" (did you mean "
        + "\"deferred\"?)"
    ),
  ])
  func aMistakeIsRefusedWhereItIsWritten(command: String, error: String) throws {
    let talk = try Conversation(Self.shop)
    let lines = talk.tell(command)
    expectEqual(lines.count, 1)
    expectEqual(lines.first?.hasPrefix("error \(error)"), true, "\(lines)")
    expectEqual(talk.tell("describe Order").count, 6)
  }

  @Test func aPropertyNamedOldIsReadWithoutAPointAndByItsType() throws {
    let talk = try Conversation(
      """
      define Owner { name: Text key }
      define Bike { number: Integer key, old: Owner? }
      rule Bike.state "state" : old.name <> "Eve"
      rule Bike.former "former" on change : old.number <= number and old.old = old
      rule Bike.path "path" on change : Bike.old.name <> "Bob"
      new Owner name=Ann; new Owner name=Bob; new Owner name=Eve
      let b = new Bike number=1 old=Owner["Ann"]
      """)
    expectEqual(talk.tell("set b.number 2"), [])
    func refusal(_ command: String) -> String {
      talk.tell(command).first.flatMap { $0.firstMatch(of: #/breaks (\w+)/#)?.1 }.map(String.init)
        ?? ""
    }
    expectEqual(refusal("set b.number 1"), "former")
    expectEqual(refusal("set b.old Owner[\"Bob\"]"), "former")
    talk.tell("drop rule Bike.former")
    expectEqual(refusal("set b.old Owner[\"Bob\"]"), "path")
    expectEqual(refusal("set b.old Owner[\"Eve\"]"), "state")
  }

  @Test func anAlterationReachesOldValuesOrIsRefused() throws {
    let talk = try Conversation(Self.counter)
    talk.tell("alter Counter { rename n to count }")
    expectEqual(
      talk.tell("describe Counter").filter { $0.contains("grows") },
      ["nil|rule|rule Counter.grows \"must not shrink\" on change deferred : count >= old.count"])
    expectEqual(talk.tell("set c count=2 m=2"), [])
    expectEqual(talk.tell("set c count=1 m=1").first?.contains("breaks grows"), true)
    // The old values have another kind.
    let lines = talk.tell("alter Counter { change name: Integer using (length(name)) }")
    #expect(!lines.contains { $0.hasPrefix("error") }, "\(lines)")
    talk.tell("rule Counter.grows on change deferred : old.count < 9")
    talk.tell("drop rule Counter.same")
    let refusal = talk.tell("alter Counter { drop count }")
    expectEqual(refusal.first?.contains("Counter.grows"), true, "\(refusal)")
  }

  @Test func definitionsAreWrittenSoThatTheyCanBeRunAgain() throws {
    let talk = try Conversation(Self.counter + "\nset c n=5 m=5\nset c n=7 m=7")
    let rules = [
      "rule Counter.grows \"must not shrink\" on change deferred : n >= old.n",
      "rule Counter.same \"n and m must be the same\" deferred : n = m",
    ]
    for command in ["schema", "dump", "history --script"] {
      let lines = talk.tell(command)
      expectEqual(lines.filter { $0.hasPrefix("rule ") }, rules, "\(command)")
      let other = try Conversation(lines.joined(separator: "\n"))
      expectEqual(other.tell("schema"), talk.tell("schema"), "\(command)")
    }
    expectEqual(
      talk.tell("rule Counter.x \"t\" severity warn on delete, create : n = m; schema").last,
      "rule Counter.x \"t\" severity warn on create, delete : n = m")
    // The same rule again does nothing.
    let log = talk.tell("log")
    talk.tell("rule Counter.x \"t\" severity warn on create, delete : n = m")
    expectEqual(talk.tell("log"), log)
  }

  @Test func aRuleThatCannotBeEvaluatedRefusesTheCommand() throws {
    let talk = try Conversation(Self.counter)
    talk.tell("rule Counter.far on change : old.n + 9223372036854775807 > n")
    expectEqual(talk.tell("set c n=1 m=1"), [])
    expectEqual(
      talk.tell("set c n=2 m=2").first?.contains("Counter.far cannot be evaluated"), true)
    expectEqual(talk.tell("get c.n"), ["1"])
  }

  @Test func aStoredRuleWithTextBehindItIsIgnoredAndReported() throws {
    let file = try Outsider()
    let talk = try Conversation(Self.counter, database: file.path)
    expectEqual(talk.tell("check"), [])
    _ = talk.finish()
    try file.run(
      """
      UPDATE wb_def SET new = new || '; delete Counter' WHERE new LIKE 'rule Counter.grows%';
      INSERT INTO wb_def(tx, object, new)
        SELECT tx, 'rule:77', 'rule Counter.bad on create : old.n > 0' FROM wb_def LIMIT 1;
      PRAGMA schema_version = 9999;
      """)
    let other = try Conversation(database: file.path)
    let lines = other.tell("schema")
    #expect(!lines.contains { $0.contains("delete Counter") || $0.contains("grows") }, "\(lines)")
    let found = other.tell("check").filter { $0.contains("rule") }
    #expect(found.contains { $0.contains("is ignored") }, "\(found)")
    #expect(found.contains { $0.contains("Counter.bad cannot be evaluated") }, "\(found)")
  }

  @Test func aListThatRefersIsAValueOfItsRecordAndAnotherListIsNot() throws {
    let talk = try Conversation(
      """
      define Person { name: Text key }
      define Stop { name: Text }
      define Outing { name: Text key, crew: [Person], stops: [Stop] owned }
      rule Outing.over on change : name <> "over"
      new Person name=Ann; new Person name=Bob
      let o = new Outing name=over crew=[Person/1]
      """)
    expectEqual(talk.tell("append o.stops new Stop name=x; set Person/1.name Eve"), ["Stop/1"])
    expectEqual(talk.tell("append o.crew Person/2").first?.contains("breaks over"), true)
    expectEqual(talk.tell("set o.crew []").first?.contains("breaks over"), true)
    expectEqual(talk.tell("get o.crew"), ["[Person/1]"])
  }

  @Test func keptHandlersRunBeforeARuleAboutTheChangeIsJudged() throws {
    let talk = try Conversation(Self.counter + "\ndrop rule Counter.same")
    talk.tell("rule Counter.both on change : n - old.n = m - old.m")
    expectEqual(talk.tell("set c.n 5").first?.contains("breaks both"), true)
    talk.tell("save on change Counter.n as follow { set record.m (:new) }")
    expectEqual(talk.tell("set c.n 5; get c.m"), ["5"])
    expectEqual(talk.tell("undo; get c.m").first?.contains("breaks grows"), true)
  }

  @Test func inAFieldReturnIsRefusedAsACommandIs() throws {
    let talk = try Conversation(
      Self.counter + "\ndrop rule Counter.same\nset c.n 4\nfield f on c.n")
    expectEqual(
      talk.tell("type f \"<All>2<Return>\"").last,
      "error rule 1:8: Counter/1 breaks grows, must not shrink: n is 2, old.n is 4")
    expectEqual(talk.tell("type f \"<All>6<Return>\"").last, "f: \"6\" c.n = 6")
  }

  @Test func anImportNamesTheRowThatARuleRefuses() throws {
    let talk = try Conversation(
      Self.counter + "\nrule Counter.small on create : n < 9",
      files: [
        "new.csv": "name,n,m\nb,3,3\nd,12,12\ne,4,4\n", "old.csv": "name,n,m\na,3,3\n",
        "less.csv": "name,n,m\na,1,1\n",
      ])
    let lines = talk.tell("import new.csv into Counter")
    #expect(lines.contains { $0.hasPrefix("error rule 3:0: Counter/3 breaks small") }, "\(lines)")
    expectEqual(talk.tell("count Counter"), ["1"])
    talk.tell("import old.csv into Counter update by name")
    let refused = talk.tell("import less.csv into Counter update by name")
    #expect(refused.contains { $0.contains("breaks grows") }, "\(refused)")
    expectEqual(talk.tell("get c.n"), ["3"])
  }

  // MARK: check

  @Test func recordsThatBreakRulesLeaveTheStatusOfCheckUnlessItIsStrict() throws {
    let file = try Outsider()
    let talk = try Conversation(
      "define A { n: Integer }\nrule A.small : n < 9\nrule A.up on change : n > old.n\nnew A n=1",
      database: file.path)
    expectEqual(talk.tell("check --strict"), [])
    // The lesser number would break the other rule, if it were a change of ours.
    try file.run("UPDATE A SET n = 10")
    try file.run("UPDATE A SET n = 9")
    let finding = "breaks small: n is 9|A/1|n|"
    expectEqual(talk.tell("check").map { $0.hasPrefix(finding) }, [true])
    expectEqual(talk.finish().status, 0)
    let other = try Conversation(database: file.path)
    expectEqual(other.tell("check --strict").map { $0.hasPrefix(finding) }, [true])
    expectEqual(other.finish().status, 1)
    try file.run("DROP TRIGGER wb_type1_inserted")
    let third = try Conversation(database: file.path)
    #expect(third.tell("check").count > 1)
    expectEqual(third.finish().status, 1)
  }
}
