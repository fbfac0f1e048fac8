import TestSupport
import Testing
import Values

@Suite struct WindowFunctionTests {
  private static let values = [
    "null", "0", "7", "-7", "0.1", "0.25", "-0.3", "9223372036854775807", "-9223372036854775807",
    "'99999999999999999999999999999999999999'", "'-99999999999999999999999999999999999999'",
    "'0.00000000000000000000000000000000000001'", "'123456789012345678901234567890.5'", "1e300",
    "x'00'", "'a'",
  ]

  /// Each result equals the function on the window's rows alone, to the last digit for decimals.
  @Test(arguments: [
    ("decimal_sum", 16), ("decimal_sum", 9), ("decimal_avg4", 16), ("decimal_avg4", 7),
    ("decimal_max", 16), ("decimal_min", 13), ("whole_sum", 7), ("whole_avg", 9),
  ])
  func aWindowIsWhatItsRowsAre(function: String, kinds: Int) throws {
    let calls = try FunctionCalls()
    var random = Seeded(stream: kinds)
    var answered = 0
    for _ in 0..<(Seeded.isLong ? 1000 : 30) {
      let rows = (1...12).map { "(\($0), \(Self.values[random.below(kinds)]))" }
      let (before, after) = (random.below(4), random.below(4))
      let sql = """
        group_concat(i || ': ' || quote(v) || ' and not ' || quote(alone)) from (
          with t(i, a) as (values \(rows.joined(separator: ", ")))
          select i, \(function)(a) over (order by i rows between \(before) preceding
            and \(after) following) as v,
            (select \(function)(a) from t as o
              where o.i between t.i - \(before) and t.i + \(after)) as alone
          from t)
        where case when typeof(v) = 'real' and typeof(alone) = 'real' and \(kinds) > 9
          then abs(v - alone) > 1e-14 * abs(alone) else v is not alone end
        """
      let result = try calls.call(sql)
      // A sum can be too long only for the window.
      if result == .failure(.init(message: "the sum has more than 38 digits")) { continue }
      answered += 1
      try expectEqual(result.get(), .null, "\(rows), \(Seeded.seed)")
    }
    #expect(answered > 0)
  }

  @Test func whatAWindowCannotHoldIsAnError() throws {
    let calls = try FunctionCalls()
    let sum = "whole_sum(a) over (order by a desc rows between 1 preceding and current row)"
    let rows = "(select 9223372036854775807 as a union all select 9223372036854775806)"
    try expectEqual(
      calls.call("max(v) from (select \(sum) as v from \(rows))"),
      .failure(FunctionCalls.Words(message: "the result does not fit in 64 bits")))
  }
}
