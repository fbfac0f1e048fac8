import Replies
import TestSupport
import Testing

struct ImportTests {
  private static let types = """
    define Fee { name: Text key, yearly: Decimal(integer: 4, fraction: 2) = 0 }
    define Member {
      number: Integer key in 1...9999
      name: Text title length 1...40
      born: Date?
      fee: Fee?
      mail: Email? unique
      phone: Mask("+00 000")?
      tags: [Text]
      mentor: Member? on delete clear
      paid: Decimal(integer: 5, fraction: 2)? in 0...1000
      active: Boolean = true
      share: Percent?
      seen: DateTime?
      initial: Text := (substr(name, 1, 1))
      pupils: [Member] by mentor
    }
    rule Member.adult "must be born before 2010" : born is null or born < 2010-01-01
    new Fee name=Adult yearly=120
    new Fee name=Child yearly=40
    """

  private func talk(
    _ files: [String: String] = [:], confirm: ((String) -> Bool)? = nil, isForPerson: Bool = false
  ) throws -> Conversation {
    let talk = try Conversation(
      Self.types, files: files, confirm: confirm, isForPerson: isForPerson)
    return talk
  }

  private func list(_ talk: Conversation, _ columns: String = "number, name") -> [String] {
    talk.tell("list Member \(columns)")
  }

  @Test func rowsBecomeRecordsInOneTransactionWithTheirLines() throws {
    let talk = try talk([
      "m.csv": """
      \u{FEFF}Number,Name,born,fee,tags,paid,active,share,seen\r
      1,"Ann ""A"" Miller",1968-11-21,Adult,"[""a"",""b|c""]",12.50,false,12.5%,2026-11-21T10:00Z\r
      2,Bob,,Fee/2,,,,,\r
      3,"Cyd\r\nLine",,,[],0,TRUE,,2026-11-21 09:00\r\n
      """
    ])
    expectEqual(talk.tell("import m.csv into Member"), ["notice: 3 records created"])
    expectEqual(
      list(talk, "number, name, born, fee, tags, paid, active, share, seen"),
      [
        "Member/1|1|Ann \"A\" Miller|1968-11-21|Fee/1|[a, b|c]|12.50|false|12.5%|2026-11-21T10:00:00.000Z",
        "Member/2|2|Bob|nil|Fee/2|[]|nil|true|nil|nil",
        "Member/3|3|Cyd\r\nLine|nil|nil|[]|0.00|true|nil|2026-11-21T09:00:00.000Z",
      ])
    #expect(talk.tell("why Member[3].name")[0].contains("m.csv:4"))
    let log = talk.tell("log limit 1")[0]
    #expect(log.contains("import") && log.contains("# 3 rows, 0 rejected"))
    expectEqual(talk.tell("undo; count Member").last, "0")
    expectEqual(talk.tell("redo; count Member; check").last, "3")
  }

  @Test func allThatIsWrongWithARowIsToldInOnePassAndNothingIsStored() throws {
    let talk = try talk([
      "m.csv": """
      number;name;born;fee;mail;phone
      1;Ann;2011-02-30;Adlt;bob@;+49 12
      20000;;2012-02-01;;;
      3;Cyd
      4;Dee;;;dee@example.org;
      4;Eve;;;dee@example.org;
      """
    ])
    let told = talk.tell("import m.csv into Member --rejects bad.csv")
    expectEqual(
      told.filter { $0.hasPrefix("error") },
      [
        "error value 2:7: born cannot be \"2011-02-30\"; February 2011 has 28 days",
        "error name 2:18: fee cannot be \"Adlt\": there is no such Fee",
        "error value 2:23: mail cannot be \"bob@\"; expected an address such as ann@example.org",
        "error value 2:28: phone cannot be \"+49 12\"; "
          + "expected the format +00 000: the text is incomplete",
        "error rule 3:1: number must be 1…9999, not 20000",
        "error rule 3:7: name is required",
        "error rule 3:8: the row breaks adult, must be born before 2010: born is 2012-02-01",
        "error conflict 6:1: number 4 is already in line 5",
        "error conflict 6:9: mail \"dee@example.org\" is already in line 5",
        "error value 1:8: rejected 3 of 5 rows; nothing was stored (use --keep-going to store the valid rows)",
      ], "\(told)")
    #expect(told.contains { $0.contains("born: 2 rows, such as: born cannot be") })
    expectEqual(talk.tell("count Member"), ["0"])
    let lines = (talk.files["bad.csv"] ?? "").split(separator: "\r\n")
    #expect(lines.count == 4 && lines[0] == "number;name;born;fee;mail;phone;#reasons")
    // Corrected rows are accepted.
    talk.files["bad.csv"] = """
      number;name;born;fee;mail;phone;#reasons\r
      1;Ann;2009-02-28;Adult;bob@example.org;+49 123;"wrong"\r
      5;Eve;;;;;"number 4 is already in line 5"\r\n
      """
    expectEqual(talk.tell("import bad.csv into Member"), ["notice: 2 records created"])
  }

