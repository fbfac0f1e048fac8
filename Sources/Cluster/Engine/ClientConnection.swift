internal import SQLEngine
internal import Values

/// A session's requests to the leader of its cluster, with their answers and the open transaction.
///
/// Posted statements are sent with the next request. If the connection is lost, a request is
/// repeated unless it may have changed data, or a transaction was lost too. If the connection is
/// lost during a commit, `commit` finds out whether the leader saved the changes.
final class ClientConnection {
  private enum Phase { case none, reading, writing }

  private let place: ClusterPlace
  private let link: ClusterLink
  private let mirror: SchemaMirror
  private let session = ClientSession()
  private let isReadOnly: Bool
  /// How long to wait for another writer, in milliseconds.
  var patience: Int
  var writer = EngineWriter()
  var isInterrupted: () -> Bool = { false }

  private var phase = Phase.none
  /// Generation of the link in which the read transaction began; nil before its first query.
  private var begun: Int?
  /// Whether the read transaction has returned results, and so cannot be restarted.
  private var hasAnswered = false
  private var hasDefined = false
  /// Whether the write transaction has changed nothing on the leader.
  private var isUntouched = false
  /// Whether the leader still has a write transaction without changes, for the next one.
  private var isLockKept = false
  /// Whether the write transaction was lost and not rolled back yet; its error may be overlooked.
  private var isLost = false
  private var posted: [DqliteStatement.Call] = []
  /// Number of pending answers to discard before the next awaited one.
  private var ahead = 0
  private var failure: EngineError?
  /// Known results of queries; none while a change is posted.
  private var answers: [EngineQuestion: [[SQLValue]]] = [:]
  private var expected: [EngineQuestion] = []
  private var repeated: [EngineQuestion] = []
  /// The versions of schema and data in the open transaction; nil if unknown.
  private var head: Head?
  private var lastID = 0
  private var lastChanges = 0

  private struct Head {
    var schema: Int
    var data: Int
  }

  /// dqlite's code for a node that is not the leader; the request was not executed.
  private static let notLeader = 10_250
  /// dqlite's code for a node that has lost leadership; the request may still take effect.
  private static let leadershipLost = 10_506
  /// SQLite's codes for a leader that stops, or that could not write the log entry of a commit;
  /// other nodes may have written it.
  private static let (stopped, notWritten) = (4, 10)
  static let release = "RELEASE command"
  private static let mostAttempts = 10
  /// Number of postponed statements to send together.
  ///
  /// A socket of Linux holds some 270 small answers, and nobody reads while all requests are sent.
  private static let mostPosted = 200
  private static let versions = """
    SELECT (SELECT schema_version FROM pragma_schema_version), \
    (SELECT data_version FROM pragma_data_version)
    """

  init(
    _ place: ClusterPlace, _ link: ClusterLink, _ mirror: SchemaMirror, isReadOnly: Bool,
    patience: Int
  ) {
    (self.place, self.link, self.mirror) = (place, link, mirror)
    (self.isReadOnly, self.patience) = (isReadOnly, patience)
  }

  func close() {
    if phase == .writing { try? rollback() }
    releaseLock()
    if session.isNoted, link.isOpen {
      link.add(.execute(session.removal))
      _ = try? link.answers()
    }
    link.drop()
  }

  func read(_ statement: DqliteStatement) throws(EngineError) -> [[SQLValue]] {
    if isInterrupted() { throw .stoppedHere }
    if !expected.isEmpty { _ = try askFirst() }
    let question = statement.question
    if let known = answers[question] { return known }
    return try rows(ask({ requests(for: statement.call, reads: true) }, for: statement).first)
  }

  /// Runs a statement that writes; also sends the queries that are repeated after each change.
  func write(_ statement: DqliteStatement) throws(EngineError) {
    if isInterrupted() { throw .stoppedHere }
    if isLost { throw lost() }
    answers.removeAll()
    let further = repeated.map { WireRequest.query($0.sql, $0.values) }
    let results = try ask(
      { requests(for: statement.call, reads: false) + further }, for: statement, writes: true)
    for (question, result) in zip(repeated, results.suffix(further.count)) {
      if case .rows(let rows) = result { answers[question] = rows }
    }
  }

