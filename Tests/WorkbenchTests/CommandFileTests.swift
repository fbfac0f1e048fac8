import Foundation
import TestSupport
import Testing

@Suite struct CommandFileTests {
  private static let article = "Sources/Session/Session.docc/AddingACommand.md"
  private static let list = "Sources/Session/Commands/CommandTable.swift"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Program.root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func sources(_ folder: String) throws -> [(path: String, text: String)] {
    let root = Program.root.appendingPathComponent(folder)
    let files = FileManager.default.enumerator(atPath: root.path)?.allObjects ?? []
    return try files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
      .map { ("\(folder)/\($0)", try text("\(folder)/\($0)")) }
  }

  private static func commands(in text: String) -> [String] {
    text.matches(of: #/(?:struct|enum) (\w+Command): Command\b/#).map { String($0.1) }
  }

  @Test func everyFileThatTheArticleNamesIsThereButTheNewOne() throws {
    let article = try Self.text(Self.article)
    let named = article.matches(of: #/`((?:Sources|Tests)\/[^`]+)`( \(new\))?/#)
    #expect(named.count > 6)
    for match in named {
      let path = Program.root.appendingPathComponent(String(match.1)).path
      expectEqual(FileManager.default.fileExists(atPath: path), (match.2 == nil), "\(match.1)")
    }
  }

  @Test func theTableOfTheArticleIsTheWholeOfACommand() throws {
    let article = try Self.text(Self.article)
    let table = article.matches(of: #/\n\| `(Sources\/[^`]+)`/#).map { String($0.1) }
    expectEqual(table, ["Sources/Session/Commands/Rename.swift", Self.list])
    let listed = try Self.text(Self.list).matches(of: #/(\w+Command)\.self/#).map { String($0.1) }
    let files = try Self.sources("Sources/Session/Commands").filter {
      !Self.shared.contains($0.path)
    }
    expectEqual(files.flatMap { Self.commands(in: $0.text) }.sorted(), listed.sorted())
    for file in files {
      let commands = Self.commands(in: file.text)
      expectEqual(commands.count, 1, "\(file.path)")
      for part in ["static let verb = Verb(", "init(parsing parser:", "func run(in session:"] {
        #expect(file.text.contains(part), "\(file.path): \(part)")
      }
      let verb = file.text.firstMatch(of: #/Verb\(\s*"(\w+)"/#).map { String($0.1) }
      let name = file.path.split(separator: "/").last?.dropLast(".swift".count)
      // The exception avoids the name of the protocol.
      let isProtocol = verb == "command" && name == "CommandCommand"
      #expect(isProtocol || verb?.lowercased() == name?.lowercased())
    }
  }

  /// Shared by all commands: the protocol, the list, and the calls of user-defined commands.
  private static let shared = [
    "Sources/Session/Commands/Command.swift", list, "Sources/Session/Commands/UserCall.swift",
  ]

  @Test func everyCommandHasAFileOfTestsOfItsName() throws {
    let commands = try Self.sources("Sources/Session/Commands").filter {
      !Self.commands(in: $0.text).isEmpty || $0.text.contains("struct UserCall: Command")
    }
    #expect(commands.count > 80)
    for command in commands {
      let name = command.path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
      let tests = (try? Self.text("Tests/SessionTests/Commands/\(name)Tests.swift")) ?? ""
      let isThere = tests.contains("struct \(name)Tests {") && tests.contains("  @Test")
      #expect(isThere, "\(name)Tests.swift has the tests of \(command.path)")
    }
  }

  /// Reads definitions, which are stored as commands.
  private static let reader = "Sources/Session/Program/StoreReader.swift"

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }

  @Test func nothingElseNamesACommand() throws {
    let commands = try Self.sources("Sources/Session/Commands").flatMap {
      Self.commands(in: $0.text)
    }
    #expect(commands.count > 40)
    for file in try Self.sources("Sources") where file.path != Self.reader {
      guard !file.path.hasPrefix("Sources/Session/Commands/") else { continue }
      let words = Set(file.text.utf8.split { !Self.isPartOfWord($0) }.map { String(Substring($0)) })
      for command in words.intersection(commands) {
        Issue.record("\(file.path) names \(command)")
      }
    }
    for file in try Self.sources("Sources/CommandLanguage") {
      #expect(!file.text.contains("= Verb("), "\(file.path) has a verb")
    }
  }

  @Test func theExampleOfTheArticleHasThePartsOfACommand() throws {
    let article = try Self.text(Self.article)
    let example = try #require(article.firstMatch(of: #/```swift\n([\s\S]*?)```/#)?.1)
    expectEqual(Self.commands(in: String(example)), ["RenameCommand"])
    let session = try Self.text("Sources/Session/Session.swift")
    let parts = article.matches(of: #/\n\| `(\w+)` \|/#).map { String($0.1) }
    expectEqual(parts.count, 19)
    for part in parts {
      let isThere = session.contains("  let \(part): ") || session.contains(" var \(part) = ")
      #expect(isThere, "\(part)")
    }
    for use in example.matches(of: #/session\.(\w+)\./#) {
      #expect(parts.contains(String(use.1)), "\(use.1)")
    }
  }
}
