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
}

final class CommandHost: WorkspaceHost {
  private let runner: ScriptRunner
  private let transactions: Transactions
  private let names: Bindings

  init(_ runner: ScriptRunner, _ transactions: Transactions, _ names: Bindings) {
    self.runner = runner
    self.transactions = transactions
    self.names = names
  }

  var command: AnyObject? { runner.current }

  var isInterrupted: Bool { runner.isInterrupted }

  func change<Result>(
    for command: AnyObject?, readsItself: Bool,
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try runner.run(as: command as? RunningCommand) { () throws(StoreError) in
      try transactions.write(readsItself: readsItself, body)
    }
  }

  func changeOne(
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Void
  ) throws(StoreError) {
    try transactions.writeOne(body)
  }

  func remove(_ interactor: BoundInteractor) {
    guard case .own(let name) = interactor.title, !names.isOfScreen(name) else { return }
    names.free(name)
    interactor.end()
  }

  func bind(_ name: String, to record: RecordID) { names.bind(name, to: .record(record)) }
}
