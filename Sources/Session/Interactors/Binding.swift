internal import Records

/// What a name of the session is bound to.
enum Binding {
  case record(RecordID)
  /// A value, with the property that it was taken from if it was.
  case value(Value?, of: Property?)
  case label(AttachedLabel)
  case field(AttachedField)
  case form(AttachedForm)
  /// A command that the user has defined.
  case command(UserCommand)
  /// What is done when a property has changed.
  case handler(ChangeHandler)

  /// The records that it is, shows or edits.
  var records: [RecordID] {
    switch self {
    case .record(let id): [id]
    case .value: []
    case .label(let label): label.records
    case .field(let field): [field.record]
    case .form(let form): [form.record]
    case .command: []
    case .handler(let handler): handler.record.map { [$0] } ?? []
    }
  }

  /// The label, field or form that it is, if it is one.
  var interactor: AttachedInteractor? {
    switch self {
    case .record, .value, .command, .handler: nil
    case .label(let label): label
    case .field(let field): field
    case .form(let form): form
    }
  }

  /// Whether it is a record or a value, in place of which `let` gives another one.
  var isMeaning: Bool {
    switch self {
    case .record, .value: true
    case .label, .field, .form, .command, .handler: false
    }
  }

  /// Whether it is a field or form.
  var takesKeys: Bool {
    switch self {
    case .record, .value, .label, .command, .handler: false
    case .field, .form: true
    }
  }

  /// What it is called in a message.
  var noun: String {
    switch self {
    case .record: "a record"
    case .value: "a value"
    case .label: "a label"
    case .field: "a field"
    case .form: "a form"
    case .command: "a command"
    case .handler: "a change handler"
    }
  }
}

extension Binding {
  /// What a value is bound to: a reference is the record that it leads to.
  init(_ value: Value?, of property: Property? = nil) {
    if case .reference(let id) = value {
      self = .record(id)
    } else {
      self = .value(value, of: property)
    }
  }

  /// The value that it has in a list or on paper; nil for `nil` and for what has none.
  var storedValue: Value? {
    switch self {
    case .record(let id): .reference(id)
    case .value(let value, _): value
    case .label, .field, .form, .command, .handler: nil
    }
  }
}
