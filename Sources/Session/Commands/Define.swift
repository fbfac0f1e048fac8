internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

struct DefineCommand: Command {
  static let verb = Verb(
    "define",
    usage: "define TYPE { NAME: KIND[?] [key] [title] [unique] [in A...B] [length A...B] "
      + "[matching /PATTERN/] [= VALUE|(EXPRESSION)|next] [unit \"TEXT\"] [prefix \"TEXT\"] [grouped] "
      + "[on delete refuse|clear|cascade] [owned [as NAME]] [by PROPERTY] [:= (EXPRESSION)] … }",
    summary:
      "Defines a type of records and its properties. `help kinds` lists the kinds. The kind of "
      + "a reference is a type, and the kind of a list is in brackets, for example `[Text]`. A "
      + "list of records refers to them, owns them, or is the inverse of a reference. `title` "
      + "marks the property that is shown as the name of a record.",
    examples: [
      "define Person { name: Text key, age: Integer? in 0...150 }",
      "define Item { price: Decimal(integer: 8, fraction: 2) = 0, sold: Boolean }",
      "define Member { role: Choice(admin, reader) = reader, joined: Date = today }",
      "define Plate { text: Text matching /[A-Z]{2}-[0-9]{4}/, kg: Integer grouped }",
      "define Team { boss: Person? on delete clear, tags: [Text], days: [Date] }",
      "define Sale { net: Double, gross: Double := (net * 1.19) }",
      "define Bill { no: Integer key = next, sent: Date, due: Date = (sent + 14) }",
    ],
    changesRecords: true)

  var type: Name
  var properties: [PropertySyntax]
  /// Whether the name is in backticks, as required if the type was defined before a kind of the
  /// same name existed.
  private var isOlder: Bool

  init(parsing parser: inout Parser) throws(SyntaxError) {
    let first = parser.index
    type = try parser.name("a name for the type")
    isOlder = parser.text(from: first).hasPrefix("`")
    properties = try parser.properties(of: type)
  }

  func run(in session: Session) throws(Diagnostic) {
    let type = try recordType(
      in: session, isOlder: isOlder || session.store.schema.type(named: self.type.value) != nil)
    let known = session.store.schema.type(named: type.name)
    if known == type { return session.awaited.expect(by: type, properties, isNew: false) }
    if session.names[type.name] != nil { try session.resolver.checkIsFree(self.type) }
    if known == nil { try Resolver.checkIsNoWord(self.type) }
    if known == nil {
      let pairs = Array(zip(type.properties, properties))
      try session.resolver.checkLengths(pairs)
      try checkComputations(of: type, in: session.store)
      try session.resolver.checkDefaults(pairs)
    }
    let spans = Dictionary(
      properties.map { ($0.name.value, $0.span) }, uniquingKeysWith: { first, _ in first })
    try session.transactions.change(at: self.type.span, values: spans, as: .schema) {
      tx throws(StoreError) in
      try tx.define(type)
    }
    session.awaited.expect(by: type, properties, isNew: known == nil)
  }

  func recordType(
    in session: Session, isOlder: Bool
  ) throws(Diagnostic) -> RecordType {
    let zoneOffset = session.configuration.zoneOffset
    var result: [Property] = []
    for syntax in properties { result.append(try Property(syntax, zoneOffset: zoneOffset)) }
    let plain = try recordType(result, isOlder: isOlder)
    guard plain.hasComputed || plain.hasCalculatedDefaults else { return plain }
    for (place, syntax) in properties.enumerated() {
      result[place] = try session.resolver.fixingMoments(of: result[place], syntax, in: plain)
    }
    return try recordType(result, isOlder: isOlder)
  }

  private func recordType(
    _ result: [Property], isOlder: Bool
  ) throws(Diagnostic) -> RecordType {
    do {
      return try RecordType(type.value, result, isOlder: isOlder)
    } catch {
      let culprit = properties.last { $0.name.value == error.property }
      throw Diagnostic(.value, error.message, at: culprit?.name.span ?? type.span)
    }
  }

  /// Checks the expressions before the store defines the type, so that errors get a position within
  /// the expression.
  private func checkComputations(of type: RecordType, in store: Store) throws(Diagnostic) {
    guard type.hasComputed || type.hasCalculatedDefaults else { return }
    for property in properties {
      guard let formula = property.formula else { continue }
      _ = try RecordExpression(sessionless: formula, of: property.ownerOfFormula)
    }
    do throws(StoreError) {
      try store.schema.checkComputations(of: type)
    } catch {
      let culprit = properties.first { $0.name.value == error.property }
      throw Diagnostic(error, tokens: culprit?.formula?.tokens ?? [])
        .at(culprit?.formula?.span ?? self.type.span)
    }
  }
}
