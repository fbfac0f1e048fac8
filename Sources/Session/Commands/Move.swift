internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct MoveCommand: Command {
  static let verb = Verb(
    "move",
    usage: "move RECORD.LIST POSITION POSITION",
    summary: "Moves an item of a list from one position to another. Positions count from 0.",
    examples: ["move ann.tags 2 0"],
    changesRecords: true)

  var list: PathSyntax
  var from: Spanned<Int>
  var to: Spanned<Int>

  init(parsing parser: inout Parser) throws(SyntaxError) {
    let hint = "move needs two positions, counted from 0: move ann.tags 2 0"
    list = try parser.list(hint: hint)
    from = try parser.place("the position of an item", hint: hint, in: list)
    to = try parser.place("the new position", hint: hint, in: list)
  }

  func run(in session: Session) throws(Diagnostic) {
    let found = try session.resolver.list(list)
    try found.property.checkIsChanged(at: list.span)
    if found.property.ownsRecords {
      try session.workspace.editing.endEditings(of: found)
      let place = Store.ListPlace(found.record, found.property.name, at: from.value)
      try session.transactions.change(at: list.span) { tx throws(StoreError) in
        try tx.move(place, to: to.value)
      }
      return try inWorkspace(session.workspace.refresh())
    }
    try session.workspace.editing.change(found, at: list.span) { items throws(Diagnostic) in
      let source = try inWorkspace(found.checked(from.value, in: items), at: from.span)
      let target = try inWorkspace(found.checked(to.value, in: items), at: to.span)
      items.insert(items.remove(at: source), at: target)
    }
  }
}
