import TestSupport
import Testing

@Suite struct KindMixTests {
  private static let world = """
    define P { name: Text key, age: Integer?, boss: P?, crew: [P] on delete clear, tags: [Text], note: Text? }
    new P name=a age=3 as a
    new P name=b tags=[z, w]
    new P name=c age=5 as c
    set a.crew [P/3, P/2, P/1]
    let i = 1
    """

  @Test(arguments: [
    "set c boss=(age - 3)", "set c age=(P/1)", "set c.boss (:a.age)", "set c boss=(count(crew))",
    "append c.crew :i", "remove a.crew :i", "put P[\"q\"] crew=[:i]",
    "append a.tags (P[\"b\"].tags)",
    "insert a.tags 0 (P[\"b\"].tags)", "set a note=(P[\"b\"].tags)", "set a note=(P/1)",
  ])
  func aNumberIsNoRecordAndAListIsNoText(command: String) throws {
    let talk = try Conversation(Self.world)
    let before = talk.tell("list P --long")
    #expect(talk.tell(command).last?.contains("cannot be") ?? false)
    expectEqual(talk.tell("list P --long"), before)
  }

  @Test func aRecordIsOneHoweverItIsCalculated() throws {
    let talk = try Conversation(Self.world)
    talk.tell("set a boss=(P[\"c\"]); set c.boss (:a.boss); let r = (P[\"b\"]); append c.crew :r")
    talk.tell("set a tags=(P[\"b\"].tags)")
    expectEqual(
      talk.tell("get a.boss; get c.boss; get c.crew; get a.tags"),
      ["P/3", "P/3", "[P/2]", "[z, w]"])
  }

  /// A value that cannot be calculated from other records is nil; the remaining values are
  /// unaffected.
  @Test func aRecordIsReadThoughOneOfItsPropertiesCannotBeCalculated() throws {
    let talk = try Conversation(
      """
      define T { n: Integer = 0, on: Date = 2026-01-01, due: Date? := (add_months(on, n)) }
      define M { name: Text key; k: [T] on delete clear; s: Integer := (coalesce(sum(k.n), 0)) }
      new T n=9000000000000000000
      new T n=9000000000000000000
      new T n=1
      new M name=z
      new M name=a k=[T/1] as a
      append a.k T/2
      """)
    expectEqual(talk.tell("list M"), ["M/1|z|[]|0", "M/2|a|[T/1, T/2]|nil"])
    expectEqual(talk.tell("list M order by name desc limit 1"), ["M/1|z|[]|0"])
    expectEqual(talk.tell("get a.name; get a.s; get T/3.due"), ["a", "nil", "2026-02-01"])
    expectEqual(talk.tell("list T").map { $0.hasSuffix("nil") }, [true, true, false])
    #expect(talk.tell("list M (s + 1)").last?.contains("not fit in 64 bits") == true)
    expectEqual(
      talk.tell("check").filter { $0.contains("the value cannot be calculated and is nil") }.count,
      3)
    #expect(talk.tell("dump").contains { $0.contains("new M") })
    talk.tell("remove a.k 0")
    expectEqual(
      talk.tell("get a.s; set T/2.n 1; get T/2.due; get a.s"),
      ["9000000000000000000", "2026-02-01", "1"])
    talk.tell("set T/1.n 0")
    expectEqual(talk.tell("check"), [])
  }

  @Test func aMisspelledPropertyIsNamedBeforeItsKind() throws {
    let talk = try Conversation(
      "define T { seen: DateTime?, shade: Hex(6)?, clock: Time(seconds)?, o: Boolean = false }")
    #expect(talk.tell("list T where seen - sean > \"1:00\"").joined().contains("no \"sean\""))
    #expect(talk.tell("count T where shade > \"red\"").first?.hasPrefix("error") == true)
    expectEqual(talk.tell("count T where shade > \"00ff00\""), ["0"])
    expectEqual(
      talk.tell("new T clock=\"10:30:00\" as t; label l = (:t.clock)"), ["T/1", "l: 10:30:00"])
    expectEqual(talk.tell("list T o order by (o and clock in ())"), ["T/1|false"])
  }
}
