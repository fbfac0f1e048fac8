import Session
import TestSupport
import Testing

@Suite struct ComputedChainTests {
  private static func chain(
    _ count: Int, _ first: String, _ kind: String, _ operation: (String) -> String
  ) -> String {
    let links = (1...count).map { "b\($0): \(kind) := (\(operation("b\($0 - 1)")))" }
    return "define T { \(([first] + links).joined(separator: "; ")) }"
  }

  @Test(arguments: [
    ("b0: Integer", "Integer", "+ 1", "b0=1", "201"),
    (
      "b0: Decimal(integer: 12, fraction: 2)", "Decimal(integer: 12, fraction: 2)", "+ 0.25",
      "b0=1",
      "51.00"
    ),
    ("n: Text; b0: Integer := (length(ulower(n)))", "Integer", "+ 1", "n=a", "201"),
    ("n: Text; b0: Date := (date(ulower(n)))", "Date", "+ 1", "n=\"2026-01-01\"", "2026-07-20"),
  ])
  func twoHundredPropertiesCanBeComputedFromEachOther(
    first: String, kind: String, operation: String, values: String, last: String
  ) throws {
    let talk = try Conversation(Self.chain(200, first, kind) { "\($0) \(operation)" })
    expectEqual(talk.tell("new T \(values) as t; get t.b200"), ["T/1", last])
    expectEqual(talk.tell("count T where b200 = b199 \(operation)"), ["1"])
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: [
    Self.chain(60, "b0: Integer", "Integer") { "\($0) + \($0)" },
    Self.chain(60, "r: T?; b0: Integer", "Integer?") { "r.\($0) + r.\($0)" },
    Self.chain(600, "b0: Integer", "Integer") { "\($0) + 1" },
  ])
  func whatGrowsWithoutEndIsRefused(definition: String) throws {
    let talk = try Conversation()
    let said = talk.tell(definition).joined()
    #expect(said.contains("too many computed properties: ") || said.contains("nested too deeply"))
  }

  /// Many values are calculated from stored steps, few in one expression.
  @Test(arguments: [3, 40])
  func whatFollowsFromWhatCannotBeCalculatedIsNilToo(count: Int) throws {
    let links = (1...count).map { "b\($0): Integer? := (coalesce(b\($0 - 1), 7) + 0)" }
    let talk = try Conversation(
      """
      define O { v: Integer }
      define T { o: O; b0: Integer? := (o.v * o.v); \(links.joined(separator: "; ")) }
      let p = new O v=3
      let o = new O v=9000000000
      new T o=p as t
      """)
    expectEqual(talk.tell("get t.b0; get t.b\(count)"), ["9", "9"])
    expectEqual(talk.tell("set t o=o; get t.b0; get t.b\(count)"), ["nil", "nil"])
    #expect(talk.tell("check").joined().contains("the value cannot be calculated and is nil"))
  }

  @Test func aMistakeInTheFirstOfAChainIsNamedByItself() throws {
    let talk = try Conversation()
    let links = (1...200).map { "b\($0): Integer? := (b\($0 - 1) + 1)" }
    let said = talk.tell(
      "define T { b0: Integer? := (nothing + 1); \(links.joined(separator: "; ")) }"
    ).joined()
    #expect(said.contains("no such property: T has no \"nothing\""))
  }

  /// Each type has a property computed from the previous type's, through a reference.
  private static func references(_ count: Int, _ expression: String) -> String {
    let types = (1...count).map {
      "define A\($0) { r: A\($0 - 1); x: Integer? := (\(expression)) }"
    }
    return (["define A0 { x: Integer }"] + types).joined(separator: "\n")
  }

  @Test(arguments: [
    "r.x + 1", "r.x + r.x - r.x + 1",
    "case when r.x > 3 then r.x + 1 when r.x < 2 then r.x + 1 else r.x + 1 end",
  ])
  func whatIsComputedThroughReferencesIsReadOnceOrRefused(expression: String) throws {
    let talk = try Conversation(Self.references(4, expression))
    talk.tell("let a0 = new A0 x=2")
    for number in 1...4 { talk.tell("let a\(number) = new A\(number) r=a\(number - 1)") }
    expectEqual(talk.tell("get a4.x; count A4 where x = 6"), ["6", "1"])
    let said = try Conversation().tell(Self.references(12, expression)).joined()
    #expect(
      said.contains("a chain of") && said.contains("100 nested operators")
        || said.contains("too many computed properties: ") && said.contains("at most"))
  }

  @Test func aLongSumIsExactAndItsOverflowAnError() throws {
    let sum = Array(repeating: "n", count: 300).joined(separator: " + ")
    let talk = try Conversation("define T { n: Integer; s: Integer := (\(sum)) }")
    expectEqual(
      talk.tell("new T n=2 as t; get t.s; count T where \(sum) = 600"), ["T/1", "600", "1"])
    #expect(talk.tell("new T n=9000000000000000000").joined().contains("not fit in 64 bits"))
  }

  @Test(arguments: [
    ("9223372036854775806", "9223372036854775807"),
    ("9223372036854775807", nil), ("-9223372036854775808", "-9223372036854775807"),
  ])
  func theLeastAndGreatestWholeNumberCanBeComputed(number: String, next: String?) throws {
    let talk = try Conversation("define T { n: Integer; m: Integer := (n + 1) }")
    let said = talk.tell("new T n=\(number) as t; get t.m")
    if let next {
      expectEqual(said, ["T/1", next])
    } else {
      #expect(said.joined().contains("not fit in 64 bits"))
    }
  }

  @Test func theLeastWholeNumberComputedHasNoAmount() throws {
    let talk = try Conversation("define T { n: Integer; m: Integer? := (abs(n)) }")
    #expect(talk.tell("new T n=-9223372036854775808").joined().contains("not fit in 64 bits"))
    #expect(
      talk.tell("define K { y: Integer? := (abs(-9223372036854775808)) }").joined()
        .contains("not fit in 64 bits"))
  }

  @Test func longDecimalsAreCalculatedWhenAskedFor() throws {
    let kind = "Decimal(integer: 8, fraction: 3)"
    let talk = try Conversation(
      """
      define M {
        a: Decimal(integer: 10, fraction: 2)
        c: \(kind) := (max(coalesce(a * a, 0), 1))
        d: \(kind) := (-coalesce(a * a, 0))
        e: \(kind) := (abs(coalesce(a * -a, 0)))
      }
      let m = new M a=1.50
      """)
    expectEqual(talk.tell("get m.c; get m.d; get m.e"), ["2.250", "-2.250", "2.250"])
    expectEqual(
      talk.tell("alter M { add f: \(kind)? := (min(case when a > 1 then a * a end, 5)) }; get m.f"),
      ["2.250"])
    expectEqual(talk.tell("check"), [])
  }
}
