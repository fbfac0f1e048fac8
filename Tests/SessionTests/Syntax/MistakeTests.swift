import CommandLanguage
import TestSupport
import Testing
import Values

@Suite struct MistakeTests {
  @Test(arguments: mistakes)
  func eachMistakeIsExplainedAtItsPlace(script: String, error: String) {
    expectEqual(firstError(script), error)
  }

  @Test(arguments: [
    ("lst", ["list"]), ("define P { a: Txt(5) }", ["Text"]),
    ("define P { a: Text uniqe }", ["unique"]),
    ("list P whre a", ["where", "group", "order", "limit"]), ("type f \"x\" --trce", ["--trace"]),
    ("type f \"<Retrn>\"", ["<BS>", "<Return>", "<Paste>", "<Go:N>", "<Sel:A,B>"]),
    ("field f on a.b clr", ["grouped", "locale", "local", "format", "clear", "return"]),
  ])
  func aMisspelledNameComesWithItsCandidates(script: String, candidates: [String]) {
    guard case .failure(let error)? = read(script).first else {
      Issue.record("no error")
      return
    }
    expectEqual(error.kind, .name)
    expectEqual(error.candidates.filter(candidates.contains), candidates)
  }

  @Test(arguments: [
    ("lst Person", 1...4), ("list 😀😀 x", 6...7), ("list 👨‍👩‍👧 x", 6...7), ("set", 4...4),
    ("set a.b \"x\\u{0}\"", 11...16), ("type f \"a<Foo>b\"", 10...15),
    ("types \"never", 7...8), ("set a.b (1 + ", 9...10), ("set \u{301}", 4...5),
  ])
  func theSpanOfAnErrorIsWhatIsWrong(script: String, columns: ClosedRange<Int>) throws {
    guard case .failure(let error) = try #require(read(script).first) else {
      Issue.record("no error")
      return
    }
    expectEqual(error.span.start, SourcePosition(line: 1, column: columns.lowerBound))
    expectEqual(error.span.end, SourcePosition(line: 1, column: columns.upperBound))
  }

  @Test func anErrorInABlockIsThatOfTheCommandButForAnExpectedOne() {
    let block = "{\n  set ann.age 1\n  set ann.age (1 + $)\n  foo { bar; }\n  types\n}\ncheck"
    expectEqual(
      sketches("expect rejected " + block), ["error 'unexpected character \"$\"'", "check "])
    #expect(firstError("expect rejected " + block).hasPrefix("3:20: "))
    expectEqual(
      sketches("expect error \"x\" " + block),
      [
        "expect error text: x commands: [success set property ann.age number '1', failure error "
          + "'unexpected character \"$\"', failure error 'there is no command \"foo\"', "
          + "success types]",
        "check ",
      ])
  }

  @Test func afterAnErrorTheNextCommandIsRead() {
    expectEqual(
      sketches("foo bar; types\nset ann.age (1]\ncheck\nset ann.age 5x; redo"),
      [
        "error 'there is no command \"foo\"'", "types",
        "error 'expected \")\" to close the \"(\" before it, not \"]\"'", "check ",
        "error 'unexpected character \"x\" in a number'", "redo -",
      ])
  }

  @Test(
    arguments: [
      ("lst", "list"), ("agee", "age"), ("gae", "age"), ("naem", "name"), ("Name", "name"),
      ("NAME", "name"), ("a", nil), ("ag", "age"), ("height", nil), ("xyz", nil), ("", nil),
      (String(repeating: "name", count: 100_000), nil),
    ] as [(String, String?)])
  func aSuggestionIsNear(word: String, suggested: String?) {
    let names = ["let", "list", "age", "name", "ab", ""]
    expectEqual(suggestion(for: word, among: names), suggested)
  }

  @Test func atMostTwoLettersAndAThirdOfThemMayBeWrong() {
    let name = "description"
    expectEqual(suggestion(for: "decsription", among: [name]), name)
    expectEqual(suggestion(for: "deskripton", among: [name]), name)
    expectEqual(suggestion(for: "deskriptoin", among: [name]), name)
    #expect(suggestion(for: "deskripten", among: [name]) == nil)
    expectEqual(suggestion(for: "boss", among: ["bass", "bos"]), "bos")
    #expect(suggestion(for: "cat", among: ["dog"]) == nil)
  }
}
