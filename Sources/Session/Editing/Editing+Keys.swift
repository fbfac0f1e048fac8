internal import CommandLanguage
internal import Interactors
internal import Replies

extension Editing {
  func typing(
    into target: BoundInteractor, at span: SourceSpan, isTraced: Bool = false
  ) throws(Diagnostic) -> Typing {
    switch target {
    case let field as BoundField:
      try field.checkIsOn(at: span)
      let obstacle = obstacle(to: field, in: nil, at: span)
      if obstacle == nil { try prepare(field, at: span) }
      return Typing(into: field, blockedBy: obstacle, self, at: span, isTraced: isTraced)
    case let form as BoundForm:
      let loss = try takeLoss(of: form, at: span)
      let field = try firstField(of: form, at: span)
      let obstacle = obstacle(to: field, in: form, at: span)
      if obstacle == nil { try enter(form, in: field, at: span) }
      return Typing(
        into: form, beginningIn: field, blockedBy: obstacle, after: loss, self, at: span,
        isTraced: isTraced)
    default:
      throw Diagnostic(
        .name, "\(target.name) is a \(target.kind), not a field or form", at: span)
    }
  }

  /// Prints the result of keys; throws if a Return was refused.
  func finish(_ typing: Typing, at span: SourceSpan) throws(Diagnostic) {
    try takeOver(typing.field)
    if let result = typing.result, !typing.isQuiet { say(.typed(result)) }
    if let form = typing.form ?? typing.endedForm { settle(form) }
    (typing.field.parent as? BoundChoices)?.settle()
    if let refusal = typing.refusal {
      var diagnostic = refusal.at(span)
      diagnostic.isOfReturn = true
      throw diagnostic
    }
  }
}
