internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `drop`: takes a rule away.
  func drop(_ command: DropSyntax) throws(Diagnostic) {
    switch command {
    case .rule(let syntax):
      let type = try type(syntax.type)
      let rules = store.rules(of: type.name)
      guard rules.contains(where: { $0.name == syntax.name.value }) else {
        throw Diagnostic(
          unknown: "\(type.name) has no rule \"\(syntax.name.value)\"", syntax.name,
          among: rules.map(\.name))
      }
      try change(
        store.dropRule(syntax.name.value, of: type.name), at: syntax.name.span, as: .schema)
    }
  }
}
