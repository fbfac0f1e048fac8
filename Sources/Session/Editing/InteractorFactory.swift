internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Validation

/// Creates labels, fields and forms, and knows the default locale.
final class InteractorFactory {
  private var notation: FieldNotation
  private let configuration: Configuration
  let runner: ScriptRunner
  let names: Bindings
  private let live: IdentityMap
  let resolver: Resolver
  let past: PastStates
  let labels: Labels
  let editing: Editing
  let say: (Reply) -> Void

  init(
    _ configuration: Configuration, _ notation: FieldNotation, _ runner: ScriptRunner,
    _ names: Bindings, _ live: IdentityMap, _ resolver: Resolver, _ past: PastStates,
    _ labels: Labels, _ editing: Editing, say: @escaping (Reply) -> Void
  ) {
    self.configuration = configuration
    self.notation = notation
    self.runner = runner
    self.names = names
    self.live = live
    self.resolver = resolver
    self.past = past
    self.labels = labels
    self.editing = editing
    self.say = say
  }

  // MARK: Locales

  var locale: String { notation.locale }

  func label(on subject: any Subject, _ property: Property) -> LabelInteractor {
    LabelInteractor.label(subject, property, symbols: notation.symbols)
  }

  func text(of value: Value, _ property: Property?) -> String {
    notation.text(of: value, property)
  }

  /// The notation of a locale; by default the session's.
  func notation(_ locale: Spanned<String>?) throws(Diagnostic) -> FieldNotation {
    guard let locale else { return notation }
    if let notation = FieldNotation(locale: locale.value) { return notation }
    throw Diagnostic(
      .value, "there is no locale \"\(locale.value)\"; expected one such as de_DE", at: locale.span)
  }

  /// The date format for `local`; nil without `local`.
  func dates(
    _ local: SourceSpan?, _ property: Property, _ locale: Spanned<String>?
  ) throws(Diagnostic) -> DateNotation? {
    guard let local else { return nil }
    guard property.kind == .date else {
      throw Diagnostic(
        .value, "\(property.name) is of the kind \(property.kind.name), and local is for dates",
        at: local)
    }
    return try notation(locale).dates
  }

