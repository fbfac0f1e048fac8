internal import CommandLanguage

extension Session {
  /// `append`: puts a value, or a record, behind the last item of a list.
  func append(_ command: AppendSyntax) throws(Diagnostic) {
    try insert(command.item, into: command.list, at: nil)
  }
}
