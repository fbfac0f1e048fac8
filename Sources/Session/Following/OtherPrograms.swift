internal import RecordStore
internal import Replies
internal import Workspace

/// Applies changes of other programs to the session.
final class OtherPrograms {
  private let store: Store
  private let past: PastStates
  private let transactions: Transactions
  private let workspace: Workspace

  init(
    _ store: Store, _ past: PastStates, _ transactions: Transactions, _ workspace: Workspace
  ) {
    self.store = store
    self.past = past
    self.transactions = transactions
    self.workspace = workspace
  }

  func follow() throws(Diagnostic) {
    past.forgetLargeState()
    if try attempt(store.journal.refresh()) {
      transactions.noteOtherWriter()
      try inOneState(of: store) { () throws(Diagnostic) in
        transactions.warnOfNotices()
        workspace.feed.notifyTypeChanges()
        try inWorkspace(workspace.refresh(ofOthers: true))
      }
    }
    guard workspace.feed.isFollowed else { return }
    workspace.labels.noteTime()
    workspace.feed.notifyRecordChanges()
    if workspace.labels.mayRunLong { try transactions.endGroup() }
    workspace.labels.update()
  }
}
