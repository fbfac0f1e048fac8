internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct InsertCommand: Command {
  static let verb = Verb(
    "insert",
    usage: "insert RECORD.LIST POSITION VALUE · insert RECORD.LIST POSITION new TYPE "
      + "[PROPERTY=VALUE …]",
    summary: "Inserts a value or a new record into a list before the item at a position. "
      + "Positions count from 0.",
    examples: ["insert ann.tags 0 \"first\"", "insert show.reviews 0 new Review rating=5"],
    changesRecords: true)

  var list: PathSyntax
  var place: Spanned<Int>
  var item: ItemSyntax

  init(parsing parser: inout Parser) throws(SyntaxError) {
    let hint =
      "insert needs a position, counted from 0: "
      + "insert ann.tags 0 \"first\""
    list = try parser.list(hint: hint)
    place = try parser.place("the position of the item", hint: hint, in: list)
    item = try ItemSyntax(parsing: &parser, for: list)
  }

  func run(in session: Session) throws(Diagnostic) {
    try item.insert(into: list, at: place, in: session)
  }
}

enum ItemSyntax: Equatable, Sendable {
  case value(Spanned<ValueSyntax>)
  case new(NewCommand)

  init(parsing parser: inout Parser, for list: PathSyntax) throws(SyntaxError) {
    parser.note(list.expectation?.ofItem)
    if parser.skip(verb: "new") {
      self = .new(try NewCommand(parsing: &parser))
    } else if parser.isAtEnd {
      throw parser.unexpected("a value or \"new\"")
    } else {
      self = .value(try parser.listItem())
    }
  }

  func insert(
    into path: PathSyntax, at place: Spanned<Int>?, in session: Session
  ) throws(Diagnostic) {
    let list = try session.resolver.list(path)
    try list.property.checkIsChanged(at: path.span)
    if let place {
      let count = try inWorkspace(session.resolver.reader.items(of: list), at: path.span).count
      guard (0...count).contains(place.value) else {
        throw list.noIndex(place.value, among: count + 1).diagnostic.at(place.span)
      }
    }
    switch (self, list.property.kind) {
    case (.new(let new), .records(let items)):
      try new.insert(of: items, into: list, at: place?.value, in: session)
    case (.value(let syntax), .records) where !list.property.refersToMany:
      guard let item = list.property.item,
        case .reference(let id)? = try session.resolver.value(syntax, for: item)
      else {
        throw Diagnostic(.value, "a list cannot contain nil", at: syntax.span)
      }
      try session.workspace.editing.endEditings(of: list)
      let position = Store.ListPlace(list.record, list.property.name, at: place?.value)
      try session.transactions.change(at: syntax.span) { tx throws(StoreError) in
        try tx.insert(id, in: position)
      }
      try inWorkspace(session.workspace.refresh())
    case (.new(let new), _):
      throw Diagnostic(
        .value,
        "\(list.property.name) is of kind \(list.property.kind.name), not a list of records",
        at: new.type.span)
    case (.value(let syntax), _):
      guard let property = list.property.item,
        let value = try session.resolver.value(syntax, for: property)
      else {
        throw Diagnostic(.value, "a list cannot contain nil", at: syntax.span)
      }
      try session.workspace.editing.change(list, at: path.span) { items throws(Diagnostic) in
        if list.property.refersToMany, let index = items.firstIndex(of: value) {
          throw Diagnostic(
            .conflict,
            "\(value.literal) is already in \(list.record).\(list.property.name.asName), at position \(index)",
            at: syntax.span)
        }
        items.insert(value, at: place?.value ?? items.count)
      }
    }
  }
}

extension NewCommand {
  fileprivate func insert(
    of items: String, into list: PropertyPlace, at place: Int?, in session: Session
  ) throws(Diagnostic) {
    if let name { try session.resolver.checkIsFree(name) }
    let type = try session.resolver.type(type)
    guard type.name == items else {
      throw Diagnostic(
        .value,
        "\(list.property.name) is a list of \(items.asName) records, not of "
          + type.name.asName, at: self.type.span)
    }
    try session.workspace.editing.endEditings(of: list)
    let id = try session.workspace.editing.create(
      type, try session.resolver.given(assignments, for: type), number: number,
      at: self.type.span, in: Store.ListPlace(list.record, list.property.name, at: place))
    if let name { session.names.bind(name.value, to: .record(id)) }
    try inWorkspace(session.workspace.refresh())
    if !session.replies.isQuiet { session.say(.reference(id.description)) }
  }
}
