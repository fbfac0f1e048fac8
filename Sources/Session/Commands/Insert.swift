internal import CommandLanguage

extension Session {
  /// `insert`: puts a value, or a record, at a place of a list.
  func insert(_ command: InsertSyntax) throws(Diagnostic) {
    try insert(command.item, into: command.list, at: command.place)
  }
}
