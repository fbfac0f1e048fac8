internal import Records

/// What a name of the session is bound to.
enum Binding {
  case record(RecordID)
  /// A value, with the property that it was taken from if it was.
  case value(Value?, of: Property?)
  case label(AttachedLabel)
  case field(AttachedField)
  case form(AttachedForm)

  /// The records that it is, shows or edits.
  var records: [RecordID] {
    switch self {
    case .record(let id): [id]
    case .value: []
    case .label(let label): label.records
    case .field(let field): [field.record]
    case .form(let form): [form.record]
    }
  }

  /// The label, field or form that it is, if it is one.
  var interactor: AttachedInteractor? {
    switch self {
    case .record, .value: nil
    case .label(let label): label
    case .field(let field): field
    case .form(let form): form
    }
  }

  /// Whether it is a field or form.
  var takesKeys: Bool {
    switch self {
    case .record, .value, .label: false
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
    }
  }
}
