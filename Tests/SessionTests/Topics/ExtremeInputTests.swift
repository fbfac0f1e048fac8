import TestSupport
import Testing

@Suite struct ExtremeInputTests {
  /// Each of these ended the program: a number overflowed, a range was inverted, or the stack was
  /// too small.
  @Test(arguments: [
    #"echo (date("2026-01-31", "+9223372036854775807 years"))"#,
    "update where set a=1",
    "create table t (a decimal(5, -9223372036854775808))",
    "create table t (a decimal(9223372036854775807, -1))",
    #"sql "select fitting_decimal(1, 'x', -5)""#,
    #"sql "select fitting_decimal(1.5, 'x', 9223372036854775807)""#,
    "new P a=170141183460469231731687303715884105728",
    "define Q { a: Text matching /(?<a-1>x)/ }",
    #"define Q { a: Mask("\#(String(repeating: "0", count: 20_000))") }"#,
    "list P where a\(String(repeating: ".a", count: 1_000)) = 1",
    #"formatter f for P "{{\#(String(repeating: "reversed(", count: 100))a"#
      + #"\#(String(repeating: ")", count: 100))}}""#,
  ])
  func theProgramGoesOn(line: String) throws {
    let talk = try Conversation("define P { a: Decimal(integer: 20, fraction: 0)? }\nnew P")
    talk.tell(line)
    expectEqual(talk.tell("echo alive"), ["alive"])
  }
}
