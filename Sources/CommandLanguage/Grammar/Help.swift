extension Verb {
  static let help = Verb(
    "help",
    aliases: ["?"],
    synopsis: "help [COMMAND]",
    summary: "Explains the commands, or one of them.",
    examples: ["help", "help set", "? set"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    // A sign is no name: what it is short for can be explained.
    parser.note(words: Verb.words.filter { $0 != "?" })
    return .help(verb: parser.isAtEnd ? nil : try parser.name("a command"))
  }
}
