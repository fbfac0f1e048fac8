#if Cluster
  internal import ArgumentParser
  internal import Cluster
  internal import Glibc
  internal import Replies
  internal import Values

  extension ClusterCommand {
    struct Status: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Shows the health of a cluster and its nodes, even without a majority.",
        discussion: """
          The exit status is 0 if the cluster is healthy, 1 if it works but something is wrong, for \
          example if a node does not answer, and 3 if no majority of the nodes answers.
          """)
      @OptionGroup var target: Target

      @Flag(help: "Print one JSON object.")
      var json = false

      func run() throws {
        let place = try target.place()
        let status: ClusterStatus
        do throws(ClusterError) {
          status = try ClusterStatus(through: place)
        } catch {
          if json { print(JSON.text(of: ClusterStatus.datum("unreachable", error: error.message))) }
          throw Failed(error.message, status: ExitStatus.unopenable)
        }
        if json {
          print(JSON.text(of: status.datum))
        } else {
          for node in status.nodes { print(status.words(for: node)) }
          if status.failure == nil {
            print("last backup: \(status.lastBackup.map { time($0) } ?? "none")")
          }
          let errors = status.failure.map { ["error: \($0)"] } ?? []
          for line in errors + status.problems.map({ "warning: \($0)" }) {
            Output.print(line + "\n", to: STDERR_FILENO)
          }
        }
        if status.failure != nil { throw ExitCode(ExitStatus.unopenable) }
        if !status.problems.isEmpty { throw ExitCode(ExitStatus.failure) }
      }
    }
  }

  /// In the user's time zone.
  private func time(_ milliseconds: Int) -> String {
    let (date, time) = Instant(milliseconds: milliseconds).clock(Clock.zoneOffset)
    return "\(date?.description ?? "?") \(time.description(withSeconds: true))"
  }

  extension NodeReport.Transaction? {
    var words: String { map { "#\($0.number) of \(time($0.time * 1000))" } ?? "#0" }
  }

  extension ClusterStatus {
    func words(for node: Node) -> String {
      var words = [node.member.address, node.member.role.words]
      if node.member.id == leader { words.append("leads") }
      if let failure = node.failure { words.append(failure) }
      if let report = node.report {
        words.append(report.newest.words)
        words.append("\(report.room >> 30) GB free")
      }
      return words.joined(separator: "  ")
    }

    fileprivate var datum: Datum {
      func time(_ milliseconds: Int?) -> Datum {
        milliseconds.map { .text(Instant(milliseconds: $0).description) } ?? .null
      }
      let described = nodes.map { node -> Datum in
        let report = node.report
        let entries: [Datum.Entry] = [
          .init("address", .text(node.member.address)),
          .init("role", .text(node.member.role.words)),
          .init("leads", .boolean(node.member.id == leader)),
          .init("answers", .boolean(node.answers)),
          .init("transaction", report.map { .integer($0.newest?.number ?? 0) } ?? .null),
          .init("time", time(report?.newest.map { $0.time * 1000 })),
          .init("missing", report == nil ? .null : .integer(transactionsMissing(on: node))),
          .init("freeBytes", report.map { .integer($0.room) } ?? .null),
          .init("latency", report.map { .integer($0.latency) } ?? .null),
          .init("version", report.map { .text($0.version) } ?? .null),
        ]
        return .object(entries)
      }
      let health = failure != nil ? "no majority" : problems.isEmpty ? "healthy" : "impaired"
      return Self.datum(
        health, error: failure, problems: problems, lastBackup: time(lastBackup), nodes: described)
    }

    fileprivate static func datum(
      _ health: String, error: String?, problems: [String] = [], lastBackup: Datum = .null,
      nodes: [Datum] = []
    ) -> Datum {
      let entries: [Datum.Entry] = [
        .init("health", .text(health)),
        .init("error", error.map { .text($0) } ?? .null),
        .init("problems", .list(problems.map { .text($0) })),
        .init("lastBackup", lastBackup),
        .init("nodes", .list(nodes)),
      ]
      return .object(entries)
    }
  }
#endif
