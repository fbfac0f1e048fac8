internal import Expressions
internal import Records

extension Value {
  var bound: SQLValue {
    switch self {
    case .text(let text): .text(text)
    case .integer(let value): .integer(value)
    case .decimal(let value): value.bound
    case .double(let value): .real(value)
    case .boolean(let value): .integer(value ? 1 : 0)
    case .date(let value): .text(value.description)
    case .dateTime(let value): .text(value.description)
    case .time(let value): .text(value.stored)
    case .duration(let value): .integer(value.seconds)
    case .month(let value): .text(value.description)
    case .percent(let value): value.bound
    case .reference(let id): .integer(id.number)
    case .list(let items): Value.bound(items)
    }
  }
}
