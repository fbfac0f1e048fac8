internal import CommandLanguage
internal import Records

extension Verbs {
  /// Parses a text that consists of one command, such as a stored definition.
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

  static let moreThanOne = "there is text behind the command"
}
