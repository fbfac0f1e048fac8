internal import CommandLanguage
internal import Interactors

extension Session {
  /// `detach`: ends a label or field and frees its name; an editing is cancelled.
  func detach(_ name: Name) throws(Diagnostic) {
    let interactor = try interactor(name)
    if case .field(let field) = names[name.value] { cancelEditing(of: field) }
    interactor.detach()
    names.free(name.value)
  }
}
