internal import CommandLanguage
internal import Records

extension Verbs {
  /// Reads the command that a definition in the store's file is.
  func command(_ text: String) throws(DefinitionError) -> (any CommandSyntax)? {
    var reader = CommandReader(self)
    reader.append(line: text)
    do {
      return try reader.next()?.command
    } catch {
      throw DefinitionError(message: error.message)
    }
  }
}
