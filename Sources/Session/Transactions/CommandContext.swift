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
}

protocol EditFollowing: AnyObject {
  var isEmpty: Bool { get }

  /// Whether a command or edit that triggers handlers is running.
  var isFollowing: Bool { get }

  func followEdit(
    ifCurrent isCurrent: Bool, _ run: () throws(Diagnostic) -> Void
  ) throws(Diagnostic)
}

final class CommandHost: WorkspaceHost {
  private let runner: ScriptRunner
  private let transactions: Transactions
  private let names: Bindings
  weak var handlers: (any EditFollowing)?

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
  ) throws(WorkspaceError) -> Result {
    try runner.run(as: command as? RunningCommand) { () throws(WorkspaceError) in
      try followed(ifCurrent: !readsItself) { () throws(StoreError) in
        try transactions.write(readsItself: readsItself, body)
      }
    }
  }

  func changeOne(
    _ body: (borrowing WriteTransaction) throws(StoreError) -> Void
  ) throws(WorkspaceError) {
    try followed(ifCurrent: true) { () throws(StoreError) in try transactions.writeOne(body) }
  }

  /// Runs handlers after an edit; the handlers of a command run after all its changes.
  private func followed<Result>(
    ifCurrent isCurrent: Bool, _ change: () throws(StoreError) -> Result
  ) throws(WorkspaceError) -> Result {
    guard let handlers, !handlers.isEmpty, !handlers.isFollowing else {
      do throws(StoreError) {
        return try change()
      } catch {
        throw .store(error)
      }
    }
    var result: Result?
    var failure: StoreError?
    do throws(Diagnostic) {
      try handlers.followEdit(ifCurrent: isCurrent) { () throws(Diagnostic) in
        do throws(StoreError) {
          result = try change()
        } catch {
          failure = error
          throw Diagnostic(error)
        }
      }
    } catch {
      throw failure.map(WorkspaceError.store) ?? .body(error)
    }
    guard let result else { preconditionFailure("a successful change has no result") }
    return result
  }

  func remove(_ interactor: BoundInteractor) {
    guard case .own(let name) = interactor.title, !names.isOfScreen(name) else { return }
    names.free(name)
    interactor.end()
  }

  func bind(_ name: String, to record: RecordID) { names.bind(name, to: .record(record)) }
}
