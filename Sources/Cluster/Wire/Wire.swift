internal import Values

/// A connection that speaks dqlite's protocol: requests are sent in batches and answered in order.
final class Wire {
  static let greeting: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]

  private let socket: Socket
  private var outgoing = Wire.greeting
  private var incoming: [UInt8] = []
  private var place = 0
  private(set) var unanswered = 0
  var isInterrupted: () -> Bool = { false }
  /// Whether the peer runs; asked while it is silent.
  var isPeerAlive: () -> Bool = { true }
  /// Silence before each of these questions, in milliseconds.
  private static let doubt = 1_000
  /// After larger requests a slow connection may be silent for long.
  private static let quickRequest = 1 << 16
  private var isQuick = true
  /// How long one read may block, in milliseconds.
  private let look: Int
  var patience: Int
  private(set) var farewell: (code: Int, message: String)?

  init(to address: SocketAddress, patience: Int) throws(Socket.Failure) {
    (look, self.patience) = (min(200, patience), patience)
    socket = try Socket(to: address, patience: look)
  }

  /// Whether the node of a socket runs, and is not stopped.
  static func isServed(_ path: String) -> Bool {
    guard let wire = try? Wire(to: .path(path), patience: 1_000) else { return false }
    do {
      _ = try wire.ask(.probe)
    } catch .late {
      return false
    } catch {
      // An older node closes the connection.
    }
    return true
  }

  func add(_ request: WireRequest) {
    outgoing += request.bytes
    unanswered += 1
  }

  func send() throws(Socket.Failure) {
    guard !outgoing.isEmpty else { return }
    isQuick = outgoing.count < Self.quickRequest
    try socket.send(outgoing)
    outgoing.removeAll(keepingCapacity: true)
  }

  func answers() throws(Socket.Failure) -> [WireAnswer] {
    guard unanswered > 0 else { return [] }
    do {
      try send()
    } catch {
      // The peer may have sent the reason before it closed the connection.
      _ = try? answer()
      throw error
    }
    var answers: [WireAnswer] = []
    while unanswered > 0 {
      answers.append(try answer())
      unanswered -= 1
    }
    return answers
  }

  func ask(_ request: WireRequest) throws(Socket.Failure) -> WireAnswer {
    add(request)
    return try answers().last ?? .empty
  }

  private func answer() throws(Socket.Failure) -> WireAnswer {
    var rows: [[SQLValue]] = []
    while true {
      let header = try read(8)
      let words = header.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let type = header[header.startIndex + 4]
      let body = Array(try read(words * 8))
      do {
        guard let answer = try WireReader.answer(type, body, adding: &rows) else { continue }
        if case .failure(let code, let message) = answer, ListenSocket.codes.contains(code) {
          farewell = (code, message)
        }
        return answer
      } catch {
        throw .ended
      }
    }
  }

  private func read(_ count: Int) throws(Socket.Failure) -> ArraySlice<UInt8> {
    if place > 1 << 20 {
      incoming.removeFirst(place)
      place = 0
    }
    var silence = 0
    while incoming.count - place < count {
      do {
        try socket.receive(
          into: &incoming, upTo: max(1 << 16, min(1 << 20, count - incoming.count + place)))
        silence = 0
      } catch .late {
        silence += look
        if isInterrupted() { throw .interrupted }
        guard silence < patience else { throw .late }
        if isQuick, silence % Self.doubt == 0, !isPeerAlive() { throw .late }
      }
    }
    defer {
      place += count
      if place == incoming.count {
        // The returned slice keeps its own storage.
        place = 0
        incoming.removeAll(keepingCapacity: true)
      }
    }
    return incoming[place..<place + count]
  }
}
