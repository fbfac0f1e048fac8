internal import CommandLanguage
internal import Replies

/// The files that commands print to, which get their names when the transaction is committed that the
/// commands are part of.
///
/// A loop, and a command of the user's, is one unit: of it all files are there or none.
final class PrintedFiles {
  /// A file that has no name yet.
  private final class Draft {
    let path: String
    let sink: any FileSink
    var size = 0

    init(_ path: String, _ sink: any FileSink) { (self.path, self.sink) = (path, sink) }

    func write(_ bytes: [UInt8]) throws(Diagnostic) {
      try sink.write(bytes)
      size += bytes.count
    }
  }

  /// What one command has printed.
  private struct Entry {
    var draft: Draft
    /// How long the file was before; nil where it was begun.
    var size: Int?
  }

  private let provider: any FileProvider
  private let makePrinter: (@escaping ([UInt8]) -> Void, Bool) -> any ReplyPrinter
  /// The file of the store; nil for one in memory.
  private let database: String?
  private let isTrial: Bool
  private unowned let files: NamedFiles
  private unowned let replies: ReplyQueue
  /// What was printed since the last commit.
  private var entries: [Entry] = []
  private var drafts: [String: Draft] = [:]
  /// The files that the session has made, to which more may be added.
  private var made: Set<String> = []
  /// How many units are in each other.
  private var depth = 0

  init(_ configuration: Configuration, _ files: NamedFiles, _ replies: ReplyQueue) {
    provider = configuration.files
    makePrinter = configuration.filePrinter
    database = configuration.database
    isTrial = configuration.dryRun != nil
    self.files = files
    self.replies = replies
  }

  /// Whether something waits for a commit that no unit is around.
  var isOpen: Bool { depth == 0 && !entries.isEmpty }

  /// Runs a command that prints to a file, which must not be there unless the session has made it.
  func print(
    to file: Spanned<String>, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      let path = path(of: file)
      if isTrial { return try tryPrinting(to: path, body) }
      let draft: Draft
      if let known = drafts[path] {
        draft = known
        entries.append(Entry(draft: draft, size: known.size))
      } else {
        draft = try begin(path)
        entries.append(Entry(draft: draft, size: nil))
        drafts[path] = draft
      }
      do throws(Diagnostic) {
        var failure: Diagnostic?
        func write(_ bytes: [UInt8]) {
          do throws(Diagnostic) {
            if failure == nil { try draft.write(bytes) }
          } catch {
            failure = error
          }
        }
        let printer = makePrinter(write, draft.size > 0)
        try replies.printing(on: printer, body)
        if let failure { throw failure }
      } catch {
        takeBack(to: entries.count - 1)
        throw error
      }
      draft.sink.rest()
    } catch {
      throw error.at(file.span)
    }
  }

  /// Writes a text to a file, which must not be there unless it can be replaced.
  ///
  /// - Parameters:
  ///   - kind: what a file has to be that is replaced; nil where none is.
  ///   - isOfKind: whether a text is that of such a file.
  /// - Returns: the path; nil in a trial, which writes no file.
  func write(
    _ text: String, to file: Spanned<String>, inPlaceOf kind: String? = nil,
    where isOfKind: (String) -> Bool = { _ in false }
  ) throws(Diagnostic) -> String? {
    do throws(Diagnostic) {
      let path = path(of: file)
      let isThere = provider.exists(path)
      let former = isThere ? try provider.text(of: path) : nil
      if isThere, kind == nil || !isOfKind(former ?? "") {
        throw Diagnostic(.file, "\(path) already exists" + (kind.map { " and is not \($0)" } ?? ""))
      }
      if kind == nil, drafts[path] != nil {
        throw Diagnostic(.file, "\(path) is written by this transaction already")
      }
      if isTrial {
        replies.say(.notice("dry run: \(path) is not written"))
        return nil
      }
      let draft = Draft(
        path,
        try provider.sink(
          at: path, replaces: isThere || drafts[path] != nil, asPrivateAs: database))
      do throws(Diagnostic) {
        try draft.write(Array(text.utf8))
      } catch {
        draft.sink.abandon()
        throw error
      }
      draft.sink.rest()
      entries.append(Entry(draft: draft, size: nil))
      drafts[path] = draft
      return path
    } catch {
      throw error.at(file.span)
    }
  }

  /// The path of a file that a command names, without the parts that lead nowhere: two spellings are
  /// one file.
  private func path(of file: Spanned<String>) -> String {
    let path = files.path(of: file)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let last = parts.count - 1
    let kept = parts.enumerated().filter { place, part in
      part != "." && (!part.isEmpty || place == 0 || place == last)
    }
    return kept.isEmpty ? path : kept.map(\.element).joined(separator: "/")
  }

  /// Begins a file: a new one, or the next state of one that the session has made.
  private func begin(_ path: String) throws(Diagnostic) -> Draft {
    let isThere = try checkCanBeMade(path)
    let draft = Draft(
      path, try provider.sink(at: path, replaces: isThere, asPrivateAs: database))
    guard isThere else { return draft }
    let former = try provider.bytes(of: path)
    while let bytes = try former.next() { try draft.write(bytes) }
    return draft
  }

  /// Refuses a path that something else has; returns whether the session has made what is there.
  private func checkCanBeMade(_ path: String) throws(Diagnostic) -> Bool {
    guard !path.isEmpty else { throw Diagnostic(.file, "a file has a name") }
    guard provider.exists(path) else { return false }
    guard made.contains(path) else { throw Diagnostic(.file, "\(path) already exists") }
    return true
  }

  private func tryPrinting(
    to path: String, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    _ = try checkCanBeMade(path)
    try replies.printing(on: makePrinter({ _ in }, false), body)
    if made.insert(path).inserted { replies.say(.notice("dry run: \(path) is not written")) }
  }

  /// Runs something of whose files all are kept or none.
  func asOneUnit(_ body: () throws(Diagnostic) -> Void) throws(Diagnostic) {
    let mark = entries.count
    depth += 1
    defer { depth -= 1 }
    do throws(Diagnostic) {
      try body()
    } catch {
      takeBack(to: mark)
      throw error
    }
  }

  /// Forgets what was printed after the first so many commands.
  private func takeBack(to mark: Int) {
    while entries.count > mark, let entry = entries.popLast() {
      guard let size = entry.size else {
        entry.draft.sink.abandon()
        drafts[entry.draft.path] = nil
        continue
      }
      do throws(Diagnostic) {
        try entry.draft.sink.cut(to: size)
        entry.draft.size = size
      } catch {
        // The commit says then that the file cannot be written.
        entry.draft.sink.abandon()
      }
    }
  }

  /// Gives the files their names, for what they tell of is committed.
  func commit() throws(Diagnostic) {
    let entries = entries
    (self.entries, drafts) = ([], [:])
    var failure: Diagnostic?
    for entry in entries where entry.size == nil {
      do throws(Diagnostic) {
        try entry.draft.sink.commit()
        made.insert(entry.draft.path)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Leaves nothing of the files, for what they tell of was rolled back.
  func drop() { takeBack(to: 0) }
}
