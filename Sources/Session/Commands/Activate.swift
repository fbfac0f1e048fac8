internal import CommandLanguage
internal import Interactors

extension Session {
  /// `activate`: lets a label or field follow its property again.
  func activate(_ syntax: InteractorSyntax) throws(Diagnostic) {
    try interactor(syntax).activate()
  }
}
