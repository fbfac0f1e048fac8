internal import Interchange
internal import Replies

extension Cell {
  init(_ datum: Datum) {
    switch datum {
    case .null: self = .none
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .longInteger(let text), .text(let text): self = .text(text)
    case .percent(let text, let part): self = .percent(text, part: part)
    case .phrase, .object: self = .text(datum.plainText)
    case .list(let items): self = .list(items.map { Cell($0) })
    }
  }
}
