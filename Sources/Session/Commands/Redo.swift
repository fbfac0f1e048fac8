internal import CommandLanguage
internal import RecordStore

extension Session {
  /// `redo`: does again what was undone last.
  func redo(_ count: Spanned<Int>?) throws(Diagnostic) {
    try endEditings(of: nil)
    let redone = try attempt(store.redo(count?.value ?? 1, entry: entry(.redo)), at: count?.span)
    sayWarnings()
    let mask = masking()
    for entry in redone { say(.notice("redone \(entry.summary(mask))")) }
    try refreshRecords()
  }
}
