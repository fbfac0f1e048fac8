/// A rejected input that was meaningful.
public struct Refusal: Hashable, Sendable {
  /// The typed or pasted text.
  public let text: String

  /// Why it was rejected.
  public let reason: Reason
}

struct Refusals: Sendable {
  /// The first rejection that only a change can answer.
  private var first: Refusal?
  /// A separator rejected as the last key, which the decimal separator can still answer.
  private var separator: Refusal?
  /// A paste rejected as the last edit, which another paste can still answer.
  private var paste: Refusal?

  var unanswered: Refusal? { first ?? paste ?? separator }

  /// After another key, a rejected separator can only be answered by a change.
  mutating func passKey() {
    if first == nil { first = separator }
    separator = nil
  }

  /// After another edit, a rejected paste can only be answered by a change.
  mutating func passEdit() {
    if first == nil { first = paste }
    paste = nil
    passKey()
  }

  mutating func add(_ refusal: Refusal, isTyped: Bool, meaning: RefusedMeaning) {
    passEdit()
    switch meaning {
    case .nothing: break
    case .something, .separator:
      if !isTyped {
        paste = refusal
      } else if meaning == .separator {
        separator = refusal
      } else {
        first = first ?? refusal
      }
    }
  }

  mutating func answerSeparator() { separator = nil }

  mutating func answerPaste() { paste = nil }

  mutating func answer() { self = Refusals() }

  var isAwaitingSeparator: Bool { separator != nil }
}
