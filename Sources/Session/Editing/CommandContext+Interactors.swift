internal import CommandLanguage
internal import Interactors
internal import Presentation
internal import RecordStore
internal import Records
internal import Replies
internal import Validation
internal import Workspace

extension CommandContext {
  var locale: String { workspace.notation.locale }

  func notation(_ locale: Spanned<String>?) throws(Diagnostic) -> FieldNotation {
    guard let locale else { return workspace.notation }
    if let notation = FieldNotation(locale: locale.value) { return notation }
    throw Diagnostic(
      .value, "there is no locale \"\(locale.value)\"; expected one such as de_DE", at: locale.span)
  }

  func dates(
    _ local: SourceSpan?, _ property: Property, _ locale: Spanned<String>?
  ) throws(Diagnostic) -> DateNotation? {
    guard let local else { return nil }
    guard property.kind == .date else {
      throw Diagnostic(
        .value,
        "local needs a Date property, but \(property.name) is of kind \(property.kind.name)",
        at: local)
    }
    return try notation(locale).dates
  }

  func calendar(_ locale: Spanned<String>?) throws(Diagnostic) -> CalendarNotation? {
    guard let calendar = workspace.calendar else { return nil }
    return CalendarNotation(try notation(locale).dates, zoneOffset: calendar.zoneOffset)
  }

  func prepare(_ input: inout FormatterInput) {
    let zoneOffset = configuration.zoneOffset
    input.label = { [workspace] in workspace.label(on: $0, $1) }
    input.localLabel = { [workspace] in
      workspace.localLabel(on: $0, $1, zoneOffset: zoneOffset)
    }
    input.showsTitles = resolver.isForPerson
    input.width = configuration.displayWidth
    input.zoneOffset = zoneOffset
  }

  func setLocale(_ locale: Spanned<String>) throws(Diagnostic) {
    let notation = try notation(locale)
    try inWorkspace(workspace.setNotation(notation, of: madeLabels), at: locale.span)
  }

  func display(locally isLocal: Bool) {
    let isLocal = isLocal && !configuration.isForPrograms
    let calendar = CalendarNotation(
      workspace.notation.dates, zoneOffset: configuration.zoneOffset)
    workspace.display(isLocal ? calendar : nil, in: madeLabels)
  }

  private var madeLabels: [BoundLabel] {
    var labels: [BoundLabel] = []
    var rest = names.interactors
    while let interactor = rest.popLast() {
      if let label = interactor as? BoundLabel { labels.insert(label, at: 0) }
      rest += interactor.parts
    }
    return labels
  }

  func makeForm(
    _ title: BoundInteractor.Title, on syntax: Spanned<RecordSyntax>, rows lists: [Name]? = nil
  ) throws(Diagnostic) -> BoundForm {
    let id = try resolver.record(syntax)
    let record = try inWorkspace(workspace.live.record(id), at: syntax.span)
    // The record in memory may still have the type from before this command.
    let type = resolver.store.schema.type(named: id.type) ?? record.type
    for name in lists ?? [] {
      let list = try resolver.property(name, of: type)
      try inWorkspace(workspace.checkHasRows(list), at: name.span)
    }
    return try inWorkspace(
      workspace.makeForm(
        title, on: id, as: syntax.value.text, rows: lists.map { $0.map(\.value) }),
      at: syntax.span)
  }
}

extension Property {
  func digits(_ format: FormatSyntax?) throws(Diagnostic) -> DecimalDigits? {
    guard let format else { return nil }
    guard kind.isNumeric else {
      throw Diagnostic(
        .value, "\(name) is of kind \(kind.name), which has no format", at: format.span,
        hint: "use format with Integer, Decimal or Double")
    }
    var digits = decimalDigits ?? FormatSyntax.mostDigits
    if case .integer = kind { digits.fraction = 0...0 }
    return try format.digits(within: digits)
  }

  func isGrouped(_ grouped: SourceSpan?) throws(Diagnostic) -> Bool {
    guard let grouped else { return false }
    guard kind.isGroupable else {
      throw Diagnostic(
        .value, "\(name) is of kind \(kind.name), which cannot be grouped", at: grouped)
    }
    return true
  }
}

extension FormatSyntax {
  fileprivate static let mostDigits = DecimalDigits(
    integer: ExactDecimal.maximumDigits, fraction: 0...ExactDecimal.maximumDigits)

  func digits(
    within digits: DecimalDigits = mostDigits
  ) throws(Diagnostic) -> DecimalDigits {
    let kind = PropertyKind.decimal(
      integerDigits: integer?.value ?? 1, fractionDigits: fraction?.value ?? 0...0)
    do {
      _ = try Property("_", kind).consistent()
    } catch {
      throw Diagnostic(.value, error.message, at: span)
    }
    var digits = digits
    if let integer { digits.integer = integer.value }
    if let fraction { digits.fraction = fraction.value }
    return digits
  }
}
