internal import Records

/// Kinds whose values can be compared with each other.
enum KindFamily: Hashable {
  case number, boolean, text, date, dateTime, time, duration, month
  /// The associated value is the name of the type.
  case record(String)
  /// Lists are JSON texts in SQLite.
  case list

  init(_ kind: PropertyKind) {
    self =
      switch kind.storage {
      case .integer, .decimal, .double, .percent: .number
      case .boolean: .boolean
      case .text: .text
      case .seconds: .duration
      case .written where kind == .date: .date
      case .written where kind == .dateTime: .dateTime
      case .written where kind == .month: .month
      case .written: .time
      case .reference(let type): .record(type)
      case .list, .records: .list
      }
  }

  var words: String {
    switch self {
    case .number: "a number"
    case .boolean: "true or false"
    case .text: "a text"
    case .date: "a date"
    case .dateTime: "a date with time"
    case .time: "a time of day"
    case .duration: "a duration"
    case .month: "a month"
    case .record(let type): "a record of \(type.asName)"
    case .list: "a list"
    }
  }

  /// Whether the values are dates, with or without a time.
  var isDate: Bool { self == .date || self == .dateTime }
}

extension PropertyKind {
  /// nil for kinds other than choices.
  var choices: [String]? { if case .choice(let names) = self { names } else { nil } }
}

extension InferredType {
  /// nil if the value can be compared with anything.
  var family: KindFamily? { kind.map { KindFamily($0) } }

  var words: String {
    if isCondition { return "the truth of a test" }
    if case .choice = kind { return "a choice" }
    return family?.words ?? "a value"
  }
}
