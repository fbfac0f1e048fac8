import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ExampleTests {
  private static func names(in folder: String) -> [String] {
    let url = Program.root.appendingPathComponent(folder)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return files.filter { $0.hasSuffix(".wb") }.sorted()
  }

  private func program() throws -> Program {
    let program = try Program()
    for folder in ["Schemas", "Examples"] {
      try FileManager.default.copyItem(
        at: Program.root.appendingPathComponent(folder),
        to: program.folder.appendingPathComponent(folder))
    }
    return program
  }

  @Test func thereAreSchemasAndExamples() {
    #expect(!Self.names(in: "Schemas").isEmpty)
    #expect(!Self.names(in: "Examples").isEmpty)
  }

  @Test(arguments: names(in: "Schemas"))
  func aSchemaIsLoadedTwiceAndLeavesAHealthyStore(name: String) throws {
    let program = try program()
    defer { program.remove() }
    for round in 1...2 {
      let run = try program("x.db", "-f", "Schemas/\(name)", "-c", "check")
      expectEqual(run.errors, round == 1 ? "x.db: new database\n" : "")
      expectEqual(run.status, 0)
    }
    #expect(try program("x.db", "-c", "types").lines.count > 1)
  }

  @Test func theGuideShowsThePriceListAsItIs() throws {
    let page = try text("Sources/workbench/Guide/Tasks/move-a-spreadsheet-in.md")
    let program = try program()
    defer { program.remove() }
    let proposal = try program(
      "x.db", "-c", "import Examples/price-list-spring.csv --infer as Part --skip-last 1")
    #expect(page.contains("```text\n\(proposal.output)```"), "\(proposal.output)")
    let script = try text("Examples/price-list.wb")
    let run = try program("x.db", "-f", "Examples/price-list.wb")
    let changes = run.lines.filter { $0.contains("a difference of") }.joined(separator: "\n")
    #expect(page.contains("```text\n\(changes)\n```"), "\(run.output)")
    let blocks = page.components(separatedBy: "```").enumerated()
      .filter { !$0.offset.isMultiple(of: 2) && $0.element.hasPrefix("\n") }.map(\.element)
    for block in blocks.dropFirst() { #expect(script.contains(block), "\(block)") }
    // The definition of the script is the one that is proposed, and so are the options.
    for line in proposal.lines.dropFirst().dropLast() {
      let definition = "\n" + line.split(separator: /\ {2,}#/)[0] + "\n"
      #expect(script.contains(definition), "\(definition)")
    }
    let options = try #require(proposal.lines.last?.components(separatedBy: " --skip 3").last)
    #expect(script.contains(" --skip 3" + options), "\(options)")
  }

  @Test func theGuideBuildsTheWorkshopFromItsSchema() throws {
    let page = try text("Sources/workbench/Guide/Tasks/build-an-application.md")
    let schema = try text("Schemas/workshop.wb")
    let blocks = page.components(separatedBy: "```").enumerated()
      .filter { !$0.offset.isMultiple(of: 2) && $0.element.hasPrefix("\n") }.map(\.element)
    let parts = blocks.filter { !$0.hasPrefix("\nshow") && !$0.hasPrefix("\nreport") }
    #expect(parts.count > 8)
    for part in parts { #expect(schema.contains(part), "\(part)") }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Program.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: names(in: "Examples"))
  func anExamplePrintsItsTranscriptAlsoWhenItIsRunAgain(name: String) throws {
    let program = try program()
    defer { program.remove() }
    for turn in 1...2 {
      let run = try program("x.db", "--actor", "tester", "-f", "Examples/\(name)")
      try Transcript.verify(run, as: "\(name.dropLast(3))-\(turn)")
    }
  }
}