  /// Returns false if the statement must run at once.
  func post(_ call: DqliteStatement.Call) throws(EngineError) -> Bool {
    if let failure { throw failure }
    guard phase == .writing else { return false }
    answers.removeAll()
    posted.append(call)
    if posted.count >= Self.mostPosted { _ = try ask({ [] }, writes: true) }
    return true
  }

  /// Returns the request that runs the statement. If the statement is kept, but not prepared on this
  /// connection yet, another request prepares it for later runs.
  private func requests(
    for call: DqliteStatement.Call, reads: Bool, prepares: Bool = true
  ) -> [WireRequest] {
    if let remote = call.statement?.remote, remote.generation == link.generation {
      return [reads ? .query(remote.number, call.values) : .execute(remote.number, call.values)]
    }
    let run: WireRequest = reads ? .query(call.sql, call.values) : .execute(call.sql, call.values)
    return prepares && call.statement?.isKept == true ? [run, .prepare(call.sql)] : [run]
  }

  private func rows(_ answer: WireAnswer?) -> [[SQLValue]] {
    if case .rows(let rows) = answer { rows } else { [] }
  }

  /// Sends requests after the posted statements, and returns the answers to `requests`.
  ///
  /// - Parameters:
  ///   - statement: The statement to run; receives its identifier on the node.
  ///   - writes: Whether the requests change data and must not be retried automatically.
  func ask(
    _ requests: () -> [WireRequest], for statement: DqliteStatement? = nil, writes: Bool = false
  ) throws(EngineError) -> [WireAnswer] {
    if let failure { throw failure }
    for _ in 0..<Self.mostAttempts {
      let opening = try opening()
      var prepared: Set<ObjectIdentifier> = []
      let calls = posted.map { call in
        let isFirst =
          call.statement.map { prepared.insert(ObjectIdentifier($0)).inserted } ?? false
        return (call, self.requests(for: call, reads: false, prepares: isFirst))
      }
      let early = opening + calls.flatMap(\.1)
      if writes || !calls.isEmpty { isUntouched = false }
      if writes { self.answers.removeAll() }
      let answers: [WireAnswer]
      do {
        answers = try flight(early + requests())
      } catch {
        try lose(error, writes: writes)
        continue
      }
      posted.removeAll()
      guard !answers.contains(where: isLoss) else {
        link.drop()
        try lose(.lost, writes: writes)
        continue
      }
      if opening.count >= 2 {
        note(answers[1], expected, answers.prefix(opening.count).dropFirst(2))
      }
      note(calls.map { ($0, $1.count) }, answers.dropFirst(opening.count))
      let own = Array(answers.dropFirst(early.count))
      // Failed prefetch queries are ignored.
      for answer in answers.prefix(min(2, opening.count)) + answers.dropFirst(opening.count) {
        if case .failure(let code, let message) = answer { throw try refusal(code, message) }
      }
      if phase == .reading { hasAnswered = true }
      if case .prepared(let number) = own.dropFirst().first {
        statement?.remote = (number, link.generation)
      }
      if case .done(let id, let changes) = own.first { (lastID, lastChanges) = (id, changes) }
      return own
    }
    throw EngineError(.failure, "no leader answers")
  }

  private func opening() throws(EngineError) -> [WireRequest] {
    if phase == .writing { return [] }
    releaseLock()
    if !link.isOpen {
      if phase == .reading, hasAnswered { throw lost() }
      try connect()
    }
    guard phase == .reading, begun != link.generation else { return [] }
    begun = link.generation
    return [.execute("BEGIN"), .query(Self.versions)]
      + expected.map { .query($0.sql, $0.values) }
  }

  private func note(
    _ versions: WireAnswer, _ questions: [EngineQuestion], _ results: ArraySlice<WireAnswer>
  ) {
    head = head(versions)
    for (question, result) in zip(questions, results) {
      if case .rows(let rows) = result { answers[question] = rows }
    }
  }

