/// Something that was refused and could have meant something.
public struct Refusal: Hashable, Sendable {
  /// What was typed or pasted.
  public let text: String

  /// Why it was refused.
  public let reason: Reason
}

/// The refusals that nothing has answered yet.
struct Refusals: Sendable {
  /// The first of those that only a change can answer.
  private var first: Refusal?
  /// A separator refused as the last key, which the decimal separator can still answer.
  private var separator: Refusal?

  /// The first of them.
  var unanswered: Refusal? { first ?? separator }

  /// Another key comes: what was meant by a separator is open from now on.
  mutating func passKey() {
    if first == nil { first = separator }
    separator = nil
  }

  mutating func add(_ text: String, _ rejection: Rejection, meaning: RefusedMeaning) {
    passKey()
    let refusal = Refusal(text: text, reason: rejection.reason)
    switch meaning {
    case .nothing: break
    case .something: first = first ?? refusal
    case .separator: separator = refusal
    }
  }

  /// Takes a separator that was accepted for the one that was refused right before.
  mutating func answerSeparator() { separator = nil }

  /// Takes all of them for answered.
  mutating func answer() { self = Refusals() }

  var isAwaitingSeparator: Bool { separator != nil }
}
