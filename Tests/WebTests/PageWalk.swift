import Foundation
import Session
import Synchronization
import Web

/// Properties that hold for arbitrary messages of a browser, one a line: the tab still answers, and
/// everything that it sends is JSON.
///
/// A coverage-guided fuzzer can call it.
enum PageWalk {
  private static let world = """
    define P { name: Text key, n: Integer = 0, on: Date?, of: [P] }
    new P name=a n=1; new P name=b n=2 on=2026-11-21
    screen Sheet for P { text name; text n; text on }
    screen Ps for P { list P { columns name n; open Sheet } }

    """

  /// Advanced so that tabs without a connection end.
  private static let time = Atomic(0)

  private static let pages: TabPages = {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "walk-\(UInt64.random(in: 0 ... .max)).db").path
    let configuration: @Sendable () -> Configuration = {
      var configuration = Configuration(
        actor: "ann", clock: { 1_795_255_200_000 }, files: NoFiles(),
        filePrinter: { _, _ in fatalError("no file is written") })
      configuration.database = path
      return configuration
    }
    let session = try? Session(configuration()) { _ in }
    session?.feed(world)
    _ = session?.finish()
    let pages = TabPages(
      PageOptions(
        database: "walk.db", defaultLocale: "en_US", sessions: 1000, configuration: configuration,
        clock: { time.load(ordering: .relaxed) }))
    pages.watch()
    return pages
  }()

  private final class Socket: PageSocket {
    let received = Mutex<[String]>([])
    let isClosed = Mutex(false)

    func send(_ text: String) { received.withLock { $0.append(text) } }
    func close(_ code: UInt16, _ reason: String) { isClosed.withLock { $0 = true } }
  }

  /// The broken property, or nil.
  static func failure(in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    // The number of the last message must be the highest.
    let last = Int.max - 1
    guard !text.contains("\(last / 100)") else { return nil }
    let socket = Socket()
    let listener = pages.connect(socket, PageVisitor(tab: "", user: nil, languages: ["en-US"]))
    // A request to stop would end the opening.
    while socket.received.withLock(\.isEmpty) { usleep(100) }
    for line in text.split(separator: "\n").prefix(100) {
      guard listener.take(String(line)) else { return "100 messages are too many" }
    }
    // A question of the page may be open.
    _ = listener.take(#"{"t":"answer","yes":false,"n":\#(last - 1)}"#)
    _ = listener.take(#"{"t":"open","to":"/log","n":\#(last)}"#)
    let deadline = Date(timeIntervalSinceNow: 60)
    var isAnswered = false
    var newest = ""
    while !isAnswered {
      for message in socket.received.withLock({ exchange(&$0) }) {
        let members = try? JSONSerialization.jsonObject(with: Data(message.utf8))
        guard let members = members as? [String: Any] else { return "\(message) is no object" }
        if members["n"] as? Int == last { isAnswered = true }
        newest = message
      }
      if socket.isClosed.withLock(\.self) { return "the tab has ended after \(newest)" }
      if Date() > deadline { return "the tab does not answer" }
      usleep(100)
    }
    listener.disconnected()
    time.add(3_600_000, ordering: .relaxed)
    return nil
  }

  private static func exchange(_ texts: inout [String]) -> [String] {
    defer { texts = [] }
    return texts
  }
}
