internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// The value of a property that is written in a command.
  func value(_ syntax: Spanned<ValueSyntax>, for property: Property) throws(Diagnostic) -> Value? {
    let value: Value?
    switch syntax.value {
    case .name(let path):
      value = try self.value(path).value.map { Self.converted($0, to: property.kind) }
    case .expression(let expression):
      value = try evaluate(expression).map { Self.converted($0, to: property.kind) }
    default:
      value = try Value(literal: syntax)
    }
    do {
      return try property.checked(value)
    } catch {
      throw Diagnostic(error, at: syntax.span)
    }
  }

  /// What an expression has come to, as a kind that SQLite does not know.
  static func converted(_ value: Value, to kind: PropertyKind) -> Value {
    switch (kind, value) {
    case (.boolean, .integer(0)): .boolean(false)
    case (.boolean, .integer(1)): .boolean(true)
    case (.decimal, .double(let number)), (.integer, .double(let number)):
      ExactDecimal(rounding: number).map(Value.decimal) ?? value
    default: value
    }
  }

  /// The value of a session name, and the property it is of, if it is of one.
  func value(_ path: SessionPath) throws(Diagnostic) -> (value: Value?, property: Property?) {
    guard let first = path.names.first else { return (nil, nil) }
    switch (first.value, names[first.value]) {
    case ("today", nil) where path.names.count == 1:
      let now = configuration.clock()
      let local = Instant(milliseconds: now + configuration.zoneOffset(now))
      return (.text(String(local.description.prefix(10))), nil)
    case ("now", nil) where path.names.count == 1:
      return (.text(Instant(milliseconds: configuration.clock()).description), nil)
    case (_, .record(let id)):
      guard path.names.count > 1 else {
        _ = try record(Spanned(.name(first), at: path.span))
        return (.integer(id.number), nil)
      }
      let record = Spanned(RecordSyntax.name(first), at: first.span)
      let (id, property) = try property(
        PathSyntax(record: record, properties: Array(path.names.dropFirst())))
      return (try value(property, of: id, at: path.span), property)
    case (_, .value(let value, let property)):
      if let next = path.names.dropFirst().first {
        throw Diagnostic(
          .name, "\"\(first.value)\" is a value and has no \"\(next.value)\"", at: next.span)
      }
      return (value, property)
    case (_, let other?):
      throw Diagnostic(.name, "\"\(first.value)\" is \(other.noun), not a value", at: path.span)
    case (_, nil):
      throw Diagnostic(
        unknown: "there is no session name \"\(first.value)\"", first,
        among: names.all.map(\.name) + ["today", "now"])
    }
  }
}

extension Value {
  /// The value of what is written out; nil for `nil`.
  ///
  /// - Throws: ``Diagnostic`` for a number beyond reach and for what only a session can evaluate.
  init?(literal syntax: Spanned<ValueSyntax>) throws(Diagnostic) {
    switch syntax.value {
    case .text(let text), .word(let text): self = .text(text)
    case .boolean(let flag): self = .boolean(flag)
    case .nothing: return nil
    case .number(let digits):
      if let number = Int(digits) {
        self = .integer(number)
      } else if let number = ExactDecimal(digits) {
        self = .decimal(number)
      } else if digits.contains(where: { $0.isLetter }) {
        throw Diagnostic(
          .value, "\(digits) is no number here; write out its digits, or put it in brackets",
          at: syntax.span)
      } else {
        throw Diagnostic(
          .value, "\(digits) has more than \(ExactDecimal.maximumDigits) digits", at: syntax.span)
      }
    case .date(let date):
      throw Diagnostic(
        .value, "expected a text, a number, true, false or nil, not the date \(date)",
        at: syntax.span)
    case .name, .expression:
      throw Diagnostic(.value, "expected a value that is written out", at: syntax.span)
    }
  }
}
