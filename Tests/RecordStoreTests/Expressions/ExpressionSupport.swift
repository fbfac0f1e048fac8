import RecordStore
import Records

/// Splits a text into the tokens of an expression, roughly like the command language.
///
/// `:name` is the value at the index of the name in the list.
func expression(_ text: String, _ names: [(String, PropertyKind?)] = []) -> RecordExpression {
  let characters = Array(text)
  var tokens: [ExpressionToken] = []
  var given: [Int: RecordExpression.Given] = [:]
  var place = 0
  func end(_ condition: (Character) -> Bool) -> Int {
    characters[place...].firstIndex { !condition($0) } ?? characters.count
  }
  let isWord = { (character: Character) in character.isLetter || character == "_" }
  while place < characters.count {
    let character = characters[place]
    if character.isWhitespace {
      place += 1
    } else if isWord(character) {
      let stop = end { isWord($0) || $0.isNumber }
      tokens.append(.word(String(characters[place..<stop])))
      place = stop
    } else if character.isNumber {
      if let stop = date(characters, place) {
        tokens.append(.date(String(characters[place..<stop])))
        place = stop
        continue
      }
      var last = character
      let stop = end { next in
        defer { last = next }
        return next.isNumber || next == "." || next.isLetter
          || ("+-".contains(next) && (last == "e" || last == "E"))
      }
      tokens.append(.number(String(characters[place..<stop])))
      place = stop
    } else if "'\"`".contains(character) {
      let stop = characters[(place + 1)...].firstIndex(of: character) ?? characters.count
      let content = String(characters[(place + 1)..<stop])
      tokens.append(character == "`" ? .quotedName(content) : .text(content))
      place = stop + 1
    } else if character == ":", place + 1 < characters.count, isWord(characters[place + 1]) {
      place += 1
      let stop = end { isWord($0) || $0 == "." }
      let name = String(characters[place..<stop])
      let index = names.firstIndex { $0.0 == name } ?? 0
      given[tokens.count] = .init(index, names.isEmpty ? nil : names[index].1)
      tokens.append(.sessionName([name]))
      place = stop
    } else {
      let symbols = ["->>", "->", "||", "<=", ">=", "==", "<>", "!=", "<<", ">>"]
      let rest = String(characters[place...].prefix(3))
      let symbol = symbols.first { rest.hasPrefix($0) } ?? String(character)
      tokens.append(.symbol(symbol))
      place += symbol.count
    }
  }
  return RecordExpression(tokens, given: given)
}

private func date(_ characters: [Character], _ place: Int) -> Int? {
  let pattern = "0000-00-00"
  guard place + 10 <= characters.count else { return nil }
  for (offset, wanted) in pattern.enumerated() {
    let character = characters[place + offset]
    guard wanted == "0" ? character.isNumber : character == wanted else { return nil }
  }
  return place + 10
}

func itemType() throws -> RecordType {
  try RecordType(
    "Item",
    [
      Property("net", .decimal(integerDigits: 8, fractionDigits: 2...2)),
      Property("tax", .decimal(integerDigits: 8, fractionDigits: 2...2)),
      Property("total", .decimal(integerDigits: 8, fractionDigits: 2...2)),
      Property("amount", .decimal(integerDigits: 20, fractionDigits: 0...10), isOptional: true),
      Property("other", .decimal(integerDigits: 20, fractionDigits: 0...10), isOptional: true),
      Property("owner", .integer, isOptional: true),
      Property("order", .integer, isOptional: true),
      Property("a \"b\" c", .text, isOptional: true),
    ])
}

/// Ann, 41, Bob, 17, and Émile without an age; they have two items, one and none.
func smallStore(_ location: Store.Location = .memory) throws -> Store {
  let person = try RecordType(
    "Person",
    [
      Property("name", .text, isKey: true), Property("age", .integer, isOptional: true),
      Property("height", .decimal(integerDigits: 1, fractionDigits: 1...2), isOptional: true),
      Property("weight", .double, isOptional: true),
      Property("active", .boolean, default: .boolean(true)),
    ])
  let item = try itemType()
  let store = try openStore(
    location, definitions: DeclaredTypes([person, item]), actor: "ann", clock: { 0 })
  try store.write(TransactionEntry(.schema)) { tx in
    try tx.define(person)
    try tx.define(item)
    _ = try tx.create(
      "Person",
      [.text("Ann"), .integer(41), decimal("1.72"), .double(60.5), .boolean(true)])
    _ = try tx.create(
      "Person", [.text("Bob"), .integer(17), decimal("1.80"), nil, .boolean(false)])
    _ = try tx.create(
      "Person", [.text("Émile"), nil, nil, .double(0.30000000000000004), .boolean(true)])
    try tx.create(item: "0.10", "0.20", "0.30", "123456789012345.6789", "99", 1)
    try tx.create(item: "8.00", "-7.90", "0.10", "-5", "-5.0", 1)
    try tx.create(item: "1000000.10", "0.05", "1000000.15", nil, "0.1234567891", 2)
  }
  return store
}

func decimal(_ text: String) -> Value? { ExactDecimal(text).map { .decimal($0) } }

extension WriteTransaction {
  func create(
    item net: String, _ tax: String, _ total: String, _ amount: String?, _ other: String?,
    _ owner: Int?
  ) throws {
    _ = try create(
      "Item",
      [
        decimal(net), decimal(tax), decimal(total), amount.flatMap(decimal),
        other.flatMap(decimal), owner.map { .integer($0) }, .integer(7), .text("quoted"),
      ])
  }
}

extension Store {
  func value(_ text: String) throws -> Value? {
    try queries.evaluate(queries.compile(expression(text), for: nil), [])
  }

  func value(_ text: String, _ id: RecordID) throws -> Value? {
    try queries.evaluate(queries.compile(expression(text), for: id.type), [], on: id)
  }

  func numbers(_ type: String, _ condition: String) throws -> [Int] {
    var numbers: [Int] = []
    let compiled = try queries.compile(expression(condition), for: type)
    try queries.select(RecordQuery(type, where: compiled)) { number, _ in numbers.append(number) }
    return numbers
  }
}
