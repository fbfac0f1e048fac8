internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

final class CommandHost: WorkspaceHost {
  private let runner: ScriptRunner
  private let transactions: Transactions
  private let names: Bindings
  weak var handlers: ChangeHandlers?

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
