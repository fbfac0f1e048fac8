internal import SQLEngine
internal import Values

/// The connection of one session to the leader of a cluster, which is made anew where it is lost.
///
/// It knows no statements and no transactions: what a lost connection means is its owner's to say.
final class ClusterLink {
  /// Why there is no answer.
  enum Failure: Error {
    /// The connection is lost, and what was asked may have happened.
    case lost
    case interrupted
    /// Nobody answers, or what answers is not what was expected.
    case refused(EngineError)
  }

  /// How long an answer may take: longer than any step that a leader can take.
  private static let patience = 60_000
  /// How long a door may be silent at first, in milliseconds: longer than an election takes mostly.
  private static let patienceForGreetings = 10_000
  /// How long a leader is waited for; a door gives up sooner where there is no majority.
  private static let mostAttempts = 40
  /// How long a door that was there is waited for, in milliseconds.
  private static let patienceForDoors = 500

  private let place: ClusterPlace
  private let settings: () -> [WireRequest]
  private var wire: Wire?
  /// Changes with each connection.
  private(set) var generation = 0
  /// Which cluster it is; nil before the first connection.
  private var cluster: String?
  private let trips: TripCounter?
  var isInterrupted: () -> Bool = { false }

  /// A connection to be made when something is asked.
  ///
  /// - Parameter settings: What each new connection begins with.
  init(
    to place: ClusterPlace, counting trips: TripCounter?, settings: @escaping () -> [WireRequest]
  ) {
    (self.place, self.settings, self.trips) = (place, settings, trips)
  }

  var isOpen: Bool { wire != nil }
  /// Why a door has ended the last connection, as far as it has said so.
  private(set) var farewell: String?
  /// Adds a request to those that go out next; its answer comes with theirs.
  func add(_ request: WireRequest) { wire?.add(request) }

  /// Sends what was added, without waiting.
  func send() { try? wire?.send() }

  /// Reads the answers to all that was added.
  func answers() throws(Failure) -> [WireAnswer] {
    guard let wire else { throw .lost }
    trips?.count += 1
    do {
      return try wire.answers()
    } catch {
      drop()
      throw error == .interrupted ? .interrupted : .lost
    }
  }

  /// Ends the connection.
  func drop() {
    farewell = wire?.farewell?.message ?? farewell
    wire = nil
  }

  /// Connects to the leader, unless there is a connection.
  func connect() throws(Failure) {
    guard wire == nil else { return }
    var last = EngineError(.unopenable, "\(place.name) has no door")
    let start = Pause.clock
    var isThere = false
    for attempt in 0..<Self.mostAttempts {
      for door in place.doors {
        do {
          return try connect(through: door)
        } catch {
          switch error {
          case .lost:
            isThere = true
            last = EngineError(.failure, "no leader answers")
          case .interrupted: throw error
          // A door that has looked for a majority knows more than one that is not there.
          case .refused(let reason): if last.code != Door.noMajority { last = reason }
          }
        }
      }
      // One that has looked for a majority has found none.
      if last.code == Door.noMajority { break }
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
      throw .refused(EngineError(.unopenable, "no node listens at \(door): \(words)"))
    }
    wire.isInterrupted = { [unowned self] in isInterrupted() }
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
      guard let (code, message) = wire.farewell, code == Door.noMajority else { throw .lost }
      throw .refused(EngineError(.failure, message, code: code))
    }
    for answer in answers {
      guard case .failure(let code, let message) = answer else { continue }
      if message.contains("no such function") {
        throw .refused(
          EngineError(.unopenable, "the node at \(door) is not one of workbench's, or is older"))
      }
      if code == Door.noMajority {
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
          "the node at \(door) is of version \(version); this program knows "
            + "version \(NodeFunctions.presentVersion)"))
    }
    guard self.cluster == nil || self.cluster == cluster else {
      throw .refused(
        EngineError(.unopenable, "the node at \(door) is now one of another cluster"))
    }
    self.cluster = cluster
  }
}
