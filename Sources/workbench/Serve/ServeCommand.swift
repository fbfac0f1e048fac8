internal import ArgumentParser
internal import Glibc
internal import Replies
internal import Session
internal import Web

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Shows the screens of a database in a web browser.",
    discussion: """
      Prints the address to open in the browser, and serves until Ctrl-C. Only programs on this \
      machine can connect. To serve a network, use a proxy that encrypts connections and \
      identifies users (see `workbench help serve`).
      """)

  @Argument(
    help: ArgumentHelp(
      "The database file, or a cluster, for example cluster:main or cluster:./door.",
      valueName: "database"),
    completion: .file())
  var database: String

  @Option(
    help: ArgumentHelp(
      "Listen on this port of 127.0.0.1 and [::1]; 0 picks a free port.", valueName: "n"))
  var port = 8043

  @Option(
    help: ArgumentHelp("Listen on a socket instead, for a proxy.", valueName: "path"),
    completion: .file())
  var socket: String?

  @Option(help: ArgumentHelp("Also let this group connect to the socket.", valueName: "name"))
  var socketGroup: String?

  @Option(
    help: ArgumentHelp(
      "The address of the pages on the proxy, such as https://lab.example/wb; needs --user-header.",
      valueName: "url"))
  var behind: String?

  @Option(
    help: ArgumentHelp(
      "The header in which the proxy names the user; needs --behind, and works only with --socket.",
      valueName: "name"))
  var userHeader: String?

  @Flag(help: "Open the browser.")
  var open = false

  @Option(
    help: ArgumentHelp(
      "The list screen to open first (default: the first one, else the list of types).",
      valueName: "name"))
  var screen: String?

  @Flag(help: "Refuse every change.")
  var readOnly = false

  @Option(
    help: ArgumentHelp(
      "The locale of fields and labels, such as de_DE (default: the browser's).", valueName: "id"))
  var locale: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Author recorded in the history (default: the proxy's user, or your login name).",
      valueName: "name"))
  var actor: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Let the user of each page choose the author from these comma-separated names.",
      valueName: "names"))
  var actors: String?

  @Option(help: ArgumentHelp("The maximum number of tabs at the same time.", valueName: "n"))
  var sessions = 50

  @Flag(help: "Wait for the disk at each commit, so that a power cut loses nothing.")
  var durable = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Reason recorded in the history.", valueName: "text"))
  var reason: String?

  @Flag(help: "Print the address as JSON.")
  var json = false

  @Flag(help: "Print a new address of the running server of the database, then exit.")
  var again = false

  private var names: [String]? {
    actors?.split(separator: ",", omittingEmptySubsequences: false).map { name in
      name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  func validate() throws {
    guard !database.isEmpty else { throw ValidationError("expected a database") }
    guard (0...65535).contains(port) else {
      throw ValidationError("--port is \(port); expected 0 to 65535")
    }
    guard (1...1000).contains(sessions) else {
      throw ValidationError("--sessions is \(sessions); expected 1 to 1000")
    }
    if socketGroup != nil, socket == nil {
      throw ValidationError("--socket-group needs a socket: --socket PATH")
    }
    if socket != nil, open || port == 0 {
      throw ValidationError("\(open ? "--open" : "--port 0") cannot be used with --socket")
    }
    if let behind, ProxyAddress(behind) == nil {
      throw ValidationError(
        "--behind is \(behind); expected an address such as https://lab.example/wb")
    }
    guard (behind == nil) == (userHeader == nil) else {
      throw ValidationError(
        behind == nil
          ? "--user-header needs the address of the proxy: --behind URL"
          : "--behind needs the header that names the user: --user-header NAME")
    }
    if let userHeader {
      let isName = userHeader.utf8.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: ":") }
      guard isName, !userHeader.isEmpty else {
        throw ValidationError(
          "--user-header is not a valid header name; expected one such as X-User")
      }
    }
    if let actor, actor.allSatisfy(\.isWhitespace) {
      throw ValidationError("--actor is blank; expected a name")
    }
    if let names {
      guard actor == nil else {
        throw ValidationError("--actor and --actors cannot be used together")
      }
      guard !names.contains(""), Set(names).count == names.count else {
        throw ValidationError(
          "--actors has an empty or repeated name; expected names such as ann,bob")
      }
    }
  }

  func run() throws {
    let folder = ServeFolder(database)
    if again {
      let addresses = folder.newAddresses()
      for address in addresses { write(address) }
      guard addresses.isEmpty else { return }
      throw Failed(
        "no server of \(database) is running", hint: "`workbench serve \(database)` starts one")
    }
    let signals = EndingSignals(and: [SIGUSR1])
    for signal in [SIGPIPE, SIGCHLD] { Glibc.signal(signal, SIG_IGN) }
    let store = try ServedStore(self)
    try store.check(screen: screen)
    let pages = pages(of: store)
    let server: Server
    do throws(ServerError) {
      server = try Server(options(folder), pages: pages)
    } catch {
      throw Failed(error.message, status: ExitStatus.usage, hint: Self.hint(for: error))
    }
    let address = server.newAddress()
    write(address)
    pages.watch()
    if open { openBrowser(address) }
    while signals.next() == SIGUSR1 { write(server.newAddress()) }
    server.end()
  }

  private func options(_ folder: ServeFolder) -> ServerOptions {
    let place =
      socket.map { ServerOptions.Place.socket(path: $0, group: socketGroup, port: port) }
      ?? .port(port)
    var options = ServerOptions(
      place, secret: folder.secret(port: port, isReadOnly: readOnly),
      limits: ServerLimits(sessions: sessions))
    options.proxy = behind.flatMap(ProxyAddress.init)
    options.userHeader = userHeader
    options.controlPath = folder.makeSocketPath()
    return options
  }

  private func pages(of store: ServedStore) -> TabPages {
    TabPages(
      PageOptions(
        database: database.split(separator: "/").last.map(String.init) ?? database, screen: screen,
        locale: locale, defaultLocale: Self.defaultLocale, actor: actor,
        actors: names ?? [], sessions: sessions, configuration: { store.configuration() },
        clock: { Clock.uptime }))
  }

  private static var defaultLocale: String {
    let locale = String(Environment.locale.prefix { $0 != "." })
    return ["", "C", "POSIX"].contains(locale) ? "en_US" : locale
  }

  private static func hint(for error: ServerError) -> String? {
    guard case .portTaken = error.kind else { return nil }
    return "--port 0 picks a free port; --again prints a new address of the running server"
  }

  private func write(_ address: String) {
    // The server keeps running after its output is closed.
    let output = Output(STDOUT_FILENO, loss: .isTaken)
    // An address has no characters that JSON must escape.
    output.writeLine(json ? "{\"url\":\"\(address)\"}" : address)
    output.flush()
  }

  private func openBrowser(_ address: String) {
    let spawning = Spawning(
      words: ["xdg-open", address], environment: Environment.variables, isApart: true,
      signals: [SIGPIPE, SIGCHLD])
    if spawning.startSilently() == nil {
      Output.print("xdg-open cannot be started; open the address yourself\n", to: STDERR_FILENO)
    }
  }
}

