internal import CommandLanguage
internal import Records
internal import Replies

final class Variables {
  private var given: [String: (text: String, value: Spanned<ValueSyntax>)] = [:]

  private(set) var unread: Set<String> = []

  func noteUse(of names: some Sequence<String>) {
    guard !unread.isEmpty else { return }
    unread.subtract(names)
  }

  /// - Parameter names: The names of declared or read variables.
  func strange(among names: Set<String>) -> Diagnostic? {
    guard let name = unread.subtracting(names).min() else { return nil }
    let open = names.subtracting(given.keys).sorted()
    let meant = suggestion(for: name, among: open)
    return Diagnostic(
      .usage, "the script has no variable \"\(name)\"",
      hint: meant.map { "did you mean \"\($0)\"?" }
        ?? (names.isEmpty ? nil : "its variables are \(names.sorted().listed(with: "and"))"),
      candidates: meant.map { [$0] } ?? [])
  }

  func add(_ name: String, _ text: String, _ value: Spanned<ValueSyntax>) {
    given[name] = (text, value)
    unread.insert(name)
  }

  /// Removes and returns the value of a script variable; nil if there is no value left.
  ///
  /// Quotation marks around texts are optional, because shells remove them.
  func take(_ name: String, as kind: PropertyKind) -> Spanned<ValueSyntax>? {
    defer { given[name] = nil }
    noteUse(of: [name])
    return value(of: name, as: kind)
  }

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
  init(misfit variable: Name, _ error: Diagnostic) {
    self.init(
      .usage, "the variable \(variable.value) cannot be set: \(error.message)",
      at: variable.span, hint: error.hint, candidates: error.candidates)
  }

  init(missing variable: Name) {
    self.init(
      .usage, "the variable \(variable.value) is missing", at: variable.span,
      hint: "use --var \(variable.value)=VALUE")
  }
}
