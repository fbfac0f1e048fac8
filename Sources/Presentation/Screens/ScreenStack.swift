public import Interactors

/// The screens that are open, the last on top of the others.
///
/// All of them are active: a screen below another one follows its models too.
public final class ScreenStack<Screen: InteractorProtocol> {
  /// The screens, the newest last.
  public private(set) var screens: [Screen] = []

  /// Makes a stack without screens.
  public init() {}

  /// The screen that is seen; nil where none is open.
  public var top: Screen? { screens.last }

  /// Opens a screen on top of the others.
  public func open(_ screen: Screen) {
    screens.append(screen)
    screen.activate()
  }

  /// Leaves the screen on top and returns it; nil where none is open.
  @discardableResult
  public func leave() -> Screen? {
    guard let screen = screens.popLast() else { return nil }
    screen.deactivate()
    return screen
  }

  /// Leaves a screen, wherever it is; does nothing if it is not open.
  public func close(_ screen: Screen) {
    guard let index = screens.lastIndex(where: { $0 === screen }) else { return }
    screens.remove(at: index)
    screen.deactivate()
  }
}
