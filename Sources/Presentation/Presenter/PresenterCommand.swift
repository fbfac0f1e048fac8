public import Interactors

/// A command on the selected items.
public struct PresenterCommand<ID: Hashable & Sendable> {
  /// The selection that a command requires.
  public enum Need: Hashable, Sendable {
    /// Any selection, or none.
    case nothing
    /// Exactly one item.
    case one
    /// At least one item.
    case some
  }

  /// The name that identifies the command in its presenter.
  public var name: String
  /// The text in the menu; nil for the name.
  public var title: String?
  /// The selection that the command requires.
  public var need: Need
  /// The gesture that triggers the command, if any.
  public var gesture: UserGesture<ID>.Kind?
  /// Whether the command applies to the presenter's subject if nothing is selected.
  public var takesSubject: Bool
  /// Returns why the command is disabled although the selection is sufficient; nil if it is
  /// enabled.
  public var obstacle: ([ID]) -> String?
  /// Performs the command on the model.
  public var body: Body

  /// Performs a command asynchronously, on the caller's actor.
  ///
  /// A closure created outside of an actor should not have a capture list: with one, Swift 6.3 does
  /// not return to the caller's actor after an `await`. Use a `weak let` before the closure
  /// instead.
  public typealias WaitingBody = nonisolated(nonsending) ([ID]) async throws -> Void

  /// The implementation of a command.
  public enum Body {
    /// Synchronous.
    case atOnce(([ID]) throws -> Void)
    /// Asynchronous, on the caller's actor.
    case waiting(WaitingBody)
  }

  /// Creates a synchronous command, enabled by a sufficient selection unless there is an obstacle.
  public init(
    _ name: String, needs need: Need, answers gesture: UserGesture<ID>.Kind? = nil,
    takesSubject: Bool = false,
    obstacle: @escaping ([ID]) -> String? = { _ in nil },
    body: @escaping ([ID]) throws -> Void
  ) {
    self.name = name
    self.need = need
    self.gesture = gesture
    self.takesSubject = takesSubject
    self.obstacle = obstacle
    self.body = .atOnce(body)
  }

  /// Creates an asynchronous command, which is disabled while it is in progress.
  public init(
    _ name: String, needs need: Need, answers gesture: UserGesture<ID>.Kind? = nil,
    takesSubject: Bool = false,
    obstacle: @escaping ([ID]) -> String? = { _ in nil },
    waiting body: @escaping WaitingBody
  ) {
    self.init(
      name, needs: need, answers: gesture, takesSubject: takesSubject, obstacle: obstacle,
      body: { _ in })
    self.body = .waiting(body)
  }

  /// Returns why the command is disabled for a selection; nil if it is enabled.
  public func reason(against selection: [ID]) -> String? {
    switch need {
    case .nothing: break
    case .one:
      if selection.isEmpty { return "nothing is selected" }
      if selection.count > 1 { return "\(selection.count) items are selected; expected one" }
    case .some: if selection.isEmpty { return "nothing is selected" }
    }
    return obstacle(selection)
  }
}

/// A gesture of the user, by keys, mouse or command.
public enum UserGesture<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Selects exactly these items.
  case select([ID])
  /// Opens an item.
  case open(ID)
  /// Adds an item.
  case add
  /// Removes the selected items.
  case remove
  /// Edits the selected item.
  case edit

  /// The gestures that commands handle; the presenter itself handles a selection.
  public enum Kind: Hashable, Sendable { case open, add, remove, edit }
}

/// A command in the menu, for the current selection.
public struct MenuEntry: Hashable, Sendable {
  /// The name of the command.
  public var command: String
  /// The reason why the command is disabled; nil if it is enabled.
  public var reason: String?

  /// Creates an entry, which is enabled unless there is a reason against it.
  public init(_ command: String, reason: String? = nil) {
    self.command = command
    self.reason = reason
  }

  /// Whether the command is enabled.
  public var isEnabled: Bool { reason == nil }
}

/// An error of a presenter that could not perform a command.
public struct PresenterError: DescribedError, Hashable, Sendable {
  /// The kind of error, with its details.
  public enum Kind: Hashable, Sendable {
    /// There is no command of this name.
    case unknownCommand(String)
    /// The command is disabled.
    case disabled(String, reason: String)
    /// The command is asynchronous and must be performed with `await`.
    case waits(String)
  }

  /// The kind of error.
  public var kind: Kind

  /// The message for the user.
  public var message: String {
    switch kind {
    case .unknownCommand(let name): "the menu has no command \"\(name)\""
    case .disabled(let name, let reason): "\(name) is disabled: \(reason)"
    case .waits(let name): "\(name) is asynchronous and must be awaited"
    }
  }
}
