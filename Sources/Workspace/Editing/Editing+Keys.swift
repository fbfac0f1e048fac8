internal import Interactors
internal import Replies

extension Editing {
  package func typing(
    into target: BoundInteractor, isTraced: Bool = false
  ) throws(WorkspaceError) -> Typing {
    switch target {
    case let field as BoundField:
      try field.checkIsOn()
      let obstacle = obstacle(to: field, in: nil)
      if obstacle == nil { try prepare(field) }
      return Typing(into: field, blockedBy: obstacle, self, isTraced: isTraced)
    case let form as BoundForm:
      let loss = try takeLoss(of: form)
      let field = try firstField(of: form)
      let obstacle = obstacle(to: field, in: form)
      if obstacle == nil { try enter(form, in: field) }
      return Typing(
        into: form, beginningIn: field, blockedBy: obstacle, after: loss, self,
        isTraced: isTraced)
    default:
      throw .takesNoKeys(target.name, kind: target.kind)
    }
  }

  /// Prints the result of keys; throws if a Return was refused.
  package func finish(_ typing: Typing) throws(WorkspaceError) {
    try takeOver(typing.field)
    if let result = typing.result, !typing.isQuiet { workspace.say(.typed(result)) }
    if let form = typing.form ?? typing.endedForm { settle(form) }
    (typing.field.parent as? BoundChoices)?.settle()
    if let refusal = typing.refusal { throw .returnRefused(refusal) }
  }
}