  @Test func aRowOfEmptyCellsIsNoneAndOneWithMoreOrFewerIsTakenWithANotice() throws {
    let talk = try Conversation(
      "define P { a: Text, b: Integer?, c: Text? }",
      files: [
        "p.csv": "a,b,c\n,,\nx\n,\ny,1\n\nz,2,v,,\n\"\",,\nw,3,u,,,\n,,,,\n",
        "q.csv": "a,b,c\nx,1,,y\n", "r.json": "[{}, {\"a\": null}]",
      ])
    expectEqual(
      talk.tell("import p.csv into P"),
      [
        "notice: 3 rows have only empty cells and are skipped: the first is line 2",
        "notice: 2 rows have fewer cells than the header; the missing cells are read as empty: "
          + "the first is line 3",
        "notice: 2 rows have more cells than the header; the extra cells are empty and ignored: "
          + "the first is line 7", "notice: 5 records created",
      ])
    expectEqual(
      talk.tell("list P"),
      ["P/1|x|nil|nil", "P/2|y|1|nil", "P/3|z|2|v", "P/4||nil|nil", "P/5|w|3|u"])
    expectEqual(
      talk.tell("import q.csv into P")[0],
      "error value 2:6: the row has 4 cells, but the number of columns is 3")
    expectEqual(talk.tell("import r.json into P"), ["notice: 2 records created"])
  }

  @Test func aHundredThousandColumnsTakeTimeAsTheirNumberGrows() throws {
    let names = (0..<100_000).map { "c\($0)" }
    let cells = String(repeating: ",", count: names.count - 2) + "7"
    let talk = try Conversation(
      "define P { c0: Text, c99999: Integer? }",
      files: ["p.csv": "\(names.joined(separator: ","))\nx,\(cells)\ny,\(cells)\n"])
    let told = talk.tell("import p.csv into P")
    expectEqual(told.count, 21)
    expectEqual(told.dropLast().last, "notice: and 99978 more columns")
    let map = names.dropFirst().dropLast().map { "\($0)=nil" }.joined(separator: ", ")
    expectEqual(talk.tell("import p.csv into P map \(map)"), ["notice: 2 records created"])
    expectEqual(talk.tell("list P"), ["P/1|x|7", "P/2|y|7"])
  }

  @Test func withKeepGoingTheGoodRowsAreStored() throws {
    let talk = try talk(["m.csv": "number,name\n1,Ann\nx,Bob\n3,Cyd\n"])
    let told = talk.tell("import m.csv into Member --keep-going")
    #expect(told.contains { $0.hasPrefix("warning") && $0.contains(" 3:1:") }, "\(told)")
    expectEqual(told.last, "notice: 2 records created, 1 row rejected")
    expectEqual(list(talk), ["Member/1|1|Ann", "Member/2|3|Cyd"])
    #expect(talk.tell("log limit 1")[0].contains("# 3 rows, 1 rejected"))
  }

  @Test func aTrialTellsAllAndStoresNothing() throws {
    let talk = try talk(["m.csv": "number,name\n1,Ann\n"])
    let before = talk.tell("log")
    expectEqual(
      talk.tell("import m.csv into Member --dry-run"), ["notice: dry run: 1 record created"])
    expectEqual(talk.tell("count Member"), ["0"])
    expectEqual(talk.tell("log"), before)
  }

