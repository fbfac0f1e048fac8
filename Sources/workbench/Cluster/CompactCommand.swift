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
        try checkNodes(place)
        try failing { () throws(ClusterError) in
          try LogCompaction.run(through: place) { signals.wait(seconds: 0) }
        }
        if signals.wait(seconds: 0) { throw Failed("stopped; run the command again") }
        print("all \(try checkNodes(place)) nodes have replaced their logs")
      }

      /// Throws unless all nodes store the newest transactions; returns the number of nodes.
      @discardableResult
      private func checkNodes(_ place: ClusterPlace) throws -> Int {
        let status = try failing { () throws(ClusterError) in try ClusterStatus(through: place) }
        for node in status.nodes where !node.answers || status.transactionsMissing(on: node) > 0 {
          throw Failed(
            "\(node.member.address) \(node.failure ?? "lacks transactions"), so its logs may still "
              + "contain erased values",
            hint: "run this command again when all nodes answer")
        }
        return status.nodes.count
      }
    }
  }
#endif
