/// The connections to a database that wait to write, in the order of their arrival.
///
/// SQLite runs on the node's thread, which must not block. So a waiting connection asks for its turn
/// again and again, each time after the pause that the queue proposes.
struct WriteQueue {
  struct Answer: Hashable {
    /// 0 for the connection that writes next.
    var place: Int
    /// Time until the connection should ask again, in milliseconds.
    var pause: Int
    /// How long the present transaction has lasted, in milliseconds.
    var held: Int
    var holder: String

    var text: String { "\(place) \(pause) \(held) \(holder)" }

    init(place: Int, pause: Int, held: Int, holder: String) {
      (self.place, self.pause, self.held, self.holder) = (place, pause, held, holder)
    }

    init?(_ text: String) {
      let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      guard words.count == 4, let place = Int(words[0]), let pause = Int(words[1]),
        let held = Int(words[2])
      else { return nil }
      self.init(place: place, pause: pause, held: held, holder: String(words[3]))
    }
  }

  private struct Waiter {
    var connection: UInt
    /// The time at which the connection should have asked again.
    var due: Int
  }

  private struct Holder {
    var connection: UInt
    var since: Int
    var lastStatement: Int
    /// Since when others wait for the lock; nil if nobody does.
    var wantedSince: Int?
  }

  /// How much later than proposed a waiting connection may ask, in milliseconds.
  private static let longestDelay = 1_000
  private static let longestPause = (first: 100, others: 500)
  /// The share of the expected wait that is proposed as the pause, because others may be shorter.
  private static let share = 0.5
  /// The weight of the latest transaction in the mean duration.
  private static let weight = 0.2

  private var names: [UInt: String] = [:]
  private var waiters: [Waiter] = []
  /// Connections whose next BEGIN must fail.
  private var refused: Set<UInt> = []
  private var holder: Holder?
  /// The mean duration of a transaction, in milliseconds.
  private var duration = 5.0
  /// The time at which a session of an older version, which does not ask, last found the lock taken.
  private var lastBusy = Int.min / 2

  /// Asks for the next turn of a connection, and keeps its place in the queue; returns nil if the
  /// connection may write.
  ///
  /// - Parameter isWriting: Whether a connection has a write transaction. If the node loses its
  ///   leadership, a transaction ends without a statement.
  mutating func turn(
    of connection: UInt, named name: String, at now: Int, isWriting: (UInt) -> Bool
  ) -> Answer? {
    names[connection] = name
    if let present = holder?.connection, !isWriting(present) { holder = nil }
    dropAbsent(at: now)
    let place = waiters.firstIndex { $0.connection == connection } ?? waiters.count
    if place == waiters.count { waiters.append(Waiter(connection: connection, due: now)) }
    if holder == nil, place == 0 {
      waiters[place].due = now + Self.longestDelay
      refused.remove(connection)
      return nil
    }
    let answer = Answer(
      place: place, pause: pause(at: place, now), held: holder.map { now - $0.since } ?? 0,
      holder: holder.flatMap { names[$0.connection] } ?? "")
    waiters[place].due = now + answer.pause + Self.longestDelay
    refused.insert(connection)
    noteWanted(at: now)
    return answer
  }

  private mutating func dropAbsent(at now: Int) { waiters.removeAll { $0.due < now } }

  private func pause(at place: Int, _ now: Int) -> Int {
    let held = Double(holder.map { now - $0.since } ?? 0)
    // A transaction that has lasted longer than others will probably last as long again.
    let rest = held < duration ? duration - held : (held - duration) / 10
    guard place > 0 else { return max(1, min(Self.longestPause.first, Int(rest * Self.share))) }
    let expected = rest + Double(place) * duration
    return max(2, min(Self.longestPause.others, Int(expected * Self.share)))
  }

  /// Whether the connection may begin a transaction; must be asked once for each BEGIN.
  mutating func mayBegin(_ connection: UInt) -> Bool { refused.remove(connection) == nil }

  mutating func note(_ connection: UInt, writes: Bool, at now: Int) {
    if writes {
      if holder?.connection != connection {
        holder = Holder(connection: connection, since: now, lastStatement: now)
        waiters.removeAll { $0.connection == connection }
      }
      holder?.lastStatement = now
    } else if let former = holder, former.connection == connection {
      duration += (Double(now - former.since) - duration) * Self.weight
      holder = nil
    }
  }

  mutating func noteBusy(at now: Int) {
    noteWanted(at: now)
    lastBusy = now
  }

  private mutating func noteWanted(at now: Int) {
    if holder?.wantedSince == nil { holder?.wantedSince = now }
  }

  mutating func leave(_ connection: UInt) {
    waiters.removeAll { $0.connection == connection }
    refused.remove(connection)
  }

  mutating func close(_ connection: UInt) {
    leave(connection)
    if holder?.connection == connection { holder = nil }
    names[connection] = nil
  }

  /// The number of connections that wait; at least 1 if one of an older version does.
  func waiting(at now: Int) -> Int {
    max(waiters.count { $0.due >= now }, now - lastBusy < Self.longestDelay ? 1 : 0)
  }

  /// How long the transaction has had no statement, in milliseconds.
  func silence(at now: Int) -> Int { holder.map { now - $0.lastStatement } ?? 0 }

  /// How long the transaction has had no statement although others wait, in milliseconds.
  func blockade(at now: Int) -> Int {
    guard waiting(at: now) > 0, let holder, let wanted = holder.wantedSince else { return 0 }
    return now - max(wanted, holder.lastStatement)
  }
}
