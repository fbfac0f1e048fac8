internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Validation

/// The editing of records: by commands, and by the keys that fields and forms take.
///
/// What a command changes ends the editings it concerns first, as Return would.
final class Editing {
  /// What was last cut or copied in a field.
  var pasteboard = ""
  /// How many keys fields have refused.
  private(set) var rejectedKeys = 0
  /// What the store had of each row that an unfinished form has taken out, and of those in it.
  var valuesAtRemoval: [RecordID: [RecordID: [Value?]]] = [:]
  let store: Store
  let live: LiveRecords
  let resolver: Resolver
  let say: (Reply) -> Void
  let runner: ScriptRunner
  let transactions: Transactions
  let names: Bindings
  private let labels: Labels
  let feed: ChangeFeed

  init(
    _ store: Store, _ runner: ScriptRunner, _ transactions: Transactions, _ names: Bindings,
    _ live: LiveRecords, _ resolver: Resolver, _ labels: Labels, _ feed: ChangeFeed,
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

  /// Makes a record of the values given and the defaults of its type.
  ///
  /// - Parameter number: the number that it is to have; nil for the next one.
  func create(
    _ type: RecordType, _ given: GivenValues, number: Spanned<Int>? = nil, at span: SourceSpan,
    in list: Store.ListPlace? = nil
  ) throws(Diagnostic) -> RecordID {
    let values = try initialValues(of: type, given, at: span)
    let span = number?.span ?? span
    guard let list else {
      var made = 0
      try transactions.changeOne(at: span, values: given.spans) { () throws(StoreError) in
        made = try store.create(type.name, values, in: nil, number: number?.value)
      }
      return RecordID(type.name, made)
    }
    let made = try transactions.change(
      store.create(type.name, values, in: list, number: number?.value), at: span,
      values: given.spans)
    return RecordID(type.name, made)
  }

  /// Makes a record again that was deleted, of the values given and the defaults of its type.
  func recreate(
    _ id: RecordID, of type: RecordType, _ given: GivenValues, at span: SourceSpan
  ) throws(Diagnostic) {
    let values = try initialValues(of: type, given, at: span)
    try transactions.changeOne(at: span, values: given.spans) { () throws(StoreError) in
      try store.recreate(id, values)
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

  /// Stores values of a record, and then shows them; one that a form is to make keeps them until it
  /// is stored.
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
    try transactions.changeOne(at: span, values: given.spans) { () throws(StoreError) in
      try store.update(id, values)
    }
    live.show([(id, values)])
  }

  /// Stores a value of a property of a record, and then shows it; one that a form is to make keeps it
  /// until it is stored.
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
    try transactions.changeOne(at: span, values: [property: place]) { () throws(StoreError) in
      try store.update(id, property, to: value)
    }
    if live[id] != nil { live.show([(id, [property: value])]) }
  }

  /// Changes the items of a list of values, and stores them.
  func change(
    _ list: PropertyPlace, at span: SourceSpan, _ body: (inout [Value]) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    try checkIsChosen(list.property.name, of: list.record)
    var items = try resolver.items(of: list, at: span)
    try body(&items)
    try assign(
      .list(items), to: list.property.name, of: list.record, at: span, valueAt: span)
  }

  /// Brings what is shown to what the store has.
  ///
  /// - Parameter ofOthers: whether other programs have changed the store, which Return then finds.
  func refreshRecords(ofOthers: Bool = false) throws(Diagnostic) {
    try live.refresh(ofOthers: ofOthers)
    labels.update()
  }

  // MARK: The end of an editing

  /// Ends the editings of a record before another command changes it.
  ///
  /// What is acceptable is stored as by Return; what is incomplete refuses the command. A form goes
  /// on, which the change is shown in.
  ///
  /// - Parameter property: the property whose editing goes on, the command being a change from
  ///   elsewhere to it.
  func endEditings(of id: RecordID, except property: String? = nil) throws(Diagnostic) {
    for field in names.fields(of: id) where field.interactor.isEditing {
      guard field.interactor.propertyName != property, field.editedForm == nil else { continue }
      if !field.isStoring { try endEditing(of: field) }
    }
  }

  /// Ends the editings of a record, or of all, before a command that needs it stored, which an
  /// unfinished form refuses.
  func finishEditings(of id: RecordID?) throws(Diagnostic) {
    if let form = unfinishedForm(of: id) { throw form.isUnfinished }
    for field in names.fields where field.interactor.isEditing {
      if id == nil || field.record == id { try endEditing(of: field) }
    }
  }

  /// Ends what is edited in a field or form as Return does; what is incomplete, or in a form that
  /// is not finished, is an error.
  func endEditings(in interactor: AttachedInteractor) throws(Diagnostic) {
    if let form = interactor.editedForm, form.interactor.hasEdits { throw form.isUnfinished }
    for field in interactor.fields where field.interactor.isEditing { try endEditing(of: field) }
  }

  /// Ends the editings of records for which a condition holds, before a command changes them all.
  ///
  /// - Parameter property: the one whose editings go on, the command being a change from elsewhere
  ///   to it.
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
        store.evaluate(condition.compiled, condition.parameters, on: field.record), at: span)
      guard holds.isTrue else { continue }
      if let form = field.editedForm { throw form.isUnfinished }
      try endEditing(of: field)
      hasEnded = true
    }
    // What was stored may have made the condition hold for others.
    if hasEnded { try endEditings(of: type, where: condition, at: span, except: property) }
  }

  /// Ends the editing of a field as Return does; what is incomplete is an error.
  func endEditing(of field: AttachedField) throws(Diagnostic) {
    // What is left in one whose property is gone concerns no record.
    if field.loss != nil { return }
    guard case .refused(let violation) = field.interactor.commitEditing() else { return }
    let kind = (violation.cause as? Diagnostic)?.kind ?? .refused
    throw Diagnostic(
      kind, "\(field.name) is being edited and cannot be left: \(violation.message)")
  }

  /// Ends a field whose property is gone, and says what has become of it; nil where the property is
  /// there.
  func endIfLost(_ field: AttachedField) -> Diagnostic? {
    guard let loss = field.loss else { return nil }
    field.interactor.cancelEditing()
    if case .own(let name) = field.title, !names.isOfScreen(name) {
      names.free(name)
      field.end()
    }
    return loss
  }

  /// Takes back an editing, and what a form has kept of it, and says so unless every key of it was
  /// refused.
  func cancelEditing(of field: AttachedField) {
    if field.interactor.hasEdits || !field.interactor.isEditing {
      say(.warning("the editing of \(field.name) was never accepted by <Return>; cancelled"))
    }
    field.interactor.takeBackEditing()
  }

  // MARK: Keys

  /// The field in which a form takes keys: the one with the focus, else the first.
  func firstField(of form: AttachedForm, at span: SourceSpan) throws(Diagnostic) -> AttachedField {
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

  /// Makes the field ready in which a form takes keys, and gives it the focus.
  func enter(
    _ form: AttachedForm, in field: AttachedField, at span: SourceSpan
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

  /// Notes that a key has been pressed, and whether a field has refused it.
  func noteKey(isRejected: Bool) {
    if isRejected { rejectedKeys += 1 }
    labels.update()
  }

  /// Shows in a field that is left what another program wrote meanwhile, which was kept from it.
  func takeOver(_ field: AttachedField) throws(Diagnostic) {
    if !field.interactor.isEditing { try live.refresh(field.record) }
  }

  /// Why a field takes no keys but `<Esc>`: another form has changed its property, and is not
  /// finished.
  ///
  /// - Parameter form: the form that the keys go through.
  func obstacle(
    to field: AttachedField, in form: AttachedForm?, at span: SourceSpan
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

  /// The other fields of a field's property.
  private func others(of field: AttachedField) -> [AttachedField] {
    names.fields.filter {
      $0 !== field && $0.record == field.record
        && $0.interactor.propertyName == field.interactor.propertyName
        && ($0.chosenPlace == nil || $0.parent !== field.parent)
    }
  }

  /// Makes a field ready for keys: its record is there, and no other field edits its property.
  ///
  /// - Parameter form: the form that the keys go through.
  func prepare(
    _ field: AttachedField, in form: AttachedForm? = nil, at span: SourceSpan
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
    // What was chosen there is gone, and its name says nothing.
    if let place = field.chosenPlace, let chosen = place.chosen, try !resolver.exists(chosen) {
      place.restore(field.interactor.propertyName, to: nil)
    }
    if !field.interactor.holdsEditing, !field.record.isDraft {
      field.known = try attempt(stored(field.interactor.propertyName, of: field.record))
      for other in others { other.known = field.known }
    }
    field.typing = runner.current
  }

  /// Brings a field to the records it can refer to, and an idle one to where its path leads now.
  func follow(_ field: AttachedField, at span: SourceSpan) throws(Diagnostic) {
    if let path = field.path, !path.isPlain, !field.interactor.isEditing {
      let (id, property) = try property(path, neededAt: span)
      if id != field.record {
        let limits = try limits(of: property, field.options, at: span)
        field.attach(to: try live.record(id, at: span), property.name, as: path, of: id, limits)
        return names.noteMove()
      }
    }
    let isReference = if case .reference? = field.interactor.property?.kind { true } else { false }
    // What is being edited keeps its symbols.
    let isStale =
      !field.interactor.isEditing
      && field.interactor.format.notation.symbols != field.options.symbols
    // Another day may have begun.
    let isDate = !field.interactor.isEditing && field.interactor.property?.kind == .date
    if isReference || isStale || isDate { try limit(field, at: span) }
  }

  /// The property that the path of an earlier command leads to now.
  private func property(
    _ path: PathSyntax, neededAt span: SourceSpan
  ) throws(Diagnostic) -> (RecordID, Property) {
    do throws(Diagnostic) {
      return try resolver.property(path)
    } catch {
      // The path is in another line, or in another file.
      var diagnostic = error
      diagnostic.place = nil
      throw diagnostic.at(span)
    }
  }

  // MARK: Limits

  /// What a field takes of a property, as the records are now.
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

  /// Brings a field to its options and to the records that there are now.
  func limit(_ field: AttachedField, at span: SourceSpan) throws(Diagnostic) {
    guard let property = field.interactor.property else { return }
    field.interactor.limit(try limits(of: property, field.options, at: span))
  }

  /// The records of a type by their titles, a title that several have with the key behind it; also
  /// by key, and by the title with the key behind it.
  private func referenceKeys(
    of name: String, at span: SourceSpan
  ) throws(Diagnostic) -> ReferenceKeys {
    guard let type = store.type(named: name) else { return ReferenceKeys([]) }
    var rows: [(id: RecordID, values: [Value?])] = []
    let cursor = try attempt(store.select(Query(name)), at: span)
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
    // A key is that of its record, whatever others are called.
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
      // As lists and tables show it.
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
