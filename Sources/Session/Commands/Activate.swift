internal import CommandLanguage
internal import Interactors

extension Session {
  /// `activate`: lets a label, field or form follow its property or record again.
  func activate(_ syntax: InteractorSyntax) throws(Diagnostic) {
    try interactor(syntax).base.activate()
  }
}
