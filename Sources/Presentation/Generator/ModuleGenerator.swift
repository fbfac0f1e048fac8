public import Interactors
public import Records

/// Generates the module of a screen as a Swift package: interfaces, presenter, wireframe, view and
/// a test, and optionally a formatter and an interactor.
///
/// ```swift
/// let generator = try ModuleGenerator("Details", for: show, libraries: .path("../workbench"))
/// let paths = generator.files.map(\.path)        // Package.swift, …
/// ```
public struct ModuleGenerator: Hashable, Sendable {
  /// The source of the libraries for the generated package.
  public enum Libraries: Hashable, Sendable {
    /// The path of a directory; if not absolute, relative to the generated package.
    case path(String)
    /// The URL of a repository, and the minimum version.
    case repository(String, from: String)
  }

  /// The name of the Swift module.
  public let name: String
  /// The type of the records shown.
  public let type: RecordType
  /// The source of the libraries.
  public var libraries: Libraries
  /// Whether to generate a formatter; otherwise the module uses ``DetailsFormatter``.
  public var hasFormatter = false
  /// Whether to generate an interactor that loads the subject by an id; otherwise the presenter is
  /// given the subject.
  public var hasInteractor = false

  /// Creates a generator of a module without formatter and interactor.
  ///
  /// - Throws: ``GenerationError`` if the name is not suitable for a Swift module, or belongs to a
  ///   module that the generated code may import.
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

  private static let usedNames = [
    "Foundation", "Interactors", "Presentation", "Records", "Swift", "Testing", "Validation",
    "Values",
  ]

  /// The files of the package, starting with `Package.swift`.
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

  private var title: String {
    guard let key = type.key else { return "_ in \(type.name.literal)" }
    return "$0.subject.value(of: \(key.name.literal))?.description ?? \(type.name.literal)"
  }
}

extension Property {
  fileprivate var sample: FixedSubject? {
    // The generated class has an event named `propertyChanged`.
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

/// An error of the module generator.
public struct GenerationError: DescribedError, Hashable, Sendable {
  /// The kind of error; the associated value is the rejected name.
  public enum Kind: Hashable, Sendable {
    /// The name cannot be used for a Swift module.
    case unusableName(String)
    /// A module that the generated one may import has this name.
    case usedName(String)
  }

  /// The kind of error.
  public var kind: Kind

  /// The message for the user.
  public var message: String {
    switch kind {
    case .unusableName(let name):
      "a module cannot be called \"\(name)\"; expected a capital letter, then letters and digits"
    case .usedName(let name):
      "the generated code may import a module called \(name); expected another name"
    }
  }
}

extension String {
  fileprivate var isSwiftIdentifier: Bool {
    guard let first, first.isASCII, first.isLetter || first == "_" else { return false }
    return allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  fileprivate var literal: String {
    "\"" + unicodeScalars.map { $0.escaped(asASCII: false) }.joined() + "\""
  }

  /// A package is identified by the last component of its URL.
  fileprivate var lastPathComponent: String {
    let name = split(separator: "/").last.map(String.init) ?? self
    return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
  }
}

/// A file of a generated module.
public struct GeneratedFile: Hashable, Sendable {
  /// The path relative to the package directory: `Sources/Details/DetailsView.swift`.
  public let path: String
  /// The content.
  public let text: String
}
