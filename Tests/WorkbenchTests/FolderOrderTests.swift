import Foundation
import TestSupport
import Testing

/// The folders of a target are ordered: each uses only its own types and those of earlier folders.
///
/// Imports cannot separate folders of one module, so the test searches for names. A nested type is
/// known by its outer type, and `Store.Location` is a value with a nested name, not the store.
@Suite struct FolderOrderTests {
  private static let orders: [(target: String, folders: [String])] = [
    (
      "RecordStore",
      [
        "Format", "Engine", "Expressions", "Catalog", "Journal", "History", "Rows", "Snapshot",
        "Queries", "Migration", "UndoEngine", "Audit", "Store",
      ]
    ),
    (
      "Session",
      [
        "Output", "Schemas", "Scripts", "Names", "Transactions", "Editing", "Layouts",
        "Following", "Screens", "History", "", "Importing", "Topics", "Commands",
        "Completion", "Program",
      ]
    ),
  ]
  /// The number of files that may declare or extend the types that join the parts of a target.
  private static let joining = [
    ("RecordStore", "Store", 3), ("Session", "Session", 10), ("Session", "Store", 0),
  ]

  @Test(arguments: orders)
  func aFolderNamesTypesOfItselfAndOfThoseBelow(target: String, folders: [String]) throws {
    let files = try Self.files(of: target)
    expectEqual(Set(files.map(\.folder)), Set(folders))
    let heights = Dictionary(uniqueKeysWithValues: zip(folders, 0...))
    var homes: [Substring: String] = [:]
    for file in files {
      for type in file.source.declaredTypes { homes[type] = file.folder }
    }
    #expect(homes.count > files.count / 2)
    for file in files {
      guard let height = heights[file.folder] else { continue }
      for name in file.source.names {
        guard let home = homes[name], let other = heights[home], other > height else { continue }
        Issue.record("\(file.path) names \(name) of \(home), which is above \(file.folder)")
      }
    }
  }

  /// The parts of the store and the parts they may call, as in "Parts of the store" of DESIGN.md.
  private static let calls: [String: Set<String>] = {
    let facts: Set = ["Format"]
    let engine: Set = ["Engine", "Format"]
    let catalog = engine.union(["Catalog", "Expressions"])
    let parts: Set = ["Journal", "Rows", "History"]
    return [
      "Format": [], "Engine": facts, "Expressions": engine,
      "Catalog": engine.union(["Expressions"]),
      "Journal": engine.union(["Catalog"]), "Rows": engine.union(["Catalog"]),
      "History": engine.union(["Catalog"]),
      "Migration": catalog.union(parts), "UndoEngine": catalog.union(parts),
      "Audit": catalog.union(parts).union(["Migration", "UndoEngine"]),
      "Snapshot": ["History", "Expressions"],
      // Queries read present and past records.
      "Queries": catalog.union(["Snapshot"]),
    ]
  }()
  /// Additional allowed calls, limited to these types.
  private static let furtherCalls: [String: Set<String>] = [
    // Writing needs a transaction, which only the journal creates.
    "Rows -> Journal": ["Transaction"],
    // A mark is a position in the history, and an entry is a line of its log.
    "History -> Journal": ["ChangeMark", "TransactionEntry"],
    // Undoing an alter is a migration.
    "UndoEngine -> Migration": ["Migration", "AlteredProperty"],
    // Restored values are read from a past state.
    "UndoEngine -> Snapshot": ["Snapshot"],
    // A past state has its own types and a database for its copies.
    "Snapshot -> Catalog": ["Part", "Catalog", "Table"],
    "Snapshot -> Engine": ["StoreError", "Database"],
  ]

  @Test func thePartsOfTheStoreCallEachOtherAsTheirTableSays() throws {
    let files = try Self.files(of: "RecordStore")
    var homes: [Substring: String] = [:]
    for file in files {
      for type in file.source.declaredTypes { homes[type] = file.folder }
    }
    var found: [String: Set<String>] = [:]
    for file in files where file.folder != "Store" {
      let allowed = try #require(Self.calls[file.folder])
      for name in file.source.names {
        guard let home = homes[name], home != file.folder, !allowed.contains(home) else { continue }
        found["\(file.folder) -> \(home)", default: []].insert(String(name))
      }
    }
    expectEqual(found, Self.furtherCalls)
  }

  @Test func noFilesOfTheSessionNameEachOtherInACircle() throws {
    let files = try Self.files(of: "Session")
    var homes: [Substring: [Int]] = [:]
    for (index, file) in files.enumerated() {
      for type in file.source.declaredTypes { homes[type, default: []].append(index) }
    }
    let named = files.enumerated().map { index, file in
      Set(file.source.names.flatMap { homes[$0] ?? [] }).subtracting([index])
    }
    // Repeatedly remove files that use none of the rest, until only cycles and their connections
    // are left.
    var rest = Set(files.indices)
    var count: Int
    repeat {
      count = rest.count
      rest = rest.filter { !named[$0].isDisjoint(with: rest) }
      let reached = rest.reduce(into: Set<Int>()) { $0.formUnion(named[$1]) }
      rest.formIntersection(reached)
    } while rest.count < count
    expectEqual(rest.map { files[$0].path }.sorted(), [])
  }

  private static let commonFolders: Set = ["CornerCases", "RandomExpressions", "Syntax"]

  @Test(arguments: [
    "CommandLanguage", "Interactors", "LineEditor", "Presentation", "RecordStore", "Records",
    "Session", "Validation", "Values",
  ])
  func testsLieInFoldersThatTheSourcesHave(target: String) throws {
    let tests = try FileManager.default.subpathsOfDirectory(
      atPath: Program.root.appending(path: "Tests/\(target)Tests").path)
    for path in tests where path.hasSuffix("Tests.swift") {
      for folder in path.split(separator: "/").dropLast()
      where !Self.commonFolders.contains("\(folder)") {
        let source = Program.root.appending(path: "Sources/\(target)/\(folder)").path
        #expect(FileManager.default.fileExists(atPath: source), "\(path)")
      }
    }
  }

  @Test(arguments: joining)
  func whatJoinsThePartsIsExtendedInFewFiles(target: String, type: String, limit: Int) throws {
    let files = try Self.files(of: target).filter { $0.source.extends(type) }
    #expect((min(1, limit)...limit).contains(files.count), "\(files.map(\.path))")
  }

  @Test func theNamesOfASourceAreThoseOfItsCode() {
    let source = SwiftSource(
      """
      // Comment
      public final class Name: Base {
        let text = "Text \\"quoted\\" {" // Other
        let long = \"\"\"
          Long " text
          \"\"\"
        let place: Outer.Inner
      }
      enum Second {}
      """)
    expectEqual(source.declaredTypes, ["Name", "Second"])
    expectEqual(source.names, ["Name", "Base", "Second"])
    #expect(SwiftSource("extension Name: Base {").extends("Name"))
    #expect(!SwiftSource("extension Name.Inner {").extends("Name"))
  }

  private struct File {
    var path: String
    /// Empty for a file at the top level of its target.
    var folder: String
    var source: SwiftSource
  }

  private static func files(of target: String) throws -> [File] {
    let root = Program.root.appending(path: "Sources/\(target)")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      File(
        path: path, folder: path.contains("/") ? String(path.prefix { $0 != "/" }) : "",
        source: SwiftSource(try String(contentsOf: root.appending(path: path), encoding: .utf8)))
    }
  }
}
