internal import CommandLanguage
internal import Records

extension Verbs {
  /// Reads the one command that a text is, such as a definition in the store's file.
  func command(_ text: String) throws(DefinitionError) -> (any CommandSyntax)? {
    var reader = CommandReader(self)
    reader.append(line: text)
    do {
      let command = try reader.next()?.command
      guard reader.isAtEnd else { throw DefinitionError(message: Self.moreThanOne) }
      return command
    } catch let error as DefinitionError {
      throw error
    } catch {
      throw DefinitionError(message: (error as? SyntaxError)?.message ?? "\(error)")
    }
  }

  /// What is wrong with a text that is to be one command and has more.
  static let moreThanOne = "there is text behind the command"
}
