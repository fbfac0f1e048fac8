import Foundation
import TestSupport
import Testing

@Suite(.waits) struct LayoutRunTests {
  @Test func aLayoutIsBroughtBackByALaterRun() throws {
    let program = try Program()
    defer { program.remove() }
    let runs = [
      """
      define Sample { code: Text key, weight: Decimal(integer: 3, fraction: 1)?, place: Text = "shelf" }
      let a = new Sample code=a1 weight=4.5
      label weight on a.weight nil "—"
      field f on a.weight
      form sheet on a
      save layout desk
      """,
      """
      layout desk
      type f "<All>7.5<Return>"
      interactors
      delete Sample["a1"]
      """,
      "layout desk\nundo; layout desk; drop layout desk; layout desk",
    ]
    for (number, text) in runs.enumerated() {
      try program.write(text, to: "run.wb")
      try Transcript.verify(
        program("x.db", "-k", "-f", "run.wb"), as: "layouts-\(number + 1)")
    }
  }

  @Test func failedCommandsThatTypeAreMendedAndRun() throws {
    let program = try Program()
    defer { program.remove() }
    try program.write(
      """
      define Sample { code: Text key, weight: Integer in 0...150 = 1 }
      new Sample code=a1 as a
      field f on a.weight
      type f "<All>900<Return>"
      type f "<All>12<Return>"
      set a.weight 300
      """, to: "all.wb")
    try expectEqual(program("x.db", "-k", "--rejects", "r.wb", "-f", "all.wb").status, 1)
    let rejects = try String(
      contentsOf: program.folder.appendingPathComponent("r.wb"), encoding: .utf8)
    expectEqual(
      rejects,
      """
      let a = Sample/1
      field f on Sample/1.weight
      # all.wb:4:8: error: "0" was rejected; press Return again to keep "90"
      type f "<All>900<Return>"
      # all.wb:6:14: error: weight must be 0…150, not 300
      set a.weight 300

      """)
    let mended = rejects.replacingOccurrences(of: "<All>900", with: "<All>80")
      .replacingOccurrences(of: "300", with: "(a.weight + 1)")
    try program.write(mended, to: "mended.wb")
    try expectEqual(program("x.db", "-f", "mended.wb").status, 0)
    try expectEqual(program("x.db", "-c", "get Sample/1.weight").output, "81\n")
  }
}
