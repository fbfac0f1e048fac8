internal import Values

/// A connection that speaks dqlite's protocol: requests go out together, and are answered in order.
final class Wire {
  /// The version of the protocol, which opens a connection.
  static let greeting: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]

  private let socket: Socket
  private var outgoing = Wire.greeting
  private var incoming: [UInt8] = []
  private var place = 0
  /// How many requests have not been answered yet.
  private(set) var unanswered = 0
  /// Asked each time that no byte has come for a while; true ends the waiting.
  var isInterrupted: () -> Bool = { false }
  /// How long one look for bytes takes, in milliseconds.
  private let look: Int
  /// How long the other side may be silent, in milliseconds.
  var patience: Int
  /// Why the door has ended the connection, where it has said so.
  private(set) var farewell: (code: Int, message: String)?

  /// Connects.
  ///
  /// - Parameter patience: How long the other side may be silent, in milliseconds.
  init(to address: SocketAddress, patience: Int) throws(Socket.Failure) {
    (look, self.patience) = (min(200, patience), patience)
    socket = try Socket(to: address, patience: look)
  }

  /// Adds a request to those that go out next.
  func add(_ request: WireRequest) {
    outgoing += request.bytes
    unanswered += 1
  }

  /// Sends what was added.
  func send() throws(Socket.Failure) {
    guard !outgoing.isEmpty else { return }
    try socket.send(outgoing)
    outgoing.removeAll(keepingCapacity: true)
  }

  /// Sends what was added, and reads the answers to all that was asked until now.
  func answers() throws(Socket.Failure) -> [WireAnswer] {
    guard unanswered > 0 else { return [] }
    do {
      try send()
    } catch {
      // Whoever has ended the connection may have said why.
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

  /// Asks one question and waits for its answer.
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
        if case .failure(let code, let message) = answer, Door.codes.contains(code) {
          farewell = (code, message)
        }
        return answer
      } catch {
        // What cannot be understood leaves no way to go on.
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
      }
    }
    defer {
      place += count
      if place == incoming.count {
        // The slice keeps what it shows.
        place = 0
        incoming.removeAll(keepingCapacity: true)
      }
    }
    return incoming[place..<place + count]
  }
}
