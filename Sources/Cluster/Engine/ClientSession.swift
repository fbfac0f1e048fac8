internal import Values

/// The session's row of `wb_client`, which identifies its last committed transaction.
final class ClientSession {
  private let id = Int.random(in: 1..<1 << 53)
  private var token = 0
  /// Number of attempts to give up a transaction; each stores the negated number as the row's
  /// token.
  private var givenUp = 0
  private var givenUpBefore = 0
  private(set) var isNoted = false

  func nextNote() -> String {
    token += 1
    isNoted = true
    givenUpBefore = givenUp
    return """
      INSERT INTO wb_client(id, token) VALUES(\(id), \(token)) \
      ON CONFLICT(id) DO UPDATE SET token = excluded.token
      """
  }

  func nextGivingUp() -> String {
    givenUp += 1
    return """
      INSERT INTO wb_client(id, token) VALUES(\(id), \(-givenUp)) \
      ON CONFLICT(id) DO UPDATE SET token = excluded.token
      """
  }

  var question: String { "SELECT token FROM wb_client WHERE id = \(id)" }
  var removal: String { "DELETE FROM wb_client WHERE id = \(id)" }

  func isGivenUp(_ value: SQLValue?) -> Bool {
    guard let number = value?.integer, number < 0 else { return false }
    return number < -givenUpBefore
  }

  func isLast(_ value: SQLValue?) -> Bool { value == .integer(token) }
}
