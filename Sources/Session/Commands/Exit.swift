internal import CommandLanguage

extension Session {
  /// `exit`: ends the session.
  func exit(_ status: Spanned<Int>?) {
    exitStatus = status?.value ?? self.status
  }
}
