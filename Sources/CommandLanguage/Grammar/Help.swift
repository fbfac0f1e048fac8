extension Verb {
  static let help = Verb(
    "help",
    aliases: ["?"],
    synopsis: "help [COMMAND]",
    summary: "Explains the commands, or one of them.",
    examples: ["help", "help set", "? set"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    .help(verb: parser.isAtEnd ? nil : try parser.name("a command"))
  }
}
