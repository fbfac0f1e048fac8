internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Validation

extension Session {
  /// `label`: shows a property or the value of an expression, now and whenever it changes.
  func label(_ command: LabelSyntax) throws(Diagnostic) {
    try checkIsFree(command.name)
    let label =
      switch command.subject {
      case .property(let path): try label(command, on: path)
      case .expression(let expression): try label(command, of: expression)
      }
    label.hasOwnLocale = command.locale != nil
    if let text = command.nilText { label.interactor.nilText = text.value }
    names.bind(command.name.value, to: .label(label))
    label.interactor.activate()
  }

  private func label(
    _ command: LabelSyntax, on path: PathSyntax
  ) throws(Diagnostic) -> AttachedLabel {
    let (subject, property, id) = try shownProperty(path)
    let interactor = LabelInteractor.label(
      subject, property, digits: try digits(command.format, for: property),
      symbols: try symbols(command.locale), isGrouped: try isGrouped(property, command.grouped),
      dates: try dates(command.local, property, command.locale) ?? .iso)
    return AttachedLabel(.own(command.name.value), on: path.text, of: [id], interactor, say: say)
  }

  /// What a label on a path shows, of which record: a reference is shown by the key of its record.
  func shownProperty(
    _ path: PathSyntax
  ) throws(Diagnostic) -> (any Subject, Property, RecordID) {
    let target = try target(of: path)
    let id = try record(path.record)
    let isReference = target.kind.recordType != nil && !target.kind.isList
    guard !path.isPlain || isReference else {
      return (try liveRecord(id, at: path.span), target, id)
    }
    let subject = try subject(path, toKey: true)
    guard isReference, let type = target.kind.recordType, let key = store.type(named: type)?.key
    else { return (subject, target, id) }
    return (subject, key, id)
  }

  private func label(
    _ command: LabelSyntax, of expression: CommandLanguage.Expression
  ) throws(Diagnostic) -> AttachedLabel {
    if let local = command.local {
      throw Diagnostic(
        .value, "an expression is no date to write in an order of its own", at: local)
    }
    let (digits, symbols) = (try digits(command.format), try symbols(command.locale))
    let source = try source(of: command.name, expression)
    let interactor = ExpressionLabelInteractor(
      source.calculation, digits: digits, symbols: symbols, isGrouped: command.grouped != nil)
    _ = source.calculation.value
    // A label whose first text nobody waited for is not made.
    try checkLabels()
    return AttachedLabel(
      .own(command.name.value), on: "(\(expression.text))", of: source.expression.records,
      interactor,
      source: source, say: say)
  }

  /// The symbols of a locale that a command names, else the session's.
  func symbols(_ locale: Spanned<String>?) throws(Diagnostic) -> NumberSymbols {
    guard let locale else { return symbols }
    if let symbols = NumberSymbols(localeIdentifier: locale.value) { return symbols }
    throw Diagnostic(
      .value, "there is no locale \"\(locale.value)\"; expected one such as de_DE", at: locale.span)
  }

  /// How a date is written that is to be in the order of its locale; nil where it is not.
  func dates(
    _ local: SourceSpan?, _ property: Property, _ locale: Spanned<String>?
  ) throws(Diagnostic) -> DateNotation? {
    guard let local else { return nil }
    guard property.kind == .date else {
      throw Diagnostic(
        .value, "\(property.name) is of the kind \(property.kind.name), and local is for dates",
        at: local)
    }
    return DateNotation(localeIdentifier: locale?.value ?? self.locale)
  }

  /// Whether digits are to be grouped, which only numbers can be.
  func isGrouped(_ property: Property, _ grouped: SourceSpan?) throws(Diagnostic) -> Bool {
    guard let grouped else { return false }
    guard property.kind.isGroupable else {
      throw Diagnostic(
        .value, "\(property.name) is of the kind \(property.kind.name), which is not grouped",
        at: grouped)
    }
    return true
  }
}

extension PathSyntax {
  /// The path as a command writes it.
  var text: String {
    let owner = record.value.text
    let names = steps.map { step in
      step.name.value.asName + (step.index.map { "[\($0.value)]" } ?? "")
    }
    return ([owner] + names).joined(separator: ".")
  }
}

extension RecordSyntax {
  /// The record as a command writes it.
  var text: String {
    switch self {
    case .id(let type, let number): "\(type.value.asName)/\(number)"
    case .key(let type, let value): "\(type.value.asName)[\(value.value.text)]"
    case .name(let name): name.value.asName
    }
  }
}

extension ValueSyntax {
  fileprivate var text: String {
    switch self {
    case .list(let items): "[" + items.map(\.value.text).joined(separator: ", ") + "]"
    case .record(let record): record.text
    case .text(let text), .word(let text): Value.text(text).literal
    case .number(let text), .date(let text): text
    case .boolean(let flag): String(flag)
    case .nothing: "nil"
    case .name(let path): ":" + path.names.map(\.value).joined(separator: ".")
    case .expression(let expression): "(\(expression.text))"
    }
  }
}