  private func note(
    _ calls: [(DqliteStatement.Call, answers: Int)], _ rest: ArraySlice<WireAnswer>
  ) {
    var rest = rest
    for (call, count) in calls {
      let answers = rest.prefix(count)
      rest = rest.dropFirst(count)
      if case .done(let id, let changes) = answers.first { (lastID, lastChanges) = (id, changes) }
      if case .prepared(let number) = answers.dropFirst().first {
        call.statement?.remote = (number, link.generation)
      }
    }
  }

  /// Sends requests and returns their answers; discards the answers to earlier requests that were
  /// sent without waiting.
  private func flight(_ requests: [WireRequest]) throws(ClusterLink.Failure) -> [WireAnswer] {
    for request in requests { link.add(request) }
    let answers = try link.answers()
    defer { ahead = 0 }
    return Array(answers.dropFirst(ahead))
  }

  private func isLoss(_ answer: WireAnswer) -> Bool {
    guard case .failure(let code, let message) = answer else { return false }
    return code == Self.notLeader || code == Self.leadershipLost || code == ListenSocket.silent
      || message == "no database opened"
  }

  private func refusal(_ code: Int, _ message: String) throws(EngineError) -> EngineError {
    let error = EngineError(sqlite: code, message)
    // These errors leave the transaction open; others can roll it back.
    let isHarmless = [1, 8, 17, 18, 19, 20, 23].contains(code & 0xFF)
    guard phase == .writing, !isHarmless else { return error.stoppedByNode }
    link.add(.execute("BEGIN"))
    if case .done = try? link.answers().last { end(sending: .execute("ROLLBACK")) }
    return error.stoppedByNode
  }

  /// Handles a failed request: returns if the request can be retried after a lost connection,
  /// otherwise throws.
  private func lose(_ reason: ClusterLink.Failure, writes: Bool) throws(EngineError) {
    ahead = 0
    let wasWriting = phase == .writing
    if wasWriting {
      end()
      isLost = true
    }
    switch reason {
    case .interrupted:
      end()
      throw .stoppedHere
    case .refused(let error): throw error
    case .lost:
      if wasWriting || writes { throw lost() }
      if phase == .reading, hasAnswered {
        end()
        throw lost()
      }
    }
  }

  private func lost() -> EngineError {
    EngineError(
      .lostTransaction,
      link.farewell ?? "the transaction was lost with the leader; nothing was changed")
  }

  func begin(expecting questions: [EngineQuestion]) throws(EngineError) {
    guard !isReadOnly else { throw EngineError(.readOnly, "\(place.name) is open read-only") }
    let asked =
      [.query(Self.versions)] + questions.map { WireRequest.query($0.sql, $0.values) }
    begin(questions, try lock(asking: asked))
    do {
      if try followSchema() { answers.removeAll() }
      try mirror.begin()
    } catch {
      end(sending: .execute("ROLLBACK"))
      throw error
    }
  }

  /// Begins a transaction on the leader, after the sessions that have waited for longer; returns the
  /// answers to the requests.
  private func lock(asking requests: [WireRequest]) throws(EngineError) -> [WireAnswer] {
    var wait = WriteWait(patience: patience)
    while true {
      try connect()
      let isKept = isLockKept
      isLockKept = false
      let start =
        isKept ? [] : [WriteWait.turn(of: writer.name), .execute(WriteWait.begin)]
      let isNext = isKept || wait.isNext
      var results: [WireAnswer]
      do {
        results = try wait.measuring { () throws(ClusterLink.Failure) in
          try flight(start + (isNext ? requests : []))
        }
        if !isNext, case .done = results[1] { results += try flight(requests) }
      } catch {
        try lose(error, writes: false)
        continue
      }
      if results.contains(where: isLoss) {
        link.drop()
        continue
      }
      if !isKept, case .failure(let code, let message) = results[1] {
        let error = EngineError(sqlite: code, message)
        guard error.kind == .busy || code & 0xFF == WriteWait.refused else { throw error }
        do throws(EngineError) {
          if isInterrupted() { throw EngineError.stoppedHere }
          try wait.pause(after: results[0], writer)
        } catch {
          send(WriteWait.leaving)
          throw error
        }
        continue
      }
      return Array(results.dropFirst(start.count))
    }
  }

