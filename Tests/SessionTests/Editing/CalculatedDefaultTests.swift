import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct CalculatedDefaultTests {
  private static let world = """
    define Supplier { off: Decimal(fraction: 2) }
    define Part {
      key: Text key, price: Decimal(integer: 6, fraction: 2)?, supplier: Supplier?
    }
    define Order { number: Integer key = next, lines: [Line] owned, due: Date = (today + 14) }
    define Line {
      part: Part?, quantity: Integer in 1...999 = 1
      price: Decimal(integer: 3, fraction: 2) = (part.price)
      off: Decimal(fraction: 2)? = (part.supplier.off)
      total: Decimal := (quantity * price)
    }
    new Supplier off=0.05
    new Part key="chain" price=12.50 supplier=Supplier/1
    new Part key="bell"
    new Part key="frame" price=1200
    """

  private func conversation(_ more: String = "") throws -> Conversation {
    try Conversation(Self.world + "\n" + more)
  }

  @Test(arguments: [
    ("new Line part=Part[chain]", "Line/1|Part/1|1|12.50|0.05|12.5"),
    ("new Line part=Part[chain] quantity=3", "Line/1|Part/1|3|12.50|0.05|37.5"),
    ("new Line part=Part[chain] price=(price * 2) off=nil", "Line/1|Part/1|1|25.00|nil|25.0"),
    ("new Line part=Part[bell] price=2", "Line/1|Part/2|1|2.00|nil|2.0"),
    ("new Order as o; append o.lines new Line part=Part[chain]", "Line/1|Part/1|1|12.50|0.05|12.5"),
    ("new Line price=1; set Line/1.part Part[chain]", "Line/1|Part/1|1|1.00|nil|1.0"),
    (
      "new Line price=1; delete Line/1; restore Line/1 with part=Part[chain]",
      "Line/1|Part/1|1|12.50|0.05|12.5"
    ),
  ])
  func aDefaultIsCalculatedFromTheNewRecord(commands: String, line: String) throws {
    let talk = try conversation()
    talk.tell(commands)
    expectEqual(talk.tell("list Line"), [line])
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: [
    (
      "new Line",
      "error rule 1:5: price is required, because its default (part.price) is nil here"
    ),
    (
      "new Line part=Part[frame]",
      "error rule 1:5: price can have at most 3 digits before the point, not 1200; the default is "
        + "(part.price)"
    ),
    (
      "define A { a: Integer = (:x) }",
      "error expression 1:26: a default cannot read session names such as :x"
    ),
    (
      "define A { a: Integer = (id) }",
      "error expression 1:26: a has a default that reads id, but a new record has no number yet"
    ),
    ("define A { a: Integer = (b) }", "error name 1:26: no such property: A has no \"b\""),
    (
      "define A { a: Integer = (c), b: Integer := (a + 1), c: Integer = (b) }",
      "error expression 1:26: the default of a reads c, whose default reads a"
    ),
    (
      "define A { a: Integer = next }",
      "error value 1:25: the default next needs an Integer that is a key or unique"
    ),
    (
      "define A { a: [Text] = (1) }",
      "error value 1:24: the default of a list cannot be calculated"
    ),
    (
      "define A { a: Date = (1) }",
      "error expression 1:23: a is of kind Date, but the expression is a number; expected a "
        + "text such as 2026-11-21"
    ),
    (
      "alter Part { drop price }",
      "error refused 1:19: the default of Line.price would no longer work: no such property: Part "
        + "has no \"price\""
    ),
    (
      "alter Line { drop part }",
      "error refused 1:19: the default of Line.price would no longer work: there is no type or "
        + "alias \"part\" here (change price in the same alter, or drop it)"
    ),
    (
      "define A { n: Integer = (count(Loose)) }; define Loose {}; drop type Loose",
      "error name 1:32: there is no type \"Loose\""
    ),
    (
      "define Loose {}; define A { n: Integer = (count(Loose)) }; drop type Loose",
      "error refused 1:70: Loose cannot be dropped: the default of A.n reads it "
        + "(change the default with alter first)"
    ),
    (
      "define A { n: Integer = (1 / 0) }; new A",
      "error rule 1:40: n is required, because its default (1 / 0) is nil here"
    ),
  ])
  func mistakesNameThePropertyAndTheDefault(command: String, error: String) throws {
    try expectEqual(conversation().tell(command).first { $0.hasPrefix("error") }, error)
  }

  @Test func renamesReachDefaults() throws {
    let talk = try conversation()
    talk.tell("alter Part { rename price to cost }; alter Line { rename part to piece }")
    expectEqual(talk.tell("new Line piece=Part[chain]; get Line/1.price"), ["Line/1", "12.50"])
    #expect(talk.tell("schema").joined().contains("= (piece.cost)"))
    expectEqual(talk.tell("undo; undo; undo").count, 3)
    #expect(talk.tell("schema").joined().contains("= (part.price)"))
    expectEqual(talk.tell("new Line part=Part[chain]; get Line/2.price"), ["Line/2", "12.50"])
  }

  @Test func aTypeThatIsDefinedLaterIsReadAndChecked() throws {
    let talk = try Conversation()
    let define = "define A { b: B?, n: Integer = (b.n) }\n"
    expectEqual(
      talk.tell(define + "define B { m: Integer }").last,
      "error expression 2:8: the default of A.n cannot read this type: no such property: B has no \"n\""
    )
    talk.tell(define + "define B { n: Integer }; new B n=3; new A b=B/1")
    expectEqual(talk.tell("get A/1.n"), ["3"])
  }

  @Test func alterFillsANewProperty() throws {
    let talk = try conversation("new Line part=Part[chain]; new Line price=3; new Line price=4")
    talk.tell("delete Line/2")
    expectEqual(
      talk.tell(
        "alter Line { add number: Integer in 5... unique = next; add day: Date = today; "
          + "add key: Text? = (part.key) }"),
      ["notice: 5 values of Line changed"])
    expectEqual(
      talk.tell("list Line number, day, key"),
      ["Line/1|5|2026-11-21|chain", "Line/3|6|2026-11-21|nil"])
    expectEqual(
      talk.tell("alter Line { add n: Integer in 1...1 unique = next }"),
      [
        "error rule 1:18: 1 record does not fit n: Integer unique in 1...1 = next: Line/3: n must "
          + "be 1…1, not 2 (using (EXPRESSION) after the definition gives every record a value)"
      ])
    expectEqual(talk.tell("new Line part=Part[chain]; get Line/4.number"), ["Line/4", "7"])
    expectEqual(talk.tell("check"), [])
  }

  @Test func aNewPropertyCanReadOtherStepsOfItsAlter() throws {
    let talk = try conversation("new Line part=Part[chain] quantity=2")
    expectEqual(
      talk.tell(
        "alter Line { rename part to piece; add c: Integer = (b + 1); add b: Integer = (quantity); "
          + "add d: Text? = (piece.key) }"),
      ["notice: 3 values of Line changed"])
    expectEqual(talk.tell("list Line b, c, d"), ["Line/1|2|3|chain"])
    talk.tell("undo")
    expectEqual(talk.tell("list Line"), ["Line/1|Part/1|2|12.50|0.05|25.0"])
    expectEqual(
      talk.tell("alter Line { add b: Integer = (quantity); add c: Integer = (x) }"),
      ["error name 1:47: no such property: Line has no \"x\""])
    expectEqual(talk.tell("list Line"), ["Line/1|Part/1|2|12.50|0.05|25.0"])
    expectEqual(talk.tell("check"), [])
  }

  @Test func theNextNumberFollowsTheGreatest() throws {
    let talk = try Conversation("define N { n: Integer key = next, m: Integer? unique = next }")
    talk.tell("new N; new N n=10; put N[20]; new N m=nil; undo; new N; delete N[21]; new N")
    expectEqual(
      talk.tell("list N"), ["N/1|1|1", "N/2|10|2", "N/3|20|3", "N/6|21|4"])
    talk.tell("begin; new N; rollback; new N")
    expectEqual(talk.tell("list N n where n > 21"), ["N/7|22"])
  }

  @Test func theNextNumberFollowsTheGreatestBelowZero() throws {
    let talk = try Conversation(
      "define N { n: Integer key = next }\ndefine M { n: Integer in -9... key = next }")
    talk.tell("new N n=-5; new N; new N n=-1; new N; new N; new M; new M")
    expectEqual(talk.tell("list N n"), ["N/1|-5", "N/2|-4", "N/3|-1", "N/4|0", "N/5|1"])
    expectEqual(talk.tell("list M n"), ["M/1|-9", "M/2|-8"])
  }

  @Test func scriptsAndDumpsKeepDefaultsAndGiveTheirValues() throws {
    let talk = try conversation("new Line part=Part[chain]; new Line price=1 off=nil; new Order")
    for command in ["dump", "history --script"] {
      let script = talk.tell(command).joined(separator: "\n")
      let copy = try Conversation(script)
      expectEqual(copy.tell("schema"), talk.tell("schema"))
      expectEqual(copy.tell("list Line; list Order"), talk.tell("list Line; list Order"))
    }
  }

  @Test(arguments: [
    ("part\nchain\nchain\n", ["Line/1|1|12.50|0.05", "Line/2|1|12.50|0.05"]),
    ("part,price,off\nchain,,\nbell,5,0.1\n", ["Line/1|1|12.50|nil", "Line/2|1|5.00|0.10"]),
  ])
  func anImportCalculatesWhatItHasNoColumnFor(file: String, lines: [String]) throws {
    let talk = try conversation()
    talk.files["l.csv"] = file
    talk.tell("import l.csv into Line")
    expectEqual(talk.tell("list Line quantity, price, off"), lines)
  }

  @Test func anImportNumbersItsRowsAndNamesThoseThatLackAValue() throws {
    let talk = try conversation(
      "define N { name: Text, n: Integer key = next }; new N/3 name=x n=7")
    talk.files["n.csv"] = "name\n" + (1...2_000).map { "a\($0)\n" }.joined()
    talk.files["l.csv"] = "part\nchain\nbell\n"
    talk.files["o.json"] = """
      [{"lines": [{"part": "chain"}, {"part": "chain", "off": null, "price": 2}]}]
      """
    talk.tell("import n.csv into N")
    expectEqual(
      talk.tell("echo (count(N) || \" \" || min(N.n) || \" \" || max(N.n))"), ["2001 7 2007"])
    let lines = talk.tell("import l.csv into Line")
    #expect(
      lines.contains { $0.contains("price is required, because its default (part.price) is nil") },
      "\(lines)")
    talk.tell("delete Line where id > 0; import o.json into Order")
    expectEqual(
      talk.tell("list Line price, off").map { $0.split(separator: "|").dropFirst() },
      [
        ["12.50", "0.05"], ["2.00", "nil"],
      ])
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: [
    ("a: Integer = (gone + 1)", "no such property: T has no \"gone\""),
    ("a: Integer = (b)", "the default of a reads b, whose default reads a"),
  ])
  func aDefaultThatAnotherProgramHasPlantedIsReported(definition: String, message: String) throws {
    let outsider = try Outsider()
    _ = try Conversation(
      "define T { a: Integer = (1), b: Integer = (a) }", database: outsider.path)
    try outsider.run(
      "UPDATE wb_def SET new = '\(definition)' WHERE new = 'a: Integer = (1)'")
    let talk = try Conversation(database: outsider.path)
    expectEqual(talk.tell("define U { t: T? }; new U; drop type U").last?.hasPrefix("error"), false)
    expectEqual(talk.tell("new T").last?.hasPrefix("error"), true)
    expectEqual(talk.tell("new T a=1 b=2").last?.hasSuffix(message), true)
    #expect(talk.tell("check").contains { $0.contains(message) })
    talk.tell("alter T { change a: Integer = 3 }")
    expectEqual(talk.tell("new T; list T; check").last, "T/1|3|3")
  }

  // MARK: Forms

  @Test func aFormFollowsWhatADefaultReadsUntilTheFieldIsTouched() throws {
    let talk = try conversation("edit new Line as form")
    talk.tell("type form.part \"chain<Tab>\"")
    expectEqual(talk.tell("get form.price; get form.off"), ["12.50", "0.05"])
    // Another command changes the part.
    talk.tell("set Part[chain].price 20")
    expectEqual(talk.tell("get form.price"), ["20.00"])
    talk.tell("type form.price \"<All>7<Tab>\"; type form.part \"<All>bell<Tab>\"")
    expectEqual(talk.tell("get form.price; get form.off"), ["7.00", ""])
    expectEqual(talk.tell("type form.quantity \"2<Submit>\"").last, "Line/1")
    expectEqual(talk.tell("list Line"), ["Line/1|Part/2|12|7.00|nil|84.0"])
  }

  @Test func aFormOfTheNextNumberIsEmptyAndMayBeTypedOver() throws {
    let talk = try Conversation(
      "define N { n: Integer key = next, code: Text = (\"N\" || n), name: Text }")
    talk.tell("edit new N as form")
    expectEqual(talk.tell("get form.n; get form.code"), ["", ""])
    expectEqual(talk.tell("type form \"<Tab><Tab>a<Return>\"").last, "N/1")
    talk.tell("edit new N as sheet")
    talk.tell("type sheet \"10<Tab>\"")
    expectEqual(talk.tell("get sheet.code"), ["N10"])
    expectEqual(talk.tell("type sheet.name \"b<Submit>\"").last, "N/2")
    talk.tell("new N name=c")
    expectEqual(talk.tell("list N"), ["N/1|1|N1|a", "N/2|10|N10|b", "N/3|11|N11|c"])
  }

  @Test func aFormGoesToTheFieldWhoseDefaultIsNil() throws {
    let talk = try conversation("edit new Line as form")
    let lines = talk.tell("type form \"bell<Tab>2<Submit>\"")
    #expect(
      lines.last?.contains("price is required, because its default (part.price) is nil") == true,
      "\(lines)")
    expectEqual(talk.tell("type form \"5<Submit>\"").last, "Line/1")
    expectEqual(talk.tell("list Line"), ["Line/1|Part/2|12|5.00|nil|60.0"])
  }

  @Test func rowsOfAFormHaveDefaultsOfTheirOwn() throws {
    let talk = try conversation("edit new Order as form")
    talk.tell("type form \"<AddRow>chain<Submit>\"")
    expectEqual(talk.tell("list Line"), ["Line/1|Part/1|1|12.50|0.05|12.5"])
    expectEqual(talk.tell("list Order"), ["Order/1|1|[Line/1]|2026-12-05"])
  }
}
