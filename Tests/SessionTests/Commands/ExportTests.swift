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
        + "Person/2,=Bob,-5,0.00,\"x, \"\"y\"\"\nz\",Ann,[],\"[\"\"Ann\"\"]\",,,-37:15,-10\r\n"
    )
  }

  @Test func theEndOfTheNameSaysTheFormat() throws {
    let talk = try talk()
    let query = "Person ref, name, age, boss where age < 0"
    expectEqual(
      file("TSV", of: talk, query), "ref\tname\tage\tboss\nPerson/2\t=Bob\t-5\tAnn\n")
    let object = #"{"ref":"Person/2","name":"=Bob","age":-5,"boss":"Ann"}"#
    expectEqual(file("json", of: talk, query), "[\n\(object)\n]\n")
    expectEqual(file("jsonl", of: talk, query), object + "\n")
    expectEqual(
      file("md", of: talk, query),
      """
      | ref | name | age | boss |
      | --- | --- | ---: | --- |
      | Person/2 | =Bob | -5 | Ann |

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
    if value.isReference {
      expectEqual(cells.first, "T/1,\(value.label)", "\(value.kind)")
    } else if !shown.contains("\""), !shown.contains(",") {
      expectEqual(cells.first, "T/1,\(shown)", "\(value.kind)")
    }
    #expect(line.hasPrefix("{\"ref\":\"T/1\",\"p\":"), "\(line)")
    if case .text(let text) = value.datum, !value.isMasked, !value.isReference, !text.contains("\"")
    {
      expectEqual(line, "{\"ref\":\"T/1\",\"p\":\"\(text)\"}\n")
    }
  }

  // MARK: What is written

  @Test func anExportTakesWhatListTakes() throws {
    let talk = try talk("new Person name=\"Cid\" age=7 boss=Person[\"Ann\"]")
    expectEqual(
      file(
        "csv", of: talk, "Person name, boss.name, (age * 2) as double order by age desc limit 2"),
      "name,boss.name,double\r\nAnn,,82\r\nCid,Ann,14\r\n")
    talk.files = [:]
    expectEqual(
      file("csv", of: talk, "Person boss, (count()) as n group by boss order by n desc"),
      "boss,n\r\nAnn,2\r\n,1\r\n")
    talk.files = [:]
    talk.tell("delete Person/3")
    #expect(file("csv", of: talk, "Person name at #4").hasSuffix("\r\nCid\r\n"))
  }

  @Test func withoutRecordsThereIsTheHeader() throws {
    expectEqual(file("csv", of: try talk(), "Person name where age > 100"), "name\r\n")
    expectEqual(file("json", of: try talk(), "Person name where age > 100"), "[\n]\n")
  }

  @Test func referencesAreKeysOrNumbers() throws {
    let talk = try talk()
    let query = "Person ref, boss, crew where boss is not null"
    expectEqual(
      file("jsonl", of: talk, query), #"{"ref":"Person/2","boss":"Ann","crew":["Ann"]}"# + "\n")
    talk.tell("export \(query) --refs numbers to b.jsonl; export \(query) --refs keys to c.csv")
    expectEqual(
      talk.files["b.jsonl"],
      #"{"ref":"Person/2","boss":"Person/1","crew":["Person/1"]}"# + "\n")
    expectEqual(talk.files["c.csv"], "ref,boss,crew\r\nPerson/2,Ann,\"[\"\"Ann\"\"]\"\r\n")
    expectEqual(
      talk.tell("export Person --refs both to d.csv"),
      ["error value 1:22: unknown format of references \"both\"; use keys or numbers"])
  }

  @Test func aReferenceIsANumberIfItsTypeHasNoKey() throws {
    let talk = try Conversation(
      """
      define A { n: Integer }
      define B { code: Integer key }
      define T { a: A, b: B, bs: [B] }
      new A n=1; new B code=7; new T a=A/1 b=B/1 bs=[B/1]
      """)
    expectEqual(file("csv", of: talk, "T"), "ref,a,b,bs\r\nT/1,A/1,7,[7]\r\n")
    expectEqual(
      file("jsonl", of: talk, "T"), #"{"ref":"T/1","a":"A/1","b":7,"bs":[7]}"# + "\n")
  }

  @Test func theNumberOfTheRecordIsAColumnWhereItIsNamed() throws {
    let talk = try talk()
    expectEqual(
      file("csv", of: talk, "Person name, ref, age"),
      "name,ref,age\r\nAnn,Person/1,41\r\n=Bob,Person/2,-5\r\n")
    talk.files = [:]
    expectEqual(file("csv", of: talk, "Person ref"), "ref\r\nPerson/1\r\nPerson/2\r\n")
  }

  // MARK: Owned records

  private static let orders = """
    define Part { code: Text key }
    define Line { part: Part?, quantity: Integer = 1 }
    define Order { number: Integer key, lines: [Line] owned }
    """
  private static let ordered = """
    new Part code="A-1"; new Order number=7; new Order number=8
    append Order/2.lines new Line quantity=2
    append Order/1.lines new Line part=Part/1
    append Order/1.lines new Line quantity=3
    move Order/1.lines 0 1
    """

  @Test func ownedRecordsComeBackInTheirPlaces() throws {
    let talk = try Conversation(Self.orders + "\n" + Self.ordered)
    expectEqual(
      file("csv", of: talk, "Line"),
      "ref,owner,part,quantity\r\nLine/3,7,,3\r\nLine/2,7,A-1,1\r\nLine/1,8,,2\r\n")
    let types = ["Part", "Order", "Line"]
    for type in types { talk.tell("export \(type) to \(type).csv") }
    let copy = try Conversation(Self.orders, files: talk.files)
    expectEqual(
      types.flatMap { copy.tell("import \($0).csv into \($0)") },
      [
        "notice: 1 record created",
        "notice: column \"lines\" is skipped: its records do not exist yet; import Line "
          + "afterwards, with a column for the owner",
        "notice: 2 records created", "notice: 3 records created",
      ])
    for type in types { expectEqual(copy.tell("list \(type)"), talk.tell("list \(type)")) }
    expectEqual(copy.tell("check"), [])
    expectEqual(
      copy.tell("import Line.csv into Line update by ref"), ["notice: 3 left as they are"])
    copy.tell("import Line.csv into Line map ref=nil")
    expectEqual(
      copy.tell("get Order/1.lines"), ["[Line/3, Line/2, Line/4, Line/5]"])
  }

  @Test func orderByReplacesTheOrderOfTheOwners() throws {
    let talk = try Conversation(Self.orders + "\n" + Self.ordered)
    expectEqual(
      file("csv", of: talk, "Line quantity, (quantity + 1) as more order by quantity limit 2"),
      "quantity,more\r\n1,2\r\n2,3\r\n")
    talk.files = [:]
    expectEqual(file("csv", of: talk, "Line (count()) as n"), "n\r\n3\r\n")
  }

  @Test func aTypeThatTwoListsOwnHasAColumnForEach() throws {
    let definitions = """
      define Note { text: Text }
      define Person { name: Text key, notes: [Note] owned, later: [Note] owned }
      """
    let talk = try Conversation(
      definitions + """

        new Person name=Ann
        append Person/1.notes new Note text=a
        append Person/1.later new Note text=b
        new Note text=c
        """)
    talk.tell("export Person to Person.csv; export Note to Note.csv")
    expectEqual(
      talk.files["Note.csv"],
      "ref,Person.notes,Person.later,text\r\nNote/3,,,c\r\nNote/2,,Ann,b\r\nNote/1,Ann,,a\r\n")
    let copy = try Conversation(definitions, files: talk.files)
    copy.tell("import Person.csv into Person; import Note.csv into Note")
    expectEqual(copy.tell("show Person/1"), talk.tell("show Person/1"))
    expectEqual(
      copy.tell("import Note.csv into Note map Person.notes=owner").count, 1)
  }

  @Test func aTreeOfRecordsComesBack() throws {
    let definition = "define Node { name: Text key, children: [Node] owned, best: Node? }\n"
    let talk = try Conversation(
      definition + """
        new Node name=root
        append Node/1.children new Node name=b
        append Node/1.children new Node name=a
        append Node/2.children new Node name=deep
        set Node/1 best=Node/4
        """)
    for form in ["", " --refs numbers"] {
      talk.files = [:]
      talk.tell("export Node\(form) to n.csv")
      let copy = try Conversation(definition, files: talk.files)
      copy.tell("import n.csv into Node")
      expectEqual(copy.tell("list Node"), talk.tell("list Node"))
    }
  }

  @Test func recordsOfATypeWhoseNameNeedsQuotesComeBack() throws {
    let definitions = """
      define `My Type` { name: Text, next: `My Type`? }
      define `Own er` { items: [`My Type`] owned }

      """
    let talk = try Conversation(
      definitions + """
        new `My Type` name=a
        new `My Type` name=b next=`My Type`/1
        set `My Type`/1 next=`My Type`/2
        new `Own er`
        append `Own er`/1.items new `My Type` name=c
        """)
    talk.tell("export `My Type` to t.csv; export `Own er` to o.csv")
    let copy = try Conversation(definitions, files: talk.files)
    copy.tell("import o.csv into `Own er`; import t.csv into `My Type`")
    for type in ["`My Type`", "`Own er`"] {
      expectEqual(copy.tell("list \(type)"), talk.tell("list \(type)"))
    }
  }

  @Test func aListThatNamesSomeMissingRecordsIsRefused() throws {
    let talk = try Conversation(
      Self.orders + "\nnew Line",
      files: ["o.csv": "number,lines\n20,[\"Line/77\"]\n21,[\"Line/1\"]\n"])
    talk.files["o.csv"] = "number;lines\n20;[\"Line/77\"]\n21;[\"Line/1\"]\n"
    expectEqual(
      talk.tell("import o.csv into Order"),
      [
        "error name 1:1: in 1 row, lines refers to records that do not exist: the first is line 2 "
          + "(`map lines=nil` skips the column)"
      ])
    expectEqual(talk.tell("count Order"), ["0"])
    talk.files["p.csv"] = "number;lines\n20;[\"Line/1\", \"Line/77\"]\n"
    #expect(
      talk.tell("import p.csv into Order").first?.contains("there is no such Line") == true)
  }

  @Test func anOwnerThatDoesNotExistIsAMistakeOfItsRow() throws {
    let talk = try Conversation(
      Self.orders, files: ["l.csv": "owner,quantity\n7,1\n9,2\n"])
    talk.tell("new Order number=7")
    expectEqual(
      talk.tell("import l.csv into Line --keep-going").first,
      "warning name 3:1: owner cannot be \"9\": there is no such Order")
    expectEqual(talk.tell("get Order/1.lines"), ["[Line/1]"])
  }

  @Test func nestedRecordsAreObjects() throws {
    let talk = try Conversation(Self.orders + "\n" + Self.ordered)
    talk.tell("export Order --nested to o.json; export Order lines --nested to o.jsonl")
    expectEqual(
      talk.files["o.json"],
      """
      [
      {"ref":"Order/1","number":7,"lines":[{"part":null,"quantity":3},{"part":"A-1","quantity":1}]},
      {"ref":"Order/2","number":8,"lines":[{"part":null,"quantity":2}]}
      ]

      """)
    expectEqual(
      talk.files["o.jsonl"],
      #"{"lines":[{"part":null,"quantity":3},{"part":"A-1","quantity":1}]}"# + "\n"
        + #"{"lines":[{"part":null,"quantity":2}]}"# + "\n")
    let cards = try Conversation(
      "define C { card: Card? }\ndefine O { cs: [C] owned }\nnew O")
    #expect(cards.tell("export O --nested to o.json")[0].contains("cs is masked"))
    expectEqual(cards.tell("export O to o.json"), ["notice: 1 record exported to o.json"])
  }

  @Test func aPropertyCalledToIsAPropertyWhereAValueMustBe() throws {
    let talk = try Conversation("define T { to: Integer = 1, a: Integer = 2 }\nnew T; new T to=3")
    expectEqual(
      file("csv", of: talk, "T a, `to` where to = 3 order by to"), "a,to\r\n2,3\r\n")
  }

  // MARK: Locales and formulas

  @Test func aLocaleIsThatOfAField() throws {
    let talk = try talk()
    talk.tell("export Person name, fee, part, day, age to a.tsv --locale de_DE")
    expectEqual(
      talk.files["a.tsv"],
      "name\tfee\tpart\tday\tage\nAnn\t1.234,50\t12,5\u{A0}%\t21.11.2026\t41\n"
        + "=Bob\t0,00\t\t\t-5\n")
    talk.tell("export Person fee, day to a.html --locale de_DE")
    let page = talk.files["a.html"] ?? ""
    #expect(page.contains("<html lang=\"de-DE\">"))
    #expect(
      page.contains(
        "<th scope=\"row\" data-value=\"1234.5\">1.234,50</th><td data-value=\"2026-11-21\">21.11.2026</td>"
      ))
  }

  @Test func aTextThatIsAFormulaGetsAnApostropheAndANumberDoesNot() throws {
    let talk = try talk()
    talk.tell("export Person name, age to a.csv --safe")
    expectEqual(talk.files["a.csv"], "name,age\r\nAnn,41\r\n'=Bob,-5\r\n")
  }

  @Test func aFileForExcelIsInItsNotation() throws {
    let talk = try Conversation(
      Self.world
        + "\ndefine D { when: DateTime, d: Decimal(integer: 6, fraction: 2) grouped }\n"
        + "new D when=2026-07-01T10:00:00Z d=-1234.5; new D when=2026-07-01T10:00:00.500Z d=0",
      hoursAhead: 2)
    talk.tell("export Person name, fee, part, day --excel --locale de_DE to a.csv")
    expectEqual(
      talk.files["a.csv"],
      "\u{FEFF}name;fee;part;day\r\nAnn;1234,50;12,5%;21.11.2026\r\n=Bob;0,00;;\r\n")
    talk.tell("export Person fee, day --excel to b.csv; export Person fee --bom to c.tsv")
    expectEqual(talk.files["b.csv"], "\u{FEFF}fee,day\r\n1234.50,11/21/2026\r\n0.00,\r\n")
    expectEqual(talk.files["c.tsv"], "\u{FEFF}fee\n1234.50\n0.00\n")
    talk.tell("export D when, d --excel --locale de_DE to d.csv; export D when --excel to e.csv")
    expectEqual(
      talk.files["d.csv"],
      "\u{FEFF}when;d\r\n01.07.2026 12:00:00;-1234,50\r\n01.07.2026 12:00:00.500;0,00\r\n")
    let before = talk.tell("list D")
    talk.tell("delete D where id > 0; import d.csv into D --locale de_DE")
    expectEqual(
      talk.tell("list D").map { $0.drop { $0 != "|" } }, before.map { $0.drop { $0 != "|" } })
  }

  @Test func aDelimiterAndAnEncodingAreThoseOfTheCommand() throws {
    let talk = try talk("new Person name=\"Cid €\" notes=\"a|b\"")
    talk.tell("export Person name, notes where age is null --delimiter \"|\" to a.csv")
    expectEqual(talk.files["a.csv"], "name|notes\r\nCid €|\"a|b\"\r\n")
    talk.tell("export Person age to b.csv --encoding latin-1")
    expectEqual(talk.files["b.csv"], "age\r\n41\r\n-5\r\n\r\n")
    talk.tell("new Person name=\"Łódź\"")
    expectEqual(
      talk.tell("export Person name to c.csv --encoding windows-1252"),
      [
        "error value 1:23: Person/4: \"Ł\" (U+0141) is not in the encoding "
          + "(use --encoding utf-8)"
      ])
    expectEqual(talk.files["c.csv"], nil)
  }

  @Test(arguments: [
    (
      "export Person to p.json --excel",
      "1:18: --excel can be used only with .csv; .xlsx needs no option"
    ),
    (
      "export Person to p.tsv --excel",
      "1:18: --excel can be used only with .csv; .xlsx needs no option"
    ),
    ("export Person to p.md --bom", "1:18: --bom can be used only with .csv and .tsv"),
    (
      "export Person to p.html --encoding latin-1",
      "1:18: --encoding can be used only with .csv and .tsv"
    ),
    (
      "export Person to p.json --delimiter \";\"",
      "1:18: --delimiter can be used only with .csv and .tsv"
    ),
    (
      "export Person to p.csv --delimiter \"ab\"",
      "1:36: --delimiter needs an ASCII character that is not in a number or word, such as \";\" or \"\\t\""
    ),
    (
      "export Person to p.csv --excel --encoding latin-1",
      "1:43: --excel always writes UTF-8; omit --encoding"
    ),
    ("export Person to p.csv --nested", "1:18: --nested can be used only with .json and .jsonl"),
    (
      "export Person to p.xlsx --locale de_DE",
      "1:34: XLSX does not write numbers and dates in the format of a locale (--locale is for .csv, .tsv, .md and .html)"
    ),
    (
      "export Person, Person to p.csv",
      "1:16: only .xlsx can contain several types, each in a sheet"
    ),
  ])
  func anOptionForAnotherFormatIsRefused(command: String, error: String) throws {
    let talk = try talk()
    expectEqual(talk.tell(command), ["error value " + error])
    expectEqual(talk.files, [:])
  }

  // MARK: Cards

  @Test func aCardIsWrittenOnlyInFull() throws {
    let talk = try Conversation(
      "define C { n: Integer = 1, card: Card }\nnew C card=\"4111 1111 1111 1111\"")
    let refusal = "(use --reveal to write the values in full, or omit the column)"
    expectEqual(
      talk.tell("export C to c.csv"),
      ["error refused 1:8: card is masked, so its values would be lost \(refusal)"])
    expectEqual(
      talk.tell("export C n, (substr(card, 1, 4)) as start to c.csv"),
      ["error refused 1:13: start is masked, so its values would be lost \(refusal)"])
    expectEqual(talk.files, [:])
    expectEqual(file("csv", of: talk, "C n"), "n\r\n1\r\n")
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
      said, ["notice: " + (answer ? "2 records exported to p.csv" : "nothing was exported")])
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
      "value 1:18: p.xls has no known extension; expected a name that ends in .csv, .tsv, .json, "
        + ".jsonl, .md, .html or .xlsx"
    ),
    (
      "export Person to p.json --safe",
      "value 1:18: --safe can be used only with .csv, .tsv and .html"
    ),
    (
      "export Person to p.jsonl --locale de_DE",
      "value 1:35: JSON does not write numbers and dates in the format of a locale (--locale is for .csv, .tsv, .md and .html)"
    ),
    (
      "export Person to p.csv --locale xx_XX",
      "value 1:33: there is no locale \"xx_XX\"; expected one such as de_DE"
    ),
    (
      "export Person name, name to p.csv",
      "name 1:21: there is already a column name (\"as\" gives a column another name)"
    ),
    (
      "export Person age as ref to p.csv",
      "name 1:15: there is already a column ref (\"as\" gives a column another name)"
    ),
    ("export Persn to p.csv", "name 1:8: there is no type \"Persn\" (did you mean \"Person\"?)"),
  ])
  func whatCannotBeExportedIsSaidWithItsPlace(script: String, error: String) throws {
    let talk = try talk()
    expectEqual(talk.tell(script).first, "error " + error)
    expectEqual(talk.files, [:])
  }

  // MARK: In blocks and transactions

  @Test(arguments: [
    "repeat 1 { new Person name=\"Zoe\"; export Person name to p.csv }",
    "begin\nnew Person name=\"Zoe\"\nexport Person name to p.csv\ncommit",
    "command out { new Person name=\"Zoe\"; export Person name to p.csv }\nout",
    "try { new Person name=\"Zoe\"; export Person name to p.csv } else { }",
  ])
  func anExportInATransactionHasItsChanges(script: String) throws {
    let talk = try Conversation(people)
    talk.tell(script)
    expectEqual(talk.files, ["p.csv": "name\r\nAnn\r\nZoe\r\n"])
  }

  @Test(arguments: [
    "repeat 1 { new Person name=\"Zoe\"; export Person name to p.csv; set ann.age 999 }",
    "begin\nexport Person name to p.csv\nrollback",
    "command out { export Person name to p.csv; new Person name=\"Ann\" }\nout",
    "try { export Person name to p.csv; set ann.age 999 } else { }",
  ])
  func anExportDisappearsWithItsTransaction(script: String) throws {
    let talk = try Conversation(people)
    talk.tell(script)
    expectEqual(talk.files, [:])
    expectEqual(talk.tell("count Person"), ["1"])
  }

  @Test func aLoopExportsAFileForEachRecord() throws {
    let talk = try Conversation(people + "\nnew Person name=\"Zoe\"")
    let said = talk.tell(
      "for p in Person { export Person name where name = :p.name to \":p.name.csv\" }")
    expectEqual(
      said, ["notice: 1 record exported to Ann.csv", "notice: 1 record exported to Zoe.csv"])
    expectEqual(talk.files, ["Ann.csv": "name\r\nAnn\r\n", "Zoe.csv": "name\r\nZoe\r\n"])
  }

  @Test(arguments: [
    "repeat 2 { export Person to p.csv }",
    "begin\nexport Person to p.csv\nlist Person to \"p.csv\"\ncommit",
    "begin\nlist Person to \"p.csv\"\nexport Person to p.csv\ncommit",
  ])
  func aTransactionWritesAFileOnce(script: String) throws {
    let talk = try Conversation(people)
    let said = talk.tell(script)
    #expect(said.joined().contains("this transaction already writes p.csv"), "\(said)")
  }

  @Test func aPastStateIsExportedInATransaction() throws {
    let talk = try Conversation(people)
    talk.tell("new Person name=\"Zoe\"")
    talk.tell("begin; delete Person[\"Ann\"]; export Person name at #2 to p.csv; commit")
    expectEqual(talk.files, ["p.csv": "name\r\nAnn\r\n"])
  }
}
