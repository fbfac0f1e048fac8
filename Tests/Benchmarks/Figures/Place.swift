import Foundation

enum Place {
  static let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { path, _ in
    path.deletingLastPathComponent()
  }

  /// The release build, or `WORKBENCH_PROGRAM`.
  static let program: String = {
    let environment = ProcessInfo.processInfo.environment
    let path =
      environment["WORKBENCH_PROGRAM"] ?? root.appending(path: ".build/release/workbench").path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      let words = "there is no \(path): run swift build -c release --disable-local-rpath\n"
      FileHandle.standardError.write(Data(words.utf8))
      exit(2)
    }
    return path
  }()

  private static let folder = FileManager.default.temporaryDirectory
    .appending(path: "workbench-figures-\(getpid())")

  /// The path of a file that does not exist yet.
  static func new(_ name: String = "store.db") throws -> String {
    let place = folder.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return place.appending(path: name).path
  }

  static func file(_ name: String, _ text: String) throws -> String {
    let path = try new(name)
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  /// The store must not be open.
  static func copy(of store: String) throws -> String {
    let path = try new()
    try FileManager.default.copyItem(atPath: store, toPath: path)
    return path
  }

  static func remove() { try? FileManager.default.removeItem(at: folder) }
}
