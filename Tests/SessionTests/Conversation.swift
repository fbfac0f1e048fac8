import Foundation
import Replies
import Session

/// A session whose replies are lines, on a clock that moves only if it is advanced.
final class Conversation {
  private let session: Session
  private let clock: Clock

  private final class Clock {
    var now = 1_795_255_200_000  // 2026-11-21T10:00:00Z
    /// Advances by a millisecond at each reading.
    var uptime: Int {
      looks += 1
      return now + looks
    }
    private var looks = 0
  }

  /// - Parameter script: Runs before the conversation begins; must succeed.
  init(
    _ script: String = "", database: String? = nil, actor: String = "ann",
    files: [String: String] = [:], binaries: [String: [UInt8]] = [:], isReadOnly: Bool = false,
    hoursAhead: Int = 0,
    keyboard: (any Keyboard)? = nil, isInterrupted: @escaping () -> Bool = { false },
    confirm: ((String) -> Bool)? = nil, showProgress: ((String?) -> Void)? = nil,
    isGrouping: Bool = false, keepsGoing: Bool = false, reportsExpectations: Bool = false,
    wait: ((Int) -> Void)? = nil, isForPerson: Bool = false, isForPrograms: Bool = false,
    variables: [String] = [], environment: [String: String] = [:], trustsCommands: Bool = false,
    trustMemory: (any TrustMemory)? = nil
  ) throws {
    let clock = Clock()
    let mailbox = Mailbox()
    memory = MemoryFiles(files: files, binaries: binaries)
    var configuration = Configuration(
      actor: actor, clock: { clock.now }, files: memory,
      filePrinter: { write, _ in LinePrinter(write) })
    configuration.database = database
    configuration.zoneOffset = { _ in hoursAhead * 3_600_000 }
    configuration.confirm = confirm
    configuration.showProgress = showProgress
    configuration.isInterrupted = isInterrupted
    configuration.isReadOnly = isReadOnly
    if isGrouping { configuration.hold = mailbox }
    configuration.uptime = { clock.uptime }
    configuration.reportsExpectations = reportsExpectations
    configuration.keepsGoing = keepsGoing
    configuration.reject = { mailbox.rejects += $0 }
    configuration.wait = wait
    configuration.isForPerson = isForPerson
    configuration.isForPrograms = isForPrograms
    configuration.variables = variables
    configuration.environment = { environment[$0] }
    configuration.trustsCommands = trustsCommands
    configuration.trustMemory = trustMemory
    self.clock = clock
    session = try Session(configuration, keyboard: keyboard) { mailbox.say($0) }
    self.mailbox = mailbox
    let lines = tell(script)
    if let error = lines.first(where: { $0.hasPrefix("error") }) {
      let number = error.firstMatch(of: #/ (\d+):\d+: /#).flatMap { Int($0.1) } ?? 0
      let text = script.split(separator: "\n", omittingEmptySubsequences: false)
      throw Failure(
        message: error + "\n" + text.prefix(number).suffix(12).joined(separator: "\n"))
    }
  }

  static let scriptName = "test"

  struct Failure: Error { var message: String }

  private final class Mailbox: ReplyHold {
    var replies: [Reply] = []
    var rejects = ""
    var isOutput = true
    private var group: [Reply]?
    private var command: [(reply: Reply, isOutput: Bool)]?

    func say(_ reply: Reply) {
      if command?.append((reply, isOutput)) == nil, group?.append(reply) == nil {
        replies.append(reply)
      }
    }

    func hold() { group = group ?? [] }
    func release() {
      replies += group ?? []
      group = nil
    }
    func drop() {
      group = nil
      command = nil
    }

    func holdCommand() { command = [] }
    func releaseCommand() {
      let said = command ?? []
      command = nil
      for (reply, _) in said { say(reply) }
    }
    func dropCommand() {
      command?.removeAll(where: \.isOutput)
      releaseCommand()
    }
  }
  private let mailbox: Mailbox
  private let memory: MemoryFiles

  var files: [String: String] {
    get { memory.files }
    set { memory.files = newValue }
  }

  func advance(milliseconds: Int) { clock.now += milliseconds }

  @discardableResult
  func tell(_ script: String) -> [String] {
    replies(to: script).compactMap(Self.line)
  }

  var exitStatus: Int? { session.exitStatus }

  func replies(to script: String) -> [Reply] {
    mailbox.replies = []
    _ = session.run(.file(Self.scriptName), from: MemoryLines(script))
    return mailbox.replies
  }

  @discardableResult
  func enter(_ text: String) -> [String] {
    mailbox.replies = []
    session.feed(text)
    return mailbox.replies.compactMap(Self.line)
  }

  /// The commands that have failed in a run that continues after errors.
  var rejects: String { mailbox.rejects }
  var prompt: String { session.prompt }
  var firstCommands: [String] { session.firstCommands }
  var openWork: String? { session.openWork }
  var unsavedWork: String? { session.unsavedWork }
  var screenContent: ScreenContent? { session.screenContent }
  func dropOpenCommand() { session.dropOpenCommand() }

  func completions(in line: String, at caret: Int) -> Completions {
    session.completions(in: line, at: caret)
  }

  func finish() -> (status: Int, lines: [String]) {
    mailbox.replies = []
    let status = session.finish()
    return (status, mailbox.replies.compactMap(Self.line))
  }

  fileprivate static func line(_ reply: Reply) -> String? {
    switch reply {
    case .label(let name, let text): "\(name): \(text)"
    case .rejectedKey(let key): "\(key.key) rejected at \(key.at): \(key.reason)"
    case .typed(let result):
      "\(result.field): \"\(result.text)\" "
        + (result.incomplete.map { "incomplete: \($0)" } ?? "\(result.path) = \(result.literal)")
        + (result.isEditing ? " (editing)" : "")
    case .reference(let text), .text(let text), .prose(let text): text
    case .value(let datum): datum.plainText
    case .count(let count): "\(count)"
    case .details(let entries):
      entries.map { "\($0.key)=\($0.value.plainText)" }.joined(separator: " ")
    case .row(let cells): cells.map(\.plainText).joined(separator: "|")
    case .difference(let difference): difference.line
    case .item(let item): item.line
    case .notice(let text): "notice: \(text)"
    case .diagnostic(let diagnostic):
      "\(diagnostic.severity.rawValue) \(diagnostic.kind.rawValue)"
        + (diagnostic.place.map { " \($0.line):\($0.column ?? 0)" } ?? "")
        + ": \(diagnostic.message)" + (diagnostic.hint.map { " (\($0))" } ?? "")
    case .expectation(let expectation):
      "\(expectation.failure == nil ? "ok" : "not ok") \(expectation.number) \(expectation.text)"
    case .expectationsEnd(let count): "1..\(count)"
    case .tableBegins, .tableEnds, .bars, .chart: nil
    }
  }
}

private final class MemoryLines: LineSource {
  private var lines: ArraySlice<Substring>

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
  }

