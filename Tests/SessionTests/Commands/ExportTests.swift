import Replies
import Session
import TestSupport
import Testing

@Suite struct ExportTests {
  private static let world = """
    define Person {
      name: Text key, age: Integer? in -9...150, fee: Decimal(integer: 5, fraction: 2) = 0 grouped
      notes: Text?, boss: Person? on delete clear, tags: [Text], crew: [Person] on delete clear
      part: Percent(fraction: 1)?, day: Date?, took: Duration?, twice: Integer? := (age * 2)
    }
    new Person name="Ann" age=41 fee=1234.5 notes="" tags=[a, "b c"] part=12.5% day=2026-11-21
    new Person name="=Bob" age=-5 notes="x, \\"y\\"\\nz" boss=Person["Ann"] crew=[Person/1] took=-37:15
    """

  private func talk(_ more: String = "") throws -> Conversation {
    try Conversation(Self.world + "\n" + more)
  }

  private func file(_ end: String, of talk: Conversation, _ query: String = "Person") -> String {
    let said = talk.tell("export \(query) to \"out.\(end)\"")
    #expect(said.count == 1 && said[0].hasSuffix("exported to out.\(end)"), "\(said)")
    return talk.files["out.\(end)"] ?? ""
  }

  // MARK: Formats

  @Test func everyPropertyIsAColumnOfCSV() throws {
    expectEqual(
      file("csv", of: try talk()),
      "ref,name,age,fee,notes,boss,tags,crew,part,day,took,twice\r\n"
        + "Person/1,Ann,41,1234.50,\"\",,\"[\"\"a\"\",\"\"b c\"\"]\",[],12.5%,2026-11-21,,82\r\n"
        + "Person/2,=Bob,-5,0.00,\"x, \"\"y\"\"\nz\",Person/1,[],\"[\"\"Person/1\"\"]\",,,-37:15,-10\r\n"
    )
  }

  @Test func theEndOfTheNameSaysTheFormat() throws {
    let talk = try talk()
    let query = "Person name, age, boss where age < 0"
    expectEqual(
      file("TSV", of: talk, query), "ref\tname\tage\tboss\nPerson/2\t=Bob\t-5\tPerson/1\n")
    let object = #"{"ref":"Person/2","name":"=Bob","age":-5,"boss":"Person/1"}"#
    expectEqual(file("json", of: talk, query), "[\n\(object)\n]\n")
    expectEqual(file("jsonl", of: talk, query), object + "\n")
    expectEqual(
      file("md", of: talk, query),
      """
      | ref | name | age | boss |
      | --- | --- | ---: | --- |
      | Person/2 | =Bob | -5 | Person/1 |

      """)
    let page = file("html", of: talk, query)
    #expect(page.contains("<title>Person where age &lt; 0</title>"))
    #expect(page.contains("<tr><th scope=\"row\">Person/2</th><td>=Bob</td><td>-5</td>"))
  }

  @Test func aPageIsOrderedByTheSecondsOfADuration() throws {
    #expect(file("html", of: try talk()).contains("<td data-value=\"-134100\">-37:15</td>"))
  }

  @Test(arguments: kindTable)
  func aValueOfEachKindIsWrittenInFull(value: KindCase) throws {
    let (name, clauses) = KindTests.split(value.kind)
    let mark = value.isNeverRequired ? "?" : ""
    let talk = try Conversation(
      value.preparation + "define T { p: \(name)\(mark) \(clauses) }\nnew T p=\(value.first)")
    talk.tell("export T to t.jsonl --reveal; export T to t.csv --reveal")
    let line = talk.files["t.jsonl"] ?? ""
    let cells = (talk.files["t.csv"] ?? "").split(separator: "\r\n").dropFirst()
    let shown = value.isMasked ? value.stored[0] : value.shown[0]
    if !value.isReference, !shown.contains("\""), !shown.contains(",") {
      expectEqual(cells.first, "T/1,\(shown)", "\(value.kind)")
    }
    #expect(line.hasPrefix("{\"ref\":\"T/1\",\"p\":"), "\(line)")
    if case .text(let text) = value.datum, !value.isMasked, !text.contains("\"") {
      expectEqual(line, "{\"ref\":\"T/1\",\"p\":\"\(text)\"}\n")
    }
  }

  // MARK: What is written

  @Test func anExportTakesWhatListTakes() throws {
    let talk = try talk("new Person name=\"Cid\" age=7 boss=Person[\"Ann\"]")
    expectEqual(
      file(
        "csv", of: talk, "Person name, boss.name, (age * 2) as double order by age desc limit 2"),
      "ref,name,boss.name,double\r\nPerson/1,Ann,,82\r\nPerson/3,Cid,Ann,14\r\n")
    talk.files = [:]
    expectEqual(
      file("csv", of: talk, "Person boss, (count()) as n group by boss order by n desc"),
      "boss,n\r\nPerson/1,2\r\n,1\r\n")
    talk.files = [:]
    talk.tell("delete Person/3")
    #expect(file("csv", of: talk, "Person name at #4").hasSuffix("\r\nPerson/3,Cid\r\n"))
  }

  @Test func withoutRecordsThereIsTheHeader() throws {
    expectEqual(file("csv", of: try talk(), "Person name where age > 100"), "ref,name\r\n")
    expectEqual(file("json", of: try talk(), "Person name where age > 100"), "[\n]\n")
  }

  @Test func aReferenceToWhatIsGoneKeepsItsNumber() throws {
    let talk = try talk()
    expectEqual(
      file("csv", of: talk, "Person boss where boss is not null"),
      "ref,boss\r\nPerson/2,Person/1\r\n")
  }

