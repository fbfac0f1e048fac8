internal import ArgumentParser
internal import Glibc
internal import Replies

struct ProgramCommands: ParsableCommand {
  #if Cluster
    static let all: [any ParsableCommand.Type] = [
      NodeCommand.self, ClusterCommand.self, CopyCommand.self, ServeCommand.self,
    ]
  #else
    static let all: [any ParsableCommand.Type] = [ServeCommand.self]
  #endif
  static let configuration = CommandConfiguration(commandName: "workbench", subcommands: all)

  static let words = ["node", "cluster", "copy", "serve"]

  static func run(_ word: String, _ arguments: [String]) -> Int32 {
    #if !Cluster
      guard word == "serve" else { return refuse(WithoutCluster.words, ExitStatus.usage) }
    #endif
    do {
      var parsed = try parseAsRoot([word] + arguments)
      try parsed.run()
      return 0
    } catch let error as Failed {
      return refuse(error.description, error.status, hint: error.hint)
    } catch let error as Diagnostic {
      let status = error.kind == .usage ? ExitStatus.usage : ExitStatus.failure
      return refuse(error.message, status, hint: error.hint)
    } catch {
      let code = exitCode(for: error)
      let text = fullMessage(for: error)
      if code.isSuccess {
        Output.print(text + "\n")
        return 0
      }
      if text.isEmpty { return code.rawValue }
      let hint = "`workbench \(word) --help` lists the options"
      return refuse(message(for: error), ExitStatus.usage, hint: hint)
    }
  }

  private static func refuse(_ message: String, _ status: Int32, hint: String? = nil) -> Int32 {
    let errors = Output(2)
    let kind = status == ExitStatus.usage ? Diagnostic.Kind.usage : .store
    TextPrinter(Paper(Output(1)), errors, isBoxed: false, isColoured: false)
      .print(.diagnostic(Diagnostic(kind, message, hint: hint)))
    errors.flush()
    return status
  }
}

struct Failed: Error, CustomStringConvertible {
  let description: String
  let status: Int32
  let hint: String?

  init(_ description: String, status: Int32 = ExitStatus.failure, hint: String? = nil) {
    (self.description, self.status, self.hint) = (description, status, hint)
  }
}

/// The signals that end a server, and others that it waits for.
final class EndingSignals {
  private let set: sigset_t
  /// A signal is delivered once, but several callers ask for it.
  private var hasEnded = false

  /// Blocks the signals. Call this before any thread starts that could receive them.
  init(and others: [Int32] = []) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in [SIGINT, SIGTERM, SIGHUP] + others { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    self.set = set
  }

  func wait(milliseconds: Int) -> Bool {
    var set = set
    var time = timespec(
      tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
    if !hasEnded { hasEnded = sigtimedwait(&set, nil, &time) > 0 }
    return hasEnded
  }

  func next() -> Int32 {
    var set = set
    while true {
      let signal = sigwaitinfo(&set, nil)
      if signal > 0 { return signal }
    }
  }
}
