import Foundation
import TestSupport
import Testing

/// Compiles and runs the examples of the README and the articles as client programs.
///
/// A Swift block that begins with an import starts a program; the following blocks continue it.
/// Each program links only the products it imports, with the upcoming features of this package.
@Suite(.serialized) struct DocumentationTests {
  /// The build folder of the client packages, shared by all runs; without one the tests are
  /// skipped.
  private static let builds = ProcessInfo.processInfo.environment["WORKBENCH_CLIENTS"]

  /// A release build of the libraries takes minutes.
  private static let configurations =
    ProcessInfo.processInfo.environment["WORKBENCH_LONG"] == nil ? ["debug"] : ["debug", "release"]

  static let products = [
    "Values", "Records", "Validation", "Interactors", "Presentation", "RecordStore",
  ]

  /// Of the programs of an example: without and with the main actor as the default isolation.
  private static let suffixes = ["", "OnMainActor"]

  private struct Example {
    var name: String
    var code: String

    var imports: [String] {
      code.matches(of: /(?m)^import (\w+)$/).map { String($0.1) }.filter(products.contains)
    }

    /// The expected output from its `// prints:` comments.
    var printed: [String] {
      code.matches(of: /(?m)\/\/ prints: (.+)$/).map { String($0.1) }
    }
  }

  private static func articles() throws -> [URL] {
    var articles = [Program.root.appending(path: "README.md")]
    for product in products {
      let catalog = Program.root.appending(path: "Sources/\(product)/\(product).docc")
      articles += try FileManager.default.contentsOfDirectory(
        at: catalog, includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "md" && $0.lastPathComponent != "ShowsTutorial.md" }
        .sorted { $0.path < $1.path }
    }
    return articles
  }

  private static func examples() throws -> [Example] {
    var examples: [Example] = []
    for article in try articles() {
      let name = article.deletingPathExtension().lastPathComponent
      let text = try String(contentsOf: article, encoding: .utf8)
      var count = 0
      for block in text.matches(of: /(?s)```swift\n(.+?)\n```/).map({ String($0.1) }) {
        if block.hasPrefix("import ") || count == 0 {
          count += 1
          examples.append(Example(name: "\(name)Example\(count)", code: block))
        } else {
          examples[examples.count - 1].code += "\n\n" + block
        }
      }
    }
    return examples
  }

  private static func package(_ examples: [Example]) throws -> String {
    let own = try String(
      contentsOf: Program.root.appending(path: "Package.swift"), encoding: .utf8)
    let settings = try #require(own.firstMatch(of: /(?ms)^let house: .+?^\]$/)).output
    // New app projects isolate each declaration to the main actor.
    let isolations = ["house", "house + [.defaultIsolation(MainActor.self)]"]
    let targets = zip(suffixes, isolations).flatMap { suffix, isolation in
      examples.map { example in
        let products = example.imports.map { ".product(name: \"\($0)\", package: \"workbench\")" }
        return """
              .executableTarget(
                name: "\(example.name + suffix)", dependencies: [\(products.joined(separator: ", "))],
                swiftSettings: \(isolation)),
          """
      }
    }
    return """
      // swift-tools-version:6.2
      import PackageDescription

      \(settings)
      let package = Package(
        name: "documentation",
        dependencies: [
          .package(name: "workbench", path: "\(Program.root.path)", traits: [])
        ],
        targets: [
      \(targets.joined(separator: "\n"))
        ])
      """
  }

