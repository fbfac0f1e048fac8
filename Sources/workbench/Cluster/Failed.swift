internal import ArgumentParser
internal import Replies

/// What ends a command of the program, for a person.
struct Failed: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The commands of the program that are more than an option, by their first word.
enum ProgramCommands {
  #if Cluster
    private static let all: [String: any ParsableCommand.Type] = [
      "node": NodeCommand.self, "cluster": ClusterCommand.self, "copy": CopyCommand.self,
    ]
  #endif
  /// Their words.
  static let words = ["node", "cluster", "copy"]

  /// Runs one, and returns the exit status.
  static func run(_ word: String, _ arguments: [String]) -> Int32 {
    #if Cluster
      guard let command = all[word] else { return ExitStatus.usage }
      do {
        var parsed = try command.parseAsRoot(arguments)
        try parsed.run()
        return 0
      } catch let error as Failed {
        return refuse(error.description, ExitStatus.failure)
      } catch let error as Diagnostic {
        return refuse(error.message, ExitStatus.failure)
      } catch {
        let code = command.exitCode(for: error)
        let text = command.fullMessage(for: error)
        if code.isSuccess {
          let output = Output(1)
          output.write(text + "\n")
          output.flush()
          return 0
        }
        if text.isEmpty { return code.rawValue }
        return refuse(command.message(for: error), ExitStatus.usage, hint: "\(word) --help")
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
