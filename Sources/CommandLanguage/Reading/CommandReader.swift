/// Reads commands from text that comes a line at a time: from a script, a pipe or a prompt.
///
/// Each line is looked at when it comes and each command when it is asked for, once, so reading is
/// linear in the text however it is cut into lines.
package struct CommandReader: Sendable {
  private(set) var text: SourceText
  private(set) var tokenizer: Tokenizer
  let verbs: Verbs
  /// The commands that users have defined, to which those are added that are read.
  package var userCommands: Set<String> = []
  /// The commands that are defined in what has been read, also those whose definition could not be.
  package private(set) var definedCommands: Set<String> = []
  private var nextToken = 0
  private var nextEnd = 0
  private var isFirstLine = true
  /// The text of the last command that could not be read, without comments outside quotes.
  package private(set) var failedText = ""

  /// Makes a reader of commands that begin with `verbs`, whose first line is called `firstLine`.
  package init(_ verbs: Verbs, firstLine: Int = 1) {
    self.verbs = verbs
    tokenizer = Tokenizer(
      fileWords: verbs.fileWords, innerFileWords: verbs.innerFileWords,
      fileOptions: verbs.fileOptions)
    text = SourceText(firstLine: firstLine)
  }

  /// Adds one line, without its newline; several are taken one by one.
  package mutating func append(line: String) {
    let newline = UInt8(ascii: "\n")
    for part in Array(line.utf8).split(separator: newline, omittingEmptySubsequences: false) {
      append(line: part)
    }
  }

  /// Adds one line of UTF-8, without its newline.
  package mutating func append(line: ArraySlice<UInt8>) {
    // The mark that some editors put at the start of a file says nothing.
    let mark = isFirstLine && line.starts(with: "\u{FEFF}".utf8) ? "\u{FEFF}".utf8.count : 0
    isFirstLine = false
    forgetWhatIsRead()
    text.append(line: line.dropFirst(mark))
    tokenizer.scan(text.bytes)
  }

  /// Counts one line without reading it.
  ///
  /// - Precondition: All commands before it have been read.
  package mutating func skipLine() {
    isFirstLine = false
    forgetWhatIsRead()
    text.skipLine()
  }

  /// Says that no line follows: what is still open is an error now.
  package mutating func finish() {
    tokenizer.finish(text.bytes)
  }

  /// Whether nothing is open, so that what is there can be run; true if nothing is there.
  package var isWhole: Bool { tokenizer.isWhole }

  /// The next complete command; nil when it needs more lines, or nothing is left.
  ///
  /// After an error the reader is past the command that cannot be read.
  package mutating func next() throws(SyntaxError) -> Statement? {
    guard nextEnd < tokenizer.ends.count else { return nil }
    let end = tokenizer.ends[nextEnd]
    let start = nextToken
    nextEnd += 1
    nextToken = end + 1
    var parser = Parser(
      verbs: verbs, bytes: text.bytes, tokens: tokenizer.tokens, comments: tokenizer.comments,
      places: Places(text: text), range: start..<end, userCommands: userCommands)
    let known = userCommands.count
    defer {
      if parser.userCommands.count > known {
        definedCommands.formUnion(parser.userCommands)
      }
    }
    do {
      let statement = try parser.wholeStatement()
      if parser.userCommands.count > userCommands.count { userCommands = parser.userCommands }
      return statement
    } catch {
      failedText =
        start < end
        ? parser.text(tokenizer.tokens[start].start..<tokenizer.tokens[end - 1].end) : ""
      throw error
    }
  }

  private mutating func forgetWhatIsRead() {
    guard !text.isEmpty, isWhole, nextToken == tokenizer.tokens.count else { return }
    text.removeAll()
    tokenizer.removeAll()
    nextToken = 0
    nextEnd = 0
  }
}
