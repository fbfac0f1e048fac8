import Foundation
import TestSupport
import Testing

/// The folders of a target lie in an order: each names only types of its own and of those before it.
///
/// One module cannot be kept apart by imports, so names are looked at. A type nested in another is
/// known by the outer one, and `Store.Location` is a value that the store's face has a name for, not
/// the store.
@Suite struct FolderOrderTests {
  /// Of each target its folders, the lowest first.
  private static let orders: [(target: String, folders: [String])] = [
    (
      "RecordStore",
      [
        "Format", "Engine", "Expressions", "Catalog", "Journal", "History", "Rows", "PastView",
        "Queries", "Migration", "UndoEngine", "Audit", "Store",
      ]
    ),
    (
      "Session",
      [
        "Output", "Schemas", "Scripts", "Interactors", "Names", "Transactions", "Editing",
        "Layouts", "Following", "Screens", "History", "", "Importing", "Topics", "Commands",
        "Completion", "Program",
      ]
    ),
  ]
  /// How many files may extend the types that join a target's parts, those files included.
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

  /// Of each part of the store those that it may call: what DESIGN.md has in "Parts of the store".
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
      "PastView": ["History", "Expressions"],
      // What reads the records that there are, or were.
      "Queries": catalog.union(["PastView"]),
    ]
  }()
  /// The calls that are not in the table, with the types that they name.
  private static let furtherCalls: [String: Set<String>] = [
    // What writes is given the transaction that only a journal hands out.
    "Rows -> Journal": ["Transaction"],
    // To take an alter back is a migration.
    "UndoEngine -> Migration": ["Migration", "Fitting", "AlteredProperty", "Misfit"],
    // What is restored was read in a past state.
    "UndoEngine -> PastView": ["PastView"],
    // A past state has types and a database of its own, for its copies.
    "PastView -> Catalog": ["Part", "Catalog", "Table", "ComputedColumns"],
    "PastView -> Engine": ["StoreError", "Database"],
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
    // Files that name none of the rest are taken away until only circles, and what leads to them and
    // from them, are left.
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

  /// Folders of tests that are about all of their target.
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
    /// The folder within the target, empty for a file that lies in none.
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
