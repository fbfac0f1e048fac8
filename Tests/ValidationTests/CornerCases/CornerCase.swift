import Testing
import Validation

/// One of the things that go wrong in fields elsewhere: what holds here, and examples of it.
package struct CornerCase: Sendable, CustomTestStringConvertible {
  /// Its place among all of them; each is there once.
  package let number: Int
  private let claim: String
  private let examples: [CornerExample]
  private let further: @Sendable () async throws -> Void

  package var testDescription: String { "\(number): \(claim)" }

  /// A claim that its examples show, and what else is to be looked at.
  init(
    _ number: Int, _ claim: String, _ examples: [CornerExample],
    further: @escaping @Sendable () async throws -> Void = {}
  ) {
    self.number = number
    self.claim = claim
    self.examples = examples
    self.further = further
  }

  /// A claim that takes more to show than the keys of one field.
  package init(
    _ number: Int, _ claim: String, check: @escaping @Sendable () async throws -> Void
  ) {
    self.init(number, claim, [], further: check)
  }

  /// Looks whether the claim holds.
  package func check() async throws {
    for example in examples { example.check() }
    try await further()
  }

  /// All that the engine decides by itself.
  package static let ofTheEngine =
    deletion + groups + separators + signs + ranges + zeros + digits + pastes + cardsAndMasks
}
