internal import Interchange
internal import RecordStore
internal import Records
internal import Replies
internal import Workspace

struct ImportMistake {
  var kind: Diagnostic.Kind
  var message: String
  var column: Int?
  /// The offset of a nested object in ``SourceRow/raw``.
  var offset: Int?
  /// The text by which the summary groups errors: usually the name of a property, or else of a type.
  var subject: String
  var hint: String?
}

extension ImportMistake {
  init(_ violation: Violation, _ property: String, column: Int?, hint: String? = nil) {
    self.init(
      kind: Self.kind(of: violation), message: violation.message, column: column,
      subject: property, hint: hint)
  }

  static func kind(of violation: Violation) -> Diagnostic.Kind {
    switch violation.kind {
    case .name: .name
    case .value: .value
    case .rule: .rule
    }
  }

  init(_ fault: RowRefusal.Fault, at place: RowRefusal.Place, _ type: RecordType) {
    self.init(fault.error, type)
    let path = place.path + (fault.error.property.map { "." + $0.asName } ?? "")
    message = fault.isBreach ? "\(place.path) \(message)" : "\(path): \(message)"
    (column, offset) = (place.column, place.offset)
  }

  init(_ error: StoreError, _ type: RecordType) {
    self.init(
      kind: Diagnostic(error).kind, message: error.message, column: nil,
      subject: error.property ?? type.name)
  }
}

extension StoreError {
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
  init(_ error: RowError, in file: String) {
    self.init(
      .file, error.message,
      place: Place(file: file, line: error.line, column: error.column), hint: error.hint)
  }

  init(reading error: any Error, in file: String) {
    switch error {
    case let error as Diagnostic: self = error
    case let error as RowError: self.init(error, in: file)
    case let error as WorkbookError:
      let words = if case .foreign = error.kind { " " } else { ": " }
      self.init(.file, file + words + error.message, hint: error.hint)
    default: self.init(.file, "\(file): \(error)")
    }
  }
}
