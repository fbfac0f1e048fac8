internal import Records

/// What a name of the session stands for.
enum Binding {
  case record(RecordID)
  case label(AttachedLabel)
  case field(AttachedField)

  /// What it is called in a message.
  var noun: String {
    switch self {
    case .record: "a record"
    case .label: "a label"
    case .field: "a field"
    }
  }
}
