extension Verb {
  static let interactors = Verb(
    "interactors",
    synopsis: "interactors",
    summary: "Lists the labels and fields.",
    examples: ["interactors"]
  ) { (_: inout Parser) throws(SyntaxError) in
    .interactors
  }

  static let activate = Verb(
    "activate",
    synopsis: "activate NAME",
    summary: "Makes a label or field follow its property again.",
    examples: ["activate age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .activate(try parser.name("a label or field"))
  }

  static let deactivate = Verb(
    "deactivate",
    synopsis: "deactivate NAME",
    summary: "Makes a label or field rest.",
    examples: ["deactivate age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .deactivate(try parser.name("a label or field"))
  }

  static let detach = Verb(
    "detach",
    synopsis: "detach NAME",
    summary: "Ends a label or field and frees its name.",
    examples: ["detach age"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .detach(try parser.name("a label or field"))
  }
}
