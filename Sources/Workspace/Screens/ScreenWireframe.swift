package import Presentation
internal import Replies

/// Opens and closes the screens of a session, and shows alerts and the progress of loading.
package final class ScreenWireframe: Wireframe {
  let stack = ScreenStack<OpenScreen>()
  /// Whether a command is opening a screen; the command's error then replaces alerts that would be
  /// warnings.
  var isOpening = false
  /// Shows an alert on the drawn screen; if nil, an alert becomes a warning.
  package var showAlert: ((WireframeAlert) -> Void)?
  private let workspace: Workspace
  private let host: any ScreenHost
  /// The start of loading in milliseconds; nil if nothing is being loaded.
  private var loadingSince: Int?
  private var showsProgress = false

  init(_ workspace: Workspace, _ host: any ScreenHost) {
    (self.workspace, self.host) = (workspace, host)
  }

  package func open(_ screen: OpenScreen) {
    workspace.interactors.open(screen.parts)
    stack.open(screen)
  }

  package func leave() {
    if let screen = stack.top { close(screen) }
  }

  func close(_ screen: OpenScreen) {
    stack.close(screen)
    screen.parts.close()
    workspace.interactors.close(screen.parts)
  }

  package func alert(_ alert: WireframeAlert) {
    if let showAlert {
      showAlert(alert)
    } else if !isOpening {
      workspace.say(.warning(alert.message))
    }
  }

  /// How long loading takes before progress is shown, in milliseconds.
  private static let patience = 150

  package func showProgress(_ progress: LoadingProgress) {
    guard let show = host.showProgress else { return }
    let now = host.uptime()
    let beginning = loadingSince ?? now
    loadingSince = beginning
    guard now - beginning >= Self.patience else { return }
    let total = progress.total.map { " of \($0)" } ?? ""
    showsProgress = true
    show("loading \(progress.what): \(progress.done)\(total)")
  }

  package func hideProgress() {
    if showsProgress { host.showProgress?(nil) }
    showsProgress = false
    loadingSince = nil
  }

  package var isCancelled: Bool { host.askForInterruption() }
}
