internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct CommandContext {
  let configuration: Configuration
  let store: Store
  let workspace: Workspace
  let names: Bindings
  let resolver: Resolver
  let past: PastStates
  let runner: ScriptRunner
  let transactions: Transactions
  let replies: ReplyQueue

  func say(_ reply: Reply) { replies.say(reply) }

  func command(_ text: String) throws(Diagnostic) -> (any CommandSyntax)? {
    do {
      return try runner.verbs.command(text)
    } catch {
      throw Diagnostic(.syntax, error.message)
    }
  }

  /// Stores a definition in the database.
  func keep(
    _ kind: KeptDefinition.Kind, _ text: String, replacing number: Int?, at span: SourceSpan? = nil
  ) throws(Diagnostic) {
    try transactions.change(at: span, as: .schema) { tx throws(StoreError) in
      try tx.keep(kind, text, replacing: number)
    }
  }

  func forget(
    _ kind: KeptDefinition.Kind, _ number: Int, at span: SourceSpan
  ) throws(Diagnostic) {
    try transactions.change(at: span, as: .schema) { tx throws(StoreError) in
      try tx.forget(kind, number)
    }
  }
}
