internal import CommandLanguage
internal import Records
internal import Replies

package enum ScriptSource: Hashable, Sendable {
  case file(String)
  case standardInput
  /// The commands given as program arguments; together they form one script.
  case commandLine
  case prompt

  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: "<stdin>"
    case .commandLine: "<command>"
    case .prompt: "<prompt>"
    }
  }
}

final class Script {
  static let greatestDepth = 50

  let source: ScriptSource
  let placePrefix: String
  /// The chain of `include` commands, innermost first.
  let includedFrom: [Diagnostic.Place]
  /// Whether the script is a command stored in the database, or was created or included by such a
  /// command.
  var isOfDatabase = false
  var text = ScriptText()
  var reader: CommandReader
  private let verbs: Verbs

  init(_ source: ScriptSource, _ verbs: Verbs, includedFrom: [Diagnostic.Place] = []) {
    self.source = source
    self.verbs = verbs
    reader = CommandReader(verbs)
    self.includedFrom = includedFrom
    placePrefix = source.name + ":"
  }

  /// A part of a script that runs later; keeps its lines for error messages.
  init(_ span: SourceSpan, of script: Script) {
    source = script.source
    verbs = script.verbs
    reader = CommandReader(verbs)
    placePrefix = script.placePrefix
    includedFrom = script.includedFrom
    isOfDatabase = script.isOfDatabase
    text = script.text.lines(span.start.line...span.end.line)
  }

  func including(_ path: String, at span: SourceSpan) -> Script {
    let place = Diagnostic.Place(
      file: source.name, line: span.start.line, column: span.start.column)
    let script = Script(.file(path), verbs, includedFrom: [place] + includedFrom)
    script.isOfDatabase = isOfDatabase
    return script
  }

  func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    guard var place = diagnostic.place, place.file.isEmpty else { return diagnostic }
    var result = diagnostic
    place.file = source.name
    result.place = place
    result.includedFrom = includedFrom
    if let column = place.column {
      result.excerpt = text.excerpt(line: place.line, column: column)
      if let correction = diagnostic.correction,
        let command = text.corrected(line: place.line, column: column, correction)
      {
        result.hint = command
      }
    }
    return result
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(Diagnostic) {
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    text.append(line)
    guard line.isASCII || String(validating: line, as: UTF8.self) != nil else {
      let column = validPrefix(of: line).count + 1
      throw placed(
        Diagnostic(
          .syntax, "this line is not UTF-8",
          place: Diagnostic.Place(file: "", line: text.lastLine, column: column)))
    }
    reader.append(line: line)
  }

  /// - Precondition: All previous commands have been read.
  func skipLine() {
    text.forget(before: text.lastLine + 1)
    text.skipLine()
    reader.skipLine()
  }

  func append(lines: String) {
    // As bytes, because CR LF is a single character.
    let newline = UInt8(ascii: "\n")
    for line in Array(lines.utf8).split(separator: newline, omittingEmptySubsequences: false) {
      text.append(line)
      reader.append(line: line)
    }
  }

  /// Returns the next statement; nil if the statement needs more lines, or no text remains.
  ///
  /// - Parameter meant: Returns a hint that requires the session's definitions.
  func nextStatement(
    knowing commands: Set<String>, meant: (SyntaxError.Meant) -> String? = { _ in nil }
  ) throws(Diagnostic) -> Statement? {
    if !commands.isEmpty, !commands.isSubset(of: reader.userCommands) {
      reader.userCommands.formUnion(commands)
    }
    do throws(SyntaxError) {
      return try reader.next()
    } catch {
      var diagnostic = Diagnostic(error)
      if let hint = error.meant.flatMap(meant) { diagnostic.hint = hint }
      throw diagnostic
    }
  }

  /// Parses a text, and returns its first statement.
  func statement(
    of text: String, knowing commands: Set<String> = []
  ) throws(Diagnostic) -> Statement? {
    append(lines: text)
    reader.finish()
    return try nextStatement(knowing: commands)
  }

  func dropOpenCommand() {
    reader = CommandReader(verbs, firstLine: text.lastLine + 1)
  }

  private func validPrefix(of bytes: ArraySlice<UInt8>) -> String {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var scalars = String.UnicodeScalarView()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { scalars.append(scalar) }
    return String(scalars)
  }
}

struct ScriptText {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var first = 1

  var lastLine: Int { first + ends.count - 1 }

  /// The line need not be valid text.
  mutating func append(_ line: ArraySlice<UInt8>) {
    bytes.append(contentsOf: line)
    ends.append(bytes.count)
  }

  /// - Precondition: No lines are stored.
  mutating func skipLine() { first += 1 }

  mutating func forget(before line: Int) {
    let count = min(max(0, line - first), ends.count)
    guard count > 0 else { return }
    let length = ends[count - 1]
    bytes.removeFirst(length)
    ends.removeFirst(count)
    for index in ends.indices { ends[index] -= length }
    first += count
  }

  func lines(_ range: ClosedRange<Int>) -> ScriptText {
    let kept = range.clamped(to: first...max(first, lastLine))
    var result = ScriptText()
    result.first = kept.lowerBound
    for line in kept { if let bytes = self.bytes(of: line) { result.append(bytes) } }
    return result
  }

  private func bytes(of line: Int) -> ArraySlice<UInt8>? {
    let index = line - first
    guard ends.indices.contains(index) else { return nil }
    return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  func corrected(
    line: Int, column: Int, _ correction: Diagnostic.Correction
  ) -> String? {
    let longest = 120
    guard let bytes = bytes(of: line), bytes.count <= longest else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard !text.contains(where: { ";{}#".contains($0) }),
      column - 1 + correction.length <= text.count
    else { return nil }
    let start = text.index(text.startIndex, offsetBy: column - 1)
    let end = text.index(start, offsetBy: correction.length)
    let corrected = text[..<start] + correction.replacement + text[end...]
    return corrected.trimmingPrefix(while: \.isWhitespace).description
  }

  func excerpt(line: Int, column: Int) -> Diagnostic.Excerpt? {
    guard let bytes = bytes(of: line) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let reach = 60
    let start = max(0, column - 1 - reach)
    guard let from = text.index(text.startIndex, offsetBy: start, limitedBy: text.endIndex) else {
      return nil
    }
    let until = text.index(from, offsetBy: 2 * reach, limitedBy: text.endIndex) ?? text.endIndex
    let before = start > 0 ? "…" : ""
    let after = until < text.endIndex ? "…" : ""
    return Diagnostic.Excerpt(
      text: before + text[from..<until] + after, caret: column - 1 - start + before.count)
  }
}

extension Verbs {
  /// Parses a text of one command, for example a stored definition.
  ///
  /// - Parameter isOfTable: Whether names and texts stay as written, in any Unicode normal form, so
  ///   that they equal the names and texts of a table.
  func command(
    _ text: String, isOfTable: Bool = false
  ) throws(DefinitionError) -> (any CommandSyntax)? {
    var reader = CommandReader(self)
    reader.keepsNormalForms = isOfTable
    reader.append(line: text)
    do {
      let command = try reader.next()?.command
      guard reader.isAtEnd else { throw DefinitionError(message: Self.moreThanOne) }
      return command
    } catch let error as DefinitionError {
      throw error
    } catch {
      throw DefinitionError(message: (error as? SyntaxError)?.message ?? "\(error)")
    }
  }

  static let moreThanOne = "there is text after the command"
}
