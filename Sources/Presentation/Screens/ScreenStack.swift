public import Interactors

/// The open screens; the last is on top.
///
/// All of them are active: screens below the top observe their models too.
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
