import CommandLanguage
import TestSupport
import Testing

@Suite struct ValueTests {
  @Test(arguments: [
    ("42", "number '42'"), ("-3.50", "number '-3.50'"), ("007", "number '007'"),
    ("1e5", "number '1e5'"), ("-2.5E-7", "number '-2.5E-7'"), ("0x1F", "number '0x1F'"),
    ("\"text\"", "text 'text'"), ("\"\"", "text ''"), ("true", "boolean true"),
    ("false", "boolean false"), ("nil", "nothing"), ("admin", "word 'admin'"),
    ("Größe", "word 'Größe'"), ("हिन्दी", "word 'हिन्दी'"), ("_x1", "word '_x1'"),
    ("2026-11-21", "date '2026-11-21'"), ("2026-13-45", "date '2026-13-45'"),
    ("2026-11-21T10:00:00Z", "date '2026-11-21T10:00:00Z'"),
    ("2026-11-21T10:00", "date '2026-11-21T10:00'"),
    ("2026-11-21T10:00:00.125+02:00", "date '2026-11-21T10:00:00.125+02:00'"),
    (":limit", "name :limit"), (":ann.age", "name :ann.age"), (":`a b`.c", "name :a b.c"),
    ("(1 + 2)", "expression (1 + 2)"), ("( 1,\n 2 )", "expression (1,\n 2)"),
  ])
  func valuesAreReadAs(text: String, value: String) {
    expectEqual(sketches("set ann.age \(text)"), ["set property ann.age \(value)"])
    expectEqual(sketches("set ann age=\(text)"), ["set assignments ann [age=\(value)]"])
  }

  @Test(arguments: [
    (#""a\"b\\c""#, "a\"b\\c"), (#""\n\t\r""#, "\n\t\r"),
    (#""\u{41}\u{1f600}\u{00000042}""#, "A😀B"),
    ("\"two\nlines # no comment ; {\"", "two\nlines # no comment ; {"),
    ("\"e\u{301}\"", "\u{E9}"),
    ("\"\u{301}\"", "\u{301}"), ("\"'`:x\"", "'`:x"),
  ])
  func escapesAreRead(quoted: String, text: String) throws {
    let command = try #require(try read("set a.b \(quoted)").first?.get()).command
    let value = try #require(firstPart(ValueSyntax.self, of: command))
    guard case .text(let read) = value else {
      Issue.record("\(command)")
      return
    }
    expectEqual(Array(read.unicodeScalars), Array(text.unicodeScalars))
  }

  @Test func aListGoesOnOverLinesAndComments() {
    let tree = sketches("set ann.tags [a, (1), b]; types")
    expectEqual(tree, ["set property ann.tags list [word 'a', expression (1), word 'b']", "types"])
    expectEqual(sketches("set ann.tags [  # all\n  a,   # one\n  (1)\n,b\n]\ntypes"), tree)
    #expect(sketches("expect rejected {\nset ann.x [\na\n]\n}")[0].hasSuffix("[word 'a']]"))
  }

  @Test(arguments: [
    ("0...150", "lower: number '0' upper: number '150'"), ("5...", "lower: number '5'"),
    ("...5", "upper: number '5'"), ("-5...-1", "lower: number '-5' upper: number '-1'"),
    ("...-1", "upper: number '-1'"), ("0.30...2.80", "lower: number '0.30' upper: number '2.80'"),
    ("2026-01-01...2026-12-31", "lower: date '2026-01-01' upper: date '2026-12-31'"),
    ("-1.5...", "lower: number '-1.5'"),
    ("06:00...22:00", "lower: clock '06:00' upper: clock '22:00'"),
    ("-1:30...37:15:00", "lower: clock '-1:30' upper: clock '37:15:00'"),
    ("2026-01...2026-12", "lower: month '2026-01' upper: month '2026-12'"),
    ("...12.5%", "upper: percent '12.5%'"), ("-5%...", "lower: percent '-5%'"),
  ])
  func rangesAreReadAs(text: String, range: String) {
    let tree = ["define type: P properties: [name: a kind: integer range: \(range)]"]
    expectEqual(sketches("define P { a: Integer in \(text) }"), tree)
    let two = sketches("define P { a: Integer in \(text)\n b: Text }")
    #expect(two[0].contains("range: \(range), name: b"))
  }

  @Test(arguments: [
    ("integer: 5, fraction: 2", "5 2...2"), ("fraction: 0...3, integer: 1", "1 0...3"),
    ("integer:5,fraction:...2", "5 0...2"), ("integer: 5", "5 -"), ("fraction: 2", "- 2...2"),
  ])
  func decimalsHaveDigits(arguments: String, digits: String) {
    expectEqual(
      sketches("define P { a: Decimal(\(arguments)) }"),
      ["define type: P properties: [name: a kind: decimal \(digits)]"])
  }

  @Test func decimalsNeedNotSayTheirDigits() {
    expectEqual(
      sketches("define P { a: Decimal? in 0...1 }"),
      [
        "define type: P properties: [name: a kind: decimal - - isOptional "
          + "range: lower: number '0' upper: number '1']"
      ])
  }

  @Test(arguments: [
    ("Person/1.boss.name", "Person/1.boss.name"), ("`my type`/7.`a``b`", "my type/7.a`b"),
    ("Person[\"Ann\"].age", "Person[text 'Ann'].age"),
    ("Person[Ann].age", "Person[word 'Ann'].age"),
    ("Person[-1].age", "Person[number '-1'].age"), ("`set`.`get`", "set.get"),
    ("set.get", "set.get"),
  ])
  func pathsAreReadAs(text: String, path: String) {
    expectEqual(sketches("get \(text)"), ["get subject: property \(path)"])
  }

  @Test func namesMayBeWordsOfTheLanguage() {
    expectEqual(
      sketches("new new as=1 where=2 as as"),
      [
        "new type: new assignments: [as=number '1', where=number '2'] name: as"
      ])
    expectEqual(
      sketches("label on on on.on locale on"),
      [
        "label name: on subject: property on.on locale: on"
      ])
  }

  @Test(arguments: [
    ("08:30", "clock '08:30'"), ("-37:15:00", "clock '-37:15:00'"), ("2026-11", "month '2026-11'"),
    ("12.5%", "percent '12.5%'"), ("-3%", "percent '-3%'"),
    ("[08:30, 2026-11, 5%]", "list [clock '08:30', month '2026-11', percent '5%']"),
  ])
  func numbersWithMarksAreOneValue(text: String, value: String) {
    expectEqual(sketches("set a.b \(text)"), ["set property a.b \(value)"])
    expectEqual(sketches("new P b=\(text) c=1").first?.contains("b=\(value), c=number '1'"), true)
  }

  // The marks are operators in expressions.
  @Test(arguments: ["2026-11", "10%3", "2026 - 11", "5%2"])
  func inAnExpressionMarksAreOperators(text: String) {
    expectEqual(sketches("count P where \(text) = 1").first?.contains("month"), false)
    expectEqual(sketches("count P where \(text) = 1").first?.contains("percent"), false)
  }

  @Test(arguments: [
    "2026-1", "2026-111", "202-11", "08:3", "8:30:1", "08:30:15:10", "08 :30", "08: 30", "12 %",
    "12%3", "12%x", "2026 -11", "2026-11-2", "1.5:30",
  ])
  func otherMarksMakeNoValue(text: String) {
    #expect(!sketches("set a.b \(text)").joined().hasPrefix("set property"))
  }
}
