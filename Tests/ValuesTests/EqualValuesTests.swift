import TestSupport
import Testing

@Suite struct EqualValuesTests {
  @Test func otherValuesAreAnIssueThatNamesBoth() {
    withKnownIssue {
      expectEqual([1, 2], [1, 3], "at the end")
    } matching: { issue in
      issue.comments == ["at the end\n[1, 2]\n  is not [1, 3]"]
        && issue.sourceLocation?.fileID == #fileID
    }
  }

  @Test func equalValuesAreNone() {
    expectEqual([1, 2], [1, 2])
  }
}
