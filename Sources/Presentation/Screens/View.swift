public import Records

/// The interface of a view to its presenter.
public protocol ViewInput<Content>: AnyObject {
  /// The content of the view: models, and events for changes.
  associatedtype Content

  /// Shows the content and observes its changes; called when the content has been loaded.
  func configure(with content: Content)
}

/// The interface of a presenter to its view.
public protocol ViewOutput<ItemID>: AnyObject {
  /// The type of the items' ids.
  associatedtype ItemID: Hashable & Sendable

  /// Called when the view has appeared and needs its content.
  func viewDidAppear()

  /// Called when the view has disappeared.
  func viewDidDisappear()

  /// Called for a gesture of the user.
  func viewDidReceive(_ gesture: UserGesture<ItemID>)

  /// Called when the user has chosen a menu command.
  func viewDidChoose(command: String)
}

/// The interface of a presenter with asynchronous loading or commands; the view calls it from a
/// task.
///
/// The presenter stays on the view's actor.
///
/// ```swift
/// task = Task { await output.appear() }      // to be cancelled when the view disappears
/// ```
public protocol AsyncViewOutput<ItemID>: ViewOutput {
  /// Called when the view has appeared; returns when the content is loaded.
  nonisolated(nonsending) func appear() async

  /// Called for a gesture of the user; returns when its command is done.
  nonisolated(nonsending) func receive(_ gesture: UserGesture<ItemID>) async

  /// Called when the user has chosen a menu command; returns when it is done.
  nonisolated(nonsending) func choose(command: String) async
}

/// The content of a screen's view; every part, including the title, notifies observers of changes.
public struct ViewContent<ItemID: Hashable & Sendable, Kind: Hashable & Sendable> {
  /// The title of the screen.
  public let title = Live("")
  /// The sections of all formatters, in order.
  public let sections = Live<[ItemSection<ItemID, Kind>]>([])
  /// The commands for the selected items.
  public let menu: Live<[MenuEntry]>

  /// Creates empty content with the menu of a presenter.
  public init(menu: Live<[MenuEntry]>) {
    self.menu = menu
  }
}

/// A value that notifies observers of changes.
public final class Live<Value: Equatable> {
  /// Raised after the value has changed, with the new value.
  public let changed = Event<Live<Value>, Value>()

  /// The current value; setting an equal value does not raise the event.
  public var value: Value {
    didSet { if value != oldValue { changed.raise(self, value) } }
  }

  /// Creates a value without observers.
  public init(_ value: Value) {
    self.value = value
  }

  /// Calls a closure with the current value, and then with each new value.
  ///
  /// - Returns: the handler, for removal with `changed -= handler`.
  @discardableResult
  public func follow(
    _ body: @escaping (Value) -> Void
  ) -> EventHandler<Live<Value>, Value> {
    body(value)
    return changed.add { _, value in body(value) }
  }
}
