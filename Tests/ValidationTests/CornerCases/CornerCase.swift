import Testing
import Validation

/// A known fault of other fields: a claim about ours, and examples.
package struct CornerCase: Sendable, CustomTestStringConvertible {
  package let number: Int
  private let claim: String
  private let examples: [CornerExample]
  private let further: @Sendable () async throws -> Void

  package var testDescription: String { "\(number): \(claim)" }

  init(
    _ number: Int, _ claim: String, _ examples: [CornerExample],
    further: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.number = number
    self.claim = claim
    self.examples = examples
    self.further = further
  }

  package init(
    _ number: Int, _ claim: String, check: @escaping @Sendable () async throws -> Void
  ) {
    self.init(number, claim, [], further: check)
  }

  package func check() async throws {
    for example in examples { example.check() }
    try await further()
  }

  /// The cases that the engine decides alone.
  package static let ofTheEngine =
    deletion + groups + separators + signs + ranges + zeros + digits + pastes + cardsAndMasks
}
