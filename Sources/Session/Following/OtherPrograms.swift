internal import RecordStore
internal import Replies

/// Takes over what other programs have written.
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

  /// Shows what other programs have written since the last call.
  func follow() throws(Diagnostic) {
    past.forgetLargeState()
    if try attempt(store.refresh()) {
      transactions.noteOtherWriter()
      try store.inOneState(mapError: { Diagnostic($0) }) { () throws(Diagnostic) in
        transactions.warnOfNotices()
        feed.tellTypes()
        try editing.refreshRecords(ofOthers: true)
      }
    }
    guard feed.isFollowed else { return }
    labels.noteTime()
    feed.tellRecords()
    if labels.mayRunLong { try transactions.endGroup() }
    labels.update()
  }
}
