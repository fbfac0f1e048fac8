import Randomness
import Testing

@Suite struct RandomExpressionTests {
  /// More than a thousand expressions, and a million with `WORKBENCH_LONG=1`.
  @Test(arguments: 0..<4)
  func aSessionAndAPlainInterpreterAgree(stream: Int) throws {
    for round in 0..<(Seeded.isLong ? 1250 : 2) {
      let number = stream + round * 4
      let run = try ExpressionRun(stream: number)
      for _ in 0..<100 { run.step() }
      for failure in run.failures {
        Issue.record("seed \(Seeded.seed), stream \(number): \(failure)\n\(run.script)")
      }
    }
  }
}
