internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies

enum EditCommand: Command {
  static let verb = Verb(
    "edit",
    usage: "edit FIELD|FORM · edit RECORD.PROPERTY · edit RECORD "
      + "· edit new TYPE [PROPERTY=VALUE …] [as NAME]",
    summary: "Hands the keyboard to a field, a form, a property or a record: Return ends the "
      + "editing, in a form after its last field, and Esc cancels it. A form of a new record makes "
      + "it when it ends; without a terminal it is opened as NAME, for `type NAME`.",
    examples: [
      "edit f", "edit ann.age", "edit editor", "edit Person[\"Ann\"]",
      "edit new Person name=\"Eve\"",
      "edit new Person name=\"Bob\" as bob",
    ],
    changesRecords: true)
  static let mayRunLong = true

  /// A field, a form or a record of that name.
  case field(Name)
  /// A property of a record, which gets a field for this once, or a field of a form.
  case property(PathSyntax)
  /// A record given by its number or its key, which gets a form for this once.
  case record(Spanned<RecordSyntax>)
  /// A record that is made when its form ends.
  case new(NewCommand)

  private var span: SourceSpan {
    switch self {
    case .field(let name): name.span
    case .property(let path): path.span
    case .record(let record): record.span
    case .new(let new): new.type.span
    }
  }

  init(parsing parser: inout Parser) throws(SyntaxError) {
    if parser.skip(verb: "new") {
      self = .new(try NewCommand(parsing: &parser))
      return
    }
    parser.note(.interactor(.field))
    let (record, steps) = try parser.recordOrPath(
      "a field, a form, a property or a record", .either, parts: .field)
    if !steps.isEmpty {
      self = .property(PathSyntax(record: record, steps: steps))
    } else if case .name(let name) = record.value {
      self = .field(name)
    } else {
      self = .record(record)
    }
  }

  var standsAlone: Bool { true }
  var isFollowedByHandlers: Bool { false }

  func run(in session: Session) throws(Diagnostic) {
    switch self {
    case .new(let new): try Self.fill(new, in: session)
    case .field(let name):
      if case .record = session.names[name.value] {
        try edit(
          form(on: Spanned(RecordSyntax.name(name), at: name.span), in: session), in: session)
      } else {
        try edit(session.names.field(name), in: session)
      }
    case .record(let record): try edit(form(on: record, in: session), in: session)
    case .property(let path): try edit(field(on: path, in: session), in: session)
    }
  }

  /// Opens a form of a new record and hands the keyboard to it; returns the record that it made.
  @discardableResult
  static func fill(_ new: NewCommand, in session: Session) throws(Diagnostic) -> RecordID? {
    if let number = new.number {
      throw Diagnostic(
        .refused, "the record of a form gets the next number", at: number.span,
        hint: "new \(new.type.value.asName)/\(number.value) makes a record of that number")
    }
    if let name = new.name { try session.resolver.checkIsFree(name) }
    let type = try session.resolver.type(new.type)
    let given = try session.resolver.given(new.assignments, for: type)
    return try session.fill(type, given, as: new.name?.value, at: new.type.span)
  }

  private func edit(
    _ target: @autoclosure () throws(Diagnostic) -> AttachedInteractor, in session: Session
  ) throws(Diagnostic) {
    guard let keyboard = session.configuration.keyboard else {
      throw Diagnostic(
        .refused, "edit needs a terminal", at: span,
        hint: "type FIELD \"42<Return>\" sends keys to a field")
    }
    try Self.hand(try target(), to: keyboard, at: span, in: session)
  }

  /// A form for this once.
  private func form(
    on record: Spanned<RecordSyntax>, in session: Session
  ) throws(Diagnostic) -> AttachedForm {
    try session.fieldFactory.makeForm(.lent(record.value.text), on: record)
  }

  /// The field of a form, or a field of a property for this once.
  private func field(
    on path: PathSyntax, in session: Session
  ) throws(Diagnostic) -> AttachedInteractor {
    if let part = try session.names.part(path) { return part }
    let (id, property) = try session.resolver.property(path)
    try property.checkHasField(at: path.steps.last?.name.span ?? path.span)
    return try session.fieldFactory.makeField(
      .lent(path.text), on: id, property, path: path, at: path.span)
  }

  /// Hands the keyboard to a field or form until its editing ends.
  fileprivate static func hand(
    _ target: AttachedInteractor, to keyboard: any Keyboard, at span: SourceSpan,
    in session: Session
  ) throws(Diagnostic) {
    let isLent = if case .lent = target.title { true } else { false }
    if isLent {
      session.names.lend(target)
      target.base.activate()
    }
    defer {
      if isLent {
        session.names.takeBack(target)
        target.close()
      }
    }
    let typing = try session.editing.typing(into: target, at: span)
    if let obstacle = typing.obstacle { throw obstacle }
    let field = typing.field
    try session.editing.endEditings(of: field.record, except: field.interactor.propertyName)
    try session.handingOverTheKeyboard { keyboard.edit(FieldEditing(typing)) }
    // A row goes with the record of its form, which is the one to name.
    for id in [typing.form?.record ?? typing.field.record, typing.field.record]
    where typing.form?.made == nil {
      guard try !session.resolver.exists(id) else { continue }
      try session.editing.refreshRecords(ofOthers: true)
      throw session.editing.isGone(id).at(span)
    }
    try session.editing.finish(typing, at: span)
    // The results of fields that were left before tell of values that nothing has stored.
    if let form = typing.cancelledForm {
      session.say(.notice("the form \(form.name) was cancelled and changed nothing"))
    }
  }
}

extension Session {
  /// Hands the keyboard to a form on a record, which is made for this once.
  func edit(_ id: RecordID, at span: SourceSpan) throws(Diagnostic) {
    let record = RecordSyntax.id(type: Name(id.type, at: span), number: id.number)
    try EditCommand.record(Spanned(record, at: span)).run(in: self)
  }

  /// Opens a form of a new record and hands the keyboard to it; returns the record that it made.
  ///
  /// - Parameters:
  ///   - name: the name that the record gets; nil for none.
  ///   - list: the list that it is put in; nil for none.
  func fill(
    _ type: RecordType, _ given: GivenValues, as name: String? = nil,
    into list: Store.ListPlace? = nil, at span: SourceSpan
  ) throws(Diagnostic) -> RecordID? {
    let keyboard = configuration.keyboard
    guard keyboard != nil || name != nil else {
      throw Diagnostic(
        .refused, "edit needs a terminal", at: span,
        hint: "edit new \(type.name.asName) as NAME opens a form for type NAME \"…\"")
    }
    let title = name ?? type.name
    let form = try fieldFactory.makeForm(
      keyboard == nil ? .own(title) : .lent(title), ofNew: type, given, as: title, at: span)
    form.nameOfNew = name
    form.listOfNew = list
    if let keyboard {
      try EditCommand.hand(form, to: keyboard, at: span, in: self)
    } else {
      names.bind(title, to: .form(form))
      form.interactor.activate()
    }
    return form.made
  }
}
