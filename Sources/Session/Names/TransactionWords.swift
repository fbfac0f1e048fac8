internal import CommandLanguage
internal import RecordStore
internal import Replies

/// What a person is told of transactions: why each was made, and then by which command.
final class TransactionWords {
  /// The most characters of a reason, and of a command; a table cuts them further.
  private static let (longestReason, longestCommand) = (80, 500)

  private let store: Store
  private let verbs: Verbs
  private let mask: Masking
  private var known: [Int: String] = [:]

  /// - Parameter mask: hides card numbers in a text.
  init(_ store: Store, _ verbs: Verbs, _ mask: Masking) {
    (self.store, self.verbs, self.mask) = (store, verbs, mask)
  }

  /// The column of a table that tells of the transactions of its rows.
  ///
  /// - Parameter haveReasons: whether some of them say why they were made.
  static func column<Row>(
    haveReasons: Bool, _ words: @escaping (Row) -> String
  ) -> TableColumn<Row> {
    TableColumn(haveReasons ? "reason, command" : "command", givesWay: true) {
      .text(words($0))
    }
  }

  /// The reason and the command; of an undo, a redo or a revert also those of what it took back.
  func words(of transaction: Int) throws(Diagnostic) -> String {
    if let words = known[transaction] { return words }
    guard let entry = try attempt(store.entry(of: transaction)) else { return "" }
    var command = self.command(of: entry)
    if let other = try attempt(store.transactionTakenBack(by: transaction)),
      let taken = try attempt(store.entry(of: other))
    {
      let verb = entry.kind == .edit ? "revert" : entry.kind.description
      command = "\(verb) #\(other): \(words(of: taken, self.command(of: taken)))"
    }
    let words = words(of: entry, command)
    known[transaction] = words
    return words
  }

  /// What a transaction did to definitions, as its command says it.
  func definition(of transaction: Int) throws(Diagnostic) -> String {
    try attempt(store.entry(of: transaction)).map(command) ?? ""
  }

  private func words(of entry: TransactionEntry, _ command: String) -> String {
    guard let reason = entry.reason, !reason.isEmpty else { return command }
    let line = mask(reason).split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.shortened(to: Self.longestReason) + " · " + command
  }

  /// The command in a line; of a file that was run as a whole its name and the beginning.
  private func command(of entry: TransactionEntry) -> String {
    guard let command = entry.command else { return entry.kind.description }
    let line = Self.line(mask(command), without: entry.reason)
    guard let source = entry.source, let colon = source.lastIndex(of: ":"), isSequence(command)
    else { return line }
    return "\(source[..<colon]): \(line)"
  }

  /// Whether a text is that of several commands, none of which is a `begin` that they follow.
  private func isSequence(_ text: String) -> Bool {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, !Self.isBegin(lines[0]) else { return false }
    var reader = CommandReader(verbs)
    for line in lines.dropLast() {
      reader.append(line: String(line))
      if reader.isWhole { return true }
    }
    return false
  }

  /// The command after which others follow as one transaction.
  private static let begin = "begin"

  private static func isBegin(_ line: Substring) -> Bool {
    line == begin || line.hasPrefix(begin + " ")
  }

  /// A text of several lines in one, without the `begin` before them and without reasons, which are
  /// told anyway.
  private static func line(_ text: String, without reason: String?) -> String {
    // Written with escapes a reason is up to six times as long.
    var part = String(text.prefix(longestCommand + 6 * (reason?.count ?? 0)))
    if reason != nil { part.replace(#/ --reason ("(\\.|[^"\\])*"|\S+)/#, with: "") }
    var lines = part.prefix(longestCommand).split(whereSeparator: \.isNewline)
    if lines.count > 1, let first = lines.first, isBegin(first) { lines.removeFirst() }
    var line = ""
    for part in lines {
      let part = part.drop { $0.isWhitespace }
      if line.isEmpty || part.isEmpty {
        line += part
      } else if line.hasSuffix("{") || line.hasSuffix(",") || part.hasPrefix("}") {
        line += " " + part
      } else {
        line += "; " + part
      }
    }
    if let alteration = line.wholeMatch(of: #/(alter [^{]+?) *\{ *(.*?) *\}/#) {
      line = "\(alteration.1): \(alteration.2)"
    }
    return part.count > longestCommand ? line + "…" : line
  }
}
