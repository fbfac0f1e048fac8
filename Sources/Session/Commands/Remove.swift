internal import CommandLanguage
internal import Records
internal import Replies
internal import Workspace

struct RemoveCommand: Command {
  static let verb = Verb(
    "remove",
    usage: "remove RECORD.LIST POSITION · remove RECORD.LIST RECORD",
    summary: "Removes an item from a list. Positions count from 0. If the list owns its "
      + "records, the record is deleted.",
    examples: ["remove ann.tags 1", "remove show.reviews Review/1"],
    changesRecords: true)

  var list: PathSyntax
  var item: Item

  enum Item: Sendable {
    case place(Spanned<Int>)
    case record(Spanned<ValueSyntax>)
  }

  init(parsing parser: inout Parser) throws(SyntaxError) {
    let hint = "remove needs a position, counted from 0: remove ann.tags 1"
    list = try parser.list(hint: hint)
    if parser.isAtNumber || parser.isAtEnd {
      parser.note(list.expectation?.ofItem)
      item = .place(try parser.place("the position of an item", hint: hint, in: list))
    } else {
      item = .record(try parser.listItem())
    }
  }

  func run(in session: Session) throws(Diagnostic) {
    let found = try session.resolver.list(list)
    try found.property.checkIsChanged(at: list.span)
    let items = try inWorkspace(session.resolver.reader.items(of: found), at: list.span)
    let index = try place(in: found, items, session)
    if found.property.ownsRecords {
      try session.workspace.editing.endEditings(of: found)
      guard case .reference(let id) = items[index] else { return }
      return try session.deletion.delete([id], areNamed: false, at: list.span)
    }
    try session.workspace.editing.change(found, at: list.span) { items throws(Diagnostic) in
      items.remove(at: index)
    }
  }

  private func place(
    in list: PropertyPlace, _ items: [Value], _ session: Session
  ) throws(Diagnostic) -> Int {
    switch item {
    case .place(let place):
      return try inWorkspace(list.checked(place.value, in: items), at: place.span)
    case .record(let syntax):
      guard list.property.kind.isListOfRecords, let item = list.property.item else {
        throw Diagnostic(
          .value, "expected the position of an item; positions count from 0", at: syntax.span)
      }
      guard let record = try session.resolver.value(syntax, for: item) else {
        throw Diagnostic(.value, "a list cannot contain nil", at: syntax.span)
      }
      if let index = items.firstIndex(of: record) { return index }
      throw Diagnostic(
        .name, "\(record.literal) is not in \(list.record).\(list.property.name.asName)",
        at: syntax.span)
    }
  }
}
