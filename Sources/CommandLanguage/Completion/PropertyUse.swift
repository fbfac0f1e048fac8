/// A part of a command that can name properties.
package struct PropertyUse: Sendable {
  package enum Part: Sendable {
    /// A property, for example `age` in `set ann.age 42`; the owner is nil if the command does not
    /// name one.
    case name(Name, of: CompletionCategory.Owner?)
    /// `:ann.boss.age`
    case path([Name])
    case expression(ExpressionSyntax, of: CompletionCategory.Owner?)
    /// A name that `let` or `new` gives to a record.
    case given(BlockSyntax.Local)
  }

  package var part: Part
  /// The names declared by enclosing blocks and preceding commands, innermost last.
  package var locals: [BlockSyntax.Local]
  /// The names of the columns that an expression of a query can use.
  package var columns: [String] = []
}

extension CommandReader {
  /// The command in a text with its uses of properties, in source order; nil if the text is not
  /// exactly one valid command.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func propertyUses(
    in text: String, _ verbs: Verbs, knowing commands: Set<String>
  ) -> (statement: Statement, uses: [PropertyUse])? {
    var reader = CommandReader(verbs)
    reader.userCommands = commands
    reader.readsEachLine = true
    reader.append(line: text)
    reader.finish()
    return reader.propertyUses
  }

  private var propertyUses: (statement: Statement, uses: [PropertyUse])? {
    guard tokenizer.ends.count == 1, let end = tokenizer.ends.first else { return nil }
    let recorder = ExpectationRecorder(caret: nil)
    var parser = Parser(
      verbs: verbs, bytes: text.bytes, tokens: tokenizer.tokens, comments: tokenizer.comments,
      places: Places(text: text), range: 0..<end, userCommands: userCommands, recorder: recorder)
    return (try? parser.wholeStatement()).map { ($0, recorder.uses) }
  }
}

extension Parser {
  var recordsUses: Bool { recorder.map { $0.caret == nil } ?? false }

  func note(use part: @autoclosure () -> PropertyUse.Part) {
    guard recordsUses, let recorder else { return }
    recorder.uses.append(
      PropertyUse(part: part(), locals: recorder.locals, columns: recorder.columns))
  }

  /// Records a name that the command gives to a record; the record has the properties of `owner`.
  package func note(_ name: Name, like owner: @autoclosure () -> CompletionCategory.Owner?) {
    guard recordsUses else { return }
    let local = BlockSyntax.Local(name.value, like: owner())
    note(use: .given(local))
    recorder?.locals.append(local)
  }

  func noteUse(of expectation: CompletionCategory) {
    guard let token = current, let name = name(token) else { return }
    let place = Name(name, at: span(of: token))
    switch expectation {
    case .property(let owner), .listProperty(let owner): note(use: .name(place, of: owner))
    case .part: note(use: .name(place, of: nil))
    default: break
    }
  }
}
