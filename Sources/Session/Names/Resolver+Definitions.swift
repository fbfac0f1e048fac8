internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Validation
internal import Workspace

extension Resolver {
  /// Refuses a pattern without a match of the required length. Only the grammar of a field counts
  /// characters, which may have several scalars.
  func checkLengths(_ properties: [(Property, PropertySyntax)]) throws(Diagnostic) {
    for (property, syntax) in properties {
      guard let pattern = property.pattern, let length = property.length,
        let grammar = FieldFormat(property).grammar as? PatternGrammar, grammar.isEmpty
      else { continue }
      throw Diagnostic(
        .value, "no text of \(length.words) matches \(pattern)",
        at: syntax.pattern?.span ?? syntax.span)
    }
  }

  func checkDefaults(_ properties: [(Property, PropertySyntax)]) throws(Diagnostic) {
    for (property, syntax) in properties {
      guard case .value(.reference(let id)) = property.givenDefault,
        try !inWorkspace(reader.exists(id))
      else {
        continue
      }
      throw Diagnostic(
        .name, "there is no \(id), so it cannot be the default",
        at: syntax.initial?.span ?? syntax.span)
    }
  }
}
