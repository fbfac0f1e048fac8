internal import Values

/// Parses one command from its tokens.
///
/// The command types of ``Verbs`` parse themselves with these methods.
package struct Parser {
  package let verbs: Verbs
  let bytes: [UInt8]
  let tokens: [Token]
  let comments: [Range<Int>]
  let places: Places
  let recorder: ExpectationRecorder?
  package internal(set) var userCommands: Set<String>

  package internal(set) var index: Int
  var limit: Int
  private(set) var commandStart: Int
  private var command: (any CommandSyntax.Type)?
  private var options: [Int] = []
  private var isPastDestination = false
  private var valueOptions: [Int] = []
  private var optionColumns: [Int: [Name]] = [:]
  var depth = 0
  var keepsNormalForms = false
  /// Session names that the command uses but no enclosing block declares.
  var freeNames: [Name] = []
  var fieldTexts: [SourceSpan] = []
  var givenNames: [String] = []
  var mayRunLong = false
  var blockNames: [String] = []
  var isInLoop = false
  /// The verbs offered in this block; nil for all.
  var blockVerbs: [String]?

  /// The maximum nesting, which keeps the parser from exhausting the stack.
  private static let greatestDepth = 50

  init(
    verbs: Verbs, bytes: [UInt8], tokens: [Token], comments: [Range<Int>], places: Places,
    range: Range<Int>, userCommands: Set<String> = [], recorder: ExpectationRecorder? = nil
  ) {
    (self.verbs, self.userCommands, self.recorder) = (verbs, userCommands, recorder)
    (self.bytes, self.tokens, self.comments, self.places) = (bytes, tokens, comments, places)
    (index, limit, commandStart) = (range.lowerBound, range.upperBound, range.lowerBound)
  }

  mutating func wholeStatement() throws(SyntaxError) -> Statement {
    let start = index
    do throws(SyntaxError) {
      let statement = try statement()
      if index < limit { throw unexpected("the end of the command") }
      return statement
    } catch {
      throw meaning(error, from: start)
    }
  }

  mutating func statement() throws(SyntaxError) -> Statement {
    let outer = (commandStart, command, options, valueOptions, optionColumns)
    let outerNames = (freeNames, givenNames, fieldTexts)
    let outerMayRunLong = mayRunLong
    defer {
      (commandStart, command, options, valueOptions, optionColumns) = outer
      (freeNames, givenNames, fieldTexts) = outerNames
      mayRunLong = mayRunLong || outerMayRunLong
    }
    freeNames = []
    givenNames = []
    fieldTexts = []
    mayRunLong = false
    valueOptions = []
    isPastDestination = false
    optionColumns = [:]
    commandStart = index
    options = []
    let type = try readVerb()
    let beginning = self
    var command = try type.init(parsing: &self)
    let met = options.count
    let destination = try destinationIfAny(of: type)
    if options.count > met {
      // Options after the output file belong to the command too.
      var again = beginning
      (again.options, again.valueOptions) = (Array(options[met...]), valueOptions)
      again.optionColumns = optionColumns
      command = try type.init(parsing: &again)
    }
    try checkOptions()
    if !isAtEnd { throw unexpected("the end of the command") }
    let reason = try reasonOption()
    let replaces = type.verb.printsToFile && hasOption(Verb.Option.replace.name)
    if replaces, destination == nil {
      throw SyntaxError(
        .syntax, at: span(from: commandStart), "--replace needs an output file",
        hint: "\(type.verb.name) … to \"FILE\" --replace")
    }
    let range = tokens[commandStart].start..<tokens[index - 1].end
    if type.verb.mayRunLong { mayRunLong = true }
    let statement = Statement(
      command: command, destination: destination, replaces: replaces, span: places.span(range),
      text: text(range), reason: reason, freeNames: freeNames, fieldTexts: fieldTexts,
      givenNames: givenNames, mayRunLong: mayRunLong)
    // The body of a user-defined command is known only at run time.
    if type == verbs.call { mayRunLong = true }
    return statement
  }

  private mutating func destinationIfAny(
    of type: any CommandSyntax.Type
  ) throws(SyntaxError) -> TemplateSyntax? {
    guard type.verb.printsToFile, skip("to") else { return nil }
    isPastDestination = true
    return try template("a file")
  }

  private mutating func readVerb() throws(SyntaxError) -> any CommandSyntax.Type {
    noteVerbs()
    guard isAtWord || isAt("?"), let token = current else {
      throw foreignCommand() ?? unexpected("a command")
    }
    let word = text(of: token)
    guard let command = verbs.command(word) ?? (userCommands.contains(word) ? verbs.call : nil)
    else { throw unknownCommand(word) }
    if command.verb.isOfLoops, !isInLoop {
      throw SyntaxError(
        .syntax, at: here, "\(word) can be used only in a loop",
        hint: "for, repeat and while are loops; the body of a command or handler is not in a loop")
    }
    self.command = command
    advance()
    return command
  }

  var current: Token? { index < limit ? tokens[index] : nil }

  /// Whether the command ends here, except for an output file.
  package var isAtEnd: Bool { current?.kind.isSeparator ?? true || isAtDestination }

  /// Whether `to "FILE"` follows, which redirects the output.
  var isAtDestination: Bool {
    canPrintToFile && isAt("to") && index + 1 < limit && tokens[index + 1].kind == .string
  }

  var canPrintToFile: Bool { command?.verb.printsToFile ?? false }

  var isAtWord: Bool { current?.kind == .word }

  package var isAtNumber: Bool { current?.kind == .number }

  package var isAdjacent: Bool { isAdjacent(index) }

  package func isAdjacent(_ index: Int) -> Bool {
    guard index > 0, index < limit || index == recorder?.caret,
      !tokens[index].kind.isSeparator
    else { return false }
    return tokens[index].start == tokens[index - 1].end
  }

  package func isAt(_ text: StaticString) -> Bool { isToken(index, text) }

  package func isToken(_ index: Int, _ text: StaticString) -> Bool {
    guard index < limit else { return false }
    let token = tokens[index]
    guard token.kind == .word || token.kind == .symbol,
      token.end - token.start == text.utf8CodeUnitCount
    else { return false }
    return text.withUTF8Buffer { bytes[token.start..<token.end].elementsEqual($0) }
  }

  mutating func advance() {
    index += 1
    skipOptions()
  }

  mutating func skipOptions() {
    while let token = current, token.kind == .option {
      options.append(index)
      index += 1
      let name = optionName(index - 1)
      guard let option = command?.verb.options.first(where: { $0.name == name }),
        option.argument != nil
      else { continue }
      if option.takesColumns {
        readColumns(ofOption: index - 1)
        continue
      }
      if isAtCaret { recorder?.decide(option.alternatives) }
      guard let value = current, value.kind == .file || value.kind == .string else { continue }
      valueOptions.append(index - 1)
      index += 1
    }
    if isAtCaret { noteOptions() }
  }

  /// Reads columns; stops at a word that begins a clause.
  private mutating func readColumns(ofOption option: Int) {
    var names: [Name] = []
    repeat {
      if isAtCaret || recordsUses, let type = name(tokens[commandStart + 1]) {
        note(.property(of: .type(type)))
      }
      guard let token = current, var text = name(token),
        token.kind == .quotedName || !isAtDestination && !Clauses.ofTables.contains(text)
      else { break }
      let first = index
      index += 1
      while isAt("."), isNameAdjacent(index + 1), let next = name(tokens[index + 1]) {
        text += "." + next
        index += 2
      }
      names.append(Spanned(text, at: places.span(tokens[first].start..<tokens[index - 1].end)))
      guard isAt(",") else { break }
      index += 1
    } while true
    optionColumns[option] = names
  }

  package func columns(ofOption name: String) -> [Name]? {
    options.first { optionName($0) == name }.map { optionColumns[$0] ?? [] }
  }

  private func noteOptions() {
    for option in command?.verb.options ?? [] where !hasOption(option.name) {
      if option == .replace, canPrintToFile, !isPastDestination { continue }
      note(.option(option.name))
    }
  }

  package mutating func skip(_ text: StaticString) -> Bool {
    note(text.isSign ? .sign("\(text)") : .word("\(text)"))
    guard isAt(text) else { return false }
    advance()
    return true
  }

  package mutating func skip(verb: StaticString) -> Bool {
    note(.verb("\(verb)"))
    guard isAt(verb) else { return false }
    advance()
    return true
  }

  package mutating func take(_ text: StaticString) throws(SyntaxError) {
    if !skip(text) { throw unexpected("\"\(text)\"") }
  }

  /// Reads an opening bracket; returns the index of the closing bracket.
  mutating func open(_ bracket: StaticString) throws(SyntaxError) -> Int {
    note(.sign("\(bracket)"))
    guard isAt(bracket) else { throw unexpected("\"\(bracket)\"") }
    let end = try partner(of: index)
    if depth == Self.greatestDepth {
      throw SyntaxError(.syntax, at: here, "parentheses, brackets and braces are nested too deeply")
    }
    depth += 1
    advance()
    return end
  }

  mutating func close(_ bracket: StaticString) throws(SyntaxError) {
    note(.sign("\(bracket)"))
    guard isAt(bracket) else { throw unexpected("\"\(bracket)\"") }
    depth -= 1
    advance()
  }

  func partner(of index: Int) throws(SyntaxError) -> Int {
    let opening = tokens[index]
    let bracket = text(of: opening)
    // A bracket still open at the caret has no closing bracket yet.
    if opening.detail < 0, let caret = recorder?.caret { return caret }
    guard opening.detail >= 0 else {
      throw SyntaxError(.syntax, at: span(of: opening), "this \"\(bracket)\" is never closed")
    }
    let closing = text(of: tokens[opening.detail])
    let wanted = bracket == "(" ? ")" : bracket == "[" ? "]" : "}"
    guard closing == wanted else {
      throw SyntaxError(
        .syntax, at: span(of: tokens[opening.detail]),
        "expected \"\(wanted)\" to close the \"\(bracket)\" before it, not \"\(closing)\"")
    }
    return opening.detail
  }

  package func hasOption(_ name: String) -> Bool {
    options.contains { optionName($0) == name }
  }

  /// The given option among mutually exclusive options, without `--`.
  package func onlyOption(of names: [String]) throws(SyntaxError) -> String? {
    let given = options.filter { names.contains(optionName($0)) }
    guard let first = given.first.map(optionName) else { return nil }
    if let other = given.first(where: { optionName($0) != first }) {
      throw SyntaxError(
        .syntax, at: span(of: tokens[other]),
        "\"--\(optionName(other))\" cannot be given with \"--\(first)\"")
    }
    return first
  }

  package func value(
    ofOption name: String, _ expected: String
  ) throws(SyntaxError) -> Spanned<String>? {
    guard let value = try token(ofOption: name, expected) else { return nil }
    let written = value.kind == .string ? try decodedText(value) : text(of: value)
    return Spanned(written, at: span(of: value))
  }

  package mutating func file(ofOption name: String) throws(SyntaxError) -> TemplateSyntax? {
    try token(ofOption: name, "a file").map { token throws(SyntaxError) in try template(token) }
  }

  private func token(ofOption name: String, _ expected: String) throws(SyntaxError) -> Token? {
    guard let option = options.first(where: { optionName($0) == name }) else { return nil }
    guard valueOptions.contains(option) else {
      if option + 1 < limit, tokens[option + 1].kind == .sqlText {
        var parser = self
        parser.index = option + 1
        throw parser.unexpected("\(expected) in double quotation marks")
      }
      let end = span(of: tokens[option]).end
      throw SyntaxError(
        .syntax, at: SourceSpan(start: end, end: end), "expected \(expected) after --\(name)")
    }
    return tokens[option + 1]
  }

  private mutating func reasonOption() throws(SyntaxError) -> TemplateSyntax? {
    guard command?.verb.options.contains(.reason) == true,
      let value = try token(ofOption: Verb.Option.reason.name, "a text")
    else { return nil }
    return try template(value)
  }

  private func optionName(_ index: Int) -> String { String(text(of: tokens[index]).dropFirst(2)) }

  private func checkOptions() throws(SyntaxError) {
    guard !options.isEmpty, let verb = command?.verb else { return }
    let known = verb.options.map(\.name)
    var seen: Set<String> = []
    for index in options {
      let name = optionName(index)
      let span = span(of: tokens[index])
      guard known.contains(name) else {
        let all = known.map { "--" + $0 }
        throw unknown("option", "--" + name, of: verb.name, at: span, among: all)
      }
      if !seen.insert(name).inserted {
        throw SyntaxError(.syntax, at: span, "\"--\(name)\" is given twice")
      }
    }
  }

  func normalised(_ text: String) -> String { keepsNormalForms ? text : text.nfc }

  func text(of token: Token) -> String {
    String(decoding: bytes[token.start..<token.end], as: UTF8.self)
  }

  package var here: SourceSpan { span(of: tokens[index]) }

  func span(of token: Token) -> SourceSpan { places.span(token.start..<token.end) }

  /// The span from a token to the last token read, without trailing options.
  package func span(from first: Int) -> SourceSpan {
    var last = index - 1
    while last > first, tokens[last].kind == .option { last -= 1 }
    return places.span(tokens[first].start..<tokens[max(first, last)].end)
  }

  /// The source in a range of bytes, without comments.
  func text(_ range: Range<Int>) -> String {
    let low = comments.partitionIndex { $0.lowerBound >= range.lowerBound }
    guard low < comments.count, comments[low].lowerBound < range.upperBound else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var kept: [UInt8] = []
    var start = range.lowerBound
    for comment in comments[low...] where comment.lowerBound < range.upperBound {
      kept += bytes[start..<comment.lowerBound]
      while let last = kept.last, isSpace(last) { kept.removeLast() }
      start = comment.upperBound
    }
    kept += bytes[start..<range.upperBound]
    return String(decoding: kept, as: UTF8.self)
  }
}

extension StaticString {
  fileprivate var isSign: Bool { withUTF8Buffer { wordEnd(in: Array($0), from: 0) == 0 } }
}
