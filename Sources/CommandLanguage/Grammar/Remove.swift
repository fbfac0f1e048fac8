/// What `remove` says.
public struct RemoveSyntax: Hashable, Sendable {
  /// The list.
  public var list: PathSyntax
  /// The place of the item, from 0.
  public var place: Spanned<Int>

  /// Makes the wish that the item of `list` at `place` be gone.
  public init(list: PathSyntax, place: Spanned<Int>) {
    self.list = list
    self.place = place
  }
}

extension Verb {
  static let remove = Verb(
    "remove",
    synopsis: "remove RECORD.LIST PLACE",
    summary: "Takes an item out of a list; places count from 0.",
    examples: ["remove ann.tags 1"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    let hint = "the place stands behind the list and counts from 0, as in \"remove ann.tags 1\""
    let list = try parser.list(hint: hint)
    let place = try parser.place("the place of an item", hint: hint, in: list)
    return .remove(RemoveSyntax(list: list, place: place))
  }
}
