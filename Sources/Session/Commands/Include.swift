internal import CommandLanguage

extension Session {
  /// The most files that include each other.
  private static let includeDepth = 50

  /// `include`: runs the commands of a file, whose name is relative to the including one.
  func include(_ file: Spanned<String>) throws(Diagnostic) {
    guard let outer = scripts.last else { preconditionFailure("a command stands in a script") }
    guard scripts.count < Self.includeDepth else {
      throw Diagnostic(
        .file, "\(Self.includeDepth) files include each other; is \(file.value) among them?",
        at: file.span)
    }
    let isFile = !outer.name.hasPrefix("<")
    let path = configuration.files.path(file.value, relativeTo: isFile ? outer.name : nil)
    guard !scripts.contains(where: { $0.name == path }) else {
      throw Diagnostic(.file, "\(path) includes itself", at: file.span)
    }
    let lines: any LineSource
    do {
      lines = try configuration.files.lines(of: path)
    } catch {
      throw error.at(file.span)
    }
    let place = Diagnostic.Place(
      file: outer.name, line: file.span.start.line, column: file.span.start.column)
    let script = Script(name: path, includedFrom: [place] + outer.includedFrom)
    try run(script, from: lines)
  }
}