  private static func run(
    _ arguments: [String], in directory: URL
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = directory
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private static func types(in graph: URL) throws -> [String] {
    struct Graph: Decodable {
      struct Symbol: Decodable {
        struct Kind: Decodable { var identifier: String }
        var kind: Kind
        var pathComponents: [String]
      }
      var symbols: [Symbol]
    }
    let kinds = ["struct", "class", "enum", "protocol", "typealias"].map { "swift." + $0 }
    return try JSONDecoder().decode(Graph.self, from: Data(contentsOf: graph)).symbols
      .filter { $0.pathComponents.count == 1 && kinds.contains($0.kind.identifier) }
      .map { $0.pathComponents[0] }
  }

  private static func inNewFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "documentation-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test(
    .enabled(if: builds != nil, "the libraries are built anew for it"),
    arguments: configurations)
  func everyExampleBuildsAsItStandsLinksAndRuns(configuration: String) throws {
    let builds = try #require(Self.builds)
    let examples = try Self.examples()
    expectEqual(Set(examples.flatMap(\.imports)), Set(Self.products))
    try Self.inNewFolder { folder in
      try Data(Self.package(examples).utf8).write(to: folder.appending(path: "Package.swift"))
      for example in examples {
        for suffix in Self.suffixes {
          let sources = folder.appending(path: "Sources/\(example.name + suffix)")
          try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
          try Data((example.code + "\n").utf8).write(to: sources.appending(path: "main.swift"))
        }
      }
      let built = try Self.run(
        [
          "swift", "build", "-c", configuration, "--package-path", folder.path, "--scratch-path",
          builds,
        ],
        in: folder)
      try #require(built.status == 0, "\(built.text)")
      #expect(!built.text.contains("warning:"), "\(built.text)")
      let checkouts = try? FileManager.default.contentsOfDirectory(atPath: builds + "/checkouts")
      #expect(checkouts?.isEmpty != false, "a client needs no package but this one")
      for example in examples {
        for name in Self.suffixes.map({ example.name + $0 }) {
          // An example may create files.
          let own = folder.appending(path: "Sources/\(name)")
          let ran = try Self.run([builds + "/\(configuration)/\(name)"], in: own)
          expectEqual(ran.status, 0, "\(name): \(ran.text)")
          for line in example.printed {
            #expect(ran.text.components(separatedBy: "\n").contains(line), "\(name): \(ran.text)")
          }
        }
      }
    }
  }

  @Test(.enabled(if: builds != nil, "the libraries are built anew for it"))
  func aClientWithTheDefaultTraitsBuildsNothingOfTheProgram() throws {
    try Self.inNewFolder { folder in
      let package = """
        // swift-tools-version:6.2
        import PackageDescription

        let package = Package(
          name: "client",
          dependencies: [.package(name: "workbench", path: "\(Program.root.path)")],
          targets: [
            .executableTarget(
              name: "Client",
              dependencies: [.product(name: "Values", package: "workbench")],
              path: ".", sources: ["main.swift"])
          ])
        """
      try Data(package.utf8).write(to: folder.appending(path: "Package.swift"))
      try Data("import Values\n".utf8).write(to: folder.appending(path: "main.swift"))
      let built = try Self.run(["swift", "build", "--package-path", folder.path], in: folder)
      try #require(built.status == 0, "\(built.text)")
      let build = folder.appending(path: ".build")
      let checkouts = try FileManager.default.contentsOfDirectory(
        atPath: build.appending(path: "checkouts").path)
      #expect(checkouts.contains("swift-nio"))
      let files = FileManager.default.enumerator(atPath: build.path)?.compactMap { $0 as? String }
      let objects = try #require(files).filter { $0.hasSuffix(".swift.o") || $0.hasSuffix(".c.o") }
      let folders = objects.compactMap { $0.split(separator: "/").dropLast().last }
      expectEqual(Set(folders), ["Client.build", "Values.build"])
    }
  }

  @Test(
    .enabled(if: builds != nil, "the libraries are built anew for it"), arguments: products)
  func theDocumentationIsMadeWithoutAWarning(product: String) throws {
    let builds = try #require(Self.builds)
    try Self.inNewFolder { folder in
      let graphs = folder.appending(path: "graphs")
      try FileManager.default.createDirectory(at: graphs, withIntermediateDirectories: true)
      let target = try Self.run(["uname", "-m"], in: folder).text
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let extracted = try Self.run(
        [
          "swift", "symbolgraph-extract", "-module-name", product, "-I", builds + "/debug/Modules",
          "-target", target + "-unknown-linux-gnu", "-output-dir", graphs.path,
          "-minimum-access-level", "public", "-skip-inherited-docs",
        ], in: folder)
      try #require(extracted.status == 0, "\(extracted.text)")
      let articles = try Self.articles().map { try String(contentsOf: $0, encoding: .utf8) }
      let types = try Self.types(in: graphs.appending(path: "\(product).symbols.json"))
      #expect(types.count > 3)
      for type in types {
        #expect(articles.contains { $0.contains("\n- ``\(type)``\n") }, "\(type) is in no topic")
      }
      let made = try Self.run(
        [
          "docc", "convert",
          Program.root.appending(path: "Sources/\(product)/\(product).docc").path,
          "--additional-symbol-graph-dir", graphs.path,
          "--output-path", folder.appending(path: "made").path,
          "--fallback-bundle-identifier", product, "--warnings-as-errors",
          // Obvious parameters need no documentation.
          "--disable-parameters-and-returns-validation",
        ], in: folder)
      #expect(made.status == 0 && !made.text.contains("warning:"), "\(made.text)")
    }
  }
}
