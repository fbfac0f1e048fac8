internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

/// What is wrong with a row of a file.
struct ImportMistake {
  var kind: Diagnostic.Kind
  var message: String
  /// The column that it is about; nil for the whole row.
  var column: Int?
  /// What mistakes of its sort are about: a property or a rule.
  var subject: String
  /// What may help, in a command.
  var hint: String?
}

extension ImportMistake {
  init(_ violation: Violation, _ property: String, column: Int?, hint: String? = nil) {
    let kind: Diagnostic.Kind =
      switch violation.kind {
      case .name: .name
      case .value: .value
      case .rule: .rule
      }
    self.init(
      kind: kind, message: violation.message, column: column, subject: property, hint: hint)
  }

  init(_ error: StoreError, _ type: RecordType) {
    self.init(
      kind: Diagnostic(error).kind, message: error.message, column: nil,
      subject: error.property ?? type.name)
  }
}

extension StoreError {
  /// Whether it is about what was to be written, and not about the store.
  var concernsRow: Bool {
    switch kind {
    case .name, .conflict, .rule, .expression, .refused: true
    case .unopenable, .busy, .readOnly, .lost, .overtaken, .interrupted, .engine,
      .lostTransaction, .unknownOutcome:
      false
    }
  }
}

extension Diagnostic {
  /// The diagnostic of a file that cannot be read as rows.
  init(_ error: RowError, in file: String) {
    self.init(
      .file, error.message,
      place: Place(file: file, line: error.line, column: error.column), hint: error.hint)
  }
}
