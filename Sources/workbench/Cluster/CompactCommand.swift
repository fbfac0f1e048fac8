#if Cluster
  internal import ArgumentParser
  internal import Cluster
  internal import Glibc

  extension ClusterCommand {
    struct Compact: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Makes all nodes replace their logs, which still contain erased values.",
        discussion: """
          The command commits a few thousand tiny transactions, after which each node writes a \
          snapshot and deletes its older files.
          """)
      @OptionGroup var target: Target

      func run() throws {
        let place = try target.place()
        let signals = EndingSignals()
        let status = try failing { () throws(ClusterError) in
          try LogCompaction.run(through: place) { signals.wait(seconds: 0) }
          return try ClusterStatus(through: place)
        }
        let others = status.nodes.filter {
          !$0.answers || status.transactionsMissing(on: $0) > 0
        }
        guard others.isEmpty, status.failure == nil, !signals.wait(seconds: 0) else {
          let names = others.map(\.member.address).joined(separator: ", ")
          throw Failed(
            names.isEmpty
              ? "the logs may still contain erased values"
              : "the logs of \(names) may still contain erased values",
            hint: "run this command again when all nodes answer")
        }
        print("all \(status.nodes.count) nodes have replaced their logs")
      }
    }
  }
#endif
