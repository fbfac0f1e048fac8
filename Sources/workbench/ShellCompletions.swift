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
    let shell = name.flatMap(CompletionShell.init(rawValue:))
    let output = Output(shell == nil ? STDERR_FILENO : STDOUT_FILENO)
    let script = shell.map { Completed.completionScript(for: $0) }
    output.write(script ?? "error: expected one of the shells bash, zsh and fish\n")
    output.flush()
    return shell == nil ? ExitStatus.usage : 0
  }
}
