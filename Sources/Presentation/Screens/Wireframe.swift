public import Interactors

/// Opens and closes screens, and shows alerts and progress.
///
/// Implement the protocol for a user interface, such as a terminal or windows, or for tests.
public protocol Wireframe<Destination>: AnyObject {
  /// The type that identifies screens to open, usually an enumeration with the ids that they need.
  associatedtype Destination

  /// Opens a screen on top of the others.
  func open(_ destination: Destination)

  /// Closes the top screen.
  func leave()

  /// Shows an alert over all screens.
  func alert(_ alert: WireframeAlert)

  /// Shows the progress, replacing the previous one.
  func showProgress(_ progress: LoadingProgress)

  /// Hides the progress; does nothing if none is shown.
  func hideProgress()

  /// Whether the user has cancelled; checked between steps.
  var isCancelled: Bool { get }
}

/// A message that the user must see before continuing.
public struct WireframeAlert: Hashable, Sendable {
  /// The message.
  public var message: String
  /// A suggestion for solving the problem; nil if there is none.
  public var hint: String?

  /// Creates an alert.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

/// The progress of a long operation.
public struct LoadingProgress: Hashable, Sendable {
  /// The part being loaded, such as `reviews`.
  public var what: String
  /// The number of completed steps.
  public var done: Int
  /// The total number of steps; nil if unknown.
  public var total: Int?

  /// Creates a progress report.
  public init(_ what: String, done: Int, of total: Int? = nil) {
    self.what = what
    self.done = done
    self.total = total
  }
}

/// The open screens; the last is on top.
///
/// Screens below the top are active too, and observe their models.
public final class ScreenStack<Screen: InteractorProtocol> {
  /// The screens, newest last.
  public private(set) var screens: [Screen] = []

  /// Creates an empty stack.
  public init() {}

  /// The visible screen; nil if no screen is open.
  public var top: Screen? { screens.last }

  /// Opens and activates a screen on top of the others.
  public func open(_ screen: Screen) {
    screens.append(screen)
    screen.activate()
  }

  /// Closes the top screen and returns it; nil if no screen is open.
  @discardableResult
  public func leave() -> Screen? {
    guard let screen = screens.popLast() else { return nil }
    screen.deactivate()
    return screen
  }

  /// Closes a screen at any position; does nothing if it is not open.
  public func close(_ screen: Screen) {
    guard let index = screens.lastIndex(where: { $0 === screen }) else { return }
    screens.remove(at: index)
    screen.deactivate()
  }
}
