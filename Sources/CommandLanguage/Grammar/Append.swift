/// What `append` says.
public struct AppendSyntax: Hashable, Sendable {
  /// The list.
  public var list: PathSyntax
  /// What is put at its end.
  public var item: ItemSyntax

  /// Makes the wish that `item` be the last of `list`.
  public init(list: PathSyntax, item: ItemSyntax) {
    self.list = list
    self.item = item
  }
}

extension Verb {
  static let append = Verb(
    "append",
    synopsis: "append RECORD.LIST VALUE · append RECORD.LIST new TYPE [PROPERTY=VALUE …]",
    summary: "Puts a value or a new record at the end of a list.",
    examples: ["append ann.tags \"new\"", "append show.reviews new Review rating=5"],
    changesRecords: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    let list = try parser.list()
    return .append(AppendSyntax(list: list, item: try parser.item(of: list)))
  }
}
