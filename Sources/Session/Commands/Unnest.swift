internal import CommandLanguage
internal import Interactors

extension Session {
  /// `unnest`: takes a label, field or form out of its form, where it rests from then on.
  ///
  /// A part that has no name but by its form ends with that. An editing is ended as by Return.
  func unnest(_ syntax: InteractorSyntax) throws(Diagnostic) {
    let inner = try interactor(syntax)
    try checkIsNoRow(inner, at: syntax.span)
    guard let form = inner.parent as? AttachedForm else {
      throw Diagnostic(.refused, "\(inner.name) is not a part of a form", at: syntax.span)
    }
    try endEditings(in: inner)
    if inner.isPart { inner.end() } else { form.release(inner) }
  }
}
