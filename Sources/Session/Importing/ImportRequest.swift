internal import CommandLanguage
internal import Interchange
internal import Replies
internal import Values

struct ImportRequest: Equatable, Sendable {
  struct Mapping: Equatable, Sendable {
    /// The column's header, or its position in digits.
    var column: Name
    /// 1-based; nil if the column is named by its header.
    var position: Int?
    /// Nil skips the column.
    var property: Name?
  }

  private let fileName: TemplateSyntax
  var file: Spanned<String>
  var table: Name?
  /// Nil if `--infer` also proposes the name of the type.
  var type: Name?
  var map: [Mapping] = []
  var key: Name?
  var options: ImportOptions

  init(parsing parser: inout Parser) throws(SyntaxError) {
    fileName = try parser.file()
    file = Spanned("", at: fileName.span)
    if parser.skip("table") { table = try parser.name("a table") }
    // Options may follow any clause, so `--infer` is known only after the last clause.
    options = try ImportOptions(parsing: &parser)
    let isNamed = parser.skip("as")
    if isNamed { type = try parser.newName("a name for the type") }
    if !isNamed, !options.infers || !parser.isAtEnd {
      try parser.take("into")
      type = try parser.name("a type", .type)
    }
    if let type { while try readClause(of: type.value, &parser) {} }
    options = try ImportOptions(parsing: &parser)
    if isNamed, !options.infers { throw parser.unexpected("--infer") }
    if options.infers, let key {
      throw SyntaxError(
        .syntax, at: key.span, "--infer proposes a type, which has no records to update",
        hint: "omit \"update by\"")
    }
  }

  func named(in session: Session) throws(Diagnostic) -> ImportRequest {
    var request = self
    request.file = try session.file(fileName)
    request.options.rejects = try options.rejectsName.map(session.file)
    return request
  }

  private mutating func readClause(
    of type: String, _ parser: inout Parser
  ) throws(SyntaxError) -> Bool {
    let owner = CompletionCategory.property(of: .type(type))
    if map.isEmpty, parser.skip("map") {
      repeat {
        let (column, position) = try Self.column(&parser)
        try parser.take("=")
        let isLeftOut = parser.skip("nil")
        let property = try isLeftOut ? nil : parser.name("a property", owner)
        map.append(Mapping(column: column, position: position, property: property))
      } while parser.skip(",")
    } else if key == nil, parser.skip("update") {
      try parser.take("by")
      key = try parser.name("a property", owner)
    } else if parser.isAtEnd {
      return false
    } else {
      throw parser.unexpected("\"map\" or \"update by\"")
    }
    return true
  }

  private static func column(
    _ parser: inout Parser
  ) throws(SyntaxError) -> (Name, position: Int?) {
    let wanted = "a column of the file, or its position"
    guard parser.isAtNumber else { return (try parser.textOrWord(wanted), nil) }
    let number = try parser.natural(wanted)
    return (Name(String(number.value), at: number.span), number.value)
  }
}

struct ImportOptions: Equatable, Sendable {
  fileprivate let rejectsName: TemplateSyntax?
  var rejects: Spanned<String>?
  /// Whether the import may overwrite the file of rejected rows.
  var replaces: Bool
  var keepsGoing: Bool
  var isTrial: Bool
  var infers: Bool
  var sheet: Spanned<String>?
  var delimiter: Spanned<String>?
  var separator: Spanned<String>?
  var dates: Spanned<String>?
  var percent: Spanned<String>?
  var keepsEmpty: Bool
  var locale: Spanned<String>?
  var encoding: Spanned<String>?
  var skip: Spanned<String>?
  var skipLast: Spanned<String>?
  /// From `--columns`: the properties in column order, for a file without a header.
  var columns: [Name]?
  var null: Spanned<String>?
  var truths: Spanned<String>?
  var falsehoods: Spanned<String>?
  var keepsSpaces: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    rejectsName = try parser.file(ofOption: "rejects")
    replaces = parser.hasOption(Verb.Option.replace.name)
    keepsGoing = parser.hasOption("keep-going")
    keepsEmpty = parser.hasOption("keep-empty")
    isTrial = parser.hasOption("dry-run")
    infers = parser.hasOption("infer")
    sheet = try parser.value(ofOption: "sheet", "the name of a sheet or its number")
    delimiter = try parser.value(ofOption: "delimiter", "a character in quotation marks")
    separator = try parser.value(ofOption: "split", "a text in quotation marks")
    dates = try parser.value(ofOption: "dates", "dmy, mdy or ymd")
    percent = try parser.value(ofOption: "percent", "plain or fraction")
    locale = try parser.value(ofOption: "locale", "a locale such as de_DE")
    encoding = try parser.value(ofOption: "encoding", "an encoding such as latin-1")
    skip = try parser.value(ofOption: "skip", "a number of lines")
    skipLast = try parser.value(ofOption: "skip-last", "a number of rows")
    columns = parser.columns(ofOption: "columns")
    if columns?.isEmpty == true { throw parser.unexpected("the properties after --columns") }
    null = try parser.value(ofOption: "null", "texts in quotation marks")
    truths = try parser.value(ofOption: "true", "words in quotation marks")
    falsehoods = try parser.value(ofOption: "false", "words in quotation marks")
    keepsSpaces = parser.hasOption("keep-spaces")
  }

  static func encoding(_ name: Spanned<String>) throws(Diagnostic) -> TextEncoding {
    if let encoding = TextEncoding(named: name.value) { return encoding }
    let names = TextEncoding.allCases.map { $0.names[0] }
    throw Diagnostic(
      .value, "there is no encoding \"\(name.value)\"; expected \(names.listed())", at: name.span)
  }

  static func delimiter(_ given: Spanned<String>) throws(Diagnostic) -> UInt8 {
    guard let byte = given.value.utf8.first, given.value.utf8.count == 1,
      byte < 0x80, ![0x22, 0x0A, 0x0D].contains(byte), !"-+.".utf8.contains(byte),
      !Unicode.Scalar(byte).properties.isAlphabetic, !byte.isDigit
    else {
      throw Diagnostic(
        .value,
        "--delimiter needs an ASCII character that is not in a number or word, such as \";\" or \"\\t\"",
        at: given.span)
    }
    return byte
  }

  private static func written(_ name: Name) -> String {
    name.value == "nil" ? name.value : name.value.asName
  }

  /// The options in command syntax, without `--infer`.
  var words: String {
    let values: [(name: String, value: String?)] = [
      ("sheet", sheet.map { Value.text($0.value).literal }),
      ("delimiter", delimiter.map { Value.text($0.value).literal }),
      ("encoding", encoding?.value), ("skip", skip?.value), ("skip-last", skipLast?.value),
      ("columns", columns.map { $0.map(Self.written).joined(separator: ", ") }),
      ("null", null.map { Value.text($0.value).literal }),
      ("true", truths.map { Value.text($0.value).literal }),
      ("false", falsehoods.map { Value.text($0.value).literal }),
      ("locale", locale?.value), ("dates", dates?.value),
      ("percent", percent?.value), ("split", separator.map { Value.text($0.value).literal }),
      ("rejects", rejects.map { Value.text($0.value).literal }),
    ]
    let flags = [
      ("keep-spaces", keepsSpaces), ("keep-empty", keepsEmpty), ("keep-going", keepsGoing),
      ("dry-run", isTrial), ("replace", replaces),
    ]
    return values.compactMap { name, value in value.map { " --\(name) \($0)" } }.joined()
      + flags.filter(\.1).map { " --\($0.0)" }.joined()
  }
}
