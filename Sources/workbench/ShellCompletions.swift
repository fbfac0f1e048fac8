internal import ArgumentParser
internal import Glibc

/// `workbench completions bash|zsh|fish`.
enum ShellCompletions {
  /// The arguments as a root command, because completion scripts name their functions after the
  /// command.
  private struct Completed: ParsableCommand {
    static var configuration: CommandConfiguration {
      var configuration = Arguments.configuration
      configuration._superCommandName = nil
      return configuration
    }

    @OptionGroup var arguments: Arguments
  }

  /// Prints the completion script and returns the exit status.
  static func print(for name: String?) -> Int32 {
    guard let shell = name.flatMap(CompletionShell.init(rawValue:)) else {
      Output.print("error: expected one of the shells bash, zsh and fish\n", to: STDERR_FILENO)
      return ExitStatus.usage
    }
    Output.print(Completed.completionScript(for: shell))
    return 0
  }
}