  func nextLine() -> ArraySlice<UInt8>? { lines.popFirst().map { Array($0.utf8)[...] } }
}

private final class MemoryFiles: FileProvider {
  var files: [String: String]
  private let binaries: [String: [UInt8]]
  private var inputs: Set<String> = []

  init(files: [String: String], binaries: [String: [UInt8]]) {
    (self.files, self.binaries) = (files, binaries)
  }

  func lines(of path: String) throws(Diagnostic) -> any LineSource {
    guard let text = files[path] else { throw Diagnostic(.file, "\(path) cannot be read") }
    noteInput(path)
    return MemoryLines(text)
  }

  /// Scripts are not in files.
  func comesOnce(_ path: String) -> Bool { path == Conversation.scriptName }

  func text(of path: String) throws(Diagnostic) -> String? { files[path] }

  func bytes(of path: String) throws(Diagnostic) -> any ByteSource {
    guard let bytes = binaries[path] ?? files[path].map({ Array($0.utf8) }) else {
      throw Diagnostic(.file, "\(path) cannot be read: no such file")
    }
    return MemoryBytes(bytes)
  }

  func scratch() throws(Diagnostic) -> any ScratchBytes {
    throw Diagnostic(.file, "no test here needs much memory")
  }

  func noteInput(_ path: String) { inputs.insert(path) }

  func exists(_ path: String) -> Bool { files[path] != nil }

  func check(_ path: String, replaces: Bool, beside store: String?) throws(Diagnostic) {
    if path.isEmpty { throw Diagnostic(.file, "the file name is empty") }
    if inputs.contains(path) { throw Diagnostic(.file, "\(path) is a file that this run reads") }
    if !replaces, exists(path) { throw Diagnostic(.file, "\(path) already exists") }
  }

  func sink(
    at path: String, replaces: Bool, beside store: String?
  ) throws(Diagnostic) -> any FileSink {
    try check(path, replaces: replaces, beside: store)
    return MemorySink(self, path)
  }

  func checkFolders(of path: String, below directory: String) throws(Diagnostic) {}

  func makeFolders(of path: String) throws(Diagnostic) {}

  func remove(_ path: String) throws(Diagnostic) { files[path] = nil }

  func entries(of directory: String) -> [String] {
    let inside = files.keys.filter { $0.hasPrefix(directory) }.map { $0.dropFirst(directory.count) }
    let names = inside.map { path in
      path.firstIndex(of: "/").map { String(path[...$0]) } ?? String(path)
    }
    return Array(Set(names))
  }

  func path(_ name: String, relativeTo file: String?) -> String { name }
}

/// Small pieces, so that any byte can start one.
private final class MemoryBytes: ByteSource {
  let size: Int?
  let isChanged = false
  private let all: [UInt8]
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { (size, all, rest) = (bytes.count, bytes, bytes[...]) }

  func bytes(at offset: Int, count: Int) -> [UInt8] { Array(all.dropFirst(offset).prefix(count)) }

  func next() throws(Diagnostic) -> [UInt8]? {
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(7) }
    return Array(rest.prefix(7))
  }
}

private final class LinePrinter: ReplyPrinter {
  private let write: ([UInt8]) -> Void

  init(_ write: @escaping ([UInt8]) -> Void) { self.write = write }

  func print(_ reply: Reply) {
    if let line = Conversation.line(reply) { write(Array((line + "\n").utf8)) }
  }

  func flush() {}
}

private final class MemorySink: FileSink {
  private let folder: MemoryFiles
  private let path: String
  private var bytes: [UInt8] = []

  init(_ folder: MemoryFiles, _ path: String) { (self.folder, self.path) = (folder, path) }

  func write(_ bytes: [UInt8]) throws(Diagnostic) { self.bytes += bytes }
  func fill(_ body: (String) throws(Diagnostic) -> Void) throws(Diagnostic) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
    bytes = (try? Data(contentsOf: file)).map(Array.init) ?? []
  }
  func rest() {}
  func cut(to count: Int) throws(Diagnostic) { bytes.removeLast(bytes.count - count) }
  func commit() throws(Diagnostic) { folder.files[path] = String(decoding: bytes, as: UTF8.self) }
  func abandon() {}
}

let people = """
  define Person {
    name: Text key
    age: Integer? in 0...150
    fee: Decimal(integer: 5, fraction: 2) = 0
    weight: Double?
    active: Boolean = true
    code: Text? unique length 2...4
  }
  let ann = put Person["Ann"] age=41
  """
