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
  public final let selection = Selection<ID>()
  /// The item that commands are about where nothing is selected, such as the one that the screen
  /// shows; nil for none.
  public final var subject: ID? { didSet { updateMenu() } }
  /// The commands with what the selection says to each, in the order they were added.
  public final let menu = Live<[MenuEntry]>([])
  /// The commands, in the order they were added.
  public private(set) final var commands: [PresenterCommand<ID>] = []

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
      MenuEntry(command.name, reason: command.reason(against: items(for: command)))
    }
  }

  /// What a command is about: what is selected, or the subject.
  private func items(for command: PresenterCommand<ID>) -> [ID] {
    guard selection.isEmpty, command.takesSubject, let subject else { return selection.items }
    return [subject]
  }

  /// Carries out a command on what is selected.
  ///
  /// - Throws: ``PresenterError`` if there is no such command or it does not fit, else what the
  ///   command throws.
  public final func perform(_ name: String) throws {
    guard let command = commands.first(where: { $0.name == name }) else {
      throw PresenterError(kind: .unknownCommand(name))
    }
    let items = items(for: command)
    if let reason = command.reason(against: items) {
      throw PresenterError(kind: .disabled(name, reason: reason))
    }
    try command.body(items)
  }

  /// Answers a gesture: a selection by selecting, all others by the first command for them.
  ///
  /// - Throws: what ``perform(_:)`` throws; a gesture that no command answers does nothing.
  public final func handle(_ gesture: Gesture<ID>) throws {
    switch gesture {
    case .select(let items): selection.replace(with: items)
    case .open(let item):
      selection.replace(with: CollectionOfOne(item))
      try answer(.open)
    case .add: try answer(.add)
    case .remove: try answer(.remove)
    case .edit: try answer(.edit)
    }
  }

  private func answer(_ gesture: Gesture<ID>.Kind) throws {
    guard let command = commands.first(where: { $0.gesture == gesture }) else { return }
    try perform(command.name)
  }
}
