internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

/// References as other stores read them: by key if the type of the record has one, because a number
/// can be another record there.
final class ReferenceCells {
  private static let mostKept = 100_000

  let store: Store
  private let isByNumber: Bool
  /// Whether keys that are card numbers are written.
  private let isRevealed: Bool
  private var keys: [String: (index: Int, property: Property)?] = [:]
  private var kept: [RecordID: Cell] = [:]

  init(of store: Store, isByNumber: Bool, isRevealed: Bool) {
    (self.store, self.isByNumber, self.isRevealed) = (store, isByNumber, isRevealed)
  }

  func cell(_ id: RecordID) throws(Diagnostic) -> Cell {
    guard !isByNumber, let (index, property) = key(of: id.type) else { return Self.number(id) }
    if let known = kept[id] { return known }
    let key = try attempt(store.queries.values(of: id))?[index]
    let cell = key.flatMap { Self.cell($0, property) } ?? Self.number(id)
    if kept.count >= Self.mostKept { kept = [:] }
    kept[id] = cell
    return cell
  }

  private func key(of name: String) -> (index: Int, property: Property)? {
    if let known = keys[name] { return known }
    var found: (index: Int, property: Property)?
    if let type = store.schema.type(named: name), let key = type.key,
      !key.kind.isMasked || isRevealed, let index = type.index(of: key.name)
    {
      found = (index, key)
    }
    keys[name] = found
    return found
  }

  private static func number(_ id: RecordID) -> Cell {
    .reference(id.type.asName + "/", id.number)
  }

  /// Nil if `import` would not find the key, which another program wrote.
  private static func cell(_ key: Value, _ property: Property) -> Cell? {
    switch key {
    case .text(let text): text.isEmpty || text.withoutOuterSpace != text ? nil : .text(text)
    case .integer(let number): .integer(number)
    default: .written(Datum(key, of: property, isRevealed: true).plainText)
    }
  }
}
