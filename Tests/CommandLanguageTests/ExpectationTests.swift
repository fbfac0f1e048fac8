import CommandLanguage
import Testing

@Suite struct ExpectationTests {
  @Test(arguments: lines(of: table))
  func theParserSaysWhatCanStandAtTheCaret(line: String) throws {
    let arrow = try #require(line.lastIndex(of: "→"))
    let marked = String(line[..<arrow].dropLast())
    #expect(sketch(expectationsIn: marked) == line[arrow...].dropFirst(2))
  }

  @Test(arguments: commandTrees.map(\.command))
  func aCaretMayStandAnywhere(command: String) {
    let scalars = Array(command.unicodeScalars)
    for caret in scalars.indices {
      for sign in [
        "", " ", "-", "\"", "`", "<", ":", ".", "[", "(", "{", "#", "é", "😀", "\n", "\0",
      ] {
        let text = String(String.UnicodeScalarView(scalars[..<caret])) + sign
        let end = text.unicodeScalars.count
        let expectations = CommandReader().expectations(in: text, at: end)
        #expect((0...end).contains(expectations.start))
      }
    }
  }

  @Test(arguments: [
    "(", "[", "{", "\"", "`", ":", ":(", "😀", ".", "-", "expect rejected { ", "a and ", "a=1 ",
  ])
  func aLongLineIsNoMatter(sign: String) {
    let signs = String(repeating: sign, count: 20_000)
    for text in ["", "list P where ", "new P ", "set ann.age ", "type f \""].map({ $0 + signs }) {
      let count = text.unicodeScalars.count
      #expect(CommandReader().expectations(in: text, at: count).start <= count)
    }
  }

  @Test func whatStandsInLinesBeforeBelongsToTheCommand() throws {
    var reader = CommandReader()
    reader.append(line: "types")
    _ = try reader.next()
    reader.append(line: "define Person {")
    reader.append(line: "  name: Text key")
    let expectations = reader.expectations(in: "  age: In", at: 9)
    #expect(expectations.start == 7)
    let kinds = Set(KindSyntax.names.map { CommandLanguage.Expectation.word($0) })
    #expect(expectations.alternatives == kinds.union([.type, .sign("[")]))
    // Looking ahead leaves the reader as it is.
    reader.append(line: "}")
    #expect(try reader.next() != nil)
    #expect(try reader.next() == nil)
  }

  @Test func theWordBeginsInScalarsOfItsLine() {
    let text = "set ann name=\"e\u{301}😀\"; set an"
    let count = text.unicodeScalars.count
    #expect(CommandReader().expectations(in: text, at: count).start == count - 2)
    #expect(CommandReader().expectations(in: "types\nlist P", at: 12).start == 11)
    #expect(CommandReader().expectations(in: "types", at: 99).start == 0)
    #expect(CommandReader().expectations(in: "types", at: -1).start == 0)
  }

  @Test func aWordThatBeganInALineBeforeIsLeftAlone() {
    var reader = CommandReader()
    reader.append(line: "type f \"4<Le")
    let expectations = reader.expectations(in: "ft", at: 2)
    #expect(expectations.start == 2)
    #expect(expectations.alternatives.isEmpty)
    var other = CommandReader()
    other.append(line: "type f \"4")
    #expect(other.expectations(in: "5<Ri", at: 4).alternatives.contains(.sign("<Right>")))
  }

  @Test func whatAnOpenTextMeansIsSaid() {
    let reader = CommandReader()
    #expect(reader.expectations(in: "include \"a\\\"\\u{41}b", at: 19).openText == "a\"Ab")
    #expect(reader.expectations(in: "include \"a\\", at: 11).openText == nil)
    #expect(reader.expectations(in: "include a", at: 9).openText == nil)
    #expect(reader.expectations(in: "include \"", at: 9).openText == "")
  }

  @Test func onlyWhatStandsBeforeTheCaretCounts() {
    let reader = CommandReader()
    let before = reader.expectations(in: "set ann ag", at: 9)
    #expect(before == reader.expectations(in: "set ann a", at: 9))
  }
}

