/// What a view of a screen is told.
public protocol ViewInput<Content>: AnyObject {
  /// What the view is given: models, and events for what changes.
  associatedtype Content

  /// Shows the content, and follows what changes of it; called once it is loaded.
  func configure(with content: Content)
}

/// What a view of a screen tells its presenter.
public protocol ViewOutput<ItemID>: AnyObject {
  /// The ids of the items that the view shows.
  associatedtype ItemID: Hashable & Sendable

  /// The view is there and wants its content.
  func viewDidAppear()

  /// The view is no longer there.
  func viewDidDisappear()

  /// The person has made a gesture.
  func viewDidReceive(_ gesture: Gesture<ItemID>)

  /// The person has chosen a command of the menu.
  func viewDidChoose(command: String)
}

/// What a view tells a presenter whose loading or commands take time, from a task of its own.
///
/// The presenter stays on the actor of the view.
///
/// ```swift
/// task = Task { await output.appear() }      // to be cancelled when the view disappears
/// ```
public protocol AsyncViewOutput<ItemID>: ViewOutput {
  /// The view is there and waits for its content.
  nonisolated(nonsending) func appear() async

  /// The person has made a gesture; returns when it is carried out.
  nonisolated(nonsending) func receive(_ gesture: Gesture<ItemID>) async

  /// The person has chosen a command of the menu; returns when it is carried out.
  nonisolated(nonsending) func choose(command: String) async
}

/// What a view of a screen is configured with: everything in it is an event, the title too.
public struct ViewContent<ItemID: Hashable & Sendable, Kind: Hashable & Sendable> {
  /// What the screen is called.
  public let title = Live("")
  /// What the screen shows, one formatter after the other.
  public let sections = Live<[Section<ItemID, Kind>]>([])
  /// What can be done with the items that are selected.
  public let menu: Live<[MenuEntry]>

  /// Makes an empty content with the menu of a presenter.
  public init(menu: Live<[MenuEntry]>) {
    self.menu = menu
  }
}
