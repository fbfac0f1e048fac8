import Foundation
import Presentation
import Records
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

  static func generator(_ choice: Choice) throws -> ModuleGenerator {
    let type = try RecordType(
      "Show",
      [
        Property("title", .text, isKey: true), Property("class", .integer, isOptional: true),
        Property("reviews", .records(of: "Review"), listRole: .owns),
        Property("odd \"name\"", .boolean),
      ])
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
    var generator = try ModuleGenerator(
      "Details", for: type, libraries: .path(String(root.dropFirst())))
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
    #expect(files.map(\.path) == wanted)
    for file in files {
      #expect(!file.text.contains("{{") && !file.text.contains("}}"), "\(file.path)")
      #expect(file.text.first?.isWhitespace == false, "\(file.path)")
    }
  }

  private static let builds = ProcessInfo.processInfo.environment["WORKBENCH_CLIENTS"]

  /// The folder is where the libraries were built before, for other packages that use them.
  @Test(.enabled(if: builds != nil, "the libraries are built anew for it"))
  func aModuleBuildsWithoutWarningsAndItsTestsPass() throws {
    let package = FileManager.default.temporaryDirectory.appending(
      path: "module-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: package) }
    for file in try Self.generator(Choice(hasFormatter: true, hasInteractor: true)).files {
      let url = package.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.text.utf8).write(to: url)
    }
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
    #expect(swift.terminationStatus == 0, "\(text)")
    #expect(!text.contains("warning:"), "\(text)")
    #expect(text.contains("Test run with 3 tests"), "\(text)")
  }

  @Test(arguments: [("details", "capital"), ("De tails", "capital"), ("Records", "libraries")])
  func aNameThatNoModuleCanHaveIsRefused(name: String, words: String) throws {
    let type = try RecordType("Show", [Property("title", .text)])
    #expect {
      try ModuleGenerator(name, for: type, libraries: .path("."))
    } throws: { error in
      (error as? GenerationError)?.message.contains(words) == true
    }
  }
}
