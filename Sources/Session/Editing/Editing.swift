internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Validation

/// The editing of records, by commands and by keys in fields and forms.
///
/// A command first ends the edits that it concerns, like Return.
final class Editing {
  var pasteboard = ""
  private(set) var rejectedKeys = 0
  /// The stored values of each row removed by an unfinished form, and of its inner rows, as the
  /// user has seen them.
  var valuesAtRemoval: [RecordID: [RecordID: [Value?]]] = [:]
  let store: Store
  let live: IdentityMap
  let resolver: Resolver
  let say: (Reply) -> Void
  let runner: ScriptRunner
  let transactions: Transactions
  let names: Bindings
  private let labels: Labels
  let feed: ChangeFeed

  init(
    _ store: Store, _ runner: ScriptRunner, _ transactions: Transactions, _ names: Bindings,
    _ live: IdentityMap, _ resolver: Resolver, _ labels: Labels, _ feed: ChangeFeed,
    say: @escaping (Reply) -> Void
  ) {
    self.store = store
    self.runner = runner
    self.transactions = transactions
    self.names = names
    self.live = live
    self.resolver = resolver
    self.labels = labels
    self.feed = feed
    self.say = say
  }

  // MARK: Commands

  func create(
    _ type: RecordType, _ given: GivenValues, number: Spanned<Int>? = nil, at span: SourceSpan,
    in list: Store.ListPlace? = nil
  ) throws(Diagnostic) -> RecordID {
    let values = try initialValues(of: type, given, at: span)
    let span = number?.span ?? span
    guard let list else {
      var made = 0
      try transactions.changeOne(at: span, values: given.spans) { tx throws(StoreError) in
        made = try tx.create(type.name, values, number: number?.value)
      }
      return RecordID(type.name, made)
    }
    let made = try transactions.change(
      at: span,
      values: given.spans
    ) { tx throws(StoreError) in
      try tx.create(type.name, values, in: list, number: number?.value)
    }
    return RecordID(type.name, made)
  }

  func recreate(
    _ id: RecordID, of type: RecordType, _ given: GivenValues, at span: SourceSpan
  ) throws(Diagnostic) {
    let values = try initialValues(of: type, given, at: span)
    try transactions.changeOne(at: span, values: given.spans) { tx throws(StoreError) in
      try tx.recreate(id, values)
    }
  }

  private func initialValues(
    of type: RecordType, _ given: GivenValues, at span: SourceSpan
  ) throws(Diagnostic) -> [Value?] {
    do {
      return try type.initialValues(given.values, at: resolver.present)
    } catch {
      throw Diagnostic(error, at: span)
    }
  }

  /// Stores values of a record and shows them; a draft keeps them until its form is stored.
  func assign(
    _ given: GivenValues, to id: RecordID, at span: SourceSpan
  ) throws(Diagnostic) {
    if let only = given.only {
      return try assign(only.value, to: only.property, of: id, at: span, valueAt: only.span)
    }
    if id.isDraft { return try pass(given, into: id, at: span) }
    let values = given.values
    for name in values.keys { try checkIsChosen(name, of: id) }
    try endEditings(of: id)
    try transactions.changeOne(at: span, values: given.spans) { tx throws(StoreError) in
      try tx.update(id, values)
    }
    live.show([(id, values)])
  }

  /// Stores a value of a record and shows it; a draft keeps it until its form is stored.
  func assign(
    _ value: Value?, to property: String, of id: RecordID, at span: SourceSpan,
    valueAt place: SourceSpan
  ) throws(Diagnostic) {
    if id.isDraft {
      var given = GivenValues()
      _ = given.add(property, value, at: place)
      return try pass(given, into: id, at: span)
    }
    try checkIsChosen(property, of: id)
    try endEditings(of: id, except: property)
    try transactions.changeOne(at: span, values: [property: place]) { tx throws(StoreError) in
      try tx.update(id, property, to: value)
    }
    if live[id] != nil { live.show([(id, [property: value])]) }
  }