  @Test func aPropertyCalledToIsAPropertyWhereAValueMustBe() throws {
    let talk = try Conversation("define T { to: Integer = 1, a: Integer = 2 }\nnew T; new T to=3")
    expectEqual(
      file("csv", of: talk, "T a, `to` where to = 3 order by to"), "ref,a,to\r\nT/2,2,3\r\n")
  }

  // MARK: Locales and formulas

  @Test func aLocaleIsThatOfAField() throws {
    let talk = try talk()
    talk.tell("export Person name, fee, part, day, age to a.tsv --locale de_DE")
    expectEqual(
      talk.files["a.tsv"],
      "ref\tname\tfee\tpart\tday\tage\nPerson/1\tAnn\t1.234,50\t12,5\u{A0}%\t21.11.2026\t41\n"
        + "Person/2\t=Bob\t0,00\t\t\t-5\n")
    talk.tell("export Person fee, day to a.html --locale de_DE")
    let page = talk.files["a.html"] ?? ""
    #expect(page.contains("<html lang=\"de-DE\">"))
    #expect(
      page.contains(
        "<td data-value=\"1234.5\">1.234,50</td><td data-value=\"2026-11-21\">21.11.2026</td>"))
  }

  @Test func aTextThatIsAFormulaGetsAnApostropheAndANumberDoesNot() throws {
    let talk = try talk()
    talk.tell("export Person name, age to a.csv --safe")
    expectEqual(talk.files["a.csv"], "ref,name,age\r\nPerson/1,Ann,41\r\nPerson/2,'=Bob,-5\r\n")
  }

  // MARK: Cards

  @Test func aCardIsWrittenOnlyInFull() throws {
    let talk = try Conversation(
      "define C { n: Integer = 1, card: Card }\nnew C card=\"4111 1111 1111 1111\"")
    let refusal = "(export --reveal writes it in full; columns leave it out)"
    expectEqual(
      talk.tell("export C to c.csv"),
      ["error refused 1:8: card is masked, and would be lost \(refusal)"])
    expectEqual(
      talk.tell("export C n, (substr(card, 1, 4)) as start to c.csv"),
      ["error refused 1:13: start is masked, and would be lost \(refusal)"])
    expectEqual(talk.files, [:])
    expectEqual(file("csv", of: talk, "C n"), "ref,n\r\nC/1,1\r\n")
    talk.tell("export C to all.csv --reveal")
    expectEqual(talk.files["all.csv"], "ref,n,card\r\nC/1,1,4111111111111111\r\n")
    talk.tell("export C n where card = \"4111111111111111\" to c.html")
    expectEqual(talk.files["c.html"]?.contains("4111111111111111"), false)
  }

  // MARK: Files

  @Test func aFileThatIsThereIsRefusedWherePersonsAreNotAsked() throws {
    let talk = try talk()
    talk.files["p.csv"] = "old"
    expectEqual(talk.tell("export Person to p.csv"), ["error file 1:18: p.csv already exists"])
    expectEqual(talk.files["p.csv"], "old")
  }

  @Test(arguments: [true, false])
  func aPersonIsAskedAboutAFileThatIsThere(answer: Bool) throws {
    var questions: [String] = []
    let talk = try Conversation(
      Self.world, files: ["p.csv": "old"],
      confirm: {
        questions.append($0)
        return answer
      })
    let said = talk.enter("export Person name to p.csv")
    expectEqual(questions, ["replace p.csv?"])
    expectEqual(
      said, ["notice: " + (answer ? "2 records exported to p.csv" : "nothing is exported")])
    #expect((talk.files["p.csv"] == "old") != answer)
    expectEqual(talk.enter("export Person name to q.csv").count, 1)
    expectEqual(questions.count, 1)
  }

  @Test func anErrorLeavesNoFile() throws {
    let talk = try talk()
    let said = talk.tell("export Person (json_extract(name, '$')) as x to p.csv")
    expectEqual(said.first?.hasPrefix("error expression 1:"), true, "\(said)")
    expectEqual(talk.files, [:])
  }

  @Test(arguments: [
    (
      "export Person to p.xls",
      "value 1:18: p.xls does not say its format; expected a name that ends in .csv, .tsv, .json, "
        + ".jsonl, .md or .html"
    ),
    (
      "export Person to p.json --safe",
      "value 1:18: --safe is for .csv, .tsv and .html, which spreadsheets open"
    ),
    (
      "export Person to p.jsonl --locale de_DE",
      "value 1:35: JSON has numbers and dates of no locale (--locale is for .csv, .tsv, .md and .html)"
    ),
    (
      "export Person to p.csv --locale xx_XX",
      "value 1:33: there is no locale \"xx_XX\"; expected one such as de_DE"
    ),
    (
      "export Person name, name to p.csv",
      "name 1:21: there is a column name already (\"as\" gives a column another name)"
    ),
    (
      "export Person age as ref to p.csv",
      "name 1:15: there is a column ref already (\"as\" gives a column another name)"
    ),
    ("export Persn to p.csv", "name 1:8: there is no type \"Persn\" (did you mean \"Person\"?)"),
    (
      "begin\nexport Person to p.csv\nrollback",
      "refused 2:1: export is not possible inside a transaction"
    ),
    ("repeat 2 { export Person to p.csv }", "refused 1:12: export is not possible in a block"),
  ])
  func whatCannotBeExportedIsSaidWithItsPlace(script: String, error: String) throws {
    let talk = try talk()
    expectEqual(talk.tell(script).first, "error " + error)
    expectEqual(talk.files, [:])
  }
}
