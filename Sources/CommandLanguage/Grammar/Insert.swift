/// What `insert` says.
public struct InsertSyntax: Hashable, Sendable {
  /// The list.
  public var list: PathSyntax
  /// The place that the item will have, from 0.
  public var place: Spanned<Int>
  /// What is put there.
  public var item: ItemSyntax

  /// Makes the wish that `item` stand in `list` at `place`.
  public init(list: PathSyntax, place: Spanned<Int>, item: ItemSyntax) {
    self.list = list
    self.place = place
    self.item = item
  }
}

extension Verb {
  static let insert = Verb(
    "insert",
    synopsis: "insert RECORD.LIST PLACE VALUE "
      + "· insert RECORD.LIST PLACE new TYPE [PROPERTY=VALUE …]",
    summary: "Puts a value or a new record into a list, before the item that stands at the place; "
      + "places count from 0.",
    examples: ["insert ann.tags 0 \"first\"", "insert show.reviews 0 new Review rating=5"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    let hint =
      "the place stands behind the list and counts from 0, as in "
      + "\"insert ann.tags 0 first\""
    let list = try parser.list(hint: hint)
    let place = try parser.place("the place of the item", hint: hint, in: list)
    return .insert(InsertSyntax(list: list, place: place, item: try parser.item(of: list)))
  }
}
