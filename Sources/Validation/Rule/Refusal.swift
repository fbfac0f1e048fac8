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
  /// A paste refused as the last edit, which another one can still answer.
  private var paste: Refusal?

  /// The first of them.
  var unanswered: Refusal? { first ?? paste ?? separator }

  /// Another key comes: what was meant by a separator is open from now on.
  mutating func passKey() {
    if first == nil { first = separator }
    separator = nil
  }

  /// Another edit comes: what was meant by a paste is open from now on, too.
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

  /// Takes a separator that was accepted for the one that was refused right before.
  mutating func answerSeparator() { separator = nil }

  /// Takes a paste that was accepted for the one that was refused right before.
  mutating func answerPaste() { paste = nil }

  /// Takes all of them for answered.
  mutating func answer() { self = Refusals() }

  var isAwaitingSeparator: Bool { separator != nil }
}
