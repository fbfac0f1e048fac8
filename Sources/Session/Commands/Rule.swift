internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `rule`: makes a rule of a type, or another of one; one that is already so is left alone.
  func rule(_ command: RuleSyntax) throws(Diagnostic) {
    let type = try type(command.rule.type)
    let rule = Rule(command)
    let condition = try RecordStore.Expression(sessionless: command.condition, of: "a rule")
    do throws(StoreError) {
      // First by itself: only what is wrong with the expression has a place in it.
      _ = try store.compile(condition, for: type.name)
    } catch {
      throw Diagnostic(error, tokens: command.condition.tokens).at(command.condition.span)
    }
    if store.isDefined(rule, condition: condition) { return }
    do throws(Diagnostic) {
      try change(
        store.define(rule, condition: condition), at: command.rule.name.span, as: .schema)
    } catch {
      var diagnostic = error
      if error.kind == .rule {
        diagnostic.hint = "list \(type.name.asName) where not (\(rule.condition))"
      }
      throw diagnostic
    }
  }
}
