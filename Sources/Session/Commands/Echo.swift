internal import CommandLanguage

extension Session {
  /// `echo`: prints a text with its places filled in.
  func echo(_ template: TemplateSyntax) throws(Diagnostic) {
    say(.text(try text(of: template)))
  }
}
