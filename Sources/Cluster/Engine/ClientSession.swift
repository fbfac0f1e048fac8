internal import Values

/// The row of `wb_client` by which a session finds out which of its transactions was committed last.
final class ClientSession {
  private let id = Int.random(in: 1..<1 << 53)
  private var token = 0
  /// How often a transaction was given up; negative tokens say so, each once.
  private var givenUp = 0
  private var givenUpBefore = 0
  /// Whether there may be a row.
  private(set) var isNoted = false

  /// The statement that notes the next transaction.
  func nextNote() -> String {
    token += 1
    isNoted = true
    givenUpBefore = givenUp
    return """
      INSERT INTO wb_client(id, token) VALUES(\(id), \(token)) \
      ON CONFLICT(id) DO UPDATE SET token = excluded.token
      """
  }

  /// The statement that gives up the last transaction, which was not there.
  func nextGivingUp() -> String {
    givenUp += 1
    return """
      INSERT INTO wb_client(id, token) VALUES(\(id), \(-givenUp)) \
      ON CONFLICT(id) DO UPDATE SET token = excluded.token
      """
  }

  /// Asks for the token of the last transaction.
  var question: String { "SELECT token FROM wb_client WHERE id = \(id)" }
  /// Removes the row.
  var removal: String { "DELETE FROM wb_client WHERE id = \(id)" }

  /// Whether a token says that the last transaction was given up.
  func isGivenUp(_ value: SQLValue?) -> Bool {
    guard let number = value?.integer, number < 0 else { return false }
    return -number > givenUpBefore
  }

  /// Whether a token is that of the last transaction.
  func isLast(_ value: SQLValue?) -> Bool { value == .integer(token) }
}