  func change(
    _ list: PropertyPlace, at span: SourceSpan, _ body: (inout [Value]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try checkIsChosen(list.property.name, of: list.record)
    var items = try resolver.items(of: list, at: span)
    try body(&items)
    try assign(
      .list(items), to: list.property.name, of: list.record, at: span, valueAt: span)
  }

  /// - Parameter ofOthers: Whether other programs changed the store, which Return then detects.
  func refreshRecords(ofOthers: Bool = false) throws(Diagnostic) {
    try live.refresh(ofOthers: ofOthers)
    labels.update()
  }

  // MARK: The end of an editing

  /// Ends the edits of a record before another command changes it.
  ///
  /// Acceptable values are stored like by Return; incomplete ones refuse the command. A form stays
  /// open and shows the change.
  ///
  /// - Parameter property: The property whose edit continues, because the command changes it from
  ///   elsewhere.
  func endEditings(of id: RecordID, except property: String? = nil) throws(Diagnostic) {
    for field in names.fields(of: id) where field.interactor.isEditing {
      guard field.interactor.propertyName != property, field.editedForm == nil else { continue }
      if !field.isStoring { try endEditing(of: field) }
    }
  }

  /// Ends the edits of a record, or of all, before a command that needs them stored; throws if a
  /// form is unfinished.
  func finishEditings(of id: RecordID?) throws(Diagnostic) {
    if let form = unfinishedForm(of: id) { throw form.isUnfinished }
    for field in names.fields where field.interactor.isEditing {
      if id == nil || field.record == id { try endEditing(of: field) }
    }
  }

  /// Ends the edits in a field or form like Return; throws if a value is incomplete or a form is
  /// unfinished.
  func endEditings(in interactor: BoundInteractor) throws(Diagnostic) {
    if let form = interactor.editedForm, form.interactor.hasEdits { throw form.isUnfinished }
    for field in interactor.fields where field.interactor.isEditing { try endEditing(of: field) }
  }

  /// Ends the edits of records that meet a condition, before a command changes them all.
  ///
  /// - Parameter property: The property whose edits continue, because the command changes it from
  ///   elsewhere.
  func endEditings(
    of type: RecordType, where condition: BoundExpression, at span: SourceSpan,
    except property: String? = nil
  ) throws(Diagnostic) {
    var hasEnded = false
    for field in names.fields
    where field.interactor.holdsEditing && field.record.type == type.name {
      if field.interactor.propertyName == property { continue }
      guard try resolver.exists(field.record) else { continue }
      let holds = try attempt(
        store.queries.evaluate(condition.compiled, condition.parameters, on: field.record), at: span
      )
      guard holds.isTrue else { continue }
      if let form = field.editedForm { throw form.isUnfinished }
      try endEditing(of: field)
      hasEnded = true
    }
    // The stored values may make the condition true for other records.
    if hasEnded { try endEditings(of: type, where: condition, at: span, except: property) }
  }

  /// Ends the edit of a field like Return; throws if the value is incomplete.
  func endEditing(of field: BoundField) throws(Diagnostic) {
    // The text in a field whose property was dropped belongs to no record.
    if field.loss != nil { return }
    guard case .refused(let violation) = field.interactor.commitEditing() else { return }
    let kind = (violation.cause as? Diagnostic)?.kind ?? .refused
    throw Diagnostic(
      kind, "\(field.name) is being edited and cannot be left: \(violation.message)")
  }

  /// Ends a field whose property was dropped, and returns the error; nil if the property exists.
  func endIfLost(_ field: BoundField) -> Diagnostic? {
    guard let loss = field.loss else { return nil }
    field.interactor.cancelEditing()
    if case .own(let name) = field.title, !names.isOfScreen(name) {
      names.free(name)
      field.end()
    }
    return loss
  }

  /// Cancels the edit of a field, including values kept by its form; warns unless every key was
  /// refused.
  func cancelEditing(of field: BoundField) {
    if field.interactor.hasEdits || !field.interactor.isEditing {
      say(.warning("the editing of \(field.name) was never accepted by <Return>; cancelled"))
    }
    field.interactor.takeBackEditing()
  }

  // MARK: Keys

  /// The field of a form that takes keys: the focused one, else the first.
  func firstField(of form: BoundForm, at span: SourceSpan) throws(Diagnostic) -> BoundField {
    try form.checkIsOn(at: span)
    let interactor = form.interactor
    guard form.made == nil else {
      throw Diagnostic(.refused, "the form \(form.name) has ended", at: span)
    }
    try deactivateNestedOnDeletedRecords(of: form)
    guard let field = (interactor.focusedField ?? interactor.firstField).flatMap(form.field) else {
      throw Diagnostic(.refused, "\(form.name) has no field that takes keys", at: span)
    }
    return field
  }

  func enter(
    _ form: BoundForm, in field: BoundField, at span: SourceSpan
  ) throws(Diagnostic) {
    try prepare(field, in: form, at: span)
    let isBeginning = form.interactor.focusedField == nil
    if isBeginning { form.lostRows = [] }
    for field in form.fields
    where isBeginning && field.isActive && !field.interactor.holdsEditing && !field.record.isDraft {
      field.known = try attempt(stored(field.interactor.propertyName, of: field.record), at: span)
    }
    form.interactor.focus(on: field.interactor)
  }

  func noteKey(isRejected: Bool) {
    if isRejected { rejectedKeys += 1 }
    labels.update()
  }

  /// Shows changes by other programs in a field that was left; they are hidden during editing.
  func takeOver(_ field: BoundField) throws(Diagnostic) {
    if !field.interactor.isEditing { try live.refresh(field.record) }
  }

  /// Why a field accepts only `<Esc>`: another unfinished form has changed its property.
  func obstacle(
    to field: BoundField, in form: BoundForm?, at span: SourceSpan
  ) -> Diagnostic? {
    let own = form?.fields ?? []
    for other in others(of: field) where other.interactor.holdsEditing {
      guard let holder = other.editedForm, holder !== field.editedForm,
        !own.contains(where: { $0 === other })
      else { continue }
      return holder.isUnfinished.at(span)
    }
    return nil
  }

  private func others(of field: BoundField) -> [BoundField] {
    names.fields.filter {
      $0 !== field && $0.record == field.record
        && $0.interactor.propertyName == field.interactor.propertyName
        && ($0.chosenPlace == nil || $0.parent !== field.parent)
    }
  }

  /// Prepares a field for keys: checks that its record exists, and ends the edits of other fields
  /// on its property.
  func prepare(
    _ field: BoundField, in form: BoundForm? = nil, at span: SourceSpan
  ) throws(Diagnostic) {
    if let loss = endIfLost(field) { throw loss.at(span) }
    try follow(field, at: span)
    guard try resolver.exists(field.record) else {
      field.interactor.cancelEditing()
      if let form = field.editedForm, form.record == field.record { cancelEditing(of: form) }
      try refreshRecords()
      throw isGone(field.record).at(span)
    }
    if let obstacle = obstacle(to: field, in: form, at: span) { throw obstacle }
    let others = others(of: field)
    for other in others { try endEditing(of: other) }
    // The chosen record was deleted, and its key would not say so.
    if let place = field.chosenPlace, let chosen = place.chosen, try !resolver.exists(chosen) {
      place.restore(field.interactor.propertyName, to: nil)
    }
    if !field.interactor.holdsEditing, !field.record.isDraft {
      field.known = try attempt(stored(field.interactor.propertyName, of: field.record))
      for other in others { other.known = field.known }
    }
    field.typing = runner.current
  }

  /// Updates the candidates of a reference field, and follows the path of an idle field.
  func follow(_ field: BoundField, at span: SourceSpan) throws(Diagnostic) {
    if let path = field.path, !path.isPlain, !field.interactor.isEditing {
      let (id, property) = try property(path, neededAt: span)
      if id != field.record {
        let limits = try limits(of: property, field.options, at: span)
        field.attach(to: try live.record(id, at: span), property.name, as: path, of: id, limits)
        return names.noteMove()
      }
    }
    let isReference = if case .reference? = field.interactor.property?.kind { true } else { false }
    // A field keeps its symbols while it is edited.
    let isStale =
      !field.interactor.isEditing
      && field.interactor.format.notation.symbols != field.options.symbols
    // The date may have changed.
    let isDate = !field.interactor.isEditing && field.interactor.property?.kind == .date
    if isReference || isStale || isDate { try limit(field, at: span) }
  }

  private func property(
    _ path: PathSyntax, neededAt span: SourceSpan
  ) throws(Diagnostic) -> (RecordID, Property) {
    do throws(Diagnostic) {
      return try resolver.property(path)
    } catch {
      // The position of the path is in another command, so report the error at this one.
      var diagnostic = error
      diagnostic.place = nil
      throw diagnostic.at(span)
    }
  }

  // MARK: Limits

  func limits(
    of property: Property, _ options: FieldOptions, at span: SourceSpan
  ) throws(Diagnostic) -> FieldLimits {
    if case .reference(let type) = property.kind {
      let keys = try referenceKeys(of: type, at: span)
      return FieldLimits(format: FieldFormat(references: keys), references: keys)
    }
    let today = property.kind == .date ? try resolver.present(at: span).today : nil
    return FieldLimits(format: try options.format(property, today: today, at: span))
  }

  func limit(_ field: BoundField, at span: SourceSpan) throws(Diagnostic) {
    guard let property = field.interactor.property else { return }
    field.interactor.limit(try limits(of: property, field.options, at: span))
  }

  /// The candidates for a reference: records by title, with the key added if several records share
  /// the title. They can also be entered by key, or by title and key.
  private func referenceKeys(
    of name: String, at span: SourceSpan
  ) throws(Diagnostic) -> ReferenceKeys {
    guard let type = store.schema.type(named: name) else { return ReferenceKeys([]) }
    var rows: [(id: RecordID, values: [Value?])] = []
    let cursor = try attempt(store.queries.select(Query(name)), at: span)
    while let (number, values) = try attempt(cursor.next(), at: span) {
      rows.append((RecordID(name, number), values))
    }
    guard let title = type.title.flatMap({ type.index(of: $0.name) }) else {
      return ReferenceKeys(rows.map { (type.caption(of: $0.id, $0.values), $0.id) })
    }
    let place = type.key.flatMap { type.index(of: $0.name) }
    let keys = rows.map { row in
      (text: place.flatMap { row.values[$0]?.description } ?? row.id.description, record: row.id)
    }
    // A key identifies its record even if another record has it as title.
    let taken = Set(keys.map { Array($0.text.utf8) })
    var bearers: [[UInt8]: Int] = [:]
    let titles = rows.map { row -> [UInt8]? in
      guard case .text(let text)? = row.values[title] else { return nil }
      return Array(text.utf8)
    }
    for case let title? in titles { bearers[title, default: 0] += 1 }
    var captions: Set<[UInt8]> = []
    var records: [(key: String, record: RecordID)] = []
    var aliases = keys
    for ((row, key), title) in zip(zip(rows, keys), titles) {
      let caption = type.caption(of: row.id, row.values)
      // As shown in lists and tables.
      aliases.append((caption, row.id))
      let isAlone = title.map { !$0.isEmpty && bearers[$0] == 1 && !taken.contains($0) } ?? false
      let shown = isAlone ? String(decoding: title ?? [], as: UTF8.self) : caption
      let bytes = Array(shown.utf8)
      let isOwn = !taken.contains(bytes) && captions.insert(bytes).inserted
      records.append((isOwn ? shown : key.text, row.id))
    }
    return ReferenceKeys(records, aliases: aliases)
  }
}
