internal import NIOConcurrencyHelpers
internal import Synchronization

/// A browser tab: a session on its own thread, and the current connection, which can be replaced.
final class Tab: Sendable {
  let id: String
  let visitor: PageVisitor
  let mailbox = Mailbox()

  private struct State {
    var socket: (any PageSocket)?
    /// When the last connection was lost, in milliseconds of the monotonic clock.
    var lost: Int
    /// The close code and reason; nil while the tab is running.
    var end: (code: UInt16, reason: String)?
  }

  private let state: Mutex<State>
  /// Whether the running command must stop. Set by event loops, cleared by the session.
  let isInterrupted = Atomic(false)
  /// Whether a form or field has changes that are not stored. Written by the session.
  let hasWork = Atomic(false)
  /// Whether the session must end. Set by the server.
  let isEnding = Atomic(false)

  init(_ id: String, _ visitor: PageVisitor, at time: Int) {
    (self.id, self.visitor) = (id, visitor)
    state = Mutex(State(lost: time))
  }

  /// Replaces the connection and closes the previous one; if the tab has ended, closes the new one
  /// instead.
  func attach(_ socket: any PageSocket) {
    let (former, end) = state.withLock { state in
      let former = state.socket
      if state.end == nil {
        state.socket = socket
        mailbox.put(.connected)
      }
      return (former, state.end)
    }
    if let end { return socket.close(end.code, end.reason) }
    former?.close(4000, "the tab is shown in another window")
  }

  /// Drops messages of a replaced connection: the page resends them, or a reloaded page has reused
  /// their numbers.
  func take(_ message: TabMessage, from socket: any PageSocket) -> Bool {
    state.withLock { $0.socket !== socket || mailbox.put(.message(message)) }
  }

  func detach(_ socket: any PageSocket, at time: Int) {
    state.withLock { state in
      guard state.socket === socket else { return }
      (state.socket, state.lost) = (nil, time)
    }
  }

  /// The time without a connection, in milliseconds.
  func absence(at time: Int) -> Int {
    state.withLock { $0.socket == nil ? time - $0.lost : 0 }
  }

  var hasEnded: Bool { state.withLock { $0.end != nil } }

  /// Returns whether the running command must stop; clears the user's request to stop.
  func isStopped() -> Bool {
    isInterrupted.exchange(false, ordering: .relaxed) || isEnding.load(ordering: .relaxed)
  }

  func send(_ text: String) { state.withLock { $0.socket }?.send(text) }

  /// Disconnects without sending anything more: a page that receives the end of a form discards the
  /// input, but a disconnected page offers to fill it in again.
  func end(_ code: UInt16, _ reason: String) {
    let socket = state.withLock { state in
      if state.end == nil { state.end = (code, reason) }
      defer { state.socket = nil }
      return state.socket
    }
    socket?.close(code, reason)
    isEnding.store(true, ordering: .relaxed)
    mailbox.put(.closed)
  }
}

final class TabConnection: PageListener {
  private let tab: Tab
  private let socket: any PageSocket
  private let clock: @Sendable () -> Int

  init(_ tab: Tab, _ socket: any PageSocket, clock: @escaping @Sendable () -> Int) {
    (self.tab, self.socket, self.clock) = (tab, socket, clock)
    tab.attach(socket)
  }

  func take(_ text: String) -> Bool {
    let message = TabMessage(text)
    switch message.kind {
    case .ping:
      // Answer at once, because the page measures the round-trip time. The decoder skips unknown
      // members, even invalid ones, so the text itself is not sent back.
      socket.send(#"{"t":"ping"\#(message.at.map { #","at":\#($0)"# } ?? "")}"#)
      return true
    case .stop:
      tab.isInterrupted.store(true, ordering: .relaxed)
      return true
    default: return tab.take(message, from: socket)
    }
  }

  func disconnected() { tab.detach(socket, at: clock()) }
}

final class RefusedConnection: PageListener {
  /// - Parameter isFull: Whether all sessions are in use; otherwise the server is stopping or the
  ///   database is being replaced.
  init(_ socket: any PageSocket, isFull: Bool) {
    if isFull {
      socket.send(#"{"t":"full"}"#)
      socket.close(1013, "all sessions are in use")
    } else {
      socket.close(1001, "no session can start now")
    }
  }

  func take(_ text: String) -> Bool { true }

  func disconnected() {}
}

/// A queue of messages to the thread of a session.
final class Mailbox: Sendable {
  enum Letter: Sendable {
    case message(TabMessage)
    /// A new connection, to which everything must be sent.
    case connected
    /// The database may have changed.
    case changed
    /// The tab is closed for good.
    case closed
  }

  private static let limit = 2000
  /// Written by any thread; read by the session's thread.
  private let letters = Mutex<[Letter]>([])
  private let isFilled = ConditionLock(value: false)

  /// Returns false if the letter is a message and too many letters are waiting.
  @discardableResult
  func put(_ letter: Letter) -> Bool {
    let isTaken = letters.withLock { letters in
      if case .message = letter, letters.count >= Self.limit { return false }
      if case .changed = letter, case .changed? = letters.last { return true }
      letters.append(letter)
      return true
    }
    isFilled.lock()
    isFilled.unlock(withValue: true)
    return isTaken
  }

  var isEmpty: Bool { letters.withLock(\.isEmpty) }

  func next(within seconds: Double) -> Letter? {
    guard isFilled.lock(whenValue: true, timeoutSeconds: seconds) else { return nil }
    let (letter, isEmpty) = letters.withLock { letters in
      (letters.isEmpty ? nil : letters.removeFirst(), letters.isEmpty)
    }
    isFilled.unlock(withValue: !isEmpty)
    return letter
  }
}
