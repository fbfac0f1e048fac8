internal import RecordStore
internal import Replies
internal import Workspace

/// What the parts of a session share.
struct CommandContext {
  let configuration: Configuration
  let store: Store
  let workspace: Workspace
  let names: Bindings
  /// Resolves types, records, paths, values and expressions of commands.
  let resolver: Resolver
  let past: PastStates
  let runner: ScriptRunner
  let transactions: Transactions
  let replies: ReplyQueue

  func say(_ reply: Reply) { replies.say(reply) }
}
