internal import Presentation
internal import Records
internal import Replies
internal import Workspace

/// Opens and leaves the screens of a session; shows alerts as replies, and progress to a waiting
/// user.
final class SessionWireframe: Wireframe {
  let stack = ScreenStack<OpenScreen>()
  /// A command is opening a screen, whose error is then the alert.
  var isOpening = false
  /// Shows an alert on the drawn screen; if nil, an alert becomes a warning.
  var showAlert: ((Alert) -> Void)?
  private let context: CommandContext
  /// In milliseconds; nil if nothing is being loaded.
  private var loadingSince: Int?
  private var showsProgress = false

  init(_ context: CommandContext) { self.context = context }

  func open(_ screen: OpenScreen) {
    context.names.registry.open(screen.parts)
    stack.open(screen)
  }

  func leave() {
    if let screen = stack.top { close(screen) }
  }

  /// Closes a screen anywhere in the stack.
  func close(_ screen: OpenScreen) {
    stack.close(screen)
    screen.parts.close()
    context.names.registry.close(screen.parts)
  }

  func alert(_ alert: Alert) {
    if let showAlert {
      showAlert(alert)
    } else if !isOpening {
      context.say(.warning(alert.message))
    }
  }

  /// In milliseconds.
  private static let patience = 150

  func showProgress(_ progress: LoadingProgress) {
    guard let show = context.configuration.showProgress else { return }
    let now = context.configuration.uptime()
    let beginning = loadingSince ?? now
    loadingSince = beginning
    guard now - beginning >= Self.patience else { return }
    let total = progress.total.map { " of \($0)" } ?? ""
    showsProgress = true
    show("loading \(progress.what): \(progress.done)\(total)")
  }

  func hideProgress() {
    if showsProgress { context.configuration.showProgress?(nil) }
    showsProgress = false
    loadingSince = nil
  }

  var isCancelled: Bool { context.runner.askForInterruption() }
}
