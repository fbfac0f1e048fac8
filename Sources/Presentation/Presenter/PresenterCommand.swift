public import Interactors

/// Something that a person can do with what is selected.
public struct PresenterCommand<ID: Hashable & Sendable> {
  /// The selection that a command needs.
  public enum Need: Hashable, Sendable {
    /// None: it does the same whatever is selected.
    case nothing
    /// Exactly one item.
    case one
    /// At least one item.
    case some
  }

  /// What the menu calls the command; no other of its presenter is called so.
  public var name: String
  /// The selection that it needs.
  public var need: Need
  /// The gesture that it answers, if it answers one.
  public var gesture: Gesture<ID>.Kind?
  /// Whether it is about the presenter's subject where nothing is selected.
  public var takesSubject: Bool
  /// Why the command cannot be done with a selection that it could otherwise be done with; nil
  /// where it can.
  public var obstacle: ([ID]) -> String?
  /// Carries the command out on the model.
  public var body: Body

  /// Carries a command out, waiting on the actor of the caller.
  ///
  /// Made in code that is on no actor, a closure should have no capture list: with one, Swift 6.3 does
  /// not come back to the caller's actor after an `await`. A `weak let` before it does the same.
  public typealias WaitingBody = nonisolated(nonsending) ([ID]) async throws -> Void

  /// How a command is carried out.
  public enum Body {
    /// At once.
    case atOnce(([ID]) throws -> Void)
    /// In a time, on the actor of the caller.
    case waiting(WaitingBody)
  }

  /// Makes a command, for which the right selection is enough unless an obstacle is given.
  public init(
    _ name: String, needs need: Need, answers gesture: Gesture<ID>.Kind? = nil,
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

  /// Makes a command that takes time; while it does, the menu says so and it cannot be done again.
  public init(
    _ name: String, needs need: Need, answers gesture: Gesture<ID>.Kind? = nil,
    takesSubject: Bool = false,
    obstacle: @escaping ([ID]) -> String? = { _ in nil },
    waiting body: @escaping WaitingBody
  ) {
    self.init(
      name, needs: need, answers: gesture, takesSubject: takesSubject, obstacle: obstacle,
      body: { _ in })
    self.body = .waiting(body)
  }

  /// Why the command cannot be done with a selection; nil where it can.
  public func reason(against selection: [ID]) -> String? {
    switch need {
    case .nothing: break
    case .one:
      if selection.isEmpty { return "nothing is selected" }
      if selection.count > 1 { return "\(selection.count) are selected; expected one" }
    case .some: if selection.isEmpty { return "nothing is selected" }
    }
    return obstacle(selection)
  }
}

/// What a person does with what is shown, by keys, a mouse or a command.
public enum Gesture<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Chooses these items and no others.
  case select([ID])
  /// Looks at one item more closely.
  case open(ID)
  /// Wants another item.
  case add
  /// Wants the selected items gone.
  case remove
  /// Wants to change the selected item.
  case edit

  /// The gestures that commands answer; a selection is answered by the presenter itself.
  public enum Kind: Hashable, Sendable { case open, add, remove, edit }
}

/// A command in the menu, as the selection has it now.
public struct MenuEntry: Hashable, Sendable {
  /// The name of the command.
  public var command: String
  /// Why the command cannot be done now; nil where it can.
  public var reason: String?

  /// Makes an entry, enabled unless there is a reason against it.
  public init(_ command: String, reason: String? = nil) {
    self.command = command
    self.reason = reason
  }

  /// Whether the command can be done now.
  public var isEnabled: Bool { reason == nil }
}

/// Why a presenter has not carried out a command.
public struct PresenterError: DescribedError, Hashable, Sendable {
  /// What has gone wrong, with what it is about.
  public enum Kind: Hashable, Sendable {
    /// No command has this name.
    case unknownCommand(String)
    /// The command does not fit the selection.
    case disabled(String, reason: String)
    /// The command takes time, and is to be performed with `await`.
    case waits(String)
  }

  /// What has gone wrong.
  public var kind: Kind

  /// What has gone wrong, for a person.
  public var message: String {
    switch kind {
    case .unknownCommand(let name): "the menu has no \"\(name)\""
    case .disabled(let name, let reason): "\(name) is disabled: \(reason)"
    case .waits(let name): "\(name) takes time and has to be awaited"
    }
  }
}
