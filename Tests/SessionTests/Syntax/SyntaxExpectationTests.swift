import CommandLanguage
import Replies
import Session
import TestSupport
import Testing
import Values

@Suite struct SyntaxExpectationTests {
  @Test(arguments: lines(of: expectationTable))
  func theParserSaysWhatCanStandAtTheCaret(line: String) throws {
    let arrow = try #require(line.lastIndex(of: "→"))
    let marked = String(line[..<arrow].dropLast())
    #expect(sketch(expectationsIn: marked) == line[arrow...].dropFirst(2))
  }

  @Test(arguments: commandTrees.map(\.command))
  func aCaretMayStandAnywhere(command: String) {
    let scalars = Array(command.unicodeScalars)
    let signs: [String] = [
      "", " ", "-", "\"", "`", "<", ":", ".", "[", "(", "{", "#", "é", "😀", "\n", "\0",
    ]
    // Another sign at each position without `WORKBENCH_LONG=1`.
    for caret in scalars.indices {
      for sign in Seeded.isLong ? signs : [signs[caret % signs.count]] {
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
    expectEqual(expectations.start, 7)
    let kinds = Set(PropertyKind.names.map { CompletionCategory.word($0) })
    expectEqual(expectations.alternatives, kinds.union([.type, .sign("[")]))
    // Looking ahead does not change the reader.
    reader.append(line: "}")
    #expect(try reader.next() != nil)
    #expect(try reader.next() == nil)
  }

  @Test func theWordBeginsInScalarsOfItsLine() {
    let text = "set ann name=\"e\u{301}😀\"; set an"
    let count = text.unicodeScalars.count
    expectEqual(CommandReader().expectations(in: text, at: count).start, count - 2)
    expectEqual(CommandReader().expectations(in: "types\nlist P", at: 12).start, 11)
    expectEqual(CommandReader().expectations(in: "types", at: 99).start, 0)
    expectEqual(CommandReader().expectations(in: "types", at: -1).start, 0)
  }

  @Test func aWordThatBeganInALineBeforeIsLeftAlone() {
    var reader = CommandReader()
    reader.append(line: "type f \"4<Le")
    let expectations = reader.expectations(in: "ft", at: 2)
    expectEqual(expectations.start, 2)
    #expect(expectations.alternatives.isEmpty)
    var other = CommandReader()
    other.append(line: "type f \"4")
    #expect(other.expectations(in: "5<Ri", at: 4).alternatives.contains(.sign("<Right>")))
  }

  @Test func whatAnOpenTextMeansIsSaid() {
    let reader = CommandReader()
    expectEqual(reader.expectations(in: "include \"a\\\"\\u{41}b", at: 19).openText, "a\"Ab")
    #expect(reader.expectations(in: "include \"a\\", at: 11).openText == nil)
    #expect(reader.expectations(in: "include a", at: 9).openText == nil)
    expectEqual(reader.expectations(in: "include \"", at: 9).openText, "")
  }

  @Test func onlyWhatStandsBeforeTheCaretCounts() {
    let reader = CommandReader()
    let before = reader.expectations(in: "set ann ag", at: 9)
    expectEqual(before, reader.expectations(in: "set ann a", at: 9))
  }
}

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

private let groups: [(String, Set<CompletionCategory>)] = [
  (
    "VERB",
    Set(
      Session.verbs.words.filter { Session.verbs.named($0)?.isOfLoops == false }
        .map { .verb($0) })
  ),
  ("WORD", Set(Session.verbs.words.filter { $0 != "?" }.map { .word($0) })),
  ("KIND", Set(PropertyKind.names.map { .word($0) })),
  (
    "KEY",
    Set(
      Key.names.map { .sign("<\($0)>") }
        + ["Paste", "Go", "Sel"].map { .sign("<\($0):") })
  ),
]

private func sketch(_ expectation: CompletionCategory) -> String {
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
  case .sql: "SQL"
  case .expression(let start):
    "EXPRESSION" + (start.owner.map { ":" + sketch($0) } ?? "")
      + (start.reserved.isEmpty ? "" : "-" + start.reserved.joined(separator: ","))
  case .item(let owner, let property): "ITEM:\(sketch(owner)).\(property)"
  case .definedOperand(let property): "OPERAND.\(property)"
  case .sessionName: "NAME"
  case .interactor(let choice): "INTERACTOR:\(choice)"
  case .part(let form, let choice): "PART:\(form.text):\(choice)"
  case .clause(let clause, _): "CLAUSE:\(clause)"
  case .local: "LOCAL?"
  case .grouped: "GROUPED?"
  case .format: "FORMAT?"
  case .condition(let type): "WHERE?\(type)"
  case .file: "FILE"
  case .view(let choice): "VIEW:\(choice)"
  case .topic: "TOPIC"
  case .locale: "LOCALE"
  case .actor: "ACTOR"
  case .transaction: "TRANSACTION"
  }
}

private func sketch(_ owner: CompletionCategory.Owner) -> String {
  switch owner {
  case .type(let type): type
  case .put(let type): "\(type)[]"
  case .record(let record): sketch(record as Any)
  case .path(let path): sketch(path as Any)
  }
}
