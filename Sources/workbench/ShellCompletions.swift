internal import ArgumentParser
internal import Glibc

/// `workbench completions bash|zsh|fish`.
enum ShellCompletions {
  /// Prints the script that a shell completes the arguments by, and returns the exit status.
  static func print(for name: String?) -> Int32 {
    let shell = name.flatMap(CompletionShell.init(rawValue:))
    let output = Output(shell == nil ? STDERR_FILENO : STDOUT_FILENO)
    let script = shell.map { Arguments.completionScript(for: $0) }
    output.write(script ?? "error: expected one of the shells bash, zsh and fish\n")
    output.flush()
    return shell == nil ? ExitStatus.usage : 0
  }
}
