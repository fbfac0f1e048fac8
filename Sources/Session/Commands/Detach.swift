internal import CommandLanguage
internal import Interactors

extension Session {
  /// `detach`: ends a label, field or form and frees its name; an editing is cancelled.
  func detach(_ syntax: InteractorSyntax) throws(Diagnostic) {
    let found = try interactor(syntax)
    try checkIsNoRow(found, at: syntax.span)
    for field in found.ownFields where field.interactor.isEditing { cancelEditing(of: field) }
    found.end()
    if !found.isPart { names.free(syntax.name.value) }
  }
}
