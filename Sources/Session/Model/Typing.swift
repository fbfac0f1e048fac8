internal import CommandLanguage
internal import Interactors
internal import Validation

/// Keys on their way to a field, and what has become of them.
final class Typing {
  /// What became of a key.
  enum KeyOutcome {
    case accepted, moved
    case rejected(String)
    /// Return, or leaving, was refused: an error once all keys are typed.
    case refused(String)

    /// Why the key was not taken.
    var reason: String? {
      switch self {
      case .accepted, .moved: nil
      case .rejected(let reason), .refused(let reason): reason
      }
    }
  }

  let field: AttachedField
  /// The keys that were refused.
  private(set) var rejected: [KeyRejection] = []
  /// Why a Return was refused, the first that was.
  private(set) var refusal: Diagnostic?
  private let session: Session

  init(into field: AttachedField, _ session: Session) {
    self.field = field
    self.session = session
  }

  /// Presses a key.
  func press(_ key: KeySyntax) -> KeyOutcome {
    note(key.text) {
      switch key.action(pasteboard: session.pasteboard) {
      case .end: outcome(of: field.interactor.endEditing())
      case .leave: outcome(of: field.interactor.leave())
      case .cancel: cancel()
      case .press(let key): press(key)
      }
    }
  }

  /// Offers a change of the text.
  func offer(_ edit: Edit) -> KeyOutcome {
    note(KeySyntax(edit).text) {
      outcome(of: field.interactor.offer(edit))
    }
  }

  /// Refuses a text that no field takes.
  func refuse(_ text: String, _ reason: String) {
    _ = note(KeySyntax.paste(text).text) { .rejected(reason) }
  }

  /// Forgets the Return that was refused, for the editing goes on.
  func forgetRefusal() { refusal = nil }

  private func note(_ key: String, _ press: () -> KeyOutcome) -> KeyOutcome {
    let at = field.interactor.state.selection.caret
    field.refusal = nil
    let outcome = press()
    session.updateLabels()
    guard let reason = outcome.reason else { return outcome }
    session.rejectedKeys += 1
    rejected.append(KeyRejection(field: field.name, key: key, at: at, reason: reason))
    if case .refused = outcome, refusal == nil {
      refusal =
        field.refusal ?? Diagnostic(.refused, "\(field.name) is incomplete: \(reason)")
    }
    return outcome
  }

  private func cancel() -> KeyOutcome {
    field.interactor.cancelEditing()
    return .accepted
  }

  private func press(_ key: Key) -> KeyOutcome {
    let selected = field.interactor.selectedText
    let outcome = outcome(of: field.interactor.press(key))
    if key == .cut || key == .copy, !selected.isEmpty, outcome.reason == nil {
      session.pasteboard = selected
    }
    return outcome
  }

  private func outcome(of outcome: Outcome) -> KeyOutcome {
    switch outcome {
    case .accepted: .accepted
    case .moved: .moved
    case .rejected(let rejection): .rejected(rejection.message)
    }
  }

  private func outcome(of outcome: ReturnOutcome) -> KeyOutcome {
    if case .refused(let reason) = outcome { .refused(reason) } else { .accepted }
  }
}

extension KeySyntax {
  /// The key that would have made an edit.
  fileprivate init(_ edit: Edit) {
    if edit.replacement.isEmpty {
      self = .named("Del")
    } else if edit.isTyped, let scalar = edit.replacement.unicodeScalars.first {
      self = .character(scalar)
    } else {
      self = .paste(edit.replacement)
    }
  }

  /// What a key does to a field.
  fileprivate enum Action {
    case press(Key)
    case end, leave, cancel
  }

  private static let actions: [String: Action] = [
    "BS": .press(.backspace), "Del": .press(.delete), "WordBS": .press(.wordBackspace),
    "Left": .press(.left), "Right": .press(.right), "Home": .press(.home), "End": .press(.end),
    "S-Left": .press(.selectLeft), "S-Right": .press(.selectRight),
    "S-Home": .press(.selectHome), "S-End": .press(.selectEnd), "All": .press(.selectAll),
    "Clear": .press(.clear), "Undo": .press(.undo), "Redo": .press(.redo), "Cut": .press(.cut),
    "Copy": .press(.copy), "lt": .press(.character("<")), "gt": .press(.character(">")),
    "Return": .end, "Esc": .cancel, "Tab": .leave, "Up": .leave, "Down": .leave,
  ]

  fileprivate func action(pasteboard: String) -> Action {
    switch self {
    case .character(let scalar): .press(.character(scalar))
    case .paste(let text): .press(.paste(text ?? pasteboard))
    case .go(let place): .press(.go(place))
    case .select(let anchor, let caret): .press(.select(anchor, caret))
    case .named(let name):
      Self.actions[name] ?? { preconditionFailure("every named key has an action") }()
    }
  }
}
