import Foundation
import TestSupport
import Testing

@Suite struct ArchitectureTests {
  private static let allowed: [String: Set<String>] = [
    "Values": [],
    "Records": ["Observation", "Values"],
    "Validation": ["Values"],
    "Interactors": ["Records", "Validation", "Values", "Foundation", "Observation"],
    "Presentation": ["Interactors", "Records", "Values"],
    "SQLEngine": ["CSQLite", "Values"],
    "Expressions": ["Records", "Values", "Foundation", "_FoundationICU"],
    "RecordStore": [
      "Dispatch", "Expressions", "SQLEngine", "Records", "Values", "Foundation",
    ],
    "CommandLanguage": ["Values"],
    "Replies": ["Records", "Values"],
    "Interchange": ["CExpat", "CXlsxWriter", "CZlib", "Records", "Values"],
    "CExpat": [],
    "CXlsxWriter": [],
    "CZlib": [],
    "Workspace": [
      "Presentation", "Interactors", "RecordStore", "Expressions", "Records", "Replies",
      "Validation", "Values",
    ],
    "Session": [
      "Workspace", "CommandLanguage", "Interactors", "Interchange", "Presentation", "RecordStore",
      "Records", "Replies", "SQLEngine", "Validation", "Values",
    ],
    "Cluster": ["SQLEngine", "Values", "CDqlite", "CSQLite", "Glibc"],
    "CDqlite": [],
    "CICUData": [],
    "Web": [
      "Session", "Workspace", "Replies", "Values", "FoundationEssentials", "Glibc",
      "NIOConcurrencyHelpers", "NIOCore",
      "NIOHTTP1", "NIOPosix", "NIOWebSocket",
    ],
    "LineEditor": ["CLibEdit", "Values", "Glibc"],
    "CLibEdit": [],
    "CSQLite": [],
    "workbench": [
      "Session", "Web", "Workspace", "Replies", "SQLEngine", "LineEditor", "Cluster", "Values",
      "ArgumentParser", "Foundation", "Glibc",
    ],
  ]
  /// Modules of the Swift distribution besides the standard library.
  private static let standard: Set<String> = ["Swift", "Synchronization"]
  /// Apple's standard library hides normal forms, which only Foundation has there.
  private static let fileOfNormalForms = "Values/Decomposition.swift"
  /// Foundation's parts and system libraries on any platform, for targets that may import
  /// Foundation.
  private static let parts: Set<String> = [
    "FoundationEssentials", "Darwin", "Glibc", "Musl", "Android",
  ]
  private static let inner = [
    "CommandLanguage", "Interchange", "Replies", "Workspace", "Session", "Web", "LineEditor",
    "SQLEngine", "Cluster",
  ]
  private static let sources = Program.root.appendingPathComponent("Sources")

  private struct Import {
    var target: String
    var file: String
    var access: String
    var module: String
  }

  private static let imports: Result<[Import], any Error> = Result {
    let pattern =
      #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?<access>\w+\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(?<module>\w+)/#
      .anchorsMatchLineEndings()
    var result: [Import] = []
    let files = FileManager.default.enumerator(atPath: sources.path)
    while let file = files?.nextObject() as? String {
      guard file.hasSuffix(".swift"), let target = file.split(separator: "/").first else {
        continue
      }
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      for match in text.matches(of: pattern) {
        result.append(
          Import(
            target: String(target), file: file,
            access: match.access.map { $0.trimmingCharacters(in: .whitespaces) } ?? "",
            module: String(match.module)))
      }
    }
    return result
  }

