internal import CommandLanguage
internal import Presentation
internal import Records
internal import Replies

struct GenerateCommand: Command {
  static let verb = Verb(
    "generate",
    usage: "generate module NAME for TYPE [--formatter] [--interactor] "
      + "[--libraries DIR|URL] to DIR",
    summary: "Writes the module of a screen as a Swift package with a test: interfaces, presenter, "
      + "wireframe and view. A file that was changed since it was written is never overwritten or "
      + "removed; other files that the module no longer has are removed.",
    examples: ["generate module Details for Person --formatter --interactor to Details"],
    options: [
      "formatter": "gives the module a formatter of its own",
      "interactor": "gives it an interactor, which loads the record",
      "libraries DIR|URL": "where the libraries are: a directory, relative to DIR, or the URL of a "
        + "Git repository; ../workbench if it is not given",
    ],
    fileWord: "to")

  var name: Name
  var type: Name
  var hasFormatter: Bool
  var hasInteractor: Bool
  var libraries: Spanned<String>?
  var directory: Spanned<String>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try parser.take("module")
    name = try parser.name("a name for the module")
    try parser.take("for")
    type = try parser.name("a type", .type)
    try parser.take("to")
    directory = try parser.file()
    hasFormatter = parser.hasOption("formatter")
    hasInteractor = parser.hasOption("interactor")
    libraries = try parser.value(
      ofOption: "libraries", "a file, a directory or an address")
  }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(type)
    let libraries = try place()
    var generator: ModuleGenerator
    do throws(GenerationError) {
      generator = try ModuleGenerator(name.value, for: type, libraries: libraries)
    } catch {
      throw Diagnostic(.value, error.message, at: name.span)
    }
    generator.hasFormatter = hasFormatter
    generator.hasInteractor = hasInteractor
    let directory = session.files.path(of: self.directory)
    let left: [String]
    do {
      left = try Self.write(generator.files, to: directory, by: session.configuration.files)
    } catch {
      throw error.at(self.directory.span)
    }
    session.say(.notice("module \(name.value) written to \(directory)"))
    if !left.isEmpty {
      session.say(
        .warning(
          "changed since they were written, and no longer in the module: "
            + left.joined(separator: ", "), .file))
    }
  }

  /// Where the libraries are.
  private func place() throws(Diagnostic) -> ModuleGenerator.Libraries {
    guard let libraries else { return .path("../workbench") }
    let place = libraries.value
    let isBlank = place.allSatisfy(\.isWhitespace)
    guard !isBlank,
      !place.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw Diagnostic(
        .value,
        isBlank
          ? "expected a directory or an address of git"
          : "a directory or an address of git has no line breaks or other control characters",
        at: libraries.span)
    }
    let isAddress = place.contains("://") || place.hasPrefix("git@")
    return isAddress ? .repository(place, from: Session.version) : .path(place)
  }

  // MARK: Files

  /// The list of written files with their digests, by which later edits are recognised.
  private static let listName = ".generated"

  /// A short text that tells whether another text is the same: FNV-1a with 64 bits, in
  /// hexadecimal digits (draft-eastlake-fnv). It finds changes, and guards against nobody.
  private static func digest(of text: String) -> String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  /// Writes the files, or none if one of them was changed since it was written; removes what was
  /// written before and is not among them.
  ///
  /// - Returns: the files not among them that were changed, which stay.
  private static func write(
    _ files: [GeneratedFile], to directory: String, by provider: any FileProvider
  ) throws(Diagnostic) -> [String] {
    let list = directory + "/" + listName
    var known: [Substring: Substring] = [:]
    for line in try provider.text(of: list)?.split(separator: "\n") ?? [] {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { known[parts[1]] = parts[0] }
    }
    var changed: [String] = []
    for file in files {
      guard let present = try provider.text(of: directory + "/" + file.path),
        present != file.text, known[file.path[...]] != Self.digest(of: present)[...]
      else { continue }
      changed.append(file.path)
    }
    guard changed.isEmpty else {
      throw Diagnostic(
        .file, "changed since they were written: \(changed.joined(separator: ", "))",
        hint: "nothing was written; generate to another directory and compare")
    }
    for file in files { try provider.write(file.text, to: directory + "/" + file.path) }
    let lines = files.map { Self.digest(of: $0.text) + " " + $0.path + "\n" }
    try provider.write(lines.joined(), to: list)
    let paths = Set(files.map(\.path))
    var left: [String] = []
    for (path, digest) in known.sorted(by: { $0.key < $1.key })
    where !paths.contains(String(path)) && !path.split(separator: "/").contains("..") {
      let place = directory + "/" + path
      guard let present = try provider.text(of: place) else { continue }
      if Self.digest(of: present)[...] == digest {
        try provider.remove(place)
      } else {
        left.append(String(path))
      }
    }
    return left
  }
}
