internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Validation

/// What is wrong with the definitions of properties beyond their own contradictions.
extension Resolver {
  /// Refuses a pattern none of whose texts has the length asked for: only the grammar of a field
  /// counts characters that several scalars make up.
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

  /// Refuses the default of a reference if there is no such record.
  func checkDefaults(_ properties: [(Property, PropertySyntax)]) throws(Diagnostic) {
    for (property, syntax) in properties {
      guard case .value(.reference(let id)) = property.givenDefault, try !exists(id) else {
        continue
      }
      throw Diagnostic(
        .name, "there is no \(id), so it cannot be the default",
        at: syntax.initial?.span ?? syntax.span)
    }
  }
}
