internal import CommandLanguage
internal import Interactors

extension Session {
  /// `deactivate`: lets a label or field rest; an editing is ended as by Return.
  func deactivate(_ name: Name) throws(Diagnostic) {
    let interactor = try interactor(name)
    if case .field(let field) = names[name.value] { try endEditing(of: field) }
    interactor.deactivate()
  }
}
