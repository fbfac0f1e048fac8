#if Cluster
  internal import ArgumentParser
  internal import Cluster
  internal import FoundationEssentials
  internal import Glibc
  internal import Session

  struct NodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "node",
      abstract: "Runs a node of a cluster, with its data and its socket in FOLDER.",
      discussion: """
        The first node creates a cluster with --begin, and the others join with --join. Later, \
        start each node without --begin. The first three nodes have a vote. \
        Traffic between nodes is neither encrypted nor authenticated, so use addresses of a \
        private network.
        """)

    @Argument(
      help: "The folder for the data of the node; created if missing.", completion: .directory)
    var folder: String

    @Option(
      help: ArgumentHelp(
        "The address at which other nodes reach this node.", valueName: "host:port"))
    var address: String

    @Option(
      help: ArgumentHelp(
        "The address of a node of the cluster to join; ignored if the node has joined already.",
        valueName: "host:port"))
    var join: String?

    @Flag(help: "Create a cluster; the folder must be empty.")
    var begin = false

    @Option(
      help: ArgumentHelp(
        "The maximum latency of a message between two nodes, in milliseconds; an election takes 15 "
          + "times as long."))
    var latency = 100

    @Option(help: "The maximum idle time of a session in a transaction, in seconds.")
    var silence = 2

    @Option(
      help: ArgumentHelp(
        "Serve metrics for Prometheus at this loopback address, or at the path of a socket.",
        valueName: "host:port|path"))
    var metrics: String?

    @Option(help: "The least important lines of the log.")
    var log = LogLevel.info

    func validate() throws {
      guard !folder.isEmpty else { throw ValidationError("expected a folder") }
      guard !begin || join == nil else {
        throw ValidationError("--begin and --join cannot be used together")
      }
      guard (1...3600).contains(silence) else {
        throw ValidationError("--silence is \(silence); expected 1 to 3600 seconds")
      }
      guard (5...10_000).contains(latency) else {
        throw ValidationError("--latency is \(latency); expected 5 to 10000 milliseconds")
      }
    }

    func run() throws {
      let signals = EndingSignals()
      let folder = NodeFolder(URL(fileURLWithPath: folder).path)
      var options = ClusterNode.Options(folder, address: address, join: join) {
        RemoteFunctions.all()
      }
      options.begins = begin
      options.latency = latency
      options.longestSilence = silence * 1000
      options.version = Workbench.version
      options.isEnded = { signals.wait(milliseconds: 0) }
      options.metrics = metrics
      let level = log
      options.log = { if $0.priority <= level.priority { LogLine($0, $1).write() } }
      do throws(ClusterError) {
        let node = try ClusterNode(options)
        defer { node.stop() }
        Output.print(
          "node \(address) of the cluster \(node.cluster) is ready; its socket is \(folder.door)\n")
        var ticks = 0
        while !signals.wait(milliseconds: 100) {
          try node.checkRoom()
          ticks += 1
          if ticks.isMultiple(of: 10) { try node.look() }
        }
        node.handOver()
      } catch {
        options.log(.error, error.message)
        if case .removed = error.kind { throw ExitCode(ExitStatus.removed) }
        throw ExitCode(ExitStatus.failure)
      }
    }
  }

  extension LogLevel: ExpressibleByArgument {}

  /// One line for standard error: with the time, or with the priority that the journal reads.
  private struct LogLine {
    private let text: String

    /// Whether standard error is the stream of the journal whose device and inode systemd gives.
    private static let isForJournal: Bool = {
      var file = stat()
      guard let stream = Environment.value(of: "JOURNAL_STREAM"), fstat(STDERR_FILENO, &file) == 0
      else { return false }
      return stream == "\(file.st_dev):\(file.st_ino)"
    }()

    init(_ level: LogLevel, _ words: String) {
      let start =
        Self.isForJournal ? "<\(level.priority)>" : "\(Date.now.formatted(.iso8601)) \(level) "
      text = start + words.replacing("\n", with: " ") + "\n"
    }

    func write() { Output.print(text, to: STDERR_FILENO) }
  }
#endif
