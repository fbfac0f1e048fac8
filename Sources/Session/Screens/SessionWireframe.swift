internal import Presentation
internal import Records

/// Opens and leaves the screens of a session, and shows alerts and progress in replies.
final class SessionWireframe: Wireframe {
  /// The screens that are open.
  let stack = ScreenStack<OpenScreen>()
  /// Whether a command opens a screen, whose error is then the alert.
  var isOpening = false
  /// Shows an alert on the screen that is drawn; without it an alert is a warning.
  var showAlert: ((Alert) -> Void)?
  private let runner: ScriptRunner
  private let names: Bindings
  private let say: (Reply) -> Void

  init(_ runner: ScriptRunner, _ names: Bindings, say: @escaping (Reply) -> Void) {
    self.runner = runner
    self.names = names
    self.say = say
  }

  func open(_ screen: OpenScreen) {
    names.open(screen.parts)
    stack.open(screen)
  }

  func leave() {
    if let screen = stack.top { close(screen) }
  }

  /// Leaves a screen, wherever it is in the stack.
  func close(_ screen: OpenScreen) {
    stack.close(screen)
    screen.parts.close()
    names.close(screen.parts)
  }

  func alert(_ alert: Alert) {
    if let showAlert {
      showAlert(alert)
    } else if !isOpening {
      say(.warning(alert.message))
    }
  }

  /// Only a person waits; a script is told of what has come to its end.
  func showProgress(_ progress: LoadingProgress) {
    guard runner.isAtPrompt, progress.done > 0 else { return }
    let total = progress.total.map { " of \($0)" } ?? ""
    say(.notice("loading \(progress.what): \(progress.done)\(total)"))
  }

  /// A notice that was printed stays.
  func hideProgress() {}

  var isCancelled: Bool { runner.askForInterruption() }
}
