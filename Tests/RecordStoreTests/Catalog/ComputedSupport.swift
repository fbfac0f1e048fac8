import RecordStore
import Records

/// A type with some plain properties; the computed ones are nil if they cannot be calculated.
func computedType(
  _ computed: [(name: String, kind: PropertyKind, text: String)], isOptional: Bool = true
) throws -> RecordType {
  try RecordType(
    "Person",
    [
      Property("name", .text, isKey: true), Property("age", .integer, isOptional: true),
      Property("net", money, isOptional: true), Property("weight", .double, isOptional: true),
      Property("active", .boolean, isOptional: true), Property("born", .date, isOptional: true),
      Property("tags", .list(of: .text)),
      Property("balance", .decimal(integerDigits: 20, fractionDigits: 2...2), isOptional: true),
    ]
      + computed.map { Property($0.name, $0.kind, isOptional: isOptional, computation: $0.text) })
}

let money = PropertyKind.decimal(integerDigits: 8, fractionDigits: 2...2)

/// A store that knows the tokens of the type's computed properties.
func computedStore(
  _ type: RecordType, _ location: Store.Location = .memory,
  rules: [Rule] = [], clock: @escaping () -> Int = { 0 }
) throws -> Store {
  let texts = Set(type.properties.compactMap(\.computation))
  let store = try openStore(
    location,
    definitions: DeclaredTypes(
      [type], rules: rules.map { ($0, expression($0.condition)) },
      computations: Dictionary(uniqueKeysWithValues: texts.map { ($0, expression($0)) })),
    actor: "ann", clock: clock)
  try store.write(TransactionEntry(.schema)) { tx in try tx.define(type) }
  return store
}

/// Computed properties have no initial values.
func given(
  _ name: String, age: Int? = nil, net: String? = nil, weight: Double? = nil,
  active: Bool? = nil, born: String? = nil, in type: RecordType
) -> [Value?] {
  let values: [Value?] = [
    .text(name), age.map { .integer($0) }, net.flatMap(decimal), weight.map { .double($0) },
    active.map { .boolean($0) }, born.flatMap { try? CalendarDate(reading: $0) }.map { .date($0) },
    .list([]),
    nil,
  ]
  return values + Array(repeating: nil, count: type.properties.count - values.count)
}
