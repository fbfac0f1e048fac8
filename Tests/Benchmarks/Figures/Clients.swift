import Foundation

func clients(_ table: Table) throws {
  table.begin(
    "Clients of the libraries",
    """
    A program with one field of Interactors, built from nothing on an idle machine, in elapsed time. The \
    size is that of the stripped release program, minus one that only uses Foundation.
    """)
  try table.limit("debug build", 20) { try Client("debug").time }
  let release = Result { try Client("release") }
  try table.limit("release build", 60) { try release.get().time }
  try table.limit("size beyond Foundation", 2e6, in: .bytes) { try release.get().size }
}

private struct Client {
  let time: Double
  /// Stripped, beyond that of the program with Foundation only.
  let size: Double

  init(_ configuration: String) throws {
    let manifest = try Place.file(
      "Package.swift",
      """
      // swift-tools-version:6.2
      import PackageDescription

      let products = ["Interactors", "Records"].map {
        Target.Dependency.product(name: $0, package: "workbench")
      }
      let package = Package(
        name: "clients",
        dependencies: [.package(name: "workbench", path: "\(Place.root.path)", traits: [])],
        targets: [
          .executableTarget(name: "Client", dependencies: products),
          .executableTarget(name: "Plain"),
        ])
      """)
    let folder = URL(fileURLWithPath: manifest).deletingLastPathComponent()
    let date = "print(Date(timeIntervalSince1970: 0))\n"
    for (name, code) in [("Client", Self.field + date), ("Plain", date)] {
      let sources = folder.appending(path: "Sources/\(name)")
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      try Data(("import Foundation\n" + code).utf8).write(to: sources.appending(path: "main.swift"))
    }
    func build(_ name: String) throws -> Double {
      try Child([
        "swift", "build", "-c", configuration, "--package-path", folder.path, "--product", name,
      ]).time
    }
    time = try build("Client")
    _ = try build("Plain")
    let sizes = try ["Client", "Plain"].map { name in
      let program = folder.appending(path: ".build/\(configuration)/\(name)").path
      try Child(["strip", program])
      return try Data(contentsOf: URL(fileURLWithPath: program)).count
    }
    size = Double(sizes[0] - sizes[1])
  }

  private static let field = """
    import Interactors
    import Records

    final class Person: PropertySubject {
      let propertyChanged = PropertyChanged()
      @Observed var age: Int?
    }

    let ada = Person()
    let field = IntegerTextFieldInteractor(ada, \\.age, in: 0...150)
    field.press(.character("4"))

    """
}
