internal import NIOConcurrencyHelpers
internal import Synchronization

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
