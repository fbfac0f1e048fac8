internal import CommandLanguage

/// The files, SQL and environment that a block uses, and the commands it calls.
struct OutsideUse {
  /// The words that use files, SQL or the environment, in source order, such as `import`.
  private(set) var words: [String] = []
  private(set) var calls: [String] = []
  private(set) var names: Set<String> = []
  private(set) var refused: (verb: String, span: SourceSpan)?

  init(of body: BlockSyntax) { add(body) }

  private mutating func add(_ block: BlockSyntax) {
    for statement in block.statements {
      let command = statement.command
      let verb = type(of: command).verb.name
      if let use = command as? any OutsideUsing, use.isUsingOutside {
        add(verb)
        if !use.canBeKept { refused = refused ?? (verb, statement.span) }
      }
      if statement.destination != nil { add("\(verb) … to FILE") }
      if statement.freeNames.contains(where: { $0.value == Resolver.environmentName }) {
        add(":\(Resolver.environmentName)")
      }
      if let call = command as? any CommandCalling { calls.append(call.called.value) }
      names.formUnion(statement.givenNames)
      for inner in command.blocks {
        names.formUnion(inner.locals.map(\.name))
        add(inner)
      }
    }
  }

  private mutating func add(_ word: String) {
    if !words.contains(word) { words.append(word) }
  }
}
