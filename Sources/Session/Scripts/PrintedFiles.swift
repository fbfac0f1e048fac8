internal import CommandLanguage
internal import Replies

/// The output files of commands, which appear when the transaction of their commands is committed.
///
/// A loop or user command is one unit: all of its files appear, or none.
final class PrintedFiles {
  private final class Draft {
    let path: String
    let sink: any FileSink
    /// Whether the file is complete, so that nothing can be appended.
    let isWhole: Bool
    var size = 0

    init(_ path: String, _ sink: any FileSink, isWhole: Bool = false) {
      (self.path, self.sink, self.isWhole) = (path, sink, isWhole)
    }

    func write(_ bytes: [UInt8]) throws(Diagnostic) {
      try sink.write(bytes)
      size += bytes.count
    }
  }

  private struct Entry {
    var draft: Draft
    /// The size in bytes before the command; nil for a new file.
    var size: Int?
  }

  private let provider: any FileProvider
  private let makePrinter: (@escaping ([UInt8]) -> Void, Bool) -> any ReplyPrinter
  private let isTrial: Bool
  private unowned let files: NamedFiles
  private unowned let replies: ReplyQueue
  private var entries: [Entry] = []
  private var drafts: [String: Draft] = [:]
  private var made: Set<String> = []
  private var depth = 0

  init(_ configuration: Configuration, _ files: NamedFiles, _ replies: ReplyQueue) {
    provider = configuration.files
    makePrinter = configuration.filePrinter
    isTrial = configuration.dryRun != nil
    self.files = files
    self.replies = replies
  }

  /// Whether files are waiting for a commit, and no unit is running.
  var isOpen: Bool { depth == 0 && !entries.isEmpty }

  /// The file must not exist, unless the session created it or `replaces` is true.
  func print(
    to file: Spanned<String>, replaces: Bool, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      let path = path(of: file)
      if path.lowercased().hasSuffix(".xlsx") {
        throw Diagnostic(
          .refused, "this command writes text, and \(path) would not be a spreadsheet",
          hint: "`export Person to \"people.xlsx\"` writes a spreadsheet")
      }
      if isTrial { return try tryPrinting(to: path, replaces, body) }
      let draft: Draft
      if let known = drafts[path] {
        if known.isWhole { throw Self.isWritten(path) }
        draft = known
        entries.append(Entry(draft: draft, size: known.size))
      } else {
        draft = try begin(path, replaces)
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

  /// The file must not exist, unless `replaces` is true.
  ///
  /// - Returns: The path; nil in a dry run, which writes no file.
  func write(
    _ text: String, to file: Spanned<String>, replaces: Bool
  ) throws(Diagnostic) -> String? {
    let bytes = Array(text.utf8)
    return try write(to: file, replaces: replaces, size: bytes.count) { sink throws(Diagnostic) in
      try sink.write(bytes)
    }
  }

  /// - Parameter size: The size of the file in bytes if the session may append later; otherwise
  ///   nil.
  func write(
    to file: Spanned<String>, replaces: Bool, size: Int? = nil,
    _ body: (any FileSink) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> String? {
    do throws(Diagnostic) {
      let path = path(of: file)
      try provider.check(path, replaces: replaces, beside: files.database)
      if !replaces, drafts[path] != nil { throw Self.isWritten(path) }
      if isTrial {
        replies.say(.notice("dry run: \(path) was not written"))
        return nil
      }
      let draft = Draft(
        path, try provider.sink(at: path, replaces: replaces, beside: files.database),
        isWhole: size == nil)
      do throws(Diagnostic) {
        try body(draft.sink)
      } catch {
        draft.sink.abandon()
        throw error
      }
      draft.size = size ?? 0
      draft.sink.rest()
      entries.append(Entry(draft: draft, size: nil))
      drafts[path] = draft
      return path
    } catch {
      throw error.at(file.span)
    }
  }

  private static func isWritten(_ path: String) -> Diagnostic {
    Diagnostic(.file, "this transaction already writes \(path)")
  }

  /// Normalized, so that different spellings of a path are one file.
  private func path(of file: Spanned<String>) -> String {
    let path = files.path(of: file)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let last = parts.count - 1
    let kept = parts.enumerated().filter { place, part in
      part != "." && (!part.isEmpty || place == 0 || place == last)
    }
    return kept.isEmpty ? path : kept.map(\.element).joined(separator: "/")
  }

  private func begin(_ path: String, _ replaces: Bool) throws(Diagnostic) -> Draft {
    let goesOn = made.contains(path) && provider.exists(path)
    let draft = Draft(
      path, try provider.sink(at: path, replaces: replaces || goesOn, beside: files.database))
    guard goesOn else { return draft }
    let former = try provider.bytes(of: path)
    while let bytes = try former.next() { try draft.write(bytes) }
    return draft
  }

  private func tryPrinting(
    to path: String, _ replaces: Bool, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try provider.check(path, replaces: replaces, beside: files.database)
    try replies.printing(on: makePrinter({ _ in }, false), body)
    if made.insert(path).inserted { replies.say(.notice("dry run: \(path) was not written")) }
  }

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
        // The commit will report that the file cannot be written.
        entry.draft.sink.abandon()
      }
    }
  }

  /// Call after the changes are committed.
  func commit() throws(Diagnostic) {
    let entries = entries
    (self.entries, drafts) = ([], [:])
    var failure: Diagnostic?
    for entry in entries where entry.size == nil {
      do throws(Diagnostic) {
        try entry.draft.sink.commit()
        if !entry.draft.isWhole { made.insert(entry.draft.path) }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Call after the changes were rolled back.
  func drop() { takeBack(to: 0) }
}
