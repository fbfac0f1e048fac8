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
    abstract: "Keeps small, precious, structured data: typed records, checked at every key, with "
      + "their whole history in one SQLite file.",
    usage: "workbench [<options>] [<database>]",
    discussion: """
      Without -c and -f, commands come from standard input, or from a prompt at a terminal. \
      Data goes to standard output, everything else to standard error.

      workbench help [COMMAND|TOPIC] explains the commands; workbench completions bash|zsh|fish \
      prints a script for the shell, workbench man a manual page. workbench node, cluster and \
      copy keep a store on several machines: workbench help cluster. workbench serve shows its \
      screens in a browser: workbench help serve.

      Exit status: 0 all went well, 1 a command failed, 2 wrong usage, 3 the file cannot be \
      opened, 4 an expect failed; exit N gives N.
      """,
    // The parser's default would generate the names of `--help-hidden` at each start.
    helpNames: [])

  @Argument(
    help: ArgumentHelp(
      "The file of records, or cluster:NAME; without it they are in memory only until `save FILE`."),
    completion: .file())
  var database: String?

  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: "Run TEXT, then exit (repeatable).", transform: Step.command)
  var command: [Step] = []

  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: "Run FILE, - being standard input, then exit (repeatable).",
    completion: .file(), transform: Step.file)
  var file: [Step] = []

  @Flag(name: .shortAndLong, help: "Go on with a prompt after -c and -f.")
  var interactive = false

  @Flag(
    name: [.customShort("1"), .long],
    help: "Make all of the run one transaction, which an error rolls back.")
  var atomic = false

  @Flag(name: .shortAndLong, help: "Go on after a command that fails.")
  var keepGoing = false

  @Flag(
    name: [.customShort("n"), .long],
    help: "Run everything, show what would change, and change nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Write the commands that failed under --keep-going to FILE, with the reasons; not with "
        + "--dry-run."),
    completion: .file())
  var rejects: String?

  @Flag(help: "Overwrite the file of --rejects if it exists.")
  var replace = false

  @Option(
    name: .customLong("var"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Give a value a name for scripts, :NAME, as let does (repeatable).",
      valueName: "name=value"))
  var variables: [String] = []

  @Flag(help: "Wait for the disk at each commit, so that a power cut loses nothing.")
  var durable = false

  @Flag(help: "Do not run init.wb before the prompt.")
  var noInit = false

  // An EnumerableFlag or option group makes startup 10 % slower.
  @Flag(help: "Print data as JSON, one object a line.")
  var json = false

  @Flag(help: "Print tables as comma-separated values, with a header.")
  var csv = false

  @Flag(help: "Print tables as Markdown has them.")
  var markdown = false

  @Flag(help: "Draw tables and records in boxes (default at a terminal).")
  var box = false

  @Flag(help: "Print tables and records as plain lines (default elsewhere).")
  var lines = false

  @Flag(help: "Print each expect as a test of TAP, and go on after one that fails.")
  var tap = false

  @Option(help: "The locale of fields and labels, such as de_DE.")
  var locale: String?

  @Option(help: "Show people numbers and dates plain (default) or local, in their locale.")
  var display: Display?

  @Option(parsing: .unconditional, help: "Who changes the records (default: the user).")
  var actor: String?

  @Option(parsing: .unconditional, help: "Why the records are changed.")
  var reason: String?

  @Flag(help: "Refuse every change.")
  var readonly = false

  @Flag(help: "Refuse to create the database if the file does not exist.")
  var existing = false

  @Flag(
    help: "Let commands that the database keeps use files, SQL and the environment in this run.")
  var trust = false

  @Flag(help: "Never ask anything and use no pager.")
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

    // Counts steps in command-line order, because the parser separates commands and files.
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
      throw ValidationError("--actor is white space alone; expected a name")
    }
    guard formats.count <= 1 else {
      let options = OutputFormat.allCases.map(\.option)
      let first = options.dropLast().joined(separator: ", ")
      throw ValidationError("expected at most one of \(first) and \(options.last ?? "")")
    }
    if tap, csv || markdown {
      let option = csv ? "--csv" : "--markdown"
      throw ValidationError("--tap prints tests, and \(option) tables; expected one of them")
    }
    if atomic, interactive {
      throw ValidationError("--atomic is for scripts; at the prompt there are begin and commit")
    }
    if atomic, keepGoing {
      throw ValidationError("--atomic ends at the first error; expected it or --keep-going")
    }
    if rejects != nil, !keepGoing {
      throw ValidationError("--rejects is for --keep-going: otherwise the first error ends the run")
    }
    if replace, rejects == nil {
      throw ValidationError("--replace needs a file that is written: --rejects FILE --replace")
    }
    if rejects != nil, dryRun {
      throw ValidationError(
        "--rejects writes commands to run again, but --dry-run keeps none of the records they name"
      )
    }
    if existing, database == nil {
      throw ValidationError("--existing needs a database: workbench --existing FILE")
    }
    if readonly, atomic || dryRun {
      let option = atomic ? "--atomic" : "--dry-run"
      throw ValidationError("--readonly refuses every change, so \(option) has nothing to do")
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
