extension Verb {
  static let include = Verb(
    "include",
    synopsis: "include FILE",
    summary: "Runs the commands of a file.",
    examples: ["include \"more.wb\"", "include Schemas/contacts.wb"],
    takesFile: true
  ) { (parser: inout Parser) throws(SyntaxError) in
    .include(file: try parser.file())
  }
}
