internal import SQLEngine
internal import Values

/// A session's connection to the leader of a cluster; `connect` restores a lost connection.
final class ClusterLink {
  enum Failure: Error {
    /// The request may have been executed.
    case lost
    case interrupted
    case refused(EngineError)
  }

  /// Maximum wait for the next bytes of an answer, in milliseconds; longer than any step of a
  /// leader.
  private static let patience = 60_000
  /// Like ``patience``, for the first answers; usually longer than an election.
  private static let patienceForGreetings = 10_000
  /// Number of attempts to connect; fewer if a node reports that there is no majority.
  private static let mostAttempts = 40
  /// How long to retry after an earlier connection if no socket accepts a new one, in milliseconds.
  private static let patienceForDoors = 500

  /// Codes of a node that does not serve a session; their messages say why.
  private static let refusals = [ListenSocket.noMajority, ListenSocket.full]

  private let place: ClusterPlace
  /// Index of the socket to try first.
  private var preferred = 0
  private let settings: () -> [WireRequest]
  private var wire: Wire?
  private(set) var generation = 0
  private var cluster: String?
  private let trips: TripCounter?
  var isInterrupted: () -> Bool = { false }

  /// - Parameter settings: The first requests of each connection.
  init(
    to place: ClusterPlace, counting trips: TripCounter?, settings: @escaping () -> [WireRequest]
  ) {
    (self.place, self.settings, self.trips) = (place, settings, trips)
  }

  var isOpen: Bool { wire != nil }
  /// The reason that a node gave for ending the last connection.
  private(set) var farewell: String?
  func add(_ request: WireRequest) { wire?.add(request) }

  func send() { try? wire?.send() }

  func answers() throws(Failure) -> [WireAnswer] {
    guard let wire else { throw .lost }
    trips?.count += 1
    do {
      return try wire.answers()
    } catch {
      drop()
      // The node is stopped, or its leader does not answer.
      if error == .late { preferred = (preferred + 1) % place.doors.count }
      throw error == .interrupted ? .interrupted : .lost
    }
  }

  func drop() {
    farewell = wire?.farewell?.message ?? farewell
    wire = nil
  }

  func connect() throws(Failure) {
    guard wire == nil else { return }
    var last = EngineError(.unopenable, "\(place.name) has no socket")
    let start = Pause.clock
    var isThere = false
    for attempt in 0..<Self.mostAttempts {
      for index in place.doors.indices {
        let door = place.doors[(preferred + index) % place.doors.count]
        do {
          try connect(through: door)
          preferred = (preferred + index) % place.doors.count
          return
        } catch {
          switch error {
          case .lost:
            isThere = true
            last = EngineError(.failure, "no leader answers")
          case .interrupted: throw error
          // Prefer the reason of a node that has looked for a majority over later reasons.
          case .refused(let reason):
            if reason.code == ListenSocket.full { isThere = true }
            if last.code != ListenSocket.noMajority { last = reason }
          }
        }
      }
      // Retrying is useless, because a node has looked for a majority and found none.
      if last.code == ListenSocket.noMajority { break }
      if !isThere, generation == 0 || Pause.clock - start > Self.patienceForDoors { break }
      if isInterrupted() { throw .interrupted }
      Pause.milliseconds(attempt < 10 ? 20 : 100)
    }
    throw .refused(last)
  }

  private func connect(through door: String) throws(Failure) {
    let wire: Wire
    do {
      wire = try Wire(to: .path(door), patience: Self.patienceForGreetings)
    } catch {
      guard case .unreachable(let words) = error else { throw .lost }
      throw .refused(EngineError(.unopenable, "no node listens on \(door): \(words)"))
    }
    wire.isInterrupted = { [unowned self] in isInterrupted() }
    wire.isPeerAlive = { Wire.isServed(door) }
    wire.add(.client(0))
    wire.add(.open(place.database))
    if let greeting = place.greeting { wire.add(.query(greeting)) }
    for setting in settings() { wire.add(setting) }
    wire.add(.query("SELECT \(NodeFunctions.version)(), \(NodeFunctions.cluster)()"))
    let answers: [WireAnswer]
    trips?.count += 1
    do {
      answers = try wire.answers()
    } catch {
      if error == .interrupted { throw .interrupted }
      if error == .late {
        throw .refused(EngineError(.unopenable, "the node at \(door) does not answer"))
      }
      guard let (code, message) = wire.farewell, Self.refusals.contains(code) else {
        throw .lost
      }
      throw .refused(EngineError(.failure, message, code: code))
    }
    for answer in answers {
      guard case .failure(let code, let message) = answer else { continue }
      if message.contains("no such function") {
        throw .refused(
          EngineError(.unopenable, "the node at \(door) is not a workbench node, or is too old"))
      }
      if Self.refusals.contains(code) {
        throw .refused(EngineError(.failure, message, code: code))
      }
      throw .lost
    }
    try check(answers.last, through: door)
    wire.patience = Self.patience
    self.wire = wire
    farewell = nil
    generation += 1
  }

  private func check(_ answer: WireAnswer?, through door: String) throws(Failure) {
    guard case .rows(let rows) = answer, let row = rows.first, row.count == 2,
      let version = row[0].integer, let cluster = row[1].text
    else { throw .lost }
    guard version == NodeFunctions.presentVersion else {
      throw .refused(
        EngineError(
          .unopenable,
          "the node at \(door) has version \(version); this program needs "
            + "version \(NodeFunctions.presentVersion)"))
    }
    guard self.cluster == nil || self.cluster == cluster else {
      throw .refused(EngineError(.unopenable, "the node at \(door) now belongs to another cluster"))
    }
    self.cluster = cluster
  }
}
