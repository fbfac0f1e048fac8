internal import Records
internal import Workspace

enum Binding {
  case record(RecordID)
  /// A value, and the property from which the value was read, if any.
  case value(Value?, of: Property?)
  case label(BoundLabel)
  case field(BoundField)
  case form(BoundForm)
  case command(UserCommand)
  case handler(ChangeHandler)

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

  var interactor: BoundInteractor? {
    switch self {
    case .record, .value, .command, .handler: nil
    case .label(let label): label
    case .field(let field): field
    case .form(let form): form
    }
  }

  var isMeaning: Bool {
    switch self {
    case .record, .value: true
    case .label, .field, .form, .command, .handler: false
    }
  }

  var takesKeys: Bool {
    switch self {
    case .record, .value, .label, .command, .handler: false
    case .field, .form: true
    }
  }

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

  init(_ interactor: BoundInteractor) {
    self =
      switch interactor {
      case let label as BoundLabel: .label(label)
      case let field as BoundField: .field(field)
      case let form as BoundForm: .form(form)
      default: preconditionFailure("a \(interactor.kind) has no name")
      }
  }

  init(_ value: Value?, of property: Property? = nil) {
    if case .reference(let id) = value {
      self = .record(id)
    } else {
      self = .value(value, of: property)
    }
  }

  var storedValue: Value? {
    switch self {
    case .record(let id): .reference(id)
    case .value(let value, _): value
    case .label, .field, .form, .command, .handler: nil
    }
  }
}
