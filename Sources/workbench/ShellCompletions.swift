internal import ArgumentParser
internal import Glibc

enum ShellCompletions {
  /// Completion scripts name their functions after the command, so the arguments must be a root
  /// command.
  private struct Completed: ParsableCommand {
    static var configuration: CommandConfiguration {
      var configuration = Arguments.configuration
      configuration._superCommandName = nil
      configuration.subcommands = ProgramCommands.all
      return configuration
    }

    @OptionGroup var arguments: Arguments
  }

  static func print(for name: String?) -> Int32 {
    guard let shell = name.flatMap(CompletionShell.init(rawValue:)) else {
      Output.print("error: expected one of the shells bash, zsh and fish\n", to: STDERR_FILENO)
      return ExitStatus.usage
    }
    Output.print(Completed.completionScript(for: shell))
    return 0
  }
}
