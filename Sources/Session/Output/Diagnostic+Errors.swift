internal import CommandLanguage
internal import RecordStore
internal import Replies
internal import Values
internal import Workspace

extension Diagnostic {
  init(_ error: SyntaxError) {
    let kind: Kind =
      switch error.kind {
      case .syntax: .syntax
      case .name: .name
      case .value: .value
      }
    self.init(
      kind, error.message, at: error.span, hint: error.hint, candidates: error.candidates)
  }

  init(
    _ kind: Kind, _ message: String, at span: SourceSpan, hint: String? = nil,
    candidates: [String] = []
  ) {
    // `Script.placed` fills in the file name.
    let place = Place(file: "", line: span.start.line, column: span.start.column)
    self.init(kind, message, place: place, hint: hint, candidates: candidates)
  }

  init(unknown message: String, _ name: Name, among names: [String]) {
    self = Self(unknown: message, name.value, among: names).at(name.span)
  }

  init(unknownSessionName name: Name, among names: [String]) {
    self.init(unknown: "there is no session name \"\(name.value)\"", name, among: names)
  }

  init(_ violation: Violation, of given: String? = nil, at span: SourceSpan) {
    self = Self(violation, of: given).at(span)
  }

  init(store error: StoreError) { self.init(error) }

  /// - Parameter names: Names to suggest besides properties.
  init(_ error: StoreError, tokens: [WrittenToken], names: [String] = []) {
    self.init(error)
    guard let index = error.token, tokens.indices.contains(index) else { return }
    let token = tokens[index]
    place = Place(file: "", line: token.span.start.line, column: token.span.start.column)
    let isBare = error.kind == .name && tokens.isBareName(at: index)
    let others = isBare && error.hint == nil ? names : []
    if let meant = suggestion(for: token.meaning, among: error.candidates + others) {
      hint = "did you mean \"\(meant)\"?"
      candidates = [meant]
    } else if hint != nil {
      return
    } else if error.kind == .name, case .word(let word) = token.kind, tokens.isCompared(at: index) {
      hint = "write texts in quotation marks: \"\(word)\""
    }
  }

  /// Whether `try` can catch the error. It cannot catch failed expectations, interruptions, and
  /// errors after which the open transaction is or may be lost.
  var canBeCaught: Bool { kind != .expect && (cause == nil || cause == .overtaking) }

  /// Proposes a replacement for a span that begins at the error's position. Ignores a span of
  /// several lines.
  mutating func correct(_ span: SourceSpan, to replacement: String) {
    guard span.start.line == span.end.line else { return }
    correction = Correction(length: span.end.column - span.start.column, replacement)
  }

  func at(_ span: SourceSpan) -> Diagnostic {
    guard place == nil else { return self }
    var result = self
    result.place = Place(file: "", line: span.start.line, column: span.start.column)
    return result
  }
}

extension [WrittenToken] {
  /// Whether the token follows a comparison, `||`, `then` or `else`, and so may be a text.
  fileprivate func isCompared(at index: Int) -> Bool {
    guard index > 0 else { return false }
    switch self[index - 1].kind {
    case .symbol(let symbol):
      return ["=", "==", "<>", "!=", "<", "<=", ">", ">=", "||"].contains(symbol)
    case .word(let word): return ["is", "like", "glob", "then", "else"].contains(word.lowercased())
    case .text, .quotedName, .number, .date, .sessionName: return false
    }
  }
}

extension WrittenToken {
  fileprivate var meaning: String {
    switch kind {
    case .text(let text), .quotedName(let text): text
    case .word, .number, .date, .sessionName, .symbol: text
    }
  }
}

extension SourceSpan {
  /// The span of names and values that do not come from the text of a command.
  static let nowhere = SourceSpan(
    start: SourcePosition(line: 1, column: 1), end: SourcePosition(line: 1, column: 1))
}

@discardableResult
func attempt<Result>(
  _ body: @autoclosure () throws(StoreError) -> Result, at span: SourceSpan? = nil
) throws(Diagnostic) -> Result {
  do {
    return try body()
  } catch {
    let diagnostic = Diagnostic(error)
    throw span.map(diagnostic.at) ?? diagnostic
  }
}

@discardableResult
func inWorkspace<Result>(
  _ body: @autoclosure () throws(WorkspaceError) -> Result, at span: SourceSpan? = nil
) throws(Diagnostic) -> Result {
  do {
    return try body()
  } catch {
    throw error.diagnostic(at: span)
  }
}

/// Adds a position to an error that has none.
func located<Result>(
  _ body: @autoclosure () throws(Diagnostic) -> Result, at span: SourceSpan
) throws(Diagnostic) -> Result {
  do {
    return try body()
  } catch {
    throw error.at(span)
  }
}

extension WorkspaceError {
  func diagnostic(at span: SourceSpan?) -> Diagnostic {
    if case .openEdit = self { return diagnostic }
    return span.map(diagnostic.at) ?? diagnostic
  }
}

/// Reads a single state of the store, unaffected by concurrent writes.
func inOneState(
  of store: Store, _ body: () throws(Diagnostic) -> Void
) throws(Diagnostic) {
  try store.schema.inOneState(mapError: { Diagnostic($0) }, body)
}
