internal import Records

/// What a name of the session stands for.
enum Binding {
  case record(RecordID)
  /// A value, with the property that it was taken from if it was.
  case value(Value?, of: Property?)
  case label(AttachedLabel)
  case field(AttachedField)

  /// The records that it is, shows or edits.
  var records: [RecordID] {
    switch self {
    case .record(let id): [id]
    case .value: []
    case .label(let label): label.records
    case .field(let field): [field.record]
    }
  }

  var isInteractor: Bool {
    switch self {
    case .record, .value: false
    case .label, .field: true
    }
  }

  /// What it is called in a message.
  var noun: String {
    switch self {
    case .record: "a record"
    case .value: "a value"
    case .label: "a label"
    case .field: "a field"
    }
  }
}
