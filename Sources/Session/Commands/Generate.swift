internal import CommandLanguage
internal import Presentation
internal import Replies

struct GenerateCommand: Command, OutsideUsing {
  static let verb = Verb(
    "generate",
    usage: "generate module NAME for TYPE [--formatter] [--interactor] "
      + "[--libraries DIR|URL] [--replace] to DIR",
    summary:
      "Writes the module of a screen as a Swift package with a test: interfaces, presenter, "
      + "wireframe and view. Files that you have changed or created are overwritten only with "
      + "`--replace`, and never removed. Other files that the module no longer has are removed.",
    examples: ["generate module Details for Person --formatter --interactor to Details"],
    options: [
      "formatter": "adds a formatter to the module",
      "interactor": "adds an interactor, which loads the record",
      "replace": "overwrites files that you have changed or created",
      "libraries DIR|URL":
        "the location of the libraries: a directory, relative to the directory of "
        + "the module, or the URL of a Git repository (default: ../workbench)",
    ],
    fileWord: "to")

  var name: Name
  var type: Name
  var hasFormatter: Bool
  var hasInteractor: Bool
  var libraries: Spanned<String>?
  var directory: TemplateSyntax
  var replaces: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    try parser.take("module")
    name = try parser.name("a name for the module")
    try parser.take("for")
    type = try parser.name("a type", .type)
    try parser.take("to")
    directory = try parser.file()
    replaces = parser.hasOption("replace")
    hasFormatter = parser.hasOption("formatter")
    hasInteractor = parser.hasOption("interactor")
    libraries = try parser.value(
      ofOption: "libraries", "a directory or a URL")
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
    let directory = session.files.path(of: try session.file(self.directory))
    var left: [String] = []
    do throws(Diagnostic) {
      let folder = GeneratedFolder(directory, session.configuration.files, session.files.database)
      let known = try folder.check(generator.files, replaces: replaces)
      guard session.configuration.dryRun == nil else {
        return session.say(.notice("dry run: \(directory) was not written"))
      }
      left = try folder.write(generator.files, over: known)
    } catch {
      throw error.at(self.directory.span)
    }
    session.say(.notice("module \(name.value) written to \(directory)"))
    if !left.isEmpty {
      session.say(
        .warning(
          "no longer part of the module, but kept because you have changed them: "
            + left.joined(separator: ", "), .file))
    }
  }

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
          ? "expected a directory or the URL of a Git repository"
          : "a directory or URL cannot contain line breaks or other control characters",
        at: libraries.span)
    }
    let isAddress = place.contains("://") || place.hasPrefix("git@")
    return isAddress ? .repository(place, from: Session.version) : .path(place)
  }
}

/// The program does not follow symbolic links in the folder.
private struct GeneratedFolder {
  private static let listName = ".generated"

  private let path: String
  private let files: any FileProvider
  private let store: String?

  init(_ path: String, _ files: any FileProvider, _ store: String?) {
    (self.path, self.files, self.store) = (path, files, store)
  }

  /// A 64-bit FNV-1a hash in hexadecimal (draft-eastlake-fnv). It detects edits, not tampering.
  private static func digest(of text: String) -> Substring {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0100_0000_01b3
    }
    return String(hash, radix: 16)[...]
  }

  private func place(of name: some StringProtocol) -> String { path + "/" + name }

  private func text(of name: some StringProtocol) throws(Diagnostic) -> String? {
    try files.checkFolders(of: place(of: name), below: path)
    try files.check(place(of: name), replaces: true, beside: store)
    return try files.text(of: place(of: name))
  }

  /// Throws if a file that would change was edited or was not generated, unless `replaces` is true.
  ///
  /// - Returns: The digests of previously generated files, by name.
  func check(
    _ generated: [GeneratedFile], replaces: Bool
  ) throws(Diagnostic) -> [Substring: Substring] {
    var known: [Substring: Substring] = [:]
    for line in try text(of: Self.listName)?.split(separator: "\n") ?? [] {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2, !parts[1].split(separator: "/").contains("..") {
        known[parts[1]] = parts[0]
      }
    }
    var changed: [String] = []
    for file in generated {
      guard let present = try text(of: file.path), present != file.text,
        known[file.path[...]] != Self.digest(of: present), !replaces
      else { continue }
      changed.append(file.path)
    }
    guard changed.isEmpty else {
      throw Diagnostic(
        .file, "these files were edited, or were not generated: \(changed.joined(separator: ", "))",
        hint: "nothing was written; use --replace, or generate to another directory and compare")
    }
    for name in known.keys { _ = try text(of: name) }
    return known
  }

  /// Writes all texts before it replaces any file, and then removes generated files that are no
  /// longer needed.
  ///
  /// - Returns: Files that are no longer needed but are kept, because the user edited them.
  func write(
    _ generated: [GeneratedFile], over known: [Substring: Substring]
  ) throws(Diagnostic) -> [String] {
    let list = generated.map { "\(Self.digest(of: $0.text)) \($0.path)\n" }.joined()
    let texts = generated.map { ($0.path, $0.text) } + [(Self.listName, list)]
    var sinks: [any FileSink] = []
    do throws(Diagnostic) {
      for (name, text) in texts {
        try files.makeFolders(of: place(of: name))
        let sink = try files.sink(at: place(of: name), replaces: true, beside: store)
        sinks.append(sink)
        try sink.write(Array(text.utf8))
      }
      for sink in sinks { try sink.commit() }
    } catch {
      for sink in sinks { sink.abandon() }
      throw error
    }
    var left: [String] = []
    for (name, digest) in known.sorted(by: { $0.key < $1.key })
    where !generated.contains(where: { $0.path == name }) {
      guard let present = try text(of: name) else { continue }
      if Self.digest(of: present) == digest {
        try files.remove(place(of: name))
      } else {
        left.append(String(name))
      }
    }
    return left
  }
}
