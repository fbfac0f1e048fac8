public import Presentation

/// Opens the pages of shows, and stores alerts and progress.
public final class PageWireframe: Wireframe {
  /// The open screens.
  public let screens = ScreenStack<ShowPresenter>()
  /// The alerts, the newest last.
  public private(set) var alerts: [WireframeAlert] = []
  /// The progress of loading; nil if nothing is loading.
  public private(set) var progress: LoadingProgress?
  public var isCancelled: Bool { false }
  /// The visible page.
  public private(set) var page = PageView()
  private let find: (Int) throws -> Show

  /// Creates a wireframe without pages.
  ///
  /// - Parameter find: returns the show with a number.
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