  @Test func everyFolderIsATargetOfTheTable() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
    expectEqual(Set(folders), Set(Self.allowed.keys))
  }

  @Test func aTargetImportsWhatTheTableAllowsAndNothingElse() throws {
    let imports = try Self.imports.get()
    #expect(imports.count > 100)
    for item in imports where !Self.standard.contains(item.module) {
      if item.file == Self.fileOfNormalForms, item.module == "Foundation" { continue }
      let module = Self.parts.contains(item.module) ? ["Foundation", item.module] : [item.module]
      if Self.allowed[item.target]?.isDisjoint(with: module) != false {
        Issue.record("\(item.file) imports \(item.module)")
      }
    }
  }

  /// Otherwise a build fails if it happens to compile the target before the module.
  @Test func aTargetDependsOnEveryModuleOfThePackageThatItImports() throws {
    let manifest = try String(
      contentsOf: Program.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    var names: [String: Set<String>] = [:]
    for target in manifest.split(separator: #/(?m)^    \.(?:target|executableTarget)\(/#)
      .dropFirst()
    {
      let quoted = target.matches(of: #/"(\w+)"/#).map { String($0.1) }
      names[quoted[0]] = Set(quoted.dropFirst())
    }
    for item in try Self.imports.get() where Self.allowed[item.module] != nil {
      #expect(names[item.target]?.contains(item.module) == true, "\(item.file): \(item.module)")
    }
  }

  @Test func thirdPartyModulesStayOutOfPublicSignatures() throws {
    let thirdParty: Set = [
      "CSQLite", "CDqlite", "CExpat", "CXlsxWriter", "CZlib", "ArgumentParser",
    ]
    for item in try Self.imports.get() where thirdParty.contains(item.module) {
      if item.access != "internal", item.access != "private", item.access != "fileprivate" {
        Issue.record("\(item.file) imports \(item.module) for others to see")
      }
    }
  }

  /// The interface for other engines: only its implementation imports an engine.
  @Test func onlyTheEngineImportsALibraryThatRunsSQL() throws {
    let targets = Set(try Self.imports.get().filter { $0.module == "CSQLite" }.map(\.target))
    expectEqual(targets, ["SQLEngine", "Cluster"])
  }

  /// The libraries and all targets below them.
  private static var portable: Set<String> {
    var found: Set<String> = []
    var open = DocumentationTests.products
    while let target = open.popLast() {
      guard let below = allowed[target], found.insert(target).inserted else { continue }
      open += below
    }
    return found
  }

  @Test func aLibraryImportsASystemLibraryOnlyBesideTheOneOfApple() throws {
    let targets = Self.portable
    #expect(targets.isSuperset(of: ["CSQLite", "Expressions", "SQLEngine", "Values"]))
    for item in try Self.imports.get() where targets.contains(item.target) {
      guard ["Glibc", "Musl", "Android", "_FoundationICU"].contains(item.module) else { continue }
      let text = try String(
        contentsOf: Self.sources.appendingPathComponent(item.file), encoding: .utf8)
      let other = item.module == "_FoundationICU" ? "#else" : "#if canImport(Darwin)"
      #expect(
        text.contains("if canImport(\(item.module))") && text.contains(other), "\(item.file)")
    }
    for target in targets where target.hasPrefix("C") {
      let folder = Self.sources.appendingPathComponent(target)
      let files = FileManager.default.enumerator(atPath: folder.path)
      while let file = files?.nextObject() as? String {
        guard file.hasSuffix(".c") || file.hasSuffix(".h") else { continue }
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        let headers = text.matches(of: #/(?m)^#include <(.+)>/#).map { String($0.1) }
        expectEqual(
          Set(headers).subtracting([
            "sqlite3ext.h", "stddef.h", "stdlib.h", "string.h", "sys/stat.h",
          ]), [])
      }
    }
  }

  @Test func thePackageIndexShowsTheDocumentationOfEveryLibrary() throws {
    let text = try String(
      contentsOf: Program.root.appendingPathComponent(".spi.yml"), encoding: .utf8)
    let targets = try #require(text.firstMatch(of: #/documentation_targets: \[(.+)\]/#)).1
    expectEqual(
      targets.components(separatedBy: ", ").sorted(), DocumentationTests.products.sorted())
  }

  @Test func everyPublicDeclarationSaysWhatItIs() throws {
    let files = FileManager.default.enumerator(atPath: Self.sources.path)
    while let file = files?.nextObject() as? String {
      guard file.hasSuffix(".swift") else { continue }
      let text = try String(
        contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
      let isProduct = !Self.inner.contains { file.hasPrefix($0 + "/") }
      guard isProduct else {
        #expect(!text.contains(#/(?m)^\s*(?:@\w+ )*public /#), "\(file) is of no product")
        continue
      }
      var above: Substring = ""
      // The columns of open public enumerations, whose cases are public too.
      var enumerations: [Int] = []
      for (number, text) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        .enumerated()
      {
        let column = text.prefix { $0 == 0x20 }.count
        let line = Substring(text.dropFirst(column))
        if line == "}", column == enumerations.last { enumerations.removeLast() }
        let isCase =
          enumerations.last == column - 2
          && (line.hasPrefix("case ") || line.hasPrefix("indirect case "))
        if line.hasPrefix("public "), line.contains(/^public (indirect )?enum .*{$/) {
          enumerations.append(column)
        }
        let isDeclaration = line.hasPrefix("public ") && !line.hasPrefix("public import ")
        if isDeclaration || isCase, !line.hasPrefix("public extension "), !above.hasPrefix("///") {
          Issue.record("\(file):\(number + 1): \(line)")
        }
        // Attributes may stand between a declaration and its comment.
        if !line.hasPrefix("@") || line.contains(" ") && !line.hasSuffix(")") { above = line }
      }
    }
  }

  @Test func noNameOfATypeOccursInTwoTargets() throws {
    let type =
      #/(?m)^(?:\w+ )*(?:struct|class|enum|actor|protocol) (\w+)/#
    var targets: [String: Set<String>] = [:]
    let files = FileManager.default.enumerator(atPath: Self.sources.path)
    while let file = files?.nextObject() as? String {
      guard file.hasSuffix(".swift"), let target = file.split(separator: "/").first else {
        continue
      }
      let text = try String(
        contentsOf: Self.sources.appendingPathComponent(file), encoding: .utf8)
      for match in text.matches(of: type) {
        targets[String(match.1), default: []].insert(String(target))
      }
    }
    #expect(targets.count > 1000)
    expectEqual(targets.filter { $0.value.count > 1 }, [:])
  }

  @Test func theTopLevelHoldsWhatBelongsThere() throws {
    let expected: Set = [
      "Package.swift", "README.md", "CONTRIBUTING.md", "LICENSE", "CHANGELOG.md", "Sources",
      "Tests", "Schemas", "Examples", ".ci", ".gitignore", ".spi.yml", ".swift-format",
    ]
    let local: Set = [".git", ".build", "Package.resolved", ".swiftpm"]
    let found = try FileManager.default.contentsOfDirectory(atPath: Program.root.path)
      .filter { !local.contains($0) && !$0.hasPrefix(".build") && !$0.contains(".db") }
    expectEqual(Set(found), expected)
  }
}
