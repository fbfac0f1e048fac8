internal import CommandLanguage
internal import Interactors

extension Session {
  /// `deactivate`: lets a label, field or form rest; an editing is ended as by Return.
  func deactivate(_ syntax: InteractorSyntax) throws(Diagnostic) {
    let found = try interactor(syntax)
    try endEditings(in: found)
    found.base.deactivate()
  }

  /// Ends what is edited in a field or form as Return does; what is incomplete is an error.
  func endEditings(in interactor: AttachedInteractor) throws(Diagnostic) {
    for field in interactor.fields where field.interactor.isEditing {
      try endEditing(of: field)
    }
  }
}
