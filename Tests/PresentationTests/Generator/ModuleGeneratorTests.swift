import Foundation
import Presentation
import Records
import TestSupport
import Testing

@Suite struct ModuleGeneratorTests {
  struct Choice: CustomTestStringConvertible {
    var hasFormatter: Bool
    var hasInteractor: Bool
    var testDescription: String {
      (hasFormatter ? "formatter" : "-") + " " + (hasInteractor ? "interactor" : "-")
    }
  }

  static let choices = [false, true].flatMap { formatter in
    [false, true].map { Choice(hasFormatter: formatter, hasInteractor: $0) }
  }

  static func generator(_ choice: Choice, _ name: String = "Details") throws -> ModuleGenerator {
    let type = try RecordType(
      "Show",
      [
        Property("title", .text, isKey: true), Property("class", .integer, isOptional: true),
        Property("reviews", .records(of: "Review"), listRole: .owns),
        Property("odd \"name\"", .boolean), Property("propertyChanged", .integer),
      ])
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
    var generator = try ModuleGenerator(
      name, for: type, libraries: .path(String(root.dropFirst())))
    generator.hasFormatter = choice.hasFormatter
    generator.hasInteractor = choice.hasInteractor
    return generator
  }

  @Test(arguments: choices)
  func aModuleHasTheFilesThatAreWanted(choice: Choice) throws {
    let files = try Self.generator(choice).files
    var wanted = [
      "Package.swift", "Sources/Details/DetailsInterfaces.swift",
      "Sources/Details/DetailsPresenter.swift",
    ]
    if choice.hasInteractor { wanted.append("Sources/Details/DetailsInteractor.swift") }
    if choice.hasFormatter { wanted.append("Sources/Details/DetailsFormatter.swift") }
    wanted += [
      "Sources/Details/DetailsWireframe.swift", "Sources/Details/DetailsView.swift",
      "Tests/DetailsTests/DetailsTests.swift",
    ]
    expectEqual(files.map(\.path), wanted)
    for file in files {
      #expect(!file.text.contains("{{") && !file.text.contains("}}"), "\(file.path)")
      expectEqual(file.text.first?.isWhitespace, false, "\(file.path)")
    }
  }

  private static let builds = ProcessInfo.processInfo.environment["WORKBENCH_CLIENTS"]

  /// Uses the libraries of an earlier build.
  ///
  /// With these names the module's types are named like some of the libraries.
  @Test(.enabled(if: builds != nil, "the libraries are built anew for it"))
  func modulesBuildWithoutWarningsAndTheirTestsPass() throws {
    let package = FileManager.default.temporaryDirectory.appending(
      path: "module-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: package) }
    var manifest = ""
    for (name, choice) in zip(["View", "Loading", "Screen", "Details"], Self.choices) {
      for file in try Self.generator(choice, name).files {
        if file.path == "Package.swift" {
          let targets = "\n  targets: [\n"
          let own = file.text.components(separatedBy: targets)
          let others = try #require(own.last?.components(separatedBy: "\n  ])").first)
          manifest =
            manifest.isEmpty
            ? file.text : manifest.replacing(targets, with: targets + others + "\n")
        } else {
          try write(file.text, to: package.appending(path: file.path))
        }
      }
    }
    try write(manifest, to: package.appending(path: "Package.swift"))
    let swift = Process()
    swift.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    swift.arguments = [
      "swift", "test", "--package-path", package.path, "--scratch-path", Self.builds ?? "",
    ]
    let output = Pipe()
    swift.standardOutput = output
    swift.standardError = output
    try swift.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    swift.waitUntilExit()
    expectEqual(swift.terminationStatus, 0, "\(text)")
    #expect(!text.contains("warning:"), "\(text)")
    // Two tests each, and one for each module that loads.
    #expect(text.contains("Test run with 10 tests"), "\(text)")
  }

  private func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  @Test(arguments: [("details", "capital"), ("De tails", "capital"), ("Records", "may import")])
  func aNameThatNoModuleCanHaveIsRefused(name: String, words: String) throws {
    let type = try RecordType("Show", [Property("title", .text)])
    #expect {
      try ModuleGenerator(name, for: type, libraries: .path("."))
    } throws: { error in
      (error as? GenerationError)?.message.contains(words) == true
    }
  }
}
