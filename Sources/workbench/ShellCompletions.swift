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
    var script = Completed.completionScript(for: shell)
    for (part, other) in replacements(in: shell) {
      guard let place = script.firstRange(of: part) else { continue }
      script.replaceSubrange(place, with: other)
    }
    Output.print(script)
    return 0
  }

  /// ArgumentParser expects a subcommand after the root command's argument, the database; ours are the
  /// first word, in its place.
  private static func replacements(in shell: CompletionShell) -> [(String, String)] {
    let words = (ProgramCommands.words + ["help"])
    switch shell {
    case .bash:
      let offer = "    __workbench_offer_flags_options 1\n"
      let files = "    1)\n        __workbench_add_completions -f\n"
      return [
        (
          offer,
          """
              case "${COMP_CWORD}:${COMP_WORDS[1]}" in
              1:*) ;;
              *:\(words.joined(separator: "|*:")))
                  unparsed_words=("${unparsed_words[@]:1}")
                  "_workbench_${COMP_WORDS[1]}"
                  return
                  ;;
              esac

          """ + offer
        ),
        (
          files,
          files
            + "        __workbench_add_completions -W '\(words.joined(separator: "'$'\\n''"))'\n"
        ),
      ]
    case .zsh:
      return [
        ("        ':database:_files'\n", ""),
        (
          "        _describe -V subcommand subcommands && ret=0\n",
          "        _describe -V subcommand subcommands && ret=0\n        _files && ret=0\n"
        ),
      ]
    case .fish:
      return [("__workbench_parse_subcommand 1", "__workbench_parse_subcommand 0")]
        + (0...words.count).map { _ in
          ("positional \"workbench\" -eq 2", "positional \"workbench\" -eq 1")
        }
    default: return []
    }
  }
}
