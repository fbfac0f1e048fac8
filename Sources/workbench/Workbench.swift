internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import LineEditor
internal import Session

/// The program: arguments in, replies out, a status at the end.
@main
enum Workbench {
  static let version = "0.1.0"

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "help": exit(Help.print(on: arguments.dropFirst().first))
    case "completions": exit(Completions.print(for: arguments.dropFirst().first))
    default: exit(run(arguments))
    }
  }

  private static func run(_ arguments: [String]) -> Int32 {
    let parsed: Arguments
    do {
      parsed = try Arguments.parse(arguments)
    } catch {
      return answer(error, asJSON: arguments.contains("--json"))
    }
    return Program(parsed).run()
  }

  /// Says what is wrong with the arguments, or prints the help that they ask for.
  private static func answer(_ error: any Error, asJSON: Bool) -> Int32 {
    let output = Output(STDOUT_FILENO)
    let errors = Output(STDERR_FILENO)
    guard !Arguments.exitCode(for: error).isSuccess else {
      output.write(Arguments.fullMessage(for: error) + "\n")
      output.flush()
      return 0
    }
    let printer: any Printer =
      asJSON ? JSONPrinter(output, errors) : TextPrinter(output, errors, isColoured: false)
    var diagnostic = Diagnostic(.usage, Arguments.message(for: error))
    diagnostic.hint = "workbench --help lists the options"
    printer.print(.diagnostic(diagnostic))
    return ExitStatus.usage
  }
}
