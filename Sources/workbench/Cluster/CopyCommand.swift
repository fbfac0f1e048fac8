#if Cluster
  internal import ArgumentParser
  internal import Replies
  internal import Session

  struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "copy",
      abstract: "Copies a store with its whole history, from a file to a cluster or back.",
      discussion: "What is copied to must not have a store yet.")

    @Argument(help: "A file, or cluster: and the path of a door.", completion: .file())
    var source: String

    @Argument(help: "Where the copy is to be.", completion: .file())
    var target: String

    @Flag(help: "Overwrite a file that exists and is not a database.")
    var replace = false

    func run() throws {
      guard source != target else { throw Failed("\(source) cannot be copied to itself") }
      let count = try StoreCopy.copy(
        from: try Self.place(source), to: try Self.place(target), replacing: replace)
      print(count == 1 ? "1 transaction is copied" : "\(count) transactions are copied")
    }

    private static func place(_ text: String) throws -> StoreCopy.Place {
      guard let name = ClusterName(text) else { return StoreCopy.file(text) }
      return StoreCopy.cluster(name.text, try name.place().engines(locale: "en_US"))
    }
  }
#endif
