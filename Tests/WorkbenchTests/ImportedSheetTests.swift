import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ImportedSheetTests {
  private static let type = "define Part { code: Text key, price: Decimal?, born: Date? }"

  private let program: Program

  init() throws {
    program = try Program()
    let workbook = TestWorkbook([["code", "price"], ["a", "<c><v>1.5</v></c>"]])
    try program.write(Data(workbook.bytes), to: "p.xlsx")
    _ = try program("x.db", "-c", Self.type)
  }

  private func bash(_ commands: String) throws -> Program.Run {
    try program.run(
      URL(fileURLWithPath: "/bin/bash"), ["-c", commands, "bash", Program.executable.path])
  }

  @Test(arguments: ["p.xlsx into Part", "- into Part' < p.xlsx; : '"])
  func aSheetIsReadFromAFileAlsoOnStandardInput(command: String) throws {
    defer { program.remove() }
    expectEqual(try bash("\"$1\" x.db -c 'import \(command)'").errors, "1 record created\n")
    let listed = try program("x.db", "-c", "list Part code, price").lines
    expectEqual(listed.last, "Part/1  a       1.5")
  }

  @Test func aSheetFromAPipeIsRefused() throws {
    defer { program.remove() }
    let run = try bash("cat p.xlsx | \"$1\" x.db -c 'import - into Part'")
    #expect(run.errors.contains("error: an XLSX file cannot be read from a pipe"), "\(run.errors)")
    expectEqual(try program("x.db", "-c", "count Part").output, "0\n")
  }

  /// Files of a program that is in wide use, if it is installed.
  @Test func filesOfOpenpyxlAreRead() throws {
    defer { program.remove() }
    let script = """
      import datetime, openpyxl
      book = openpyxl.Workbook()
      book.active.append(["code", "price", "born"])
      book.active.append(["Größe <1>", 0.1 + 0.2, datetime.date(2024, 1, 31)])
      book.save("q.xlsx")
      """
    let run = try program.run(URL(fileURLWithPath: "/usr/bin/python3"), ["-c", script])
    guard run.status == 0 else { return #expect(run.errors.contains("No module named")) }
    _ = try program("x.db", "-c", "import q.xlsx into Part")
    expectEqual(
      try program("x.db", "-c", "list Part code, price, born").lines.last,
      "Part/1  Größe <1>    0.3  2024-01-31")
  }
}
