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