/// What can stand at each `|`. The words in capitals are the categories, or stand for many words.
private let table = #"""
  | → VERB
  se| → ‹se› VERB
  types | →
  types; | → VERB
  # a| →
  types # a| →
  frob | →
  help | → TOPIC WORD
  ? | → TOPIC WORD
  define | →
  define P | → '{'
  define P {| → '}'
  define P { a: | → '[' KIND TYPE
  define P { a: Text| → ‹Text› '[' KIND TYPE
  define P { a: Text | → '}' CLAUSE::= CLAUSE:= CLAUSE:grouped CLAUSE:in CLAUSE:key CLAUSE:length CLAUSE:matching CLAUSE:on CLAUSE:unique CLAUSE:unit
  define P { a: Text key | → '}' CLAUSE::= CLAUSE:= CLAUSE:grouped CLAUSE:in CLAUSE:length CLAUSE:matching CLAUSE:on CLAUSE:unique CLAUSE:unit
  define P { a: Text, | → '}'
  define P { a: Decimal(| → fraction: integer:
  define P { a: Decimal(integer: 3, | → fraction:
  define P { a: Decimal(integer: 3)| → '?' '}'
  define P { a: Boolean = | → false true
  define P { a: Integer in | →
  new | → TYPE
  new Person | → ASSIGNMENT:Person as
  new Person age=| → VALUE:Person.age
  new Person age=4 | → ASSIGNMENT:Person-age as
  new Person age | → '='
  new Person age=4 as | →
  let | →
  let a | → '='
  let a = | → '[' RECORD:itself VERB:new VERB:put false nil true
  let a = :| → NAME
  let a = (| → CONSTANT
  let a = new Person | → ASSIGNMENT:Person
  put | → RECORD:put
  put Person[| → KEY:Person
  put Person["| → ‹"› KEY:Person
  put Person["Ann"| → ']'
  put Person["Ann"]| →
  put Person["Ann"] | → ASSIGNMENT:Person[]
  put `My Type`| → '['
  set | → RECORD:either TYPE
  set ann| → ‹ann› RECORD:either TYPE
  set ann | → ASSIGNMENT:ann WHERE?ann
  set Person where | → CONSTANT OPERAND:Person
  set Person where age | → ':' OPERATION
  set Person where age > 3 : | → ASSIGNMENT:Person
  set Person where age > 3 : age=| → VALUE:Person.age
  set Person where age > 3 : age=(| → CONSTANT OPERAND:Person
  set Person where age > 3 : age=(age) | → ASSIGNMENT:Person-age
  set ann age=42 | → ASSIGNMENT:ann-age
  set ann.| → PROPERTY:ann
  set ann.ag| → ‹ag› PROPERTY:ann
  set ann. | →
  set ann.boss.| → PROPERTY:ann.boss
  set ann.age | → VALUE:ann.age
  set ann.age :| → NAME
  set ann.age :ann.| → PROPERTY:ann
  set ann.age (| → CONSTANT
  set Person/| → NUMBER:Person
  set Person/1.| → PROPERTY:Person/1
  set Person/1.age | → VALUE:Person/1.age
  set Person["Ann"]| → '.'
  get | → INTERACTOR:any RECORD:property
  show | → RECORD:itself
  delete | → RECORD:itself TYPE
  delete Person | → WHERE?Person
  delete Person where | → CONSTANT OPERAND:Person
  delete Person where age | → OPERATION
  describe | → TYPE
  rule | → TYPE.:anyType
  rule Person| → ‹Person› TYPE.:anyType
  rule Person | →
  rule Person.| → RULE:Person
  rule Person. | →
  rule Person.grown | → ':' severity
  rule Person.grown "x" | → ':' severity
  rule Person.grown severity | → warn
  rule Person.grown "x" severity warn | → ':'
  rule Person.grown :| →
  rule Person.grown : | → CONSTANT OPERAND:Person
  rule Person.grown : age | → OPERATION
  drop | → rule
  drop rule | → TYPE.:typesWithRules
  drop rule Person.| → RULE:Person
  drop rule Person.grown | →
  list | → TYPE
  list Person | → limit order where
  list Person limit 3 | → order where
  list Person limit | → --reveal
  list Person where | → CONSTANT OPERAND:Person-where,order,limit
  list Person where ag| → ‹ag› CONSTANT OPERAND:Person-where,order,limit
  list Person where age | → OPERATION limit order
  list Person where age > | → CONSTANT OPERAND:Person-where,order,limit
  list Person where (age | → ')' OPERATION
  list Person where age not | → between glob in like null regexp
  list Person where age not in | → '('
  list Person where age is not | → CONSTANT OPERAND:Person-where,order,limit
  list Person where age collate | → binary nocase rtrim
  list Person where case age | → OPERATION
  list Person where case age when 1 then 2 end | → OPERATION limit order
  list Person where Person.| → OPERAND:Person-where,order,limit
  list Person where Item.| →
  list Person where count(| → CONSTANT OPERAND:Person TYPE
  list Person where count(Item | → ')' WHERE?Item
  list Person where count(Item where | → CONSTANT OPERAND:Item
  list Person where count(Item where a = 1) | → OPERATION limit order
  list Person where (select | →
  list Person where (select 1) | → OPERATION limit order
  list Person where age = :ann.| → PROPERTY:ann
  list Person order | → by
  list Person order by | → CONSTANT OPERAND:Person-where,order,limit,asc,desc
  list Person order by age | → ',' OPERATION asc desc limit where
  list Person order by age desc | → ',' limit where
  list Person order by age, | → CONSTANT OPERAND:Person-where,order,limit,asc,desc
  label | →
  label a | → '=' on
  label a on | → RECORD:property
  label a on ann.age | → FORMAT? GROUPED? locale nil
  label a on ann.age locale | → LOCALE
  label a on ann.age format | → Decimal
  label a on ann.age format Decimal | → '('
  label a on ann.age format Decimal(| → fraction: integer:
  label a on ann.age format Decimal(integer: 1) nil | →
  label a = | → '('
  label a = (| → CONSTANT
  label a = (:| → NAME
  label a = (1 | → ')' OPERATION
  label a = (1) | → format grouped locale nil
  label a = (1) nil "x" | → format grouped locale
  field f on ann.age return stays | → FORMAT? GROUPED? clear locale
  attach | → INTERACTOR:property
  attach f | → to
  attach f to | → RECORD:either
  attach f to ann.| → PROPERTY:ann
  field f on ann.age clear | → off
  type | → INTERACTOR:field
  type --trace | → INTERACTOR:field
  type f "4<| → ‹<› KEY
  type f "4<Re| → ‹<Re› KEY
  type f "<Paste:a<| → ‹<› '<gt>' '<lt>'
  type f "<Foo><| → ‹<›
  type f "4"| →
  type f "4" | → --trace
  type f "4" -| → ‹-› --trace
  type f "4" --| → ‹--› --trace
  type f "4" --tr| → ‹--tr› --trace
  type f "4" --trace | →
  activate | → INTERACTOR:resting
  deactivate | → INTERACTOR:active
  detach | → INTERACTOR:any
  begin | →
  undo | → to
  undo to | →
  log | → limit
  history | → RECORD:past TYPE
  history ann | → WHERE?ann by limit since until
  history ann.age | → by limit since until
  history Person/1 | → by limit since until
  history Person where | → CONSTANT OPERAND:Person-where,since,until,by,limit
  history Person by | → ACTOR
  history Person since :| → NAME
  include | → FILE
  include Sch| → ‹Sch› FILE
  include "Sch| → ‹"Sch› FILE
  sql | →
  echo ":ann.| → ‹":ann.›
  expect | → '(' error rejected
  expect (| → CONSTANT
  expect (1 = 1 | → ')' OPERATION
  expect rejected | → '{'
  expect rejected {| → '}' VERB
  expect rejected { types | → '}'
  expect rejected { types; | → '}' VERB
  expect rejected { type f | → --trace
  expect error "x" | → '{'
  expect error "x" { foo bar; set | → RECORD:either TYPE
  exit | →
  """#

/// The word so far and what can stand there.
private func sketch(expectationsIn marked: String) -> String {
  let text = marked.split(separator: "|", omittingEmptySubsequences: false).joined()
  let caret = marked.unicodeScalars.prefix { $0 != "|" }.count
  let expectations = CommandReader().expectations(in: text, at: caret)
  var alternatives = expectations.alternatives
  var result: [String] = []
  for (name, words) in groups where alternatives.isSuperset(of: words) {
    alternatives.subtract(words)
    result.append(name)
  }
  result += alternatives.map(sketch)
  let word = text.unicodeScalars.prefix(caret).dropFirst(expectations.start)
  let typed = word.isEmpty ? [] : ["‹\(String(String.UnicodeScalarView(word)))›"]
  return (typed + result.sorted()).joined(separator: " ")
}

private let groups: [(String, Set<CommandLanguage.Expectation>)] = [
  ("VERB", Set(Verb.words.map { .verb($0) })),
  ("WORD", Set(Verb.words.filter { $0 != "?" }.map { .word($0) })),
  ("KIND", Set(KindSyntax.names.map { .word($0) })),
  ("CONSTANT", ["false", "nil", "not", "true"].reduce(into: []) { $0.insert(.word($1)) }),
  (
    "OPERATION",
    Set(
      "and between collate glob in is isnull like not notnull or regexp"
        .split(separator: " ").map { .word(String($0)) })
  ),
  (
    "KEY",
    Set(
      (KeySyntax.names + ["Paste"]).map { .sign("<\($0)>") }
        + ["Paste", "Go", "Sel"].map { .sign("<\($0):") })
  ),
]

private func sketch(_ expectation: CommandLanguage.Expectation) -> String {
  switch expectation {
  case .word(let word): word
  case .sign(let sign): "'\(sign)'"
  case .verb(let verb): "VERB:\(verb)"
  case .option(let option): "--\(option)"
  case .type: "TYPE"
  case .ruleOwner(let owners): "TYPE.:\(owners)"
  case .rule(let type): "RULE:\(type)"
  case .record(let use): "RECORD:\(use)"
  case .number(let type): "NUMBER:\(type)"
  case .key(let type): "KEY:\(type)"
  case .property(let owner): "PROPERTY:\(sketch(owner))"
  case .listProperty(let owner): "LISTPROPERTY:\(sketch(owner))"
  case .place(let list): "PLACE:\(sketch(list as Any))"
  case .assignment(let owner, let given):
    "ASSIGNMENT:\(sketch(owner))" + given.sorted().map { "-" + $0 }.joined()
  case .value(let owner, let property): "VALUE:\(sketch(owner)).\(property)"
  case .operand(let type, let reserved):
    "OPERAND:\(type)" + (reserved.isEmpty ? "" : "-" + reserved.joined(separator: ","))
  case .item(let owner, let property): "ITEM:\(sketch(owner)).\(property)"
  case .definedOperand(let property): "OPERAND.\(property)"
  case .sessionName: "NAME"
  case .interactor(let choice): "INTERACTOR:\(choice)"
  case .part(let form, let choice): "PART:\(form.text):\(choice)"
  case .clause(let clause, _): "CLAUSE:\(clause)"
  case .grouped: "GROUPED?"
  case .format: "FORMAT?"
  case .condition(let type): "WHERE?\(type)"
  case .file: "FILE"
  case .topic: "TOPIC"
  case .locale: "LOCALE"
  case .actor: "ACTOR"
  }
}

private func sketch(_ owner: CommandLanguage.Expectation.Owner) -> String {
  switch owner {
  case .type(let type): type
  case .put(let type): "\(type)[]"
  case .record(let record): sketch(record as Any)
  case .path(let path): sketch(path as Any)
  }
}
