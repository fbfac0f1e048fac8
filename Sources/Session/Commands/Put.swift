internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `put`: sets values of the record with a key, or makes one, and prints its reference.
  @discardableResult
  func put(_ command: PutSyntax) throws(Diagnostic) -> RecordID {
    let type = try type(command.type)
    let (property, key) = try key(command.key, of: type, at: command.type.span)
    var given = try given(command.assignments, for: type)
    let found = try attempt(store.find(type.name, key: key), at: command.type.span)
    let id: RecordID
    if let found {
      id = RecordID(type.name, found)
      try assign(given, to: id, at: command.type.span)
    } else {
      guard given.add(property.name, key, at: command.key.span) else {
        throw Diagnostic(
          .syntax, "\(property.name) is given twice, in brackets and behind them",
          at: command.type.span)
      }
      id = try create(type, given, at: command.type.span)
    }
    say(.reference(id.description))
    return id
  }
}