  private func begin(_ questions: [EngineQuestion], _ results: [WireAnswer]) {
    (phase, hasDefined, failure) = (.writing, false, nil)
    (isUntouched, isLost) = (true, false)
    answers = [:]
    note(results[0], questions, results[1...])
    repeated = questions.filter(\.isRepeated)
  }

  func beginReading(expecting questions: [EngineQuestion]) {
    releaseLock()
    (phase, begun, hasAnswered, hasDefined) = (.reading, nil, false, false)
    (head, failure, repeated) = (nil, nil, [])
    expected = questions
    answers.removeAll()
  }

  func commit() throws(EngineError) {
    if isLost { throw lost() }
    guard phase == .writing else { return try rollback() }
    if let failure { throw failure }
    // Posted statements must succeed before the commit; only the last may be sent with it, and the
    // ends of parts, which cannot fail.
    let last = posted.popLast()
    var requests: [WireRequest] = []
    if posted.allSatisfy({ $0.sql == Self.release }) {
      requests = posted.map { .execute($0.sql) }
      posted.removeAll()
    } else {
      _ = try ask({ [] }, writes: true)
    }
    let early = requests.count
    var request: [String] = last.map { [$0.sql] } ?? []
    let isNoted = mirror.hasTable("wb_client")
    if isNoted { request.append(session.nextNote()) }
    request.append("COMMIT")
    if hasDefined { requests.append(.query(Self.versions)) }
    requests.append(.execute(request.joined(separator: ";\n"), last?.values ?? []))
    let results: [WireAnswer]
    do {
      results = try flight(requests)
    } catch {
      return try resolve(isNoted: isNoted, error)
    }
    var isDoubtful = false
    if case .failure(let code, _) = results.last {
      isDoubtful = [Self.stopped, Self.notWritten].contains(code & 0xFF)
    }
    guard !results.contains(where: isLoss), !isDoubtful else {
      link.drop()
      return try resolve(isNoted: isNoted, .lost)
    }
    if case .failure(let code, let message) = results.last { throw try refusal(code, message) }
    let version = hasDefined ? head(results[early])?.schema : nil
    try committed(at: version)
  }

  private func committed(at version: Int?) throws(EngineError) {
    try mirror.commit(at: version)
    (phase, head, hasDefined) = (.none, nil, false)
    answers.removeAll()
  }

  private func resolve(isNoted: Bool, _ reason: ClusterLink.Failure) throws(EngineError) {
    let defined = hasDefined
    end()
    let unknown = EngineError(
      .unknownOutcome,
      "the connection was lost; cannot tell yet whether the change was saved")
    guard isNoted, case .lost = reason else { throw unknown }
    let start = Pause.clock
    // Take the write lock; otherwise a commit that is still in transit would be missed.
    let asked: [WireRequest] = [.execute(WriteWait.begin), .query(session.question)]
    while Pause.clock - start < max(patience, 10_000) {
      do { try connect() } catch { throw unknown }
      guard let results = try? flight(asked) else { continue }
      guard !results.contains(where: isLoss) else {
        link.drop()
        continue
      }
      guard case .done = results[0], case .rows(let rows) = results[1] else {
        if case .done = results[0] { end(sending: .execute("ROLLBACK")) }
        Pause.milliseconds(5)
        continue
      }
      if session.isLast(rows.first?.first) {
        end(sending: .execute("ROLLBACK"))
        if defined { mirror.doubt() }
        return
      }
      if session.isGivenUp(rows.first?.first) {
        end(sending: .execute("ROLLBACK"))
        throw lost()
      }
      // A log entry on only some nodes could still be committed after the next election, unless
      // another entry is committed first.
      let sealed = try? flight([.execute(session.nextGivingUp() + ";\nCOMMIT")])
      if case .done? = sealed?.first { throw lost() }
      link.drop()
    }
    throw unknown
  }

  /// Like ``rollback()``, but keeps the lock for the next transaction if nothing was changed.
  func rollbackToBeginning() throws(EngineError) {
    guard phase == .writing, isUntouched, link.isOpen else { return try rollback() }
    end()
    isLockKept = true
  }

  private func releaseLock() {
    guard isLockKept else { return }
    isLockKept = false
    if link.isOpen { send(.execute("ROLLBACK")) }
  }

