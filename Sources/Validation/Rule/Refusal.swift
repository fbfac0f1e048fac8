/// A rejected input that may have been intended, so a program should ask the user about it.
public struct Refusal: Hashable, Sendable {
  /// The typed or pasted text.
  public let text: String

  /// The reason for the rejection.
  public let reason: Reason
}

struct Refusals: Sendable {
  /// The first rejection that only an edit such as a deletion can answer.
  private var first: Refusal?
  /// A separator rejected as the last key; the decimal separator can still answer it.
  private var separator: Refusal?
  /// A paste that was rejected as the last edit; another paste can still answer it.
  private var paste: Refusal?

  var unanswered: Refusal? { first ?? paste ?? separator }

  /// After this call, the decimal separator no longer answers a rejected separator.
  mutating func passKey() {
    if first == nil { first = separator }
    separator = nil
  }

  /// After this call, another paste no longer answers a rejected paste.
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
