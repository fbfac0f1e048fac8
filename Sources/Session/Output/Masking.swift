internal import RecordStore
internal import Records
internal import Replies

struct Masking {
  let isRevealed: Bool
  private let store: Store

  init(of store: Store, isRevealed: Bool = false) {
    self.store = store
    self.isRevealed = isRevealed
  }

  func callAsFunction(_ text: String) -> String {
    isRevealed || !store.schema.hasMasked ? text : CardNumber.masking(text)
  }

  func callAsFunction(_ shown: Datum, of property: String, in type: String) -> Datum {
    !isRevealed && store.schema.wasMasked(property, of: type) ? shown.masked : shown
  }

  func callAsFunction(_ text: String, of property: String, in type: String) -> String {
    !isRevealed && store.schema.wasMasked(property, of: type)
      ? CardNumber.masking(text, isOfCard: true) : text
  }
}

extension Datum {
  var masked: Datum {
    switch self {
    case .text(let text): .text(CardNumber.masking(text, isOfCard: true))
    case .integer(let number): masked("\(number)")
    case .longInteger(let digits): masked(digits)
    case .double(let number): Int(exactly: number.rounded()).map { masked("\($0)") } ?? self
    case .list(let items): .list(items.map(\.masked))
    case .null, .boolean, .percent, .phrase, .object: self
    }
  }

  private func masked(_ digits: String) -> Datum {
    let shown = CardNumber.masking(digits, isOfCard: true)
    return shown == digits ? self : .text(shown)
  }
}
