internal import Records

/// What a name of the session stands for.
enum Binding {
  case record(RecordID)
  case label(AttachedLabel)
  case field(AttachedField)

  /// The records that it is, shows or edits.
  var records: [RecordID] {
    switch self {
    case .record(let id): [id]
    case .label(let label): label.records
    case .field(let field): [field.record]
    }
  }

  /// What it is called in a message.
  var noun: String {
    switch self {
    case .record: "a record"
    case .label: "a label"
    case .field: "a field"
    }
  }
}
