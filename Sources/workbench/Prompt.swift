internal import LineEditor
internal import Session

/// The conversation with a person at a terminal.
struct Prompt {
  private let session: Session
  private let printer: any Printer

  init(_ session: Session, _ printer: any Printer) {
    self.session = session
    self.printer = printer
  }

  /// Reads and runs lines until the person ends it.
  func run(database: String?) {
    guard let terminal = TerminalInput(program: "workbench") else { return }
    let store =
      database.map { "records in \($0)" } ?? "records in memory, which go when the program ends"
    printer.print(.notice("workbench \(Workbench.version): \(store); help lists the commands"))
    printer.flush()
    while session.exitStatus == nil {
      guard let line = terminal.nextLine(prompt: session.prompt) else { break }
      session.feed(line)
      printer.flush()
    }
  }
}
