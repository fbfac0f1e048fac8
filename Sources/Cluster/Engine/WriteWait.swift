internal import Glibc
internal import SQLEngine
internal import Values

/// A session's wait for its turn to write; see ``WriteQueue``.
struct WriteWait {
  static let begin = "BEGIN IMMEDIATE"
  /// SQLite's code for a statement that the authorizer of a node refuses.
  static let refused = 23
  /// Gives up the place in the queue.
  static let leaving = WireRequest.query("SELECT \(NodeFunctions.turn)(NULL)")
  /// Time until the user is told of a long transaction, in milliseconds.
  private static let longestSilence = 2_000
  private static let longestPause = 20

  private let patience: Int
  private let start = Pause.clock
  private var trip = 0
  private var attempts = 0
  private var isTold = false
  /// Whether the next attempt will probably succeed.
  private(set) var isNext = true

  init(patience: Int) { self.patience = patience }

  /// - Parameter user: The author of the changes.
  static func turn(of user: String) -> WireRequest {
    .query("SELECT \(NodeFunctions.turn)(?1)", [.text(user.isEmpty ? host : "\(user)@\(host)")])
  }

  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, 255) == 0 else { return "" }
    let text = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(text.prefix { $0 != "." })
  }()

  mutating func measuring<Result, Failure: Error>(
    _ flight: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = Pause.clock
    defer { trip = Pause.clock - start }
    return try flight()
  }

  /// Waits after a refusal.
  ///
  /// - Parameter answer: The node's answer to ``turn(of:)``; without a place in a queue if the turn
  ///   has come, or if the node is too old.
  /// - Throws: ``EngineError`` of the kind `busy` after the longest wait.
  mutating func pause(after answer: WireAnswer, _ writer: EngineWriter) throws(EngineError) {
    var place: WriteQueue.Answer?
    if case .rows(let rows) = answer { place = rows.first?.first?.text.flatMap { .init($0) } }
    let waited = Pause.clock - start
    let holder = place.flatMap { $0.holder.isEmpty ? nil : $0 }.map {
      EngineHolder(name: $0.holder, time: $0.held)
    }
    guard waited < patience else {
      var error = EngineError(.busy, "database is locked", code: 5)
      error.holder = holder
      throw error
    }
    let silence = Self.longestSilence
    if waited >= silence, !isTold, let holder, holder.time >= silence {
      isTold = true
      writer.noteWait(holder)
    }
    attempts += 1
    isNext = (place?.place ?? 0) == 0
    // Without a place, the last commit is still on its way to the other nodes.
    let pause = place.map { $0.pause - trip } ?? min(Self.longestPause, 1 + attempts / 4)
    Pause.milliseconds(max(1, min(pause, patience - waited)))
  }
}