  @Test func updateByChangesWhatDiffersAndMakesWhatIsNew() throws {
    let talk = try talk(["m.csv": "number,name,paid\n1,Ann,\n2,Bobby,5\n3,New,\n2,Twice,1\n"])
    talk.tell("new Member number=1 name=Ann; new Member number=2 name=Bob paid=5")
    let told = talk.tell("import m.csv into Member update by number --keep-going")
    #expect(told.contains { $0.contains(" 5:1:") && $0.contains("number 2 is already in line 3") })
    expectEqual(told.last, "notice: 1 record created, 1 changed, 1 left as it is, 1 row rejected")
    expectEqual(talk.tell("history Member[2]").last?.contains("name|Bob|Bobby"), true)
    expectEqual(list(talk), ["Member/1|1|Ann", "Member/2|2|Bobby", "Member/3|3|New"])
  }

  @Test func aRefIsTheNumberOfTheRecord() throws {
    let talk = try talk(["m.csv": "ref,number,name\nMember/7,1,Ann\n9,2,Bob\n"])
    expectEqual(talk.tell("import m.csv into Member"), ["notice: 2 records created"])
    expectEqual(list(talk), ["Member/7|1|Ann", "Member/9|2|Bob"])
    talk.files["m.csv"] = "ref,name\nMember/7,Anna\nMember/8,Nobody\nFee/1,x\n"
    let told = talk.tell("import m.csv into Member update by ref --keep-going")
    #expect(told.contains { $0.contains("number is required") }, "\(told)")
    #expect(told.contains { $0.contains("\"Fee/1\" is not a record of Member") })
    expectEqual(list(talk)[0], "Member/7|1|Anna")
  }

