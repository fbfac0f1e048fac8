internal import CommandLanguage
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies

struct FormatterCommand: Command, ViewDefining, OutsideUsing {
  static let verb = Verb(
    "formatter",
    usage: "formatter NAME for TYPE [html] [local] \"TEMPLATE\" · "
      + "formatter NAME for TYPE [html] [local] from FILE",
    summary: "Defines a Mustache template that shows the records of a type. `html` escapes "
      + "every value. `local` writes dates and times in the format of the locale. `help "
      + "templates` explains templates.",
    examples: [
      "formatter card for Person \"{{name}}, {{age}}\"",
      "formatter brief for Person \"{{#age}}{{.}} years{{/age}}{{^age}}no age{{/age}}\"",
      "formatter sheet for Person from sheet.mustache",
      "formatter page for Person html local \"<p>{{name}}</p>\"",
    ],
    changesRecords: true, fileWord: "from")

  enum Source: Sendable {
    case text(QuotedText)
    case file(TemplateSyntax)
  }

  private static let mostBytes = 1_000_000

  var name: Name
  var type: Name
  var isHTML = false
  var isLocal = false
  var source: Source

  init(parsing parser: inout Parser) throws(SyntaxError) {
    name = try parser.name("a name for the formatter")
    try parser.take("for")
    type = try parser.name("a type", .type)
    while true {
      if !isHTML, parser.skip("html") {
        isHTML = true
      } else if !isLocal, parser.skip("local") {
        isLocal = true
      } else {
        break
      }
    }
    if parser.skip("from") {
      source = .file(try parser.file())
    } else {
      source = .text(try parser.sourceText("a template or \"from\""))
    }
  }

  var opposite: String? { "drop formatter \(name.value.asName)" }

  func run(in session: Session) throws(Diagnostic) {
    let type = try session.resolver.type(type)
    let (text, place) = try template(in: session)
    _ = try Template(
      text, isHTML: isHTML, for: type, types: session.store.schema.type, place)
    let words = (isHTML ? "html " : "") + (isLocal ? "local " : "")
    let definition =
      "formatter \(name.value.asName) for \(type.name.asName) \(words)\(Value.text(text).literal)"
    try session.views.keep(.formatter, name, for: type, definition)
  }

  fileprivate func template(
    in session: Session
  ) throws(Diagnostic) -> (String, (TemplateError) -> Diagnostic.Place) {
    switch source {
    case .text(let text):
      return (text.value, Self.place(in: text))
    case .file(let name):
      let file = try session.file(name)
      let path = session.files.path(of: file)
      var bytes: [UInt8] = []
      do {
        let lines = try session.configuration.files.lines(of: path)
        while let line = try lines.nextLine(), bytes.count <= Self.mostBytes {
          bytes += line + [UInt8(ascii: "\n")]
        }
      } catch {
        throw error.at(file.span)
      }
      guard bytes.count <= Self.mostBytes else {
        throw Diagnostic(
          .file, "\(path) is larger than 1 MB; expected a template", at: file.span)
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Diagnostic(.file, "\(path) is not UTF-8", at: file.span)
      }
      guard !bytes.contains(0) else {
        throw Diagnostic(
          .file, "\(path) contains U+0000, which a text cannot contain", at: file.span)
      }
      return (text, { Diagnostic.Place(file: path, line: $0.line, column: $0.column) })
    }
  }

  private static func place(in text: QuotedText) -> (TemplateError) -> Diagnostic.Place {
    { error in
      let start = text.span(line: error.line, column: error.column).start
      return Diagnostic.Place(file: "", line: start.line, column: start.column)
    }
  }

  func check(by context: CommandContext, _ views: ViewDefinitions) throws(Diagnostic) {
    let type = try context.resolver.type(type)
    // Stored definitions always contain their template.
    guard case .text(let text) = source else { return }
    _ = try Template(
      text.value, isHTML: isHTML, for: type, types: context.resolver.store.schema.type,
      altered: views.altered, Self.place(in: text))
  }

  var view: ViewDefinition {
    let template = if case .text(let text) = source { text.value } else { "" }
    return .formatter(
      FormatterDefinition(
        name: name.value, type: type.value, template: template, isHTML: isHTML, isLocal: isLocal))
  }

  var isUsingOutside: Bool { if case .file = source { true } else { false } }
}

extension Template {
  init(
    _ text: String, isHTML: Bool = false, for type: RecordType, types: (String) -> RecordType?,
    altered: String? = nil, _ place: (TemplateError) -> Diagnostic.Place?
  ) throws(Diagnostic) {
    do throws(TemplateError) {
      try self.init(text, isHTML: isHTML)
      try check(for: type, types: types, altered: altered)
    } catch {
      let meant = error.kind.word.flatMap { suggestion(for: $0, among: error.candidates) }
      throw Diagnostic(
        error.kind.diagnosticKind, error.message, place: place(error),
        hint: meant.map { "did you mean \"\($0)\"?" }, candidates: meant.map { [$0] } ?? [])
    }
  }
}

extension TemplateError.Kind {
  fileprivate var word: String? {
    switch self {
    case .unknownName(let name, _), .unknownFunction(let name): name
    case .unclosedTag, .emptyTag, .invalidName, .unclosedSection, .strayEnd, .wrongEnd,
      .unsupportedTag, .invalidDelimiters, .tooDeep, .tooManyFunctions, .notAReference,
      .misapplied, .misplaced, .tooLong, .unescaped, .formatOfSection, .invalidFormat, .unknownPart,
      .misplacedMinutes,
      .unfittingPattern:
      nil
    }
  }

  fileprivate var diagnosticKind: Diagnostic.Kind {
    switch self {
    case .unknownName, .unknownFunction, .notAReference: .name
    case .misapplied, .misplaced, .unfittingPattern: .value
    case .unclosedTag, .emptyTag, .invalidName, .unclosedSection, .strayEnd, .wrongEnd,
      .unsupportedTag, .invalidDelimiters, .tooDeep, .tooManyFunctions, .tooLong, .unescaped,
      .formatOfSection, .invalidFormat, .unknownPart, .misplacedMinutes:
      .syntax
    }
  }
}
