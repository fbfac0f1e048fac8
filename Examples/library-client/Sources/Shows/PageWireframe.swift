public import Presentation

/// Opens the pages of shows, and keeps what is alerted.
public final class PageWireframe: Wireframe {
  /// The screens that are open.
  public let screens = ScreenStack<ShowPresenter>()
  /// What people have been told, the newest last.
  public private(set) var alerts: [WireframeAlert] = []
  /// How far a loading has come.
  public private(set) var progress: LoadingProgress?
  public var isCancelled: Bool { false }
  /// The page that is seen.
  public private(set) var page = PageView()
  private let find: (Int) throws -> Show

  /// Makes a wireframe without pages.
  ///
  /// - Parameter find: the show of a number.
  public init(find: @escaping (Int) throws -> Show) {
    self.find = find
  }

  public func open(_ number: Int) {
    let presenter = ShowPresenter(number, wireframe: self, find: find)
    page = PageView()
    presenter.view = page
    screens.open(presenter)
    presenter.viewDidAppear()
  }

  public func leave() { screens.leave()?.viewDidDisappear() }

  public func alert(_ alert: WireframeAlert) { alerts.append(alert) }

  public func showProgress(_ progress: LoadingProgress) { self.progress = progress }

  public func hideProgress() { progress = nil }
}
