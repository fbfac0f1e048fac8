#if Cluster
  internal import ArgumentParser
  internal import Cluster
  internal import FoundationEssentials
  internal import Glibc
  internal import Session

  struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cluster",
      abstract: "Shows and changes the nodes of a cluster.",
      subcommands: [
        Demo.self, Members.self, Status.self, Add.self, Remove.self, Recover.self,
        Compact.self,
      ])

    struct Target: ParsableArguments {
      @Argument(help: "The name of a cluster, or the path of its socket, for example ./door.")
      var cluster: String

      func place() throws -> ClusterPlace {
        guard let name = ClusterName(cluster) ?? ClusterName(ClusterName.prefix + cluster) else {
          throw Failed("expected a cluster, for example main or ./door", status: ExitStatus.usage)
        }
        return try name.place()
      }

      func membership(needsLeader: Bool = true, changes: Bool = false) throws -> Membership {
        let place = try place()
        return try failing { () throws(ClusterError) in
          try Membership(through: place, needsLeader: needsLeader, changes: changes)
        }
      }
    }

    struct Members: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Lists the nodes of a cluster, and marks the leader.")
      @OptionGroup var target: Target

      func run() throws {
        let membership = try target.membership(needsLeader: false)
        if let failure = membership.failure {
          let place = try target.place()
          let status = try failing { () throws(ClusterError) in try ClusterStatus(through: place) }
          for node in status.nodes { print(status.words(for: node)) }
          throw Failed(failure.message, status: ExitStatus.unopenable)
        }
        try failing { () throws(ClusterError) in
          let leader = try membership.leader()
          for member in try membership.members() {
            print("\(member.address)  \(member.role.words)\(member.id == leader ? "  leads" : "")")
          }
        }
      }
    }

    struct Add: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Gives a vote to a node that has joined.",
        discussion:
          "A node joins with `workbench node FOLDER --address HOST:PORT --join HOST:PORT`.")
      @OptionGroup var target: Target
      @Argument(help: ArgumentHelp("The address of the node.", valueName: "host:port"))
      var address: String

      func run() throws {
        let membership = try target.membership(changes: true)
        try failing { () throws(ClusterError) in try membership.giveVote(to: address) }
        print("\(address) has a vote")
        try warnIfEven(membership)
      }
    }

    struct Remove: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Removes a node from the cluster.",
        discussion: "The data stays in the folder of the node, but no node can start there again.")
      @OptionGroup var target: Target
      @Argument(help: ArgumentHelp("The address of the node.", valueName: "host:port"))
      var address: String

      func run() throws {
        // A leader first hands over leadership, which closes the connection; hence the retries.
        for _ in 0..<20 {
          let membership = try target.membership(changes: true)
          let isDone = try failing { () throws(ClusterError) in !(try membership.remove(address)) }
          if isDone {
            let voters = try failing { () throws(ClusterError) in
              try membership.members().count { $0.role == .voter }
            }
            print("\(address) is no longer a node; nodes with a vote: \(voters)")
            try warnIfEven(membership)
            return
          }
          usleep(500_000)
        }
        throw Failed("\(address) is still the leader; try again")
      }
    }

    struct Recover: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Makes a stopped node the only node of its cluster.",
        discussion: """
          Use this command if more than half of the nodes are lost for good. The cluster then has \
          only the data of this node. Start the node again, and let other nodes join with empty \
          folders.
          """)
      @Argument(help: "The folder of the node.", completion: .directory)
      var folder: String

      @Flag(help: "Only show the last transaction of this node.")
      var dryRun = false

      func run() throws {
        let folder = NodeFolder(URL(fileURLWithPath: folder).path)
        try failing { () throws(ClusterError) in
          try ClusterNode.recover(folder, isTrial: dryRun, functions: { RemoteFunctions.all() }) {
            print("\($0)  \($1.words)")
          }
        }
        if dryRun { return }
        print("\(folder.path) is the only node of its cluster now; start it as before")
      }
    }
  }

  extension Member.Role {
    var words: String {
      switch self {
      case .voter: "votes"
      case .standby: "stands by"
      case .spare: "is spare"
      }
    }
  }

  private func warnIfEven(_ membership: Membership) throws {
    let voters = try failing { () throws(ClusterError) in
      try membership.members().count { $0.role == .voter }
    }
    guard voters.isMultiple(of: 2) else { return }
    Output.print("warning: \(Membership.evenVotes(voters))\n", to: STDERR_FILENO)
  }

  func failing<Result>(_ body: () throws(ClusterError) -> Result) throws -> Result {
    do throws(ClusterError) {
      return try body()
    } catch {
      if case .unreachable = error.kind {
        throw Failed(error.message, status: ExitStatus.unopenable)
      }
      throw Failed(error.message)
    }
  }
#endif

#if Cluster
  internal import ArgumentParser
  internal import Replies
  internal import Session

  struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "copy",
      abstract: "Copies a database with its whole history, from a file to a cluster or back.",
      discussion: "The target must not contain a database yet.")

    @Argument(
      help: "A database file, or a cluster, for example cluster:main or cluster:./door.",
      completion: .file())
    var source: String

    @Argument(help: "The database file or cluster to copy to.", completion: .file())
    var target: String

    @Flag(help: "Overwrite a file that exists and is not a database.")
    var replace = false

    func run() throws {
      guard source != target else { throw Failed("\(source) cannot be copied to itself") }
      let count = try StoreCopy.copy(
        from: try Self.place(source), to: try Self.place(target), replacing: replace)
      print(count == 1 ? "1 transaction copied" : "\(count) transactions copied")
    }

    private static func place(_ text: String) throws -> StoreCopy.Place {
      guard let name = ClusterName(text) else { return StoreCopy.file(text) }
      return StoreCopy.cluster(name.text, try name.place().engines(locale: "en_US"))
    }
  }
#endif

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
