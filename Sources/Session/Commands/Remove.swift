internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `remove`: takes an item out of a list; a record is deleted by that.
  func remove(_ command: RemoveSyntax) throws(Diagnostic) {
    let list = try list(command.list)
    if case .records = list.property.kind {
      try endEditings(of: list.record)
      let items = try items(of: list, at: command.list.span)
      let place = try checked(command.place, in: items, of: list)
      guard case .reference(let id) = items[place] else { return }
      return try delete(id, at: command.list.span)
    }
    try change(list, at: command.list.span) { items throws(Diagnostic) in
      items.remove(at: try checked(command.place, in: items, of: list))
    }
  }
}