  func rollback() throws(EngineError) {
    if phase != .reading { isLost = false }
    let wasBegun = phase == .writing || phase == .reading && begun == link.generation
    end(sending: wasBegun && link.isOpen ? .execute("ROLLBACK") : nil)
  }

  private func end(sending request: WireRequest? = nil) {
    if phase == .writing { mirror.rollback() }
    (phase, begun, head, failure, hasDefined) = (.none, nil, nil, nil, false)
    posted.removeAll()
    answers.removeAll()
    if let request { send(request) }
  }

  /// Sends a request without waiting for the answer.
  private func send(_ request: WireRequest) {
    link.add(request)
    link.send()
    ahead += 1
  }

  /// - Parameter forgets: Whether to forget an earlier failure, because the statement undoes it.
  func control(_ sql: String, forgets: Bool = false) throws(EngineError) {
    if forgets {
      failure = nil
      answers.removeAll()
    }
    if let failure { throw failure }
    guard phase == .writing else { throw lost() }
    mirror.follow(sql)
    posted.append(DqliteStatement.Call(sql))
  }

  var isInTransaction: Bool { phase != .none }

  func schemaVersion() throws(EngineError) -> Int {
    if let head { return head.schema }
    return try askForHead().schema
  }

  func dataVersion() throws(EngineError) -> Int {
    let head = if let head { head } else { try askForHead() }
    return link.generation << 32 &+ head.data
  }

  private func askForHead() throws(EngineError) -> Head {
    if try askFirst(), let head { return head }
    let answer = try ask { [.query(Self.versions)] }.last
    guard let found = answer.flatMap(head) else {
      throw EngineError(.failure, "the node does not report a schema version")
    }
    if phase != .none { head = found }
    return found
  }

  /// Sends the start of the read transaction with its queries; returns false if it was already
  /// sent, or if no read transaction is open.
  private func askFirst() throws(EngineError) -> Bool {
    guard phase == .reading, begun != link.generation || !link.isOpen else { return false }
    _ = try ask { [] }
    return true
  }

  private func head(_ answer: WireAnswer) -> Head? {
    guard let row = rows(answer).first, row.count == 2, let schema = row[0].integer,
      let data = row[1].integer
    else { return nil }
    return Head(schema: schema, data: data)
  }

  var mayHaveOtherSchema: Bool {
    !hasDefined && (mirror.isDoubtful || head.map { $0.schema != mirror.version } ?? false)
  }

  func noteDefinition(changesSchema: Bool) {
    if changesSchema { hasDefined = true }
    head = nil
  }

  func followSchema() throws(EngineError) -> Bool {
    if hasDefined, !mirror.isDoubtful { return false }
    let version = try schemaVersion()
    guard mirror.version != version else { return false }
    let objects = rows(try ask { [.query(SchemaMirror.objects)] }.last)
    try mirror.make(objects, version: version)
    return true
  }

  func connect() throws(EngineError) {
    guard !link.isOpen else { return }
    isLockKept = false
    link.isInterrupted = { [unowned self] in phase != .writing && isInterrupted() }
    do {
      try link.connect()
    } catch {
      switch error {
      case .interrupted: throw .stoppedHere
      case .refused(let error): throw error
      case .lost: throw EngineError(.failure, "no leader answers")
      }
    }
    ahead = 0
  }

  func settle() {
    guard !posted.isEmpty, failure == nil else { return }
    do { _ = try ask({ [] }, writes: true) } catch { if phase == .writing { failure = error } }
  }

  var lastInsertedID: Int {
    settle()
    return lastID
  }
  var changedRows: Int {
    settle()
    return lastChanges
  }
  var allChangedRows: Int {
    guard phase == .writing, let rows = try? ask({ [.query("SELECT total_changes()")] }).last
    else { return 0 }
    return self.rows(rows).first?.first?.integer ?? 0
  }
}

extension EngineError {
  fileprivate static var stoppedHere: EngineError {
    EngineError(.interrupted, "interrupted", code: 9)
  }

  fileprivate var stoppedByNode: EngineError {
    guard kind == .interrupted else { return self }
    return EngineError(
      .statement, "stopped by the node, because the statement took too long", code: code)
  }
}
