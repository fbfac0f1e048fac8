internal import LineEditor
internal import Replies
internal import Session

final class Prompt {
  private let session: Session
  private let printer: any Printer
  private let input: any PromptInput
  private let history: HistoryFile?
  private let asks: Bool
  private var command: [String] = []
  /// Whether the user answered the last question of ``mayLeave()`` with Ctrl-D.
  private var hasAsked = false
  private var lastCommand: String?

  init(
    _ session: Session, _ printer: any Printer, _ input: any PromptInput, history: HistoryFile?,
    asks: Bool
  ) {
    (self.session, self.printer, self.input) = (session, printer, input)
    (self.history, self.asks) = (history, asks)
  }

  func run(database: String?, isNew: Bool) {
    let store =
      database.map { "records in \($0)\(isNew ? ", a new database" : "")" }
      ?? "records in memory only; save them with save FILE"
    printer.print(.notice("workbench \(Workbench.version): \(store); help lists the commands"))
    if database == nil, !session.firstCommands.isEmpty {
      printer.print(.notice("try these commands, then help start:"))
      for command in session.firstCommands { printer.print(.notice("  " + command)) }
    }
    for entry in history?.entries() ?? [] {
      input.remember(entry)
      lastCommand = entry
    }
    while true {
      printer.flush()
      let line = input.nextLine(prompt: session.prompt)
      if line == .gone { return }
      let ends = line == .end && command.isEmpty
      take(line)
      if TerminalSignals.ending != nil { return }
      if ends || session.exitStatus != nil {
        guard !mayLeave() else { return }
        session.stay()
      }
    }
  }

  private func take(_ line: PromptLine) {
    switch line {
    case .entered(let text):
      hasAsked = false
      command.append(text)
      // An earlier interruption was not meant for this command.
      TerminalSignals.forgetInterruption()
      printer.commandBegins()
      session.feed(text)
      printer.commandEnds()
      guard !session.isInCommand else { return }
      remember(command.joined(separator: "\n"))
      command = []
    case .dropped, .end:
      session.dropOpenCommand()
      command = []
    case .gone: break
    }
  }

  private func remember(_ command: String) {
    guard command.contains(where: { !$0.isWhitespace }), command != lastCommand else { return }
    input.remember(command)
    lastCommand = command
    guard !command.hasPrefix(" "), let history else { return }
    do throws(InputError) {
      try history.append(session.masked(command))
    } catch {
      printer.print(
        .diagnostic(
          Diagnostic(
            .file, "the command history cannot be saved: \(error.message)", severity: .warning)))
    }
  }

  func agrees(to question: String) -> Bool {
    printer.flush()
    guard case .entered(let answer) = input.answer(to: "\(question.withVisibleControls) [y/N] ")
    else { return false }
    return Self.isYes(answer)
  }

  private static func isYes(_ answer: String) -> Bool {
    ["y", "yes"].contains(answer.lowercased())
  }

  /// Asks before leaving if work would be lost. After Ctrl-D as the answer, the next call does not
  /// ask again about records that are only in memory.
  private func mayLeave() -> Bool {
    guard asks, let work = session.openWork ?? (hasAsked ? nil : session.unsavedWork) else {
      return true
    }
    printer.flush()
    let answer = input.answer(to: "\(work) will be lost. Leave? [y/N] ")
    hasAsked = answer == .end
    switch answer {
    case .entered(let answer): return Self.isYes(answer)
    case .dropped, .end: return false
    case .gone: return true
    }
  }
}

final class Conversation {
  weak var prompt: Prompt?
}

extension Proposals {
  init(_ completions: Completions) {
    // Control characters in a name must not be inserted into a line.
    let candidates = completions.candidates.filter { $0.text == $0.text.withVisibleControls }
    self.init(
      range: completions.range, texts: candidates.map(\.text),
      shown: candidates.map(\.shown.withVisibleControls),
      isWhole: candidates.first?.isWhole ?? false)
  }
}