#if Cluster
  internal import Cluster
#endif

struct ServedStore: Sendable {
  private let database: String
  #if Cluster
    private let cluster: (name: String, place: ClusterPlace)?
  #endif
  private let locale: String
  private let actor: String
  private let reason: String?
  private let isReadOnly: Bool
  private let isDurable: Bool

  init(_ command: ServeCommand) throws(Diagnostic) {
    database = command.database
    #if Cluster
      if let name = ClusterName(database) {
        cluster = (name.text, try name.place())
      } else {
        cluster = nil
      }
    #else
      if ClusterName(database) != nil { throw Diagnostic(.usage, WithoutCluster.words) }
    #endif
    locale = command.locale ?? Environment.locale
    (actor, reason) = (command.actor ?? Environment.user, command.reason)
    (isReadOnly, isDurable) = (command.readOnly, command.durable)
  }

  func configuration() -> Configuration {
    var configuration = Configuration(
      actor: actor, clock: { Clock.time }, files: Files(beforeReading: {}),
      filePrinter: { FilePrinter($0, goesOn: $1, JSONPrinter.init) })
    #if Cluster
      if let cluster {
        configuration.cluster = (cluster.name, cluster.place.engines(locale: locale))
      } else {
        configuration.database = database
      }
    #else
      configuration.database = database
    #endif
    configuration.isReadOnly = isReadOnly
    configuration.isDurable = isDurable
    configuration.reason = reason
    configuration.locale = locale
    configuration.environment = Environment.value
    configuration.isForPerson = true
    configuration.uptime = { Clock.uptime }
    configuration.zoneOffset = Clock.zoneOffset
    configuration.rest = { usleep(1500) }
    configuration.wait = { usleep(useconds_t($0 * 1000)) }
    return configuration
  }

  func check(screen: String?) throws {
    let configuration = configuration()
    if let path = configuration.database, access(path, F_OK) != 0 {
      throw Failed(
        "there is no file \(path)", status: ExitStatus.unopenable,
        hint: "`workbench \(path)` creates the database")
    }
    do throws(Diagnostic) {
      let session = try Session(configuration) { _ in }
      guard let screen, !session.listScreens.contains(where: { $0.name == screen }) else { return }
      let names = session.listScreens.map(\.name).joined(separator: ", ")
      throw Diagnostic(
        .usage, "there is no list screen \(screen)",
        hint: names.isEmpty ? nil : "the list screens are \(names)")
    } catch {
      let status = error.kind == .usage ? ExitStatus.usage : ExitStatus.unopenable
      throw Failed(error.message, status: status, hint: error.hint)
    }
  }
}
