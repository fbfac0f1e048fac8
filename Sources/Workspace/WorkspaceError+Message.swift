package import RecordStore
internal import Records
package import Replies
package import Values

extension WorkspaceError {
  /// Without a position.
  package var diagnostic: Diagnostic {
    switch self {
    case .store(let error): Diagnostic(error)
    case .violation(let violation): Diagnostic(violation)
    case .path(let error, _): error.diagnostic
    case .body(let error): error
    case .screenOfMany(_, _, let id, let other):
      Diagnostic(.value, words, hint: other.map { "open \($0.asName) \(id)" })
    case .screenOfOne(let screen, let type):
      Diagnostic(.value, words, hint: "open \(screen.asName) \(type.asName)/1")
    case .screenOfOtherType: Diagnostic(.value, words)
    case .noOpenScreen, .notLoaded: Diagnostic(.refused, words)
    case .returnRefused(let error):
      {
        var diagnostic = error.diagnostic
        diagnostic.isOfReturn = true
        return diagnostic
      }()
    case .noProperty(let name, let type):
      Diagnostic(
        unknown: "no such property: \(type.name) has no \"\(name)\"", name,
        among: type.properties.map(\.name))
    case .noPart(let name, let form, let names):
      Diagnostic(unknown: "\(form) has no part \"\(name)\"", name, among: names)
    case .clockOutOfRange, .isItem, .formHasEnded, .noFieldTakesKeys, .isUnavailable, .incomplete,
      .refused:
      Diagnostic(.refused, words)
    case .isRow: Diagnostic(.refused, words, hint: "use remove to take the record out of its list")
    case .isDeactivated(let name): Diagnostic(.refused, words, hint: "activate \(name)")
    case .openEdit(.unfinishedForm):
      Diagnostic(
        .refused, words,
        hint: "<Return> after the last field stores the changes; <Esc> discards them")
    case .openEdit(.unstoredChoice):
      Diagnostic(.refused, words, hint: "<Return> stores the choice; <Esc> discards it")
    case .noRecord, .deleted, .noType, .lost, .noIndex, .isNil, .noLongerExists, .hasNoItems,
      .isValue, .needsIndex, .isNoForm, .hasNoRows, .takesNoKeys, .choiceIsGone:
      Diagnostic(.name, words)
    case .holdsNoList, .noDigits, .rowsOfReferences, .rowsOfNoList: Diagnostic(.value, words)
    case .changedMeanwhile, .lostRows: Diagnostic(.conflict, words)
    case .openEdit(.incomplete(_, let kind, _)): Diagnostic(kind, words)
    }
  }

  private var words: String {
    switch self {
    case .clockOutOfRange: "the clock is outside the years 1 to 9999; set the clock"
    case .noRecord(let id): "there is no \(id)"
    case .deleted(let id, let actor, let time): "\(id) was deleted by \(actor) at \(time)"
    case .noType(let name): RecordType.missing(name)
    case .lost(let words), .refused(let words): words
    case .holdsNoList(let name): "\(name) is not a list"
    case .screenOfMany(let screen, let type, _, _):
      "\(screen) lists the records of \(type), not a single record"
    case .screenOfOne(let screen, let type): "\(screen) needs a record of \(type)"
    case .screenOfOtherType(let screen, let type, let id):
      "\(screen) is a screen for \(type), not for \(id)"
    case .noOpenScreen: "no screen is open"
    case .notLoaded(let subject): "\(subject) cannot be loaded"
    case .noIndex(let index, let list, let count):
      count == 0
        ? "\(list) is empty"
        : "\(list) has no position \(index); expected one from 0 to \(count - 1)"
    case .isNil(let reference, let name): "\(reference) is nil and has no \"\(name)\""
    case .noLongerExists(let reference, let id):
      "\(reference) is \(id), which no longer exists"
    case .hasNoItems(let property):
      "\(property.name) is of kind \(property.kind.name) and has no items"
    case .isValue(let property, let kind, let name):
      "\(property) is a value of kind \(kind.name) and has no \"\(name)\""
    case .needsIndex(let name, let written):
      "\(name) is a list; expected the position of an item, as in \(written)[0]"
    case .isItem(let path): "expected a property; \(path) is an item of a list"
    case .isNoForm(let name, let part): "\(name) is not a form and has no \"\(part)\""
    case .hasNoRows(let name, let kind): "\(name) is a \(kind) and has no rows"
    case .isRow(let name): "the row \(name) cannot be removed while its record is in the list"
    case .isDeactivated(let name): "\(name) is deactivated"
    case .takesNoKeys(let name, let kind): "\(name) is a \(kind), not a field or form"
    case .noFieldTakesKeys(let form): "\(form) has no field that accepts keys"
    case .formHasEnded(let form): "the form \(form) has ended"
    case .noDigits(let property): "no value of \(property) fits the digits of the format"
    case .rowsOfReferences(let list):
      "\(list) does not own its records; rows need an owned list"
    case .rowsOfNoList(let property, let kind):
      "\(property) is of kind \(kind.name); rows need a list of records"
    case .isUnavailable(let name, let reason): "\(name) is unavailable: \(reason)"
    case .openEdit(.unfinishedForm(let form)):
      "finish the form \(form) first: its changes are not stored yet"
    case .openEdit(.unstoredChoice(let field)):
      "finish \(field) first: its choice is not stored yet"
    case .openEdit(.incomplete(let field, _, let reason)):
      "\(field) is being edited and cannot be left: \(reason)"
    case .changedMeanwhile(let changes):
      "\(changes.joined(separator: ", ")) meanwhile: Return keeps yours, Esc takes theirs"
    case .lostRows(let rows):
      rows.map(\.message).joined(separator: ", ")
        + ", but had changes in this form: Return stores the rest, Esc discards everything"
    case .choiceIsGone(let name, let error): "\(name): \(error.message)"
    case .incomplete(let field, let reason): "\(field) is incomplete: \(reason)"
    case .store, .violation, .path, .returnRefused, .noProperty, .noPart, .body: diagnostic.message
    }
  }
}

extension Diagnostic {
  package init(_ error: StoreError) {
    let (kind, cause): (Kind, Cause?) =
      switch error.kind {
      case .unopenable, .busy, .readOnly, .lost, .engine: (.store, nil)
      case .lostTransaction: (.store, .loss)
      case .unknownOutcome: (.store, .unknownOutcome)
      case .name: (.name, nil)
      case .conflict: (.conflict, nil)
      case .overtaken: (.conflict, .overtaking)
      case .rule: (.rule, nil)
      case .expression: (.expression, nil)
      case .refused: (.refused, nil)
      case .interrupted: (.refused, .interruption)
      }
    self.init(kind, error.message)
    self.cause = cause
    hint = error.hint?.shortened(to: Self.longestMessage)
  }

  /// `given` is the source text of the value.
  package init(_ violation: Violation, of given: String? = nil) {
    let kind: Kind =
      switch violation.kind {
      case .name: .name
      case .value: .value
      case .rule: .rule
      }
    var meant: String?
    if let given, !violation.candidates.isEmpty {
      meant = suggestion(for: given, among: violation.candidates)
    }
    self.init(
      kind, violation.message, hint: meant.map { "did you mean \"\($0)\"?" },
      candidates: violation.candidates.count <= 10
        ? violation.candidates : meant.map { [$0] } ?? [])
  }

  package init(unknown message: String, _ name: String, among names: [String]) {
    let meant = suggestion(for: name, among: names)
    self.init(
      .name, message, hint: meant.map { "did you mean \"\($0)\"?" },
      candidates: meant.map { [$0] } ?? [])
  }
}
