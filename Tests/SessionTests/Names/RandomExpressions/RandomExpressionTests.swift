import TestSupport
import Testing

@Suite struct RandomExpressionTests {
  /// Hundreds of expressions, or a million with `WORKBENCH_LONG=1`.
  @Test(arguments: 0..<4)
  func aSessionAndAPlainInterpreterAgree(stream: Int) throws {
    var trees = 0
    for round in 0..<(Seeded.isLong ? 1250 : 1) {
      let number = stream + round * 4
      let run = try ExpressionRun(stream: number)
      for _ in 0..<100 { run.step() }
      for failure in run.failures {
        Issue.record("seed \(Seeded.seed), stream \(number): \(failure)\n\(run.script)")
      }
      trees += run.trees
      if Seeded.isLong, round % 10 == 9 {
        print("stream \(stream), seed \(Seeded.seed): \(trees) expressions")
      }
    }
    #expect(trees > 100)
  }
}
