import RecordStore
import Records

func workerType() throws -> RecordType {
  try RecordType(
    "Person",
    [
      Property("name", .text, isKey: true), Property("age", .integer, isOptional: true),
      Property("boss", .integer, isOptional: true),
      Property(
        "fee", .decimal(integerDigits: 5, fractionDigits: 2...2),
        default: decimal("0") ?? .integer(0)),
    ])
}

/// Only a record with a boss must be 18; a missing age is accepted.
func grown(
  text: String? = "must be 18 to lead", severity: Rule.Severity = .error,
  condition: String = "boss is null or age >= 18"
) -> Rule {
  Rule("grown", of: "Person", text: text, severity: severity, condition: condition)
}

let older = Rule("older", of: "Person", on: [.change], condition: "age >= old.age")
let cheap = Rule(
  "cheap", of: "Person", on: [.change], isDeferred: true, condition: "fee <= old.fee")
let kept = Rule("kept", of: "Person", on: [.create, .delete], condition: "age < 18")

private func declared() throws -> [(rule: Rule, condition: RecordExpression)] {
  let rules = [
    grown(), grown(text: nil), grown(severity: .warn), grown(condition: "age >= 21"),
    Rule("first", of: "Person", condition: "age > 0"), older, cheap, kept,
  ]
  return rules.map { ($0, expression($0.condition)) }
}

func workerStore(
  _ location: Store.Location = .memory, clock: @escaping () -> Int = { 0 }
) throws -> Store {
  let types = [try workerType(), try itemType()]
  let store = try openStore(
    location, definitions: DeclaredTypes(types, rules: try declared()), actor: "ann", clock: clock)
  try store.write(TransactionEntry(.schema)) { tx in
    for type in types { try tx.define(type) }
  }
  return store
}

func worker(
  _ name: String, age: Int? = nil, boss: Int? = nil, fee: String = "0"
) -> [Value?] {
  [.text(name), age.map { .integer($0) }, boss.map { .integer($0) }, decimal(fee)]
}

extension Store {
  func define(_ rule: Rule) throws {
    try write(TransactionEntry(.schema, command: "rule")) { tx in
      try tx.define(rule, condition: expression(rule.condition))
    }
  }

  func drop(_ name: String) throws {
    try write(TransactionEntry(.schema)) { tx in try tx.dropRule(name, of: "Person") }
  }

  @discardableResult
  func newItem() throws -> RecordID {
    try write(TransactionEntry()) { tx in
      try tx.create(item: "1", "1", "2", nil, nil, nil)
    }
    return RecordID("Item", try queries.count("Item", where: nil))
  }

  func delete(record id: RecordID) throws {
    try write(TransactionEntry(command: "delete")) { tx in try tx.delete(id) }
  }
}
