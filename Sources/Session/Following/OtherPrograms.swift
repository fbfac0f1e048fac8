internal import RecordStore
internal import Replies

/// Applies changes of other programs to the session.
final class OtherPrograms {
  private let store: Store
  private let past: PastStates
  private let transactions: Transactions
  private let editing: Editing
  private let labels: Labels
  private let feed: ChangeFeed

  init(
    _ store: Store, _ past: PastStates, _ transactions: Transactions, _ editing: Editing,
    _ labels: Labels, _ feed: ChangeFeed
  ) {
    self.store = store
    self.past = past
    self.transactions = transactions
    self.editing = editing
    self.labels = labels
    self.feed = feed
  }

  func follow() throws(Diagnostic) {
    past.forgetLargeState()
    if try attempt(store.journal.refresh()) {
      transactions.noteOtherWriter()
      try inOneState(of: store) { () throws(Diagnostic) in
        transactions.warnOfNotices()
        feed.notifyTypeChanges()
        try editing.refreshRecords(ofOthers: true)
      }
    }
    guard feed.isFollowed else { return }
    labels.noteTime()
    feed.notifyRecordChanges()
    if labels.mayRunLong { try transactions.endGroup() }
    labels.update()
  }
}
