internal import CommandLanguage
internal import Records
internal import Replies

struct RemoveCommand: Command {
  static let verb = Verb(
    "remove",
    usage: "remove RECORD.LIST PLACE",
    summary: "Removes an item from a list; places count from 0.",
    examples: ["remove ann.tags 1"],
    changesRecords: true)

  var list: PathSyntax
  var place: Spanned<Int>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    let hint = "the place follows the list and counts from 0, as in \"remove ann.tags 1\""
    list = try parser.list(hint: hint)
    place = try parser.place("the place of an item", hint: hint, in: list)
  }

  func run(in session: Session) throws(Diagnostic) {
    let found = try session.resolver.list(list)
    if found.property.kind.isListOfRecords {
      try session.editing.checkIsFinished(found.property.name, of: found.record)
      try session.editing.endEditings(of: found.record)
      let items = try session.resolver.items(of: found, at: list.span)
      let index = try found.checked(place, in: items)
      guard case .reference(let id) = items[index] else { return }
      return try session.deletion.delete([id], areNamed: false, at: list.span)
    }
    try session.editing.change(found, at: list.span) { items throws(Diagnostic) in
      items.remove(at: try found.checked(place, in: items))
    }
  }
}
