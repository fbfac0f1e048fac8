import Replies
import TestSupport
import Testing

struct NestedImportTests {
  private static let orders = """
    define Part { code: Text key, ean: Integer? unique, price: Decimal = 1 }
    define Note { text: Text key }
    define Line { part: Part?, quantity: Integer = 1 in 1...999, double: Integer := (quantity * 2)
      notes: [Note] owned }
    define Order { number: Integer key, lines: [Line] owned, parts: [Part], next: Order? }
    new Part code="A-1" ean=4001; new Part code="B-2"
    """

  private func talk(
    _ json: String, _ further: String = "", isForPerson: Bool = false
  ) throws -> Conversation {
    try Conversation(
      Self.orders + "\n" + further, files: ["o.json": json], isForPerson: isForPerson)
  }

  @Test func objectsInAListBecomeTheRecordsThatItOwns() throws {
    let talk = try talk(
      #"[{"number":7,"lines":[{"part":"A-1","quantity":3,"notes":[{"text":"x"},{"text":"y"}]},{}]},"#
        + #"{"number":8,"lines":[]},{"number":9}]"#)
    expectEqual(
      talk.tell("import o.json into Order"),
      ["notice: 3 records created, 4 owned records created"])
    expectEqual(
      talk.tell("list Line part, quantity, notes"),
      ["Line/1|Part/1|3|[Note/1, Note/2]", "Line/2|nil|1|[]"])
    expectEqual(talk.tell("get Order[7].lines"), ["[Line/1, Line/2]"])
    #expect(talk.tell("why Line/1.quantity")[0].contains("o.json:1"))
    let counts = "count Order; count Line; count Note; check"
    expectEqual(talk.tell("check; undo; \(counts)").dropFirst(), ["0", "0", "0"])
    expectEqual(talk.tell("redo; \(counts)").dropFirst(), ["3", "2", "2"])
  }

  @Test func aTrialStoresNothing() throws {
    let talk = try talk(#"[{"number":7,"lines":[{},{}]}]"#)
    expectEqual(
      talk.tell("import o.json into Order --dry-run; count Order; count Line"),
      ["notice: dry run: 1 record created, 2 owned records created", "0", "0"])
  }

  @Test(arguments: [
    (#"{"number":1,"lines":[{}, {"quantity":1000}]}"#, "1:26: lines[1].quantity: quantity "),
    ("{\"number\":1,\"lines\":[\n {},\n  {\"color\":1}]}", "3:3: lines[1]: Line has no property"),
    (
      #"{"number":1,"lines":[{"notes":[{"text":"a"},{}]}]}"#,
      "1:45: lines[0].notes[1].text is required"
    ),
    (
      #"{"number":1,"lines":[{"notes":7}]}"#,
      "1:22: lines[0].notes cannot be \"7\"; expected a list"
    ),
    (#"{"number":1,"lines":[{},7]}"#, "1:21: lines[1] cannot be \"7\"; expected an object"),
    (
      #"{"number":1,"lines":[{"part":"C"}]}"#,
      "1:22: lines[0].part: part cannot be \"C\": there is no"
    ),
    (
      #"{"number":1,"lines":[{"quantity":1,"Quantity":2}]}"#,
      "1:22: lines[0].quantity is given twice"
    ),
    (#"{"number":1,"lines":{"quantity":1}}"#, "1:21: lines cannot be "),
    (
      #"{"number":1,"lines":[{"notes":[{"text":"a"}]},{"notes":[{"text":"a"}]}]}"#,
      "1:57: lines[1].notes[0].text: "
    ),
  ])
  func aMistakeWithinARowIsOneOfTheRow(row: String, mistake: String) throws {
    for isForPerson in [false, true] {
      let talk = try talk(row, isForPerson: isForPerson)
      let told = talk.tell("import o.json into Order")
      #expect(told.first { $0.contains(" " + mistake) } != nil, "\(told)")
      expectEqual(talk.tell("count Order; count Line; count Note; check"), ["0", "0", "0"])
    }
  }

  @Test func rowsWithoutMistakesAreStoredAndTheOthersKeptWhole() throws {
    let wrong = #"{"number":2,"lines":[{"quantity":5},{"quantity":0}]}"#
    let talk = try talk(
      #"[{"number":1,"lines":[{}]},\#n \#(wrong),\#n {"number":3,"lines":[{"quantity":2}]}]"#)
    talk.tell("import o.json into Order --keep-going --rejects bad.jsonl")
    expectEqual(
      talk.tell("list Order number; list Line quantity"),
      [
        "Order/1|1", "Order/2|3", "Line/1|1", "Line/2|2",
      ])
    let rejected = talk.files["bad.jsonl"] ?? ""
    #expect(
      rejected.hasPrefix(wrong.dropLast() + ",\"#reasons\":\"lines[1].quantity"), "\(rejected)")
    talk.files["bad.jsonl"] = rejected.replacing(":0}", with: ":9}")
    expectEqual(
      talk.tell("import bad.jsonl into Order"),
      ["notice: 1 record created, 2 owned records created"])
  }

  @Test func rulesOfTheRecordsWithinARowAreJudged() throws {
    let rules = """
      rule Line.much "at most 5" : quantity <= 5
      rule Order.few "at most two" : count(lines) <= 2
      """
    let talk = try talk(
      #"""
      {"number":1,"lines":[{"quantity":5}]}
      {"number":2,"lines":[{"quantity":5},{"quantity":6}]}
      {"number":3,"lines":[{},{},{}]}
      {"number":4,"lines":[{},{}]}
      """#, rules)
    let told = talk.tell("import o.json into Order --keep-going")
    #expect(told[0].contains(" 2:37: lines[1] breaks much, at most 5"), "\(told)")
    #expect(told[1].contains(" 3:0: the row breaks few, at most two"), "\(told)")
    expectEqual(talk.tell("list Order number"), ["Order/1|1", "Order/2|4"])
    expectEqual(talk.tell("count Line; check"), ["3"])
  }

  @Test func anObjectNamesARecordByItsKeyOrAUniqueProperty() throws {
    let talk = try talk(
      #"""
      {"number":1,"lines":[{"part":{"code":"B-2","price":"9"}}]}
      {"number":2,"parts":[{"ean":4001},{"code":"b-2","ref":"Part/1"}],"next":{"number":3}}
      {"number":3}
      {"number":4,"parts":[{"price":1}]}
      {"number":5,"parts":[{"ean":7}]}
      {"number":6,"parts":[{"code":"B-2","colour":7}]}
      {"number":7,"next":{"ref":"Order/1"}}
      """#)
    let told = talk.tell("import o.json into Order --keep-going")
    for (place, words) in [
      "4:21: parts: the object does not identify a record of Part; expected its code or ean",
      "5:21: parts: there is no Part whose ean is 7",
      "6:21: parts: Part has no property \"colour\"",
      "7:20: next: the object does not identify a record of Order; expected its number",
    ].enumerated() { #expect(told[place].contains(" " + words), "\(told)") }
    expectEqual(
      talk.tell("get Line/1.part; get Order[2].parts; get Order[2].next.number"),
      [
        "Part/2", "[Part/1, Part/2]", "3",
      ])
    let keyless = try Conversation(
      "define P { n: Text }\ndefine Q { p: P, ps: [P] }\nnew P n=a; new P n=b",
      files: [
        "q.json":
          #"[{"p":{"ref":"P/2","n":"other"},"ps":[{"ref":1},{"ref":"P/2"}]},{"p":{"n":"a"}}]"#
      ])
    let said = keyless.tell("import q.json into Q --keep-going")
    #expect(
      said[0].contains("p: the object does not identify a record of P; expected its ref"), "\(said)"
    )
    expectEqual(keyless.tell("list Q"), ["Q/1|P/2|[P/1, P/2]"])
  }

  @Test func recordsWithinARowReferToOtherRows() throws {
    let talk = try Conversation(
      """
      define Step { text: Text, after: Task }
      define Task { name: Text key, steps: [Step] owned, next: Task? }
      """,
      files: [
        "t.json": #"""
        [{"name":"a","steps":[{"text":"x","after":"b"},{"text":"y","after":"a"}],"next":"c"},
        {"name":"b","steps":[]},{"name":"c","next":"a","steps":[{"text":"z","after":"c"}]}]
        """#
      ])
    expectEqual(
      talk.tell("import t.json into Task"),
      ["notice: 3 records created, 3 owned records created"])
    expectEqual(
      talk.tell("list Step text, after.name as by order by text").map { $0.drop { $0 != "|" } },
      ["|x|b", "|y|a", "|z|c"])
    expectEqual(
      talk.tell("get Task[\"a\"].steps[1].text; get Task[\"c\"].steps[0].text; check"), ["y", "z"])
    expectEqual(
      talk.tell("list Task name, next.name as by order by name").map { $0.drop { $0 != "|" } },
      ["|a|c", "|b|nil", "|c|a"])
  }

  @Test func anUpdateAddsRecordsToAnEmptyListAndReplacesNone() throws {
    let talk = try talk(
      #"[{"number":1,"lines":[{"quantity":4,"notes":[{"text":"n"}]}]},{"number":2,"lines":[]}]"#)
    talk.tell("import o.json into Order")
    expectEqual(
      talk.tell("import o.json into Order update by number"), ["notice: 2 left as they are"])
    talk.files["u.json"] =
      #"[{"number":1},{"number":2,"lines":[{"quantity":5}]},{"number":3,"lines":[{}]}]"#
    expectEqual(
      talk.tell("import u.json into Order update by number"),
      ["notice: 1 record created, 1 changed, 2 owned records created, 1 left as it is"])
    talk.files["v.json"] = #"[{"number":1,"lines":[{"quantity":9,"notes":[{"text":"n"}]}]}]"#
    let told = talk.tell("import v.json into Order update by number")
    #expect(
      told[0].contains(
        "lines already has other records, which an import does not replace; remove them first, or "
          + "skip the column with map lines=nil"), "\(told)")
    expectEqual(talk.tell("list Line quantity; check"), ["Line/1|4", "Line/2|5", "Line/3|1"])
  }

  @Test func computedPropertiesAreLeftOutWithANotice() throws {
    let talk = try talk(#"[{"number":1,"lines":[{"ref":"Line/9","double":7,"quantity":2}]}]"#)
    expectEqual(
      talk.tell("import o.json into Order"),
      [
        "notice: Line.double is skipped: it is computed",
        "notice: 1 record created, 1 owned record created",
      ])
    expectEqual(talk.tell("list Line double"), ["Line/1|4"])
  }

  @Test func theOptionsOfAnImportHoldWithinARow() throws {
    let talk = try talk(#"[{"number":1,"lines":[{"part":"-","quantity":"1.0"}]}]"#)
    let told = talk.tell("import o.json into Order --null \"-\" --locale de_DE")
    #expect(told[0].contains("lines[0].quantity: "), "\(told)")
    talk.files["o.json"] = #"[{"number":1,"lines":[{"part":"-","quantity":"-"}]}]"#
    talk.tell("import o.json into Order --null \"-\"")
    expectEqual(talk.tell("list Line part, quantity"), ["Line/1|nil|1"])
  }

  @Test func aRowListsOnlySoManyMistakes() throws {
    let lines = [String](repeating: #"{"quantity":0}"#, count: 1000).joined(separator: ",")
    let talk = try talk(#"[{"number":1,"lines":[\#(lines)]}]"#)
    let told = talk.tell("import o.json into Order")
    expectEqual(told.count { $0.contains("lines[") && $0.hasPrefix("error") }, 20)
    #expect(told.contains { $0.contains("lines has 980 more errors") }, "\(told)")
  }

  @Test func aFileThatIsNestedTooDeeplyIsRefused() throws {
    func file(_ depth: Int) -> String {
      String(repeating: #"{"n":1,"ns":["#, count: depth) + String(repeating: "]}", count: depth)
    }
    for (depth, isTaken) in [(40, true), (60, false), (10_000, false)] {
      let talk = try Conversation(
        "define N { n: Integer, ns: [N] owned }", files: ["n.json": file(depth)])
      let told = talk.tell("import n.json into N")
      expectEqual(talk.tell("count N; check"), [isTaken ? "\(depth)" : "0"], "\(told)")
      expectEqual(told.contains { $0.contains("nested more than 100 levels deep") }, !isTaken)
    }
  }

  @Test func aProposalLeavesColumnsWithObjectsOutAndSaysSo() throws {
    let talk = try Conversation(
      files: ["o.json": #"[{"n":1,"lines":[{"q":1}],"to":{"x":1}},{"n":2,"lines":[],"to":null}]"#])
    let told = talk.tell("import o.json --infer as T")
    #expect(told.contains("# lines has objects and is skipped"), "\(told)")
    #expect(told.contains("# to has objects and is skipped"), "\(told)")
    #expect(told.contains { $0.contains("map lines=nil, to=nil") }, "\(told)")
    expectEqual(talk.tell(told.joined(separator: "\n")).last, "notice: 2 records created")
  }

  // MARK: Round trips

  @Test(arguments: kindTable)
  func nestedValuesOfEveryKindComeBack(value: KindCase) throws {
    var random = Seeded(stream: 7711)
    let (name, clauses) = KindTests.split(value.kind)
    let mark = value.isNeverRequired ? "?" : ""
    let list = value.isReference ? "" : ", l: [\(name)]"
    let definitions =
      value.preparation + """
        define Inner { p: \(name)\(mark) \(clauses), n: Integer\(list) }
        define Outer { o: \(name)? \(clauses), m: Integer, inners: [Inner] owned, others: [Inner] owned
          \(list.dropFirst(2)) }
        define Whole { key_: Text key, outers: [Outer] owned, q: \(name)? \(clauses), next: Whole?
          friends: [Whole] }

        """
    var script = definitions
    var (outers, inners) = (0, 0)
    let count = 4
    func property(_ name: String, isOptional: Bool) -> String {
      if isOptional, random.below(3) == 0 { return "" }
      return " \(name)=\(random.below(2) == 0 ? value.first : value.second)"
    }
    func items() -> String {
      value.isReference || random.below(2) == 0 ? "" : " l=[\(value.second), \(value.first)]"
    }
    for whole in 1...count {
      script += "new Whole key_=\"w\(whole)\"\(property("q", isOptional: true))\n"
      for _ in 0..<random.below(4) {
        outers += 1
        script += "append Whole/\(whole).outers new Outer m=\(outers)"
        script += "\(property("o", isOptional: true))\(items())\n"
        for _ in 0..<random.below(4) {
          inners += 1
          let place = random.below(2) == 0 ? "inners" : "others"
          script += "append Outer/\(outers).\(place) new Inner n=\(inners)"
          script += "\(property("p", isOptional: false))\(items())\n"
        }
      }
      let other = 1 + random.below(whole)
      script += "set Whole/\(whole) next=Whole/\(other) friends=[Whole/\(other)]\n"
    }
    let talk = try Conversation(script)
    for format in ["json", "jsonl"] {
      expectEqual(talk.tell("export Whole --nested --reveal to w.\(format)").count, 1)
      let file = talk.files["w.\(format)"]
      let copy = try Conversation(definitions, files: ["w.\(format)": file ?? ""])
      let told = copy.tell("import w.\(format) into Whole")
      copy.tell("export Whole --nested --reveal to again.\(format)")
      #expect(copy.files["again.\(format)"] == file, "seed \(Seeded.seed): \(told.prefix(5))")
      expectEqual(copy.tell("check; count Outer; count Inner"), ["\(outers)", "\(inners)"])
      expectEqual(
        copy.tell("import w.\(format) into Whole update by key_"),
        ["notice: \(count) left as they are"])
      expectEqual(
        copy.tell("undo; count Whole; count Outer; count Inner").dropFirst(), ["0", "0", "0"])
    }
  }
}
