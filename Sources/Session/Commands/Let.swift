internal import CommandLanguage
internal import Records

extension Session {
  /// `let`: gives a record or a value a name for the session.
  func bind(_ command: LetSyntax) throws(Diagnostic) {
    try checkIsFree(command.name)
    let binding: Binding
    switch command.meaning {
    case .record(let record): binding = .record(try self.record(record))
    case .new(let new): binding = .record(try self.new(new))
    case .put(let put): binding = .record(try self.put(put))
    case .value(let syntax):
      let (value, property) = try value(syntax)
      // A record that a reference leads to is one like any other.
      if case .reference(let id) = value {
        binding = .record(id)
      } else {
        binding = .value(value, of: property)
      }
    }
    names.bind(command.name.value, to: binding)
  }

  /// The value of what is written where no property says what is wanted, and the property it is of,
  /// if it is of one.
  private func value(
    _ syntax: Spanned<ValueSyntax>
  ) throws(Diagnostic) -> (Value?, Property?) {
    switch syntax.value {
    case .name(let path): return try value(path)
    case .expression(let expression): return (try evaluate(expression), nil)
    default:
      return (try Value(literal: syntax, for: nil, zoneOffset: configuration.zoneOffset), nil)
    }
  }
}
