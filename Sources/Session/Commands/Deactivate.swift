internal import CommandLanguage
internal import Interactors

extension Session {
  /// `deactivate`: lets a label or field rest; an editing is ended as by Return.
  func deactivate(_ syntax: InteractorSyntax) throws(Diagnostic) {
    let (name, interactor) = (try name(syntax), try interactor(syntax))
    if case .field(let field) = names[name.value] { try endEditing(of: field) }
    interactor.deactivate()
  }
}
