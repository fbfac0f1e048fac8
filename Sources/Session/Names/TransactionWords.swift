internal import CommandLanguage
internal import RecordStore
internal import Replies

final class TransactionWords {
  /// In characters. Tables shorten the text further.
  private static let (longestReason, longestCommand) = (80, 500)

  private let store: Store
  private let verbs: Verbs
  private let mask: Masking
  private var known: [Int: String] = [:]
  private lazy var hasErasedTexts = (try? store.history.hasErasure()) ?? false

  init(_ store: Store, _ verbs: Verbs, _ mask: Masking) {
    (self.store, self.verbs, self.mask) = (store, verbs, mask)
  }

  static func column<Row>(
    haveReasons: Bool, _ words: @escaping (Row) -> String
  ) -> ReplyColumn<Row> {
    ReplyColumn(haveReasons ? "reason, command" : "command", givesWay: true) {
      .text(words($0))
    }
  }

  func words(of transaction: Int) throws(Diagnostic) -> String {
    if let words = known[transaction] { return words }
    guard let entry = try attempt(store.history.entry(of: transaction)) else { return "" }
    var command = self.command(of: entry)
    if let other = try attempt(store.history.transactionTakenBack(by: transaction)),
      let taken = try attempt(store.history.entry(of: other))
    {
      let verb = entry.kind == .edit ? "revert" : entry.kind.description
      command = "\(verb) #\(other): \(words(of: taken, self.command(of: taken)))"
    }
    let words = words(of: entry, command)
    known[transaction] = words
    return words
  }

  private func words(of entry: TransactionEntry, _ command: String) -> String {
    guard let reason = entry.reason, !reason.isEmpty else { return command }
    let line = mask(reason).split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.shortened(to: Self.longestReason) + " · " + command
  }

  /// The command of the transaction; for a file run as one transaction, the file name and its first
  /// commands.
  private func command(of entry: TransactionEntry) -> String {
    guard let command = entry.command else {
      let isErased = [.edit, .schema, .import].contains(entry.kind) && hasErasedTexts
      return isErased ? "(text erased)" : entry.kind.description
    }
    let line = Self.line(mask(command), without: entry.reason)
    guard let source = entry.source, let colon = source.lastIndex(of: ":"), isSequence(command)
    else { return line }
    return "\(source[..<colon]): \(line)"
  }

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

  private static let begin = "begin"

  private static func isBegin(_ line: Substring) -> Bool {
    line == begin || line.hasPrefix(begin + " ")
  }

  /// The text on one line, without a leading `begin`, and without the reason, which is shown
  /// separately.
  private static func line(_ text: String, without reason: String?) -> String {
    // Allows for escapes in the reason, such as `\u{E4}`.
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
