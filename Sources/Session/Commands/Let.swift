internal import CommandLanguage
internal import Records

extension Session {
  /// `let`: gives a record a name for the session.
  func bind(_ command: LetSyntax) throws(Diagnostic) {
    try checkIsFree(command.name)
    let id: RecordID =
      switch command.meaning {
      case .record(let record): try self.record(record)
      case .new(let new): try self.new(new)
      case .put(let put): try self.put(put)
      }
    names.bind(command.name.value, to: .record(id))
  }
}
