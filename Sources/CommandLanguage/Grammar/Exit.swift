extension Verb {
  static let exit = Verb(
    "exit",
    aliases: ["quit"],
    synopsis: "exit [STATUS]",
    summary: "Ends the session.",
    examples: ["exit", "exit 2", "quit"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    let status = try parser.naturalIfAny("a status from 0 to 255")
    if let status, status.value > 255 {
      throw SyntaxError(.value, at: status.span, "a status goes from 0 to 255")
    }
    return .exit(status: status)
  }
}
