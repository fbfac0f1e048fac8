internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `move`: takes an item of a list to another place, where it stands then.
  func move(_ command: MoveSyntax) throws(Diagnostic) {
    let list = try list(command.list)
    if case .records = list.property.kind {
      try endEditings(of: list.record)
      let place = Store.ListPlace(list.record, list.property.name, at: command.from.value)
      try change(store.move(place, to: command.to.value), at: command.list.span)
      return try refreshRecords()
    }
    try change(list, at: command.list.span) { items throws(Diagnostic) in
      let from = try checked(command.from, in: items, of: list)
      let to = try checked(command.to, in: items, of: list)
      items.insert(items.remove(at: from), at: to)
    }
  }
}
