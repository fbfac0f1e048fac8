internal import RecordStore
internal import Replies
internal import Workspace

final class OtherPrograms {
  private let context: CommandContext

  init(_ context: CommandContext) {
    self.context = context
  }

  func follow() throws(Diagnostic) {
    context.past.forgetLargeState()
    if try attempt(context.store.journal.refresh()) {
      context.transactions.noteOtherWriter()
      try inOneState(of: context.store) { () throws(Diagnostic) in
        context.transactions.warnOfNotices()
        context.workspace.feed.notifyTypeChanges()
        try inWorkspace(context.workspace.refresh(ofOthers: true))
      }
    }
    guard context.workspace.feed.isFollowed else { return }
    context.workspace.labels.noteTime()
    context.workspace.feed.notifyRecordChanges()
    if context.workspace.labels.mayRunLong { try context.transactions.endGroup() }
    context.workspace.labels.update()
  }
}
