import Foundation
import Synchronization
import Testing

/// A headless Chromium, driven by its own protocol: JSON objects separated by NUL, over two pipes.
///
/// One serves all tests of a run. Chromium ends when this process does, because that closes the pipe.
final class Chromium: Sendable {
  enum Failure: Error, CustomStringConvertible {
    case missing
    case spawning(Int32)
    case ended
    case noAnswer(String)
    case refused(String)

    var description: String {
      switch self {
      case .missing: "Chromium is missing: install it with sh .ci/setup --tests"
      case .spawning(let code): "Chromium cannot be started: \(String(cString: strerror(code)))"
      case .ended: "Chromium has ended"
      case .noAnswer(let method): "Chromium did not answer \(method) within a minute"
      case .refused(let answer): "Chromium refuses: \(answer)"
      }
    }
  }

  /// The answer to a command, which another thread awaits.
  final class Answer: Sendable {
    fileprivate let arrived = DispatchSemaphore(value: 0)
    /// Written by the thread that reads the pipe.
    fileprivate let data = Mutex(Data?.none)
  }

  private struct State {
    var number = 0
    var answers: [Int: Answer] = [:]
    /// The events of each page, by its session.
    var events: [String: [Data]] = [:]
    var hasEnded = false
  }

  static let shared = Result { try Chromium() }

  private let commands: Int32
  private let answers: Int32
  private let profile: String
  private let state = Mutex(State())
  private let writing = Mutex(())

  private init() throws {
    let names = ["chromium", "chromium-browser", "google-chrome"].map { "/usr/bin/\($0)" }
    guard let path = names.first(where: FileManager.default.isExecutableFile) else {
      throw Failure.missing
    }
    var (input, output) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw Failure.spawning(errno) }
    // The ends are not for programs that other tests start.
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (commands, answers) = (input[1], output[0])
    profile =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("chromium-\(UUID().uuidString.prefix(8))").path
    try Self.spawn(path, in: profile, reading: input[0], writing: output[1])
    close(input[0])
    close(output[1])
    Thread.detachNewThread { [self] in read() }
  }

  // MARK: Commands

  /// Sends a command without waiting for its answer.
  func send(
    _ method: String, _ parameters: [String: Any], to session: String?
  ) throws -> Answer {
    let answer = Answer()
    let number = state.withLock { state -> Int? in
      if state.hasEnded { return nil }
      state.number += 1
      state.answers[state.number] = answer
      return state.number
    }
    guard let number else { throw Failure.ended }
    var command: [String: Any] = ["id": number, "method": method, "params": parameters]
    command["sessionId"] = session
    var bytes = try JSONSerialization.data(withJSONObject: command)
    bytes.append(0)
    writing.withLock { _ in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(commands, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
    return answer
  }

  func call(
    _ method: String, _ parameters: [String: Any] = [:], in session: String? = nil
  ) throws -> [String: Any] {
    try wait(for: send(method, parameters, to: session), to: method)
  }

  @discardableResult
  func wait(for answer: Answer, to method: String) throws -> [String: Any] {
    guard answer.arrived.wait(timeout: .now() + 60) == .success else {
      throw Failure.noAnswer(method)
    }
    guard let data = answer.data.withLock({ $0 }), let object = Self.object(data) else {
      throw Failure.ended
    }
    if let error = object["error"] { throw Failure.refused("\(method): \(error)") }
    return object["result"] as? [String: Any] ?? [:]
  }

  /// Takes the events of a page that have arrived.
  func takeEvents(of session: String) -> [[String: Any]] {
    let events = state.withLock { state in
      defer { state.events[session] = [] }
      return state.events[session] ?? []
    }
    return events.compactMap(Self.object)
  }

  func forget(_ session: String) { state.withLock { $0.events[session] = nil } }

  private static func object(_ data: Data) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
  }

  private func read() {
    var (buffer, bytes) = (Data(), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = Glibc.read(answers, &bytes, bytes.count)
      guard count > 0 else { break }
      buffer.append(contentsOf: bytes[..<count])
      while let end = buffer.firstIndex(of: 0) {
        take(Data(buffer[..<end]))
        buffer = Data(buffer[(end + 1)...])
      }
    }
    try? FileHandle.standardError.write(
      contentsOf: Data(contentsOf: URL(fileURLWithPath: profile + "/log")))
    let waiting = state.withLock { state in
      state.hasEnded = true
      defer { state.answers = [:] }
      return Array(state.answers.values)
    }
    for answer in waiting { answer.arrived.signal() }
  }

  private func take(_ message: Data) {
    guard let object = Self.object(message) else { return }
    if let number = object["id"] as? Int {
      guard let answer = state.withLock({ $0.answers.removeValue(forKey: number) }) else { return }
      answer.data.withLock { $0 = message }
      answer.arrived.signal()
    } else if let session = object["sessionId"] as? String {
      state.withLock { state in state.events[session, default: []].append(message) }
    }
  }

  // MARK: The process

  /// A shell removes the profile once Chromium has ended, also if this process is killed.
  /// Why it failed is in the profile for a while.
  private static func spawn(
    _ path: String, in profile: String, reading input: Int32, writing output: Int32
  ) throws {
    var flags = [
      "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
      "--disable-extensions", "--disable-background-networking", "--disable-component-update",
      "--disable-default-apps", "--disable-sync", "--disable-dev-shm-usage", "--mute-audio",
      "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
      "--disable-backgrounding-occluded-windows", "--force-color-profile=srgb",
      "--disable-features=Translate,MediaRouter,OptimizationHints",
    ]
    // Chromium refuses to run as root in its sandbox.
    if geteuid() == 0 { flags.append("--no-sandbox") }
    let script = """
      mkdir -m 700 "$0" && "$@" --user-data-dir="$0" about:blank >"$0/log" 2>&1 || sleep 9
      rm -rf "$0"
      """
    try BrowserProcess.spawn(script, [profile, path] + flags, with: [input, output])
  }
}
