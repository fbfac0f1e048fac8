internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

/// A reference is written as the key if the type has one, because the same number may belong to a
/// different record in the database that imports the file.
final class ReferenceCells {
  private static let mostKept = 100_000

  let store: Store
  private let isByNumber: Bool
  /// The index of the key property, by type; nil if the type has no key.
  private var keys: [String: Int?] = [:]
  private var kept: [RecordID: Cell] = [:]

  init(of store: Store, isByNumber: Bool) { (self.store, self.isByNumber) = (store, isByNumber) }

  func cell(_ id: RecordID) throws(Diagnostic) -> Cell {
    guard !isByNumber, let index = placeOfKey(of: id.type) else { return Self.number(id) }
    if let known = kept[id] { return known }
    let key = try attempt(store.queries.values(of: id))?[index]
    let cell = key.flatMap(Self.cell) ?? Self.number(id)
    if kept.count >= Self.mostKept { kept = [:] }
    kept[id] = cell
    return cell
  }

  private func placeOfKey(of name: String) -> Int? {
    if let known = keys[name] { return known }
    let type = store.schema.type(named: name)
    let place = type?.key.flatMap { type?.index(of: $0.name) }
    keys[name] = .some(place)
    return place
  }

  private static func number(_ id: RecordID) -> Cell {
    .reference(id.type.asName + "/", id.number)
  }

  /// The cell of a key; nil if `import` could not find the record by this key, because another
  /// program wrote the key.
  private static func cell(_ key: Value) -> Cell? {
    switch key {
    case .text(let text): text.isEmpty || text.withoutOuterSpace != text ? nil : .text(text)
    case .integer(let number): .integer(number)
    default: nil
    }
  }
}
