/// What `move` says.
public struct MoveSyntax: Hashable, Sendable {
  /// The list.
  public var list: PathSyntax
  /// The place where the item stands, from 0.
  public var from: Spanned<Int>
  /// The place that it will have, from 0.
  public var to: Spanned<Int>

  /// Makes the wish that the item of `list` at `from` stand at `to`.
  public init(list: PathSyntax, from: Spanned<Int>, to: Spanned<Int>) {
    self.list = list
    self.from = from
    self.to = to
  }
}

extension Verb {
  static let move = Verb(
    "move",
    synopsis: "move RECORD.LIST PLACE PLACE",
    summary: "Puts the item at the first place of a list to the second; places count from 0.",
    examples: ["move ann.tags 2 0"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    let hint = "two places stand behind the list and count from 0, as in \"move ann.tags 2 0\""
    let list = try parser.list(hint: hint)
    let from = try parser.place("the place of an item", hint: hint, in: list)
    let to = try parser.place("the place it is to have", hint: hint, in: list)
    return .move(MoveSyntax(list: list, from: from, to: to))
  }
}
