internal import CommandLanguage
internal import Records
internal import Replies

/// The values that the session was begun with by the option `--var`, as they were written.
final class Variables {
  private var given: [String: (text: String, value: Spanned<ValueSyntax>)] = [:]

  /// Their names.
  var names: Set<String> { Set(given.keys) }

  /// Notes a value as it was written, in one command line.
  func add(_ name: String, _ text: String, _ value: Spanned<ValueSyntax>) {
    given[name] = (text, value)
  }

  /// The value of a name for a script that declares it to be of a kind; nil where none was given, or it
  /// was taken before.
  ///
  /// Of a text the quotation marks can be missing: who starts a program has written them to a shell.
  func take(_ name: String, as kind: PropertyKind) -> Spanned<ValueSyntax>? {
    defer { given[name] = nil }
    return value(of: name, as: kind)
  }

  /// The value that ``take(_:as:)`` returns, which stays.
  func value(of name: String, as kind: PropertyKind) -> Spanned<ValueSyntax>? {
    guard let (text, value) = given[name] else { return nil }
    guard kind.storage == .text else { return value }
    switch value.value {
    case .number, .boolean, .date, .clock, .month, .percent:
      return Spanned(.text(text), at: value.span)
    case .text, .word, .nothing, .name, .expression, .list, .record: return value
    }
  }
}

extension Diagnostic {
  /// The error that a variable was given what does not fit the script.
  init(misfit variable: Name, _ error: Diagnostic) {
    self.init(
      .usage, "the variable \(variable.value) cannot be taken: \(error.message)",
      at: variable.span, hint: error.hint, candidates: error.candidates)
  }

  /// The error that a script declares a variable that nothing gives.
  init(missing variable: Name) {
    self.init(
      .usage, "the variable \(variable.value) is missing", at: variable.span,
      hint: "--var \(variable.value)=VALUE gives it")
  }
}
