internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import Session
internal import Synchronization

struct Arguments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workbench",
    // An empty name keeps the parser from scanning the subcommands for a completion option at each
    // start. `workbench completions` prints completions.
    _superCommandName: "",
    abstract: "A command-line database for small but important data: typed records, checked as you "
      + "type, with their whole history in one SQLite file.",
    usage: "workbench [<options>] [<database>]",
    discussion: """
      If you give neither -c nor -f, workbench reads commands from standard input, or shows a \
      prompt at a terminal. Data goes to standard output, and messages go to standard error.

      `workbench help [COMMAND|TOPIC]` explains the commands. `workbench serve` shows a database \
      in a browser (see `workbench help serve`). `workbench node`, `cluster` and `copy` keep a \
      database on several machines (see `workbench help cluster`). `workbench completions \
      bash|zsh|fish` prints completions for a shell.

      Exit status: 0 no error, 1 a command failed, 2 wrong usage, 3 the database cannot be \
      opened, 4 an `expect` failed, N after the command `exit N`.
      """,
    // The parser's default would generate the names of `--help-hidden` at each start.
    helpNames: [])

  @Argument(
    help: ArgumentHelp(
      "The database file, or cluster:NAME (default: in memory only, until `save FILE`)."),
    completion: .file())
  var database: String?

  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: "Run TEXT, then exit (repeatable).", transform: Step.command)
  var command: [Step] = []

  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: "Run FILE, or standard input if FILE is -, then exit (repeatable).",
    completion: .file(), transform: Step.file)
  var file: [Step] = []

  @Flag(name: .shortAndLong, help: "Continue with a prompt after -c and -f.")
  var interactive = false

  @Flag(
    name: [.customShort("1"), .long],
    help: "Run everything in one transaction; roll back on error.")
  var atomic = false

  @Flag(name: .shortAndLong, help: "Continue after a command that fails.")
  var keepGoing = false

  @Flag(
    name: [.customShort("n"), .long],
    help: "Run everything and show the changes, but store nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Write the commands that failed, with the errors, to FILE; needs --keep-going, and "
        + "cannot be used with --dry-run."),
    completion: .file())
  var rejects: String?

  @Flag(help: "Overwrite the --rejects file if it exists.")
  var replace = false

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Set a script variable, read as :NAME (repeatable).",
      valueName: "name=value"))
  var variables: [String] = []

  @Flag(help: "Wait for the disk at each commit, so that a power cut loses nothing.")
  var durable = false

  @Flag(help: "Do not run init.wb before the prompt.")
  var noInit = false

  // An EnumerableFlag or option group makes startup 10 % slower.
  @Flag(help: "Print data as JSON, one object per line.")
  var json = false

  @Flag(help: "Print tables as comma-separated values, with a header.")
  var csv = false

  @Flag(help: "Print tables as Markdown.")
  var markdown = false

  @Flag(help: "Draw tables and records in boxes (default at a terminal).")
  var box = false

  @Flag(help: "Print tables and records as plain lines (default elsewhere).")
  var lines = false

  @Flag(help: "Print each expect as a TAP test, and continue after one that fails.")
  var tap = false

  @Option(help: "The locale of fields and labels, such as de_DE.")
  var locale: String?

  @Option(
    help: """
      The format of numbers, dates and times in boxes, labels, templates and screens: plain \
      (default), or local for the format of the locale.
      """)
  var display: Display?

  @Option(
    parsing: .unconditional, help: "Author recorded in the history (default: your login name).")
  var actor: String?

  @Option(parsing: .unconditional, help: "Reason recorded in the history.")
  var reason: String?

  @Flag(help: "Refuse every change.")
  var readonly = false

  @Flag(help: "Refuse to create the database if the file does not exist.")
  var existing = false

  @Flag(
    help: "Let commands saved in the database use files, SQL and the environment in this run.")
  var trust = false

  @Flag(help: "Never ask questions, and never start a pager.")
  var noInput = false

  // Optional, because the parser would look up the name of a default value.
  @Option(help: "Use colours: auto (default), always or never.")
  var color: Colour?

  @Flag(name: [.customShort("V"), .long], help: "Show the version.")
  var version = false

  @Flag(name: .shortAndLong, help: "Show help information.")
  var help = false

  enum Colour: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    // The parser's lookup by key paths takes 4 % of the instructions at startup.
    static let allValueStrings = allCases.map { $0.rawValue }
    static let allValueDescriptions: [String: String] = [:]
  }

  enum Display: String, ExpressibleByArgument, CaseIterable {
    case plain, local

    static let allValueStrings = allCases.map { $0.rawValue }
    static let allValueDescriptions: [String: String] = [:]
  }

  struct Step: Sendable {
    enum Kind: Sendable {
      case command(String)
      case file(String)

      var file: String? {
        if case .file(let path) = self { path } else { nil }
      }
    }

    var order: Int
    var kind: Kind

    // Numbers the steps in command-line order, because the parser separates commands and files.
    private static let count = Atomic(0)

    private init(_ kind: Kind) {
      order = Self.count.add(1, ordering: .relaxed).newValue
      self.kind = kind
    }

    @Sendable static func command(_ text: String) -> Step { Step(.command(text)) }
    @Sendable static func file(_ path: String) -> Step { Step(.file(path)) }
  }

  var formats: [OutputFormat] {
    [(json, .json), (csv, .csv), (markdown, .markdown), (box, .box), (lines, .lines)]
      .compactMap { $0 ? $1 : nil }
  }

  func validate() throws {
    if help { return }
    if let actor, !actor.isEmpty, actor.allSatisfy(\.isWhitespace) {
      throw ValidationError("--actor is blank; expected a name")
    }
    guard formats.count <= 1 else {
      let options = OutputFormat.allCases.map(\.option)
      let first = options.dropLast().joined(separator: ", ")
      throw ValidationError("expected at most one of \(first) and \(options.last ?? "")")
    }
    if tap, csv || markdown {
      let option = csv ? "--csv" : "--markdown"
      throw ValidationError(
        "--tap and \(option) cannot be used together, because --tap prints tests")
    }
    if atomic, interactive {
      throw ValidationError("--atomic is for scripts; at the prompt, use begin and commit")
    }
    if atomic, keepGoing {
      throw ValidationError("--atomic and --keep-going cannot be used together")
    }
    if rejects != nil, !keepGoing {
      throw ValidationError(
        "--rejects needs --keep-going, because a run without --keep-going ends at the first error")
    }
    if replace, rejects == nil {
      throw ValidationError("--replace needs a file to write: --rejects FILE --replace")
    }
    if rejects != nil, dryRun {
      throw ValidationError(
        "--rejects and --dry-run cannot be used together, because a dry run stores no records"
      )
    }
    if existing, database == nil {
      throw ValidationError("--existing needs a database: workbench --existing FILE")
    }
    if readonly, atomic || dryRun {
      let option = atomic ? "--atomic" : "--dry-run"
      throw ValidationError("--readonly refuses every change, so \(option) has no effect")
    }
  }

  /// Counted from 1. Swift would replace invalid bytes by U+FFFD, which would then be stored.
  static func firstThatIsNotText() -> Int? {
    (1..<max(1, Int(CommandLine.argc))).first { index in
      guard let argument = CommandLine.unsafeArgv[index] else { return false }
      return String(validatingCString: argument) == nil
    }
  }

  var steps: [Step.Kind] { (command + file).sorted { $0.order < $1.order }.map(\.kind) }

  var localeIdentifier: String { locale ?? Environment.locale }

  var actorName: String { actor.flatMap { $0.isEmpty ? nil : $0 } ?? Environment.user }
}

enum OutputFormat: String, CaseIterable {
  case json, csv, markdown, box, lines

  var option: String { "--" + rawValue }

  var dataPrinter: ((_ output: Output, _ errors: Output) -> any Printer)? {
    switch self {
    case .json: JSONPrinter.init
    case .csv: { TableTextPrinter(.csv, $0, $1) }
    case .markdown: { TableTextPrinter(.markdown, $0, $1) }
    case .box, .lines: nil
    }
  }
}
