public import Interactors
public import Records

/// Writes the module of a screen as a Swift package of its own: interfaces, presenter, wireframe and
/// view, with a formatter and an interactor where they are wanted, and a test.
///
/// ```swift
/// let generator = try ModuleGenerator("Details", for: show, libraries: .path("../workbench"))
/// let paths = generator.files.map(\.path)        // Package.swift, …
/// ```
public struct ModuleGenerator: Hashable, Sendable {
  /// Where the generated package finds the libraries.
  public enum Libraries: Hashable, Sendable {
    /// In a directory, from that of the generated package.
    case path(String)
    /// In a repository, from a version on.
    case repository(String, from: String)
  }

  /// What the module is called, as a Swift module.
  public let name: String
  /// The type whose records the screen shows.
  public let type: RecordType
  /// Where the package finds the libraries.
  public var libraries: Libraries
  /// Whether the module has a formatter of its own; otherwise it uses ``DetailsFormatter``.
  public var hasFormatter = false
  /// Whether the module has an interactor, which loads the subject of an id; otherwise its presenter
  /// is given the subject.
  public var hasInteractor = false

  /// Makes the generator of a module without formatter and interactor.
  ///
  /// - Throws: ``GenerationError`` if a Swift module cannot be called so.
  public init(
    _ name: String, for type: RecordType, libraries: Libraries
  ) throws(GenerationError) {
    guard name.isSwiftIdentifier, name.first?.isUppercase == true else {
      throw GenerationError(kind: .unusableName(name))
    }
    guard !Self.usedNames.contains(name) else { throw GenerationError(kind: .usedName(name)) }
    self.name = name
    self.type = type
    self.libraries = libraries
  }

  /// The modules that the generated one imports.
  private static let usedNames = [
    "Foundation", "Interactors", "Presentation", "Records", "Swift", "Testing", "Validation",
    "Values",
  ]

  // MARK: Files

  /// The files of the package, `Package.swift` first.
  public var files: [GeneratedFile] {
    let sources = "Sources/\(name)/\(name)"
    var parts: [(path: String, template: [UInt8])] = [
      ("Package.swift", PackageResources.Package_mustache),
      (sources + "Interfaces.swift", PackageResources.Interfaces_mustache),
      (sources + "Presenter.swift", PackageResources.Presenter_mustache),
    ]
    if hasInteractor {
      parts.append((sources + "Interactor.swift", PackageResources.Interactor_mustache))
    }
    if hasFormatter {
      parts.append((sources + "Formatter.swift", PackageResources.Formatter_mustache))
    }
    parts += [
      (sources + "Wireframe.swift", PackageResources.Wireframe_mustache),
      (sources + "View.swift", PackageResources.View_mustache),
      ("Tests/\(name)Tests/\(name)Tests.swift", PackageResources.Tests_mustache),
    ]
    let input = input
    return parts.map { path, template in
      do throws(TemplateError) {
        let template = try Template(String(decoding: template, as: UTF8.self))
        return GeneratedFile(path: path, text: try template.text(for: input) + "\n")
      } catch {
        preconditionFailure("\(path), line \(error.line): \(error.message)")
      }
    }
  }

  // MARK: Values of the templates

  private var input: FormatterInput {
    let samples = type.properties.compactMap(\.sample)
    var texts = [
      "module": name, "subject": type.name, "subjectLiteral": type.name.literal,
      "formatterName": hasFormatter ? name + "Formatter" : "Presentation.DetailsFormatter",
      "names": type.properties.filter { !$0.kind.isListOfRecords }.map(\.name.literal)
        .joined(separator: ", "),
      "title": title,
    ]
    switch libraries {
    case .path(let path):
      texts["package"] = "workbench"
      texts["dependency"] = ".package(name: \"workbench\", path: \(path.literal), traits: [])"
    case .repository(let url, let version):
      texts["package"] = url.lastPathComponent
      texts["dependency"] = ".package(url: \(url.literal), from: \(version.literal), traits: [])"
    }
    let parts = ["formatter": hasFormatter, "interactor": hasInteractor]
    let subject = FixedSubject(
      texts: texts, and: parts.map { (Property($0, .boolean), .boolean($1)) })
    return FormatterInput(
      subject, related: ["samples": samples, "example": Array(samples.prefix(1))])
  }

  /// What the screen is called: the key of the record.
  private var title: String {
    guard let key = type.key else { return "_ in \(type.name.literal)" }
    return "$0.subject.value(of: \(key.name.literal))?.description ?? \(type.name.literal)"
  }
}

extension Property {
  /// What a property of the class that the generated test shows is; nil where a plain Swift class
  /// has none that is as simple.
  fileprivate var sample: FixedSubject? {
    // The event of that name is the class's own.
    guard !isComputed, name.isSwiftIdentifier, name != "propertyChanged" else { return nil }
    let stand: (type: String, first: String, second: String)
    if kind == .text {
      stand = ("String", "first", "second")
    } else if kind == .integer {
      stand = ("Int", "17", "23")
    } else if kind == .boolean {
      stand = ("Bool", "false", "true")
    } else {
      return nil
    }
    let isText = kind == .text
    return FixedSubject(texts: [
      "name": "`\(name)`", "type": stand.type, "shown": stand.first, "newShown": stand.second,
      "value": isText ? stand.first.literal : stand.first,
      "newValue": isText ? stand.second.literal : stand.second,
    ])
  }
}

/// Why a module cannot be generated.
public struct GenerationError: DescribedError, Hashable, Sendable {
  /// What has gone wrong, with the name it is about.
  public enum Kind: Hashable, Sendable {
    /// A Swift module cannot be called so.
    case unusableName(String)
    /// A module that the generated one imports is called so.
    case usedName(String)
  }

  /// What has gone wrong.
  public var kind: Kind

  /// What has gone wrong, for a person.
  public var message: String {
    switch kind {
    case .unusableName(let name):
      "a module cannot be called \"\(name)\"; expected a capital letter, then letters and digits"
    case .usedName(let name): "\(name) is a module of the libraries; expected another name"
    }
  }
}

extension String {
  /// Whether Swift code can use the text as a name, in backticks if need be.
  fileprivate var isSwiftIdentifier: Bool {
    guard let first, first.isASCII, first.isLetter || first == "_" else { return false }
    return allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// The text as a literal of Swift.
  fileprivate var literal: String {
    "\"" + unicodeScalars.map { $0.escaped(asASCII: false) }.joined() + "\""
  }

  /// The name of the repository at the end of an address, by which a package is known.
  fileprivate var lastPathComponent: String {
    let name = split(separator: "/").last.map(String.init) ?? self
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }
}
