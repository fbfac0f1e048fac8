internal import ArgumentParser
internal import Glibc
internal import Replies
internal import SQLEngine
internal import Session

@main
enum Workbench {
  static let name = "workbench"
  static let version = Session.version

  static func main() {
    // Without the signal, exceeding the file size limit is a write error.
    signal(SIGXFSZ, SIG_IGN)
    SQLiteSource.configure()
    // Swift reads the arguments from there; without them, the program would do nothing in silence.
    guard !CommandLine.arguments.isEmpty else {
      exit(refuse("the arguments cannot be read, because /proc is not mounted", []))
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let place = Arguments.firstThatIsNotText() {
      exit(refuse("argument \(place) is not UTF-8", arguments))
    }
    let asksForHelp = ["-h", "--help"].contains(arguments.dropFirst().first)
    switch arguments.first {
    case "help"? where asksForHelp, "completions"? where asksForHelp: exit(printHelp())
    case "help": exit(Help.print(on: arguments.dropFirst().first))
    case "completions": exit(ShellCompletions.print(for: arguments.dropFirst().first))
    case let word? where ProgramCommands.words.contains(word):
      exit(ProgramCommands.run(word, Array(arguments.dropFirst())))
    default: exit(run(arguments))
    }
  }

  private static func run(_ arguments: [String]) -> Int32 {
    do {
      let parsed = try Arguments.parse(arguments)
      if parsed.help { return printHelp() }
      if let word = parsed.database,
        (["help", "completions"] + ProgramCommands.words).contains(word)
      {
        return refuse(
          "\(word) must be the first argument; for a file of that name, write ./\(word)", arguments)
      }
      return Program(parsed).run()
    } catch {
      // A request for help overrides other errors.
      guard !arguments.contains("--help"), !arguments.contains("-h") else { return printHelp() }
      return refuse(Arguments.message(for: error), arguments)
    }
  }

  private static func printHelp() -> Int32 {
    Output.print(Arguments.helpMessage() + "\n")
    return 0
  }

  private static func refuse(_ message: String, _ arguments: [String]) -> Int32 {
    let output = Output(STDOUT_FILENO)
    let errors = Output(STDERR_FILENO)
    let formats = OutputFormat.allCases.filter { arguments.contains($0.option) }
    let printer =
      formats.lazy.compactMap(\.dataPrinter).first?(output, errors)
      ?? TextPrinter(Paper(output), errors, isBoxed: false, isColoured: false)
    let hint = "`workbench --help` lists the options"
    printer.print(.diagnostic(Diagnostic(.usage, message, hint: hint)))
    return ExitStatus.usage
  }
}

enum Help {
  static func print(on topic: String?) -> Int32 {
    let output = Output(STDOUT_FILENO)
    do throws(Diagnostic) {
      let start = Arguments.helpMessage() + "\n" + Session.everyday
      output.writeLine(try topic.map(Session.help(on:)) ?? start)
      output.flush()
      return 0
    } catch {
      let errors = Output(STDERR_FILENO)
      TextPrinter(Paper(output), errors, isBoxed: false, isColoured: false)
        .print(.diagnostic(error))
      return ExitStatus.usage
    }
  }
}

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
