internal import CommandLanguage
internal import Interactors

extension Session {
  /// `detach`: ends a label or field and frees its name; an editing is cancelled.
  func detach(_ syntax: InteractorSyntax) throws(Diagnostic) {
    let (name, interactor) = (try name(syntax), try interactor(syntax))
    if case .field(let field) = names[name.value] { cancelEditing(of: field) }
    interactor.detach()
    names.free(name.value)
  }
}
