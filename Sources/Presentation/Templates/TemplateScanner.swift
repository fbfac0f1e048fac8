internal import Values

/// Finds the tags of a template and where they are, and writes it anew for the renderer.
///
/// Of each tag only its number is left, so that the renderer, whose names are ASCII, can have every
/// name there is, and tells which tag it asks for.
struct TemplateScanner {
  /// How deep sections can be nested.
  static let deepestNesting = 50

  /// The tags that have a name, in their order.
  private(set) var tags: [TemplateTag] = []
  /// The text for the renderer.
  private(set) var output = ""

  private let text: String
  private var index: String.Index
  private var line = 1
  private var column = 1
  private var opening = "{{"
  private var closing = "}}"
  /// The tags of the sections that are open, the innermost last.
  private var open: [Int] = []

  /// Scans a template.
  ///
  /// - Throws: ``TemplateError`` of the first tag that cannot be read or does not match.
  init(_ text: String) throws(TemplateError) {
    self.text = text
    index = text.startIndex
    while index < text.endIndex {
      if isAt(opening) {
        try readTag()
      } else {
        let character = text[index]
        output +=
          character.isNewline || character == "\t"
          ? String(character) : String(character).writingOut(\.isControl)
        advance()
      }
    }
    if let section = open.last {
      throw tags[section].error(.unclosedSection(tags[section].name))
    }
  }

  private func isAt(_ delimiter: String) -> Bool { text[index...].hasPrefix(delimiter) }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < text.endIndex {
      if text[index].isNewline {
        line += 1
        column = 1
      } else {
        column += 1
      }
      index = text.index(after: index)
    }
  }

  private mutating func readTag() throws(TemplateError) {
    let place = (line: line, column: column)
    func error(_ kind: TemplateError.Kind) -> TemplateError {
      TemplateError(kind: kind, line: place.line, column: place.column)
    }
    advance(opening.count)
    guard index < text.endIndex else { throw error(.unclosedTag) }
    let sign = text[index]
    let isSign = "#^/&!{=><$%*".contains(sign)
    if isSign { advance() }
    let end = sign == "{" && opening == "{{" ? "}}}" : sign == "=" ? "=" + closing : closing
    guard let content = read(until: end) else { throw error(.unclosedTag) }
    switch sign {
    case "!": output += "\(opening)!\(closing)"
    case "=": try readDelimiters(content, error(.invalidDelimiters))
    case ">", "<", "$", "%", "*": throw error(.unsupportedTag(sign))
    default:
      let (path, functions) = try Self.read(content, error)
      let tag = TemplateTag(
        role: .variable, path: path, functions: functions, line: place.line, column: place.column)
      try add(tag, sign: isSign ? sign : nil)
    }
  }

  private mutating func read(until end: String) -> Substring? {
    let start = index
    while index < text.endIndex {
      if isAt(end) {
        defer { advance(end.count) }
        return text[start..<index]
      }
      advance()
    }
    return nil
  }

  private mutating func readDelimiters(
    _ content: Substring, _ error: TemplateError
  ) throws(TemplateError) {
    let parts = content.split(whereSeparator: \.isWhitespace).map(String.init)
    guard parts.count == 2, !parts.contains(where: { $0.contains("=") }) else { throw error }
    output += "\(opening)=\(parts[0]) \(parts[1])=\(closing)"
    opening = parts[0]
    closing = parts[1]
  }

  private mutating func add(_ tag: TemplateTag, sign: Character?) throws(TemplateError) {
    var tag = tag
    var number = tags.count
    var mark = "&"
    switch sign {
    case "#", "^":
      tag.role = sign == "#" ? .section : .invertedSection
      mark = sign == "#" ? "#" : "^"
      open.append(number)
      if open.count > Self.deepestNesting { throw tag.error(.tooDeep) }
    case "/":
      guard let section = open.popLast() else { throw tag.error(.strayEnd(tag.name)) }
      guard (tags[section].path, tags[section].functions) == (tag.path, tag.functions) else {
        throw tag.error(.wrongEnd(tag.name, expected: tags[section].name))
      }
      tag.role = .end(of: section)
      mark = "/"
      number = section
    default: break
    }
    tags.append(tag)
    let name = tag.path.isEmpty ? "" : Self.alias(number)
    let functions = tag.functions.map { $0 + "(" }.joined()
    let brackets = String(repeating: ")", count: tag.functions.count)
    output += opening + mark + functions + name + brackets + closing
  }

  // MARK: Names

  /// What the renderer knows a tag by.
  private static func alias(_ number: Int) -> String { "t\(number)" }

  /// The number of the tag that the renderer asks for.
  static func number(_ alias: String) -> Int? { Int(alias.dropFirst()) }

  /// The path of a tag, and the functions around it, the outermost first.
  private static func read(
    _ content: Substring, _ error: (TemplateError.Kind) -> TemplateError
  ) throws(TemplateError) -> (path: [String], functions: [String]) {
    var rest = content.trimmed
    guard !rest.isEmpty else { throw error(.emptyTag) }
    let whole = String(rest)
    var functions: [String] = []
    while rest.last == ")", rest.first != "`", let bracket = rest.firstIndex(of: "(") {
      functions.append(String(rest[..<bracket].trimmed))
      rest = rest[rest.index(after: bracket)...].dropLast().trimmed
    }
    if rest.isEmpty, functions.count == 1 { return ([], functions) }
    if rest == "." { return (TemplateTag.itself, functions) }
    guard let path = path(rest) else { throw error(.invalidName(whole)) }
    return (path, functions)
  }

  /// The names of a path; nil where it is none.
  private static func path(_ text: Substring) -> [String]? {
    var names: [String] = []
    var rest = text
    while true {
      guard let name = readName(&rest) else { return nil }
      names.append(name)
      guard let point = rest.first else { return names }
      guard point == "." else { return nil }
      rest = rest.dropFirst()
    }
  }

  private static func readName(_ rest: inout Substring) -> String? {
    var name = ""
    if rest.first == "`" {
      rest = rest.dropFirst()
      while let character = rest.popFirst() {
        guard character == "`" else {
          name.append(character)
          continue
        }
        guard rest.first == "`" else { return name.isEmpty ? nil : name }
        name.append("`")
        rest = rest.dropFirst()
      }
      return nil
    }
    name = String(rest.prefix { $0 != "." })
    rest = rest.dropFirst(name.count)
    return !name.isEmpty && name.asName == name ? name : nil
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else {
      return start[..<start.startIndex]
    }
    return start[...last]
  }
}
