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
        let status = try failing { () throws(ClusterError) in try ClusterStatus(through: place) }
        for node in status.nodes where !node.answers {
          throw Self.failed(node.member, "does not answer")
        }
        let compaction = try failing { () throws(ClusterError) in
          try LogCompaction(through: place) { signals.wait(milliseconds: 0) }
        }
        for node in status.nodes {
          let isStored = compaction.isStored(by: node.member.id) { signals.wait(milliseconds: 0) }
          if signals.wait(milliseconds: 0) { throw Failed("stopped; run the command again") }
          guard isStored else { throw Self.failed(node.member, "lacks transactions") }
        }
        print("all \(status.nodes.count) nodes have replaced their logs")
      }

      private static func failed(_ member: Member, _ reason: String) -> Failed {
        Failed(
          "\(member.address) \(reason), so its logs may still contain erased values",
          hint: "run this command again when all nodes answer")
      }
    }
  }
#endif
