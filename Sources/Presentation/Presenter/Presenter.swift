public import Interactors
internal import Records

/// Holds the interactors of a screen, what is selected there, and the commands it can be used with.
///
/// A gesture becomes a command on the model; a change of the selection becomes a menu in which just
/// what fits is enabled. A presenter formats nothing and knows no view class.
///
/// ```swift
/// let presenter = Presenter<RecordID>()
/// presenter.add(PresenterCommand("delete", needs: .some, answers: .remove) { ids in … })
/// try presenter.handle(.select([RecordID("Show", 1)]))
/// try presenter.handle(.remove)
/// ```
open class Presenter<ID: Hashable & Sendable>: Interactor {
  /// What is selected.
  public final let selection = ItemSelection<ID>()
  /// The item that commands are about where nothing is selected, such as the one that the screen
  /// shows; nil for none.
  public final var subject: ID? { didSet { updateMenu() } }
  /// The commands with what the selection says to each, in the order they were added.
  public final let menu = Live<[MenuEntry]>([])
  /// The commands, in the order they were added.
  public private(set) final var commands: [PresenterCommand<ID>] = []
  /// The names of the commands that are being carried out and take time.
  private var running: Set<String> = []

  /// Makes a presenter without commands, of which nothing is selected.
  public override init() {
    super.init()
    selection.changed.add { [weak self] _, _ in self?.updateMenu() }
  }

  /// Adds a command at the end of the menu, or puts it in the place of the one of its name.
  public final func add(_ command: PresenterCommand<ID>) {
    if let index = commands.firstIndex(where: { $0.name == command.name }) {
      commands[index] = command
    } else {
      commands.append(command)
    }
    updateMenu()
  }

  /// Takes a command out of the menu; does nothing where none has the name.
  public final func removeCommand(named name: String) {
    commands.removeAll { $0.name == name }
    updateMenu()
  }

  /// Asks each command anew whether it fits; to be called when something has changed that an
  /// obstacle depends on.
  public final func updateMenu() {
    menu.value = commands.map { command in
      MenuEntry(command.name, reason: reason(against: command))
    }
  }

  private func reason(against command: PresenterCommand<ID>) -> String? {
    if running.contains(command.name) { return "it is under way" }
    return command.reason(against: items(for: command))
  }

  /// What a command is about: what is selected, or the subject.
  private func items(for command: PresenterCommand<ID>) -> [ID] {
    guard selection.isEmpty, command.takesSubject, let subject else { return selection.items }
    return [subject]
  }

  /// Carries out a command on what is selected.
  ///
  /// - Throws: ``PresenterError`` if there is no such command, it does not fit or it takes time, else
  ///   what the command throws.
  public final func perform(_ name: String) throws {
    let command = try command(name)
    guard case .atOnce(let body) = command.body else {
      throw PresenterError(kind: .waits(name))
    }
    try body(items(for: command))
  }

  /// Carries out a command on what is selected, and waits for one that takes time on the actor of
  /// the caller.
  ///
  /// - Throws: ``PresenterError`` if there is no such command or it does not fit, else what the
  ///   command throws.
  nonisolated(nonsending) public final func perform(_ name: String) async throws {
    let command = try command(name)
    let items = items(for: command)
    switch command.body {
    case .atOnce(let body): try body(items)
    case .waiting(let body):
      running.insert(name)
      updateMenu()
      defer {
        running.remove(name)
        updateMenu()
      }
      try await body(items)
    }
  }

  /// The command of a name, if it can be done now.
  private func command(_ name: String) throws(PresenterError) -> PresenterCommand<ID> {
    guard let command = commands.first(where: { $0.name == name }) else {
      throw PresenterError(kind: .unknownCommand(name))
    }
    if let reason = reason(against: command) {
      throw PresenterError(kind: .disabled(name, reason: reason))
    }
    return command
  }

  /// Answers a gesture: a selection by selecting, all others by the first command for them.
  ///
  /// - Throws: what `perform(_:)` throws; a gesture that no command answers does nothing.
  public final func handle(_ gesture: Gesture<ID>) throws {
    if let name = answer(to: gesture) { try perform(name) }
  }

  /// Answers a gesture as the other function of this name, and waits for a command that takes time.
  nonisolated(nonsending) public final func handle(_ gesture: Gesture<ID>) async throws {
    if let name = answer(to: gesture) { try await perform(name) }
  }

  /// Selects what the gesture is about, and returns the command that answers it.
  private func answer(to gesture: Gesture<ID>) -> String? {
    let kind: Gesture<ID>.Kind
    switch gesture {
    case .select(let items):
      selection.replace(with: items)
      return nil
    case .open(let item):
      selection.replace(with: CollectionOfOne(item))
      kind = .open
    case .add: kind = .add
    case .remove: kind = .remove
    case .edit: kind = .edit
    }
    return commands.first { $0.gesture == kind }?.name
  }
}
