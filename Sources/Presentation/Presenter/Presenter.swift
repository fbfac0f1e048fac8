public import Interactors
public import Records

/// Manages the interactors, the selection and the commands of a screen.
///
/// A gesture of the user triggers a command, which changes the model. In the menu, only commands
/// that are suitable for the current selection are enabled.
///
/// ```swift
/// let presenter = Presenter<RecordID>()
/// presenter.add(PresenterCommand("delete", needs: .some, answers: .remove) { ids in … })
/// try presenter.handle(.select([RecordID("Show", 1)]))
/// try presenter.handle(.remove)
/// ```
open class Presenter<ID: Hashable & Sendable>: Interactor {
  /// The selected items.
  public final let selection = ItemSelection<ID>()
  /// The item to which commands with ``PresenterCommand/takesSubject`` apply if nothing is
  /// selected, such as the record that the screen shows; nil if there is none.
  public final var subject: ID? { didSet { updateMenu() } }
  /// The commands, enabled according to the selection, in the order in which they were added.
  public final let menu = Live<[MenuEntry]>([])
  /// The commands, in the order in which they were added.
  public private(set) final var commands: [PresenterCommand<ID>] = []
  private var running: Set<String> = []

  /// Creates a presenter without commands and selection.
  public override init() {
    super.init()
    selection.changed.add { [weak self] _, _ in self?.updateMenu() }
  }

  /// Adds a command at the end of the menu, or replaces the one with the same name.
  public final func add(_ command: PresenterCommand<ID>) {
    if let index = commands.firstIndex(where: { $0.name == command.name }) {
      commands[index] = command
    } else {
      commands.append(command)
    }
    updateMenu()
  }

  /// Removes a command from the menu; does nothing if there is no command of this name.
  public final func removeCommand(named name: String) {
    commands.removeAll { $0.name == name }
    updateMenu()
  }

  /// Updates which commands are enabled; call it after changes that affect an obstacle of a
  /// command.
  public final func updateMenu() {
    menu.value = commands.map { command in
      MenuEntry(command.name, reason: reason(against: command))
    }
  }

  private func reason(against command: PresenterCommand<ID>) -> String? {
    if running.contains(command.name) { return "it is already running" }
    return command.reason(against: items(for: command))
  }

  private func items(for command: PresenterCommand<ID>) -> [ID] {
    guard selection.isEmpty, command.takesSubject, let subject else { return selection.items }
    return [subject]
  }

  /// Performs a command on the selected items.
  ///
  /// - Throws: ``PresenterError`` if the command does not exist, is disabled or is asynchronous;
  ///   otherwise any error of the command.
  public final func perform(_ name: String) throws {
    let command = try command(name)
    guard case .atOnce(let body) = command.body else {
      throw PresenterError(kind: .waits(name))
    }
    try body(items(for: command))
  }

  /// Performs a command on the selected items, and waits for an asynchronous command on the
  /// caller's actor.
  ///
  /// - Throws: ``PresenterError`` if the command does not exist or is disabled; otherwise any error
  ///   of the command.
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

  private func command(_ name: String) throws(PresenterError) -> PresenterCommand<ID> {
    guard let command = commands.first(where: { $0.name == name }) else {
      throw PresenterError(kind: .unknownCommand(name))
    }
    if let reason = reason(against: command) {
      throw PresenterError(kind: .disabled(name, reason: reason))
    }
    return command
  }

  /// Handles a gesture: `select` and `open` change the selection, and every gesture except `select`
  /// performs the first command that answers it.
  ///
  /// - Throws: any error of `perform(_:)`; a gesture that no command answers is not an error.
  public final func handle(_ gesture: UserGesture<ID>) throws {
    if let name = answer(to: gesture) { try perform(name) }
  }

  /// Handles a gesture like the synchronous function, and waits for an asynchronous command.
  nonisolated(nonsending) public final func handle(_ gesture: UserGesture<ID>) async throws {
    if let name = answer(to: gesture) { try await perform(name) }
  }

  private func answer(to gesture: UserGesture<ID>) -> String? {
    let kind: UserGesture<ID>.Kind
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

/// The items selected by the user, in order of selection.
public final class ItemSelection<ID: Hashable & Sendable> {
  /// Raised after the selection has changed, with the selected items.
  public let changed = Event<ItemSelection<ID>, [ID]>()

  /// The selected items, without duplicates.
  public private(set) var items: [ID] = []
  /// The last selection, including items that ``keep(where:)`` has removed since.
  public private(set) var chosen: [ID] = []

  /// Creates an empty selection.
  public init() {}

  /// Whether nothing is selected.
  public var isEmpty: Bool { items.isEmpty }

  /// Selects exactly these items; duplicates are ignored.
  public func replace(with items: some Sequence<ID>) {
    var known: Set<ID> = []
    chosen = items.filter { known.insert($0).inserted }
    select(chosen)
  }

  /// Keeps only the items that satisfy a condition, for example that still exist.
  ///
  /// If an item satisfies the condition again, for example after an undo, the item returns to its
  /// position, unless the user has selected other items.
  public func keep(where isKept: (ID) -> Bool) {
    select(chosen.filter(isKept))
  }

  private func select(_ items: [ID]) {
    guard items != self.items else { return }
    self.items = items
    changed.raise(self, items)
  }
}