  @Test func aLocaleAndAnOrderOfDatesAreReadAsFieldsReadThem() throws {
    let talk = try talk([
      "m.csv": "number;name;born;paid;share;tags\n1.001;Ann;21.11.1968;1.000,00;12,5 %;a | b\n",
      "d.csv": "number,name,born,seen\n2,Bob,1/2/1970,21/11/2026 08:30\n",
    ])
    expectEqual(
      talk.tell("import m.csv into Member --locale de_DE --split \"|\""),
      ["notice: 1 record created"])
    expectEqual(
      list(talk, "number, born, paid, share, tags"),
      ["Member/1|1001|1968-11-21|1000.00|12.5%|[a, b]"])
    expectEqual(talk.tell("import d.csv into Member --dates dmy"), ["notice: 1 record created"])
    #expect(
      talk.tell("import d.csv into Member --dates mdy --keep-going")[0].contains(
        "seen cannot be \"21/11/2026 08:30\""))
    expectEqual(list(talk, "born, seen")[1], "Member/2|1970-02-01|2026-11-21T08:30:00.000Z")
  }

  @Test func jsonHasItsOwnValues() throws {
    let talk = try talk([
      "m.jsonl": """
      {"number":1,"name":"Ann","tags":["a"],"active":false,"share":"12.5%","paid":12.5}
      {"number":2,"name":"Bob","extra":1}
      """
    ])
    let told = talk.tell("import m.jsonl into Member map extra=nil")
    expectEqual(told, ["notice: 2 records created"])
    expectEqual(
      list(talk, "number, tags, active, share, paid"),
      ["Member/1|1|[a]|false|12.5%|12.50", "Member/2|2|[]|true|nil|nil"])
  }

  @Test(
    arguments: [
      ("[{\"number\":1,\"b\":2}]", ["1:18: Member has no property \"b\""]),
      (
        "[{\"number\":1},\n {\"b\":null,\"number\":2,\"nmae\":3}]",
        ["2:7: Member has no property \"b\"", "2:30: Member has no property \"nmae\""]
      ),
      (
        "{\"number\":1,\"name\":\"A\"}\n{\"x y\":[{}]}",
        ["2:8: Member has no property \"x y\""]
      ),
      (
        "{\"#reasons\":\"old\",\"number\":0,\"name\":\"A\"}\n{\"number\":{},\"name\":[]}",
        ["1:28: number must be", "2:11: number cannot be", "2:21: name cannot be"]
      ),
      (
        "[{\"number\":1,\"name\":\"A\"},{\"number\":1,\"name\":\"B\"}]",
        ["1:36: number 1 is already in"]
      ),
      ("[{}]", ["1:2: number is required"]),
      ("[{\"number\":1,\"number\":2}]", ["1:14: this object has two keys"]),
      ("[{\"number\":1}", ["1:14: expected"]),
      ("[7]", ["1:2: expected an object"]),
      (
        String(repeating: "{\"number\":1,\"name\":\"A\"}\n", count: 100) + "{\"late\":7}",
        ["2:11: number 1 is already in", "101:0: Member has no property"]
      ),
    ],
    ["", "--dry-run", "--keep-going", "--rejects bad.json", "--rejects bad.json --keep-going"])
  func aMistakeInJSONIsToldWhereItIs(
    _ text: (json: String, mistakes: [String]), options: String
  ) throws {
    for (name, isForPerson) in [("m.json", false), ("m.jsonl", true), ("-", false)] {
      let talk = try talk([name: text.json], isForPerson: isForPerson)
      let told = talk.tell("import \(name) into Member \(options)")
      for mistake in text.mistakes {
        #expect(told.contains { $0.contains(" " + mistake) }, "\(mistake): \(told)")
      }
      // Rejected rows can be read again.
      guard talk.files["bad.json"]?.isEmpty == false else { continue }
      let again = talk.tell("import bad.json into Member")
      #expect(!again.contains { $0.hasPrefix("error file") }, "\(again)")
    }
  }

  @Test func aPersonCanLeaveOutKeysOfJSONThatAreOfNoProperty() throws {
    let talk = try talk(
      ["m.json": "[{\"number\":1,\"name\":\"A\",\"b\":2}]"], confirm: { _ in true },
      isForPerson: true)
    let told = talk.enter("import m.json into Member\n")
    #expect(told.first?.contains("Member has no property \"b\"") == true, "\(told)")
    expectEqual(told.last, "notice: 1 record created")
  }

  @Test func aTableOfAnotherDatabaseIsReadAsItIs() throws {
    let outsider = try Outsider()
    try outsider.run(
      "CREATE TABLE people(id INTEGER, name TEXT, x BLOB); INSERT INTO people VALUES(1, 'Ann', NULL), (2, NULL, x'00')"
    )
    let talk = try talk()
    let told = talk.tell(
      "import \(outsider.path) table people into Member map id=number, x=born --keep-going")
    expectEqual(told.last, "notice: 1 record created, 1 row rejected", "\(told)")
    #expect(told.contains { $0.contains("name is required") || $0.contains("name") })
    #expect(
      talk.tell("import \(outsider.path) table persons into Member")[0].contains(
        "has no table \"persons\""))
  }

  @Test func columnsThatAreOfNoPropertyAreNamedAndWhatIsComputedIsLeftOut() throws {
    let talk = try talk([
      "m.csv": "number,Nmae,initial,pupils,extra\n1,Ann,A,[],x\n", "d.csv": "a,a\n", "e.csv": "",
      "h.csv": "number,name\n",
    ])
    let told = talk.tell("import m.csv into Member")
    expectEqual(
      told.filter { $0.hasPrefix("error") },
      [
        "error name 1:8: Member has no property \"Nmae\" (did you mean \"name\"? `map Nmae=name` imports the column, and `map Nmae=nil` skips the column)",
        "error name 1:28: Member has no property \"extra\" (`map extra=nil` skips the column)",
      ], "\(told)")
    expectEqual(
      talk.tell("import m.csv into Member map Nmae=name, extra=nil"),
      [
        "notice: column \"initial\" is skipped: initial is computed",
        "notice: column \"pupils\" is skipped: pupils is the inverse of another property",
        "notice: 1 record created",
      ])
    #expect(
      talk.tell("import d.csv into Member").contains { $0.contains("1:3: the columns 1 and 2") })
    #expect(talk.tell("import e.csv into Member")[0].contains("the file is empty"))
    expectEqual(talk.tell("import h.csv into Member"), ["notice: 0 records created"])
    for (command, message) in [
      ("import no.csv into Member", "no.csv cannot be read"),
      ("import m.csv into Membr", "did you mean"),
      ("import m.csv into Member map nix=name", "the file has no column \"nix\""),
      ("import m.csv into Member map Nmae=nam", "no such property"),
      ("import m.csv into Member map Nmae=name, extra=name", "would both be imported as name"),
      ("import m.csv into Member map Nmae=initial, extra=nil", "is computed"),
      ("import h.csv into Member update by name", "neither a key nor unique"),
      ("import h.csv into Member update by mail", "no column for mail"),
      ("import h.csv into Fee map number=nil, name=nil", "no column for name"),
      ("import h.csv into Member --dates dym", "unknown date order"),
      ("import h.csv into Member --locale xx_YY_Z9", "there is no locale"),
      ("import h.csv into Member --encoding ebcdic", "there is no encoding"),
      ("import h.csv into Member --delimiter \"ab\"", "needs an ASCII character"),
      ("import h.csv into Member --rejects h.csv", "is a file that this run reads"),
      ("import h.html into Member", "can only be exported"),
      ("import h.csv into Member --rejects", "expected a file after --rejects"),
      ("import h.csv Member", "expected \"into\""),
    ] {
      #expect(talk.tell(command).contains { $0.contains(message) }, "\(command)")
    }
    expectEqual(talk.tell("count Member"), ["1"])
  }

  @Test func aMappedColumnIsFoundInAnyCase() throws {
    let talk = try Conversation(
      "define P { email: Text }", files: ["p.csv": "E-Mail\na@b.org\n", "q.csv": "A,a\n1,2\n"])
    expectEqual(
      talk.tell("import p.csv into P map \"E-mail\"=email; get P/1.email").last, "a@b.org")
    #expect(
      talk.tell("import q.csv into P map A=nil, a=email; get P/2.email").last == "2")
    #expect(talk.tell("import q.csv into P map \"-a\"=email")[0].contains("has no column"))
  }

  @Test func aPersonIsAskedWhereAFileDoesNotFit() throws {
    var asked: [String] = []
    var answer = false
    let talk = try talk(
      ["m.csv": "number,name,extra\n1,Ann,x\n2,Bob,y\n"],
      confirm: {
        asked.append($0)
        return answer
      })
    let told = talk.enter("import m.csv into Member")
    expectEqual(asked, ["import without extra?"])
    #expect(told.contains("1|Ann") && told.last == "notice: nothing was imported", "\(told)")
    answer = true
    expectEqual(talk.enter("import m.csv into Member").last, "notice: 2 records created")
  }

  @Test func aTypeIsProposedForAFileAndDefinedAfterAYes() throws {
    let rows = (1...12).map {
      "\($0),P-\(10 + $0),name \($0),\($0.isMultiple(of: 2) ? "in" : "out"),\(12 + $0).2.2026,\($0),5"
        + ",\($0 == 7 ? "" : "Adult")\n"
    }
    let file = "No,code,title,state,bought,price,id,fee\n" + rows.joined()
    var answer = false
    let talk = try talk(
      ["items.csv": file.replacing(",9,5", with: ",9.50,5")], confirm: { _ in answer })
    let told = talk.enter("import items.csv --infer as Item")
    expectEqual(
      told.dropLast(),
      [
        "# 12 rows of \"items.csv\"", "define Item {",
        "  no: Integer key                          # no two rows have the same value",
        "  code: Text matching /[A-Z]-[0-9]{2}/", "  title: Text",
        "  state: Choice(out, in)",
        "  bought: Date                             # line 2 is not month first: \"13.2.2026\"",
        "  price: Decimal(integer: 3, fraction: 2)  # line 10 is not a whole number: \"9.50\"",
        "  id_: Integer",
        "  fee: Fee?                                # every value is a key of Fee",
        "}", "import \"items.csv\" into Item map id=id_ --dates dmy",
      ], "\(told.joined(separator: "\n"))")
    expectEqual(talk.tell("types").count, 2)
    answer = true
    talk.enter("import items.csv --infer as Item")
    expectEqual(
      talk.tell("import items.csv into Item map id=id_ --dates dmy"), ["notice: 12 records created"]
    )
  }

  @Test func anImportIsAPartOfATransactionAndNamesItsReason() throws {
    let talk = try talk(["m.csv": "number,name\n1,Ann\n", "bad.csv": "number,name\nx,Ann\n"])
    talk.tell("import m.csv into Member --reason \"the new list\"")
    #expect(talk.tell("log limit 1")[0].contains("the new list"))
    talk.tell("undo")
    talk.tell("begin \"all\"; new Member number=9 name=Zoe; import m.csv into Member")
    expectEqual(talk.tell("import bad.csv into Member").last?.hasPrefix("notice"), false)
    #expect(
      talk.tell("import m.csv into Member --reason \"x\"")[0].contains(
        "already has a reason"))
    talk.tell("commit")
    #expect(talk.tell("history Member[1].name")[0].contains("m.csv:2"))
    #expect(talk.tell("history Member[9].name")[0].contains("test:1"))
    expectEqual(talk.tell("undo; count Member").last, "0")
  }

  @Test func labelsAndNamesFollowAnUpdate() throws {
    let talk = try talk(["m.csv": "number,name\n1,Anna\n"])
    talk.tell("let a = new Member number=1 name=Ann; label l on a.name")
    let told = talk.tell("import m.csv into Member update by number")
    expectEqual(told, ["l: Anna", "notice: 1 changed"])
    expectEqual(talk.tell("get a.name; echo :a.name"), ["Anna", "Anna"])
  }

  @Test func whatCannotBeMeantIsRefused() throws {
    let talk = try talk([
      "m.csv": "number,name\n1,Ann\n", "big.csv": "ref,number,name\n9223372036854775807,1,Ann\n",
    ])
    for (command, message) in [
      ("import m.csv into Member map number=number, number=nil", "is mapped twice"),
      ("import big.csv into Member", "is not a record of Member"),
      ("import m.csv --infer as Fee", "Fee"), ("import m.csv --infer as Text", "Text"),
    ] {
      #expect(talk.tell(command).contains { $0.contains(message) }, "\(command)")
    }
  }

  @Test func anInterruptionLeavesNothingBehind() throws {
    var looks = 0
    let rows = (1...3000).map { "\($0),n\($0)\n" }.joined()
    let talk = try Conversation(
      Self.types, files: ["m.csv": "number,name\n" + rows],
      isInterrupted: {
        looks += 1
        return looks == 4000
      })
    looks = 0
    let told = talk.tell("import m.csv into Member --rejects bad.csv")
    expectEqual(told.last?.contains("interrupted"), true, "\(told)")
    expectEqual(talk.tell("count Member"), ["0"])
    #expect(talk.files["bad.csv"] == nil)
  }

  @Test func aPersonSeesTwentyMistakesAndHowManyMoreThereAre() throws {
    let rows = (1...100).map { "x\($0),n\n" }.joined()
    let talk = try talk(["m.csv": "number,name\n" + rows], isForPerson: true)
    let told = talk.tell("import m.csv into Member")
    expectEqual(told.filter { $0.contains("number cannot be") && $0.hasPrefix("error") }.count, 20)
    #expect(told.contains("notice: and 80 more errors"))
    #expect(told.contains { $0.contains("number: 100 rows, such as") })
  }

  @Test(arguments: ["Sample", "Member"])
  func ofManyRowsEachIsTakenOrToldWithItsLine(type: String) throws {
    // Every seventh row has the key of the first, the others have unique keys.
    let rows = (1...2400).map { "\($0.isMultiple(of: 7) ? 1 : $0),n\($0)\n" }.joined()
    let talk = try talk(["m.csv": "number,name\n" + rows])
    talk.tell("define Sample { number: Integer key, name: Text, note: Text? }")
    let told = talk.tell("import m.csv into \(type) --keep-going")
    expectEqual(told.last, "notice: 2058 records created, 342 rows rejected")
    expectEqual(
      told.count { $0.hasPrefix("warning") && $0.contains("number 1 is already in line 2") }, 342,
      "\(told.prefix(3))")
    expectEqual(talk.tell("count \(type)"), ["2058"])
    for number in [1, 999, 1500, 2399] {
      #expect(talk.tell("why \(type)[\(number)].name")[0].contains("m.csv:\(number + 1)"))
      expectEqual(talk.tell("get \(type)[\(number)].name"), ["n\(number)"])
    }
    expectEqual(talk.tell("check"), [])
    expectEqual(talk.tell("undo; count \(type); check").last, "0")
    expectEqual(talk.tell("redo; count \(type); check").last, "2058")
  }

  @Test(arguments: [
    (
      "a.csv", "n,d\nA,12345678901234567890.123456789012345678\nB,1.5\n",
      "d: Decimal(integer: 20, fraction: 18)"
    ),
    ("b.csv", "n,d\nA,12345678901234567890123456789012345678\nB,1.5\n", "d: Text"),
    (
      "c.json",
      "[{\"n\":\"A\",\"tags\":[\"x\",\"y z\"],\"on\":[]},{\"n\":\"B\",\"tags\":[],\"on\":[1,2]}]",
      "tags: [Text]"
    ),
    ("d.jsonl", "{\"n\":\"A\",\"o\":{\"a\":1}}\n{\"n\":\"B\",\"o\":null}\n", "n: Text"),
    ("e.json", "[{\"n\":\"A\",\"empty\":[]}]", "empty: [Text]"),
    (
      "f.json",
      "[{\"n\":\"A\",\"c\":[\"u\",\"v\"]},{\"n\":\"B\",\"c\":[\"u\",\"v\"]},{\"n\":\"C\",\"c\":[\"u\"]}]",
      "c: ["
    ),
  ])
  func aProposalTakesItsFileIn(file: String, text: String, line: String) throws {
    let talk = try Conversation(files: [file: text])
    let told = talk.tell("import \(file) --infer as T")
    #expect(told.contains { $0.contains(line) }, "\(told)")
    expectEqual(talk.tell(told.joined(separator: "\n")).last?.contains("created"), true, "\(told)")
  }

  @Test func rowsReferToEachOtherInAnyOrderAndInARing() throws {
    let talk = try talk([
      "m.csv": """
      number,name,mentor
      1,Ann,Cyd
      2,Bob,1
      3,Cyd,4
      4,Dee,Ann
      5,Eve,nobody
      6,Fay,5
      """
    ])
    let told = talk.tell("import m.csv into Member --keep-going")
    expectEqual(told.filter { $0.hasPrefix("warning") }.count, 2, "\(told)")
    expectEqual(
      talk.tell("list Member name, mentor.name as by order by name").map {
        $0.split(separator: "|").dropFirst().joined(separator: " ")
      }, ["Ann Cyd", "Bob Ann", "Cyd Dee", "Dee Ann"])
    #expect(talk.tell("why Member[4].mentor")[0].contains("m.csv:5"))
    expectEqual(talk.tell("check"), [])
    expectEqual(talk.tell("undo; count Member; check").suffix(1), ["0"])
  }

  @Test func anUpdateTakesRowsThatReferToLaterOnesAndToRings() throws {
    let talk = try talk([
      "m.csv": "number,name,mentor\n1,Ann,5\n5,Eve,6\n6,Fay,5\n7,Guy,1\n"
    ])
    talk.tell("new Member number=1 name=Anna")
    let told = talk.tell("import m.csv into Member update by number")
    expectEqual(told, ["notice: 3 records created, 1 changed"])
    expectEqual(
      list(talk, "number, name, mentor.number"),
      [
        "Member/1|1|Ann|5", "Member/2|7|Guy|1", "Member/3|5|Eve|6", "Member/4|6|Fay|5",
      ])
    expectEqual(talk.tell("check"), [])
  }

  @Test func aKeyThatIsNewAndComesTwiceIsToldHoweverFarApart() throws {
    let rows = (1...700).map { "\($0),n\($0)\n" }.joined()
    let talk = try talk(["m.csv": "number,name\n" + rows + "3,again\n"])
    let told = talk.tell("import m.csv into Member update by number")
    #expect(told[0].contains("number 3 is already in line 4"), "\(told)")
  }

  @Test func aLongChainOfRowsThatReferToTheNextIsTaken() throws {
    let rows = (1...500).map { "\($0),n,\($0 < 500 ? String($0 + 1) : "")\n" }.joined()
    let talk = try talk(["m.csv": "number,name,mentor\n" + rows])
    expectEqual(talk.tell("import m.csv into Member"), ["notice: 500 records created"])
    expectEqual(talk.tell("get Member[1].mentor.number"), ["2"])
  }
}
