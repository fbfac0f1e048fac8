internal import ArgumentParser
internal import Replies

struct ProgramCommands: ParsableCommand {
  #if Cluster
    private static let all: [any ParsableCommand.Type] = [
      NodeCommand.self, ClusterCommand.self, CopyCommand.self,
    ]
  #else
    private static let all: [any ParsableCommand.Type] = []
  #endif
  static let configuration = CommandConfiguration(commandName: "workbench", subcommands: all)

  static let words = ["node", "cluster", "copy"]

  static func run(_ word: String, _ arguments: [String]) -> Int32 {
    #if Cluster
      do {
        var parsed = try parseAsRoot([word] + arguments)
        try parsed.run()
        return 0
      } catch let error as Failed {
        return refuse(error.description, error.status)
      } catch let error as Diagnostic {
        return refuse(error.message, error.kind == .usage ? ExitStatus.usage : ExitStatus.failure)
      } catch {
        let code = exitCode(for: error)
        let text = fullMessage(for: error)
        if code.isSuccess {
          Output.print(text + "\n")
          return 0
        }
        if text.isEmpty { return code.rawValue }
        return refuse(message(for: error), ExitStatus.usage, hint: "\(word) --help")
      }
    #else
      return refuse(WithoutCluster.words, ExitStatus.usage)
    #endif
  }

  private static func refuse(_ message: String, _ status: Int32, hint: String? = nil) -> Int32 {
    let errors = Output(2)
    TextPrinter(Paper(Output(1)), errors, isBoxed: false, isColoured: false)
      .print(
        .diagnostic(
          Diagnostic(
            status == ExitStatus.usage ? .usage : .store, message,
            hint: hint.map { "workbench \($0) lists the options" })))
    errors.flush()
    return status
  }
}

struct Failed: Error, CustomStringConvertible {
  let description: String
  let status: Int32

  init(_ description: String, status: Int32 = ExitStatus.failure) {
    (self.description, self.status) = (description, status)
  }
}