  /// Changes the default locale, and reformats labels and fields that use it.
  ///
  /// A field being edited keeps its symbols until editing ends.
  func setLocale(_ locale: Spanned<String>) throws(Diagnostic) {
    notation = try notation(locale)
    for label in madeLabels where !label.hasOwnLocale {
      if let date = label.interactor as? DateLabelInteractor, date.dates != .iso {
        date.dates = notation.dates
      }
      label.interactor.symbols = notation.symbols
      // Its value may depend on the locale through text().
      label.source?.calculation.invalidate()
    }
    for field in names.fields where !field.options.hasOwnLocale {
      field.options.symbols = notation.symbols
      if field.options.dates != nil { field.options.dates = notation.dates }
      field.options.slashed = notation.slashed
      if !field.interactor.isEditing { try editing.limit(field, at: locale.span) }
    }
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

  // MARK: Fields

  /// Creates an inactive text field.
  ///
  /// - Parameter place: The place in a list that it chooses the record of; nil for a property of
  ///   the record.
  func makeField(
    _ title: BoundInteractor.Title, on id: RecordID, _ property: Property,
    choosing place: ChosenRecords.Place? = nil, path: PathSyntax? = nil,
    _ options: FieldOptions? = nil, _ known: FieldLimits? = nil, at span: SourceSpan
  ) throws(Diagnostic) -> BoundField {
    let record = try live.record(id, at: span)
    let options =
      options
      ?? FieldOptions(
        symbols: notation.symbols, slashed: notation.slashed, isGrouped: false)
    let limits =
      if let known { known } else { try editing.limits(of: property, options, at: span) }
    let interactor = TextFieldInteractor(place ?? record, property.name, format: limits.format)
    interactor.references = limits.references
    interactor.confirmsRefusals = true
    let field = BoundField(title, on: path, of: id, interactor, options)
    interactor.present = { [configuration] in configuration.present }
    interactor.accept = { [weak editing, weak field] value throws(Violation) in
      guard let editing, let field else { return }
      try Violation.of { () throws(Diagnostic) in try editing.store(value, of: field) }
    }
    interactor.check = { [weak editing, weak field] value throws(Violation) in
      guard let editing, let field, let value else { return }
      try Violation.of { () throws(Diagnostic) in try editing.check(value, of: field) }
    }
    return field
  }

  // MARK: Forms

  /// Creates an inactive form.
  func makeForm(
    _ title: BoundInteractor.Title, on syntax: Spanned<RecordSyntax>, rows lists: [Name]? = nil
  ) throws(Diagnostic) -> BoundForm {
    let id = try resolver.record(syntax)
    let record = try live.record(id, at: syntax.span)
    // Objects may have the type as it was before this command.
    let type = resolver.store.schema.type(named: id.type) ?? record.type
    for name in lists ?? [] {
      let property = try resolver.property(name, of: type)
      guard property.ownsRecords else {
        throw Diagnostic(
          .value,
          property.kind.isListOfRecords
            ? "\(name.value) does not own its records; rows are for a list that does"
            : "\(name.value) is of the kind \(property.kind.name); rows are for a list of records",
          at: name.span)
      }
    }
    return try makeForm(
      title, on: id, as: syntax.value.text, rows: lists.map { $0.map(\.value) }, in: [],
      at: syntax.span)
  }

  /// Creates an inactive form that creates its record when it ends.
  func makeForm(
    _ title: BoundInteractor.Title, ofNew type: RecordType, _ given: GivenValues,
    as subject: String, at span: SourceSpan
  ) throws(Diagnostic) -> BoundForm {
    let record: Record
    do {
      record = live.draft(of: type, try type.draftValues(given.values, at: resolver.present))
    } catch {
      throw Diagnostic(error, at: span)
    }
    let id = RecordID(type.name, record.number ?? 0)
    let form = try makeForm(title, on: id, as: subject, in: [], at: span)
    form.interactor.isOfNewSubject = true
    return form
  }

  /// - Parameter owners: The records whose lists contain this one.
  private func makeForm(
    _ title: BoundInteractor.Title, on id: RecordID, as subject: String, rows: [String]? = nil,
    in owners: Set<RecordID>, at span: SourceSpan
  ) throws(Diagnostic) -> BoundForm {
    let record = try live.record(id, at: span)
    let form = BoundForm(title, on: subject, of: id, record)
    form.interactor.accept = { [weak editing, weak form] changes throws(Violation) in
      guard let editing, let form else { return }
      try Violation.of { () throws(Diagnostic) in try editing.store(changes, of: form) }
    }
    let properties = record.type.properties
    // Not for referring lists, which can lead back to this record.
    let lists = properties.filter {
      $0.ownsRecords && rows?.contains($0.name) ?? true
    }
    // Rows come after all fields.
    for property in properties.filter({ !lists.contains($0) }) + lists {
      let part: BoundInteractor
      if lists.contains(property) {
        part = list(property.name, of: record, in: owners.union([id]), at: span)
      } else if property.refersToMany {
        part = choices(property, of: record, id, at: span)
      } else if property.isComputed || property.kind.isList {
        part = BoundLabel(
          .part(property.name), on: "", of: [id], label(on: record, property), say: say)
      } else {
        part = try makeField(.part(property.name), on: id, property, at: span)
      }
      form.add(part, for: property.name)
    }
    return form
  }

  /// One field per record of a referring list, and an empty one to add another.
  private func choices(
    _ property: Property, of record: Record, _ id: RecordID, at span: SourceSpan
  ) -> BoundChoices {
    // All places have the same candidates, which may be many.
    var limits: FieldLimits?
    return BoundChoices(property, of: record) { [weak self] place in
      guard let self else { return nil }
      do throws(Diagnostic) {
        let field = try self.makeField(
          .row, on: id, place.list.item, choosing: place, nil, limits, at: span)
        limits =
          limits
          ?? FieldLimits(
            format: field.interactor.format, references: field.interactor.references)
        return field
      } catch {
        self.say(.warning(error.message, error.kind))
        return nil
      }
    }
  }

  private func list(
    _ property: String, of record: Record, in owners: Set<RecordID>, at span: SourceSpan
  ) -> BoundList {
    BoundList(property, of: record) { [weak self] id in
      // Lists that contain each other would recurse without end.
      guard let self, !owners.contains(id) else { return nil }
      do throws(Diagnostic) {
        return try self.makeForm(.row, on: id, as: "", in: owners, at: span)
      } catch {
        self.say(.warning(error.message, error.kind))
        return nil
      }
    } rowWillGo: { [weak self] form in
      self?.editing.rowWillGo(form)
    }
  }
}

extension Violation {
  /// Runs a closure for an interactor; its error becomes the cause of a violation.
  fileprivate static func of(_ body: () throws(Diagnostic) -> Void) throws(Violation) {
    do throws(Diagnostic) {
      try body()
    } catch {
      throw Violation(kind: .rule, message: error.message, cause: error)
    }
  }
}
