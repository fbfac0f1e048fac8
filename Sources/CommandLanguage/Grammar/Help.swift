extension Verb {
  static let help = Verb(
    "help",
    aliases: ["?"],
    synopsis: "help [COMMAND|TOPIC]",
    summary: "Explains the commands, one of them, or a topic.",
    examples: ["help", "help set", "help keys", "? set"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    // A sign is no name: what it is short for can be explained.
    parser.note(words: Verb.words.filter { $0 != "?" })
    parser.note(.topic)
    return .help(topic: parser.isAtEnd ? nil : try parser.name("a command or a topic"))
  }
}
