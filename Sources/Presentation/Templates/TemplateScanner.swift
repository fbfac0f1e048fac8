internal import Values

struct TemplateScanner {
  static let deepestNesting = 50

  private struct Frame {
    var tag: TemplateTag?
    var isInverted = false
    var nodes: [TemplateNode] = []
  }

  private var index: String.Index
  private var line = 1
  private var column = 1
  private var opening = "{{"
  private var closing = "}}"
  private var frames = [Frame()]
  private var run = ""
  /// Whether the line has only white space so far, and no tag.
  private var isLineBlank = true
  private let text: String
  private let isHTML: Bool

  var nodes: [TemplateNode] { frames[0].nodes }

  init(_ text: String, isHTML: Bool) throws(TemplateError) {
    self.text = text
    self.isHTML = isHTML
    index = text.startIndex
    while index < text.endIndex {
      if isAt(opening) {
        try readTag()
      } else {
        readCharacter()
      }
    }
    // Drop the white space of a blank last line.
    if !isLineBlank { endRun() }
    if let section = frames[frames.count - 1].tag {
      throw section.error(.unclosedSection(section.written()))
    }
  }

  private mutating func readCharacter() {
    let character = text[index]
    advance()
    if character.endsLine {
      endRun()
      add(.newline)
      isLineBlank = true
    } else if character.isWhitespace {
      run.append(character)
    } else {
      run += String(character).writingOut(\.isControl)
      isLineBlank = false
    }
  }

  private mutating func add(_ node: TemplateNode) { frames[frames.count - 1].nodes.append(node) }

  private mutating func endRun() {
    if !run.isEmpty { add(.text(run)) }
    run = ""
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
    var tag = TemplateTag(path: [], functions: [], line: line, column: column)
    advance(opening.count)
    guard index < text.endIndex else { throw tag.error(.unclosedTag) }
    let sign = text[index]
    let isSign = "#^/&!{=><$%*".contains(sign)
    if isSign { advance() }
    if isHTML, sign == "{" || sign == "&" { throw tag.error(.unescaped) }
    let end = sign == "{" && opening == "{{" ? "}}}" : sign == "=" ? "=" + closing : closing
    guard let content = read(until: end) else { throw tag.error(.unclosedTag) }
    switch sign {
    case "!": endText()
    case "=":
      try readDelimiters(content, tag)
      endText()
    case ">", "<", "$", "%", "*": throw tag.error(.unsupportedTag(sign))
    case "#", "^":
      try tag.read(content)
      try tag.checkIsSection()
      if frames.count > Self.deepestNesting { throw tag.error(.tooDeep) }
      endText()
      frames.append(Frame(tag: tag, isInverted: sign == "^"))
    case "/":
      try tag.read(content)
      try tag.checkIsSection()
      endText()
      try endSection(tag)
    default:
      try tag.read(content)
      endText(beforeValue: true)
      add(.value(tag))
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

  /// Ends the text before a tag; removes the line if the tag is alone on it and is not a value.
  private mutating func endText(beforeValue: Bool = false) {
    let rest = text[index...].prefix { $0.isWhitespace && !$0.endsLine }
    let isAtEnd = rest.endIndex == text.endIndex || text[rest.endIndex].endsLine
    if isLineBlank, isAtEnd, !beforeValue {
      run = ""
      advance(rest.count + 1)
    } else {
      endRun()
      isLineBlank = false
    }
  }

  private mutating func readDelimiters(
    _ content: Substring, _ tag: TemplateTag
  ) throws(TemplateError) {
    let parts = content.split(whereSeparator: \.isWhitespace).map(String.init)
    guard parts.count == 2, !parts.contains(where: { $0.contains("=") }) else {
      throw tag.error(.invalidDelimiters)
    }
    opening = parts[0]
    closing = parts[1]
  }

  private mutating func endSection(_ end: TemplateTag) throws(TemplateError) {
    let frame = frames.removeLast()
    guard let tag = frame.tag else { throw end.error(.strayEnd(end.written())) }
    guard tag.written() == end.written() else {
      throw end.error(.wrongEnd(end.written(), expected: tag.written()))
    }
    add(.section(tag, isInverted: frame.isInverted, frame.nodes))
  }
}

extension TemplateTag {
  fileprivate mutating func read(_ content: Substring) throws(TemplateError) {
    let parts = content.formats
    var rest = parts[0].trimmed
    guard !rest.isEmpty else { throw error(.emptyTag) }
    if parts.count > 1 {
      format = try TemplateFormat(parts.dropFirst().map(\.trimmed), of: self)
    }
    let whole = rest
    var names: [String] = []
    while rest.last == ")", rest.first != "`", let bracket = rest.firstIndex(of: "(") {
      guard names.count < TemplateScanner.deepestNesting else { throw error(.tooManyFunctions) }
      names.append(String(rest[..<bracket].trimmed))
      rest = rest[rest.index(after: bracket)...].dropLast().trimmed
    }
    if rest.isEmpty, names.count == 1 {
      place = try function(names[0])
      return
    }
    guard let path = rest == "." ? Self.itself : rest.path else {
      throw error(.invalidName(String(whole)))
    }
    self.path = path
    for name in names { functions.append(try function(name)) }
  }

  fileprivate func checkIsSection() throws(TemplateError) {
    if format != nil { throw error(.formatOfSection(written())) }
  }

  private func function<Function: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(TemplateError) -> Function {
    if let function = Function(rawValue: name) { return function }
    throw error(.unknownFunction(name), candidates: Function.allCases.map(\.rawValue))
  }
}

extension Character {
  fileprivate var endsLine: Bool { self == "\n" || self == "\r\n" }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else {
      return start[..<start.startIndex]
    }
    return start[...last]
  }

  /// The parts between `|` characters that are not in a quoted name or between apostrophes.
  fileprivate var formats: [Substring] {
    var quote: Character?
    return split(omittingEmptySubsequences: false) { character in
      if character == quote {
        quote = nil
      } else if quote == nil, character == "`" || character == "'" {
        quote = character
      } else {
        return quote == nil && character == "|"
      }
      return false
    }
  }

  fileprivate var path: [String]? {
    var names: [String] = []
    var rest = self
    while true {
      guard let name = rest.removeName() else { return nil }
      names.append(name)
      guard let point = rest.popFirst() else { return names }
      guard point == "." else { return nil }
    }
  }

  private mutating func removeName() -> String? {
    var name = ""
    if first == "`" {
      removeFirst()
      while let character = popFirst() {
        guard character == "`" else {
          name.append(character)
          continue
        }
        guard first == "`" else { return name.isEmpty ? nil : name }
        name.append("`")
        removeFirst()
      }
      return nil
    }
    name = String(prefix { $0 != "." })
    self = dropFirst(name.count)
    return !name.isEmpty && name.asName == name ? name : nil
  }
}
