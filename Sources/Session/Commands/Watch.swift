internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Replies
internal import Workspace

struct WatchCommand: Command {
  static let verb = Verb(
    "watch",
    usage: "watch LABEL …",
    summary:
      "Prints labels whenever their values change, even if another program changes them, until "
      + "you press Ctrl-C.",
    examples: ["watch age"], mayRunLong: true)

  /// In milliseconds.
  private static let period = 100

  var labels: [InteractorSyntax]

  init(parsing parser: inout Parser) throws(SyntaxError) {
    labels = []
    repeat {
      labels.append(try parser.interactor("a label", .active))
    } while !parser.isAtEnd
  }

  var standsAlone: Bool { true }

  func run(in session: Session) throws(Diagnostic) {
    try session.runner.checkIsInNoBlock("watch")
    guard !session.store.journal.isInTransaction else {
      throw Diagnostic(
        .refused,
        "watch cannot be used inside a transaction, because the open transaction would block other "
          + "programs")
    }
    var watched: [BoundLabel] = []
    for syntax in labels {
      guard let label = try session.names.interactor(syntax) as? BoundLabel else {
        throw Diagnostic(.name, "expected a label, not \(syntax.text)", at: syntax.span)
      }
      guard label.isActive else {
        throw Diagnostic(
          .refused, "\(label.name) is not active", at: syntax.span,
          hint: "`activate \(label.name)` resumes the label")
      }
      watched.append(label)
    }
    for label in watched { session.say(.label(name: label.name, text: label.interactor.text)) }
    guard let wait = session.configuration.wait else { return }
    try session.replies.watching(Set(watched.map(\.name))) { () throws(Diagnostic) in
      try session.runner.progress.pausing { () throws(Diagnostic) in
        while !session.runner.takeInterruption() {
          wait(Self.period)
          try session.others.follow()
        }
      }
    }
    // Ctrl-C ends only `watch`, but a termination request also ends the script.
    if session.configuration.isEnding() { session.runner.end(withStatus: nil) }
  }
}
