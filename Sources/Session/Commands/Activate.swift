internal import CommandLanguage
internal import Interactors

extension Session {
  /// `activate`: lets a label or field follow its property again.
  func activate(_ name: Name) throws(Diagnostic) {
    try interactor(name).activate()
  }
}
