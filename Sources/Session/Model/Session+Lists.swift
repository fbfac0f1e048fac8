internal import CommandLanguage
internal import RecordStore
internal import Records

/// Commands that change lists.
extension Session {
  /// The list that a path leads to.
  func list(_ path: PathSyntax) throws(Diagnostic) -> PropertyPlace {
    let place = try place(path)
    guard place.index == nil, place.property.kind.isList else {
      throw Diagnostic(
        .value,
        "\(place.property.name) is of the kind \(place.target.kind.name); expected a list",
        at: path.steps.last?.name.span ?? path.span)
    }
    return place
  }

  /// The items of a list as the session has them.
  func items(of list: PropertyPlace, at span: SourceSpan) throws(Diagnostic) -> [Value] {
    let value = try value(list.property, of: list.record, at: span)
    guard case .list(let items)? = value else {
      throw Diagnostic(.value, "\(list.property.name) holds no list", at: span)
    }
    return items
  }

  /// The place of an item that is there.
  func checked(
    _ place: Spanned<Int>, in items: [Value], of list: PropertyPlace
  ) throws(Diagnostic) -> Int {
    if items.indices.contains(place.value) { return place.value }
    throw noPlace(place, among: items.count - 1, of: list)
  }

  private func noPlace(
    _ place: Spanned<Int>, among last: Int, of list: PropertyPlace
  ) -> Diagnostic {
    let name = "\(list.record).\(list.property.name.asName)"
    return Diagnostic(
      .name,
      last < 0
        ? "\(name) is empty"
        : "\(name) has no place \(place.value); expected one from 0 to \(last)",
      at: place.span)
  }

  /// Changes the items of a list of values, and stores them.
  func change(
    _ list: PropertyPlace, at span: SourceSpan, _ body: (inout [Value]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    var items = try items(of: list, at: span)
    try body(&items)
    var given = GivenValues()
    _ = given.add(list.property.name, .list(items), at: span)
    try assign(given, to: list.record, at: span)
  }

  /// Puts an item at a place of a list, behind the last where none is given.
  func insert(
    _ item: ItemSyntax, into path: PathSyntax, at place: Spanned<Int>?
  ) throws(Diagnostic) {
    let list = try list(path)
    if let place {
      let count = try items(of: list, at: path.span).count
      guard (0...count).contains(place.value) else {
        throw noPlace(place, among: count, of: list)
      }
    }
    switch (item, list.property.kind) {
    case (.new(let new), .records(let items)):
      try insert(new, of: items, into: list, at: place?.value)
    case (.value(let value), .records): try insert(value, into: list, at: place?.value)
    case (.new(let new), _):
      throw Diagnostic(
        .value,
        "\(list.property.name) is of the kind \(list.property.kind.name) and holds no records",
        at: new.type.span)
    case (.value(let syntax), _):
      guard let property = list.property.item, let value = try value(syntax, for: property) else {
        throw Diagnostic(.value, "a list holds values, not nil", at: syntax.span)
      }
      try change(list, at: path.span) { items throws(Diagnostic) in
        items.insert(value, at: place?.value ?? items.count)
      }
    }
  }

  /// Makes a record in a list and prints its reference.
  private func insert(
    _ command: NewSyntax, of items: String, into list: PropertyPlace, at place: Int?
  ) throws(Diagnostic) {
    if let name = command.name { try checkIsFree(name) }
    let type = try type(command.type)
    guard type.name == items else {
      throw Diagnostic(
        .value,
        "\(list.property.name) is a list of \(items.asName) records, not of "
          + type.name.asName, at: command.type.span)
    }
    try endEditings(of: list.record)
    let id = try create(
      type, try given(command.assignments, for: type), at: command.type.span,
      in: Store.ListPlace(list.record, list.property.name, at: place))
    if let name = command.name { names.bind(name.value, to: .record(id)) }
    try refreshRecords()
    say(.reference(id.description))
  }

  /// Puts a record that is there into a list.
  private func insert(
    _ syntax: Spanned<ValueSyntax>, into list: PropertyPlace, at place: Int?
  ) throws(Diagnostic) {
    guard let item = list.property.item, case .reference(let id)? = try value(syntax, for: item)
    else {
      throw Diagnostic(.value, "a list holds records, not nil", at: syntax.span)
    }
    try endEditings(of: list.record)
    try change(
      store.insert(id, in: Store.ListPlace(list.record, list.property.name, at: place)),
      at: syntax.span)
    try refreshRecords()
  }
}
