import TestSupport
import Testing

@Suite struct KeptRenameTests {
  private static let shop = """
    define Part { code: Text key, price: Decimal(integer: 6, fraction: 2) = 0, tags: [Text] }
    define Sale { no: Integer key, part: Part, quantity: Integer = 1, day: Date = 2026-01-01 }
    define Order { no: Integer key, lines: [Line] owned as order, part: Part? }
    define Line { quantity: Integer = 1, price: Integer = 1 }
    put Part["a"] price=5
    let sale = put Sale[1] part=Part["a"]
    put Order[1]
    """

  private func shop(_ definition: String) throws -> Conversation {
    let talk = try Conversation(Self.shop)
    expectEqual(talk.tell(definition).filter { $0.hasPrefix("error") }, [], "\(definition)")
    return talk
  }

  private func kept(_ talk: Conversation) -> [String] {
    talk.tell("schema").filter { $0.hasPrefix("save ") }
  }

  /// `price` is renamed in Part, but not in Line.
  @Test(arguments: [
    ("x part: Part { set part.price (price + 1) }", "x part: Part { set part.cost (cost + 1) }"),
    ("x p: Part { set p price=(price + 1) }", "x p: Part { set p cost=(cost + 1) }"),
    (
      #"x p: Part { echo "a :p.price :(:p.price + 1)" }"#,
      #"x p: Part { echo "a :p.cost :(:p.cost + 1)" }"#
    ),
    ("x p: Part? { echo :p.price; get p.price }", "x p: Part? { echo :p.cost; get p.cost }"),
    ("x s: Sale { set s.part.price 3 }", "x s: Sale { set s.part.cost 3 }"),
    ("x s: Sale { set s.part.price (price * 2) }", "x s: Sale { set s.part.cost (cost * 2) }"),
    ("x s: Sale { set s quantity=(part.price) }", "x s: Sale { set s quantity=(part.cost) }"),
    (
      "x { list Sale part.price, no where part.price > 1 order by part.price desc limit 3 }",
      "x { list Sale part.cost, no where part.cost > 1 order by part.cost desc limit 3 }"
    ),
    ("x { list Part price --total price }", "x { list Part cost --total cost }"),
    ("x { list Line price; list Part `price` }", "x { list Line price; list Part cost }"),
    (
      "x { for s in Part where price > 1 order by price { echo :s.price } }",
      "x { for s in Part where cost > 1 order by cost { echo :s.cost } }"
    ),
    (
      "x { for s in Sale { let p = :s.part; set p.price 1 } }",
      "x { for s in Sale { let p = :s.part; set p.cost 1 } }"
    ),
    (
      "x { for s in Sale { let p = s; echo :p.part.price } }",
      "x { for s in Sale { let p = s; echo :p.part.cost } }"
    ),
    (
      #"x { new Part code="b" price=3 as p; echo :p.price }"#,
      #"x { new Part code="b" cost=3 as p; echo :p.cost }"#
    ),
    (
      #"x { let p = new Part code="b" price=3; get p.price }"#,
      #"x { let p = new Part code="b" cost=3; get p.cost }"#
    ),
    (
      #"x { let p = put Part["a"] price=3; expect (p.price = 3) }"#,
      #"x { let p = put Part["a"] cost=3; expect (p.cost = 3) }"#
    ),
    (
      "x { set Part where price > 1 : price=(price + 1) }",
      "x { set Part where cost > 1 : cost=(cost + 1) }"
    ),
    ("x { count Part where price > 1 }", "x { count Part where cost > 1 }"),
    (
      "x { echo (count(Sale where part.price > 1)); if count(Part where price > 1) > 0 { echo a } }",
      "x { echo (count(Sale where part.cost > 1)); if count(Part where cost > 1) > 0 { echo a } }"
    ),
    (
      "x { if (count(Part where price = 0) = 0) { delete Part where price = 1 } }",
      "x { if (count(Part where cost = 0) = 0) { delete Part where cost = 1 } }"
    ),
    (
      "x price: Integer p: Part { set p.price :price; set p.price (:price + price) }",
      "x price: Integer p: Part { set p.cost :price; set p.cost (:price + cost) }"
    ),
    (
      #"x p: Part "price" when (:p.price > 3) "price" { echo "price" }"#,
      #"x p: Part "price" when (:p.cost > 3) "price" { echo "price" }"#
    ),
    ("x { for l in Line { set l.price (price + 1) } }", nil),
    ("x { field f on Part/1.price }", "x { field f on Part/1.cost }"),
    (
      "x { stats Part.price where price > 1; plot Part.price by price }",
      "x { stats Part.cost where cost > 1; plot Part.cost by cost }"
    ),
    (
      "x p: Part { show p; history p.price; echo a }",
      "x p: Part { show p; history p.cost; echo a }"
    ),
    (
      "x { rule Part.r : price > 1; index Part.price }",
      "x { rule Part.r : cost > 1; index Part.cost }"
    ),
    (
      "x { alter Part { change price: Integer using (price + 1) } }",
      "x { alter Part { change cost: Integer using (cost + 1) } }"
    ),
    ("x { alter Part { drop price } }", "x { alter Part { drop cost } }"),
    (
      "x { export Part price where price > 1 to \"f.csv\" }",
      "x { export Part cost where cost > 1 to \"f.csv\" }"
    ),
    (
      "x { list Part sum(price) as price group by price order by price, sum(price) desc }",
      "x { list Part sum(cost) as price group by cost order by cost, sum(cost) desc }"
    ),
    (
      "x { list Sale where part.price > 1 to \"s:(count(Part where price > 1)).txt\" }",
      "x { list Sale where part.cost > 1 to \"s:(count(Part where cost > 1)).txt\" }"
    ),
    (
      "x { delete Part where price > 1; list Sale quantity as price order by price }",
      "x { delete Part where cost > 1; list Sale quantity as price order by price }"
    ),
    (
      "x p: Part { append p.tags \"price\"; set p.tags [(price)] }",
      "x p: Part { append p.tags \"price\"; set p.tags [(cost)] }"
    ),
    (
      "x { for p in Part { if p.price > 3 { echo (p.price + 1) } } }",
      "x { for p in Part { if p.cost > 3 { echo (p.cost + 1) } } }"
    ),
    ("x { find \"price\" in Part; describe Part }", nil),
    (
      "x { screen S for Part { field f on price } }", "x { screen S for Part { field f on cost } }"
    ),
    (
      "x o: Order { for l in (o.lines) { echo :l.price }; for p in [1] { echo :p } }", nil
    ),
    (
      "x o: Order { let p = (o.part); set p.price 1 }",
      "x o: Order { let p = (o.part); set p.cost 1 }"
    ),
    (
      "x o: Order { for l in :o.lines { set l.price (price + :o.part.price) } }",
      "x o: Order { for l in :o.lines { set l.price (price + :o.part.cost) } }"
    ),
    ("x { try { echo a } else { echo :error.price } }", nil),
    ("x { import p.csv into Part update by price }", "x { import p.csv into Part update by cost }"),
    (
      "x { import p.csv into Part map \"price\"=price }",
      "x { import p.csv into Part map \"price\"=cost }"
    ),
  ])
  func aRenameReachesACommand(before: String, after: String?) throws {
    let talk = try Conversation(Self.shop)
    expectEqual(talk.tell("save command \(before)"), [])
    expectEqual(talk.tell("alter Part { rename price to cost }"), [], "\(before)")
    expectEqual(kept(talk), ["save command \(after ?? before)"])
    talk.tell("undo")
    expectEqual(kept(talk), ["save command \(before)"])
    talk.tell("redo; alter Part { rename cost to price }")
    expectEqual(
      kept(talk).map { $0.replacing("`", with: "") },
      [
        "save command \(before)".replacing("`", with: "")
      ])
  }

  @Test(arguments: [
    (
      "on change Sale.part as x { set record.quantity (part.price) }",
      "on change Sale.part as x { set record.quantity (part.cost) }"
    ),
    (
      "on change Sale.part as x { for l in Sale where part.price > 1 { set l.part.price 2 } }",
      "on change Sale.part as x { for l in Sale where part.cost > 1 { set l.part.cost 2 } }"
    ),
    (
      "on change Sale.part as x { set old.price (price + :new.price) }",
      "on change Sale.part as x { set old.cost (cost + :new.cost) }"
    ),
    (
      "on change Part.price as x { let p = record; set p.price 2 }",
      "on change Part.cost as x { let p = record; set p.cost 2 }"
    ),
    (
      "on change Line.price as x { set record.price 2; new Part code=\"n\" price=:old }",
      "on change Line.price as x { set record.price 2; new Part code=\"n\" cost=:old }"
    ),
  ])
  func aRenameReachesAHandler(before: String, after: String) throws {
    let talk = try shop("save \(before)")
    expectEqual(talk.tell("alter Part { rename price to cost }"), [])
    expectEqual(kept(talk), ["save \(after)"])
  }

  @Test(arguments: [
    ("x who { set who.price 3 }", "in \"set who.price 3\""),
    ("x who { echo \":who.price\" }", "in \"echo \":who.price\"\""),
    ("x who when (:who.price > 1) { echo hi }", "in \"save command x who when (:who.price > 1)\""),
    ("x who { set who price=(1) }", "set who price=(1)"),
    ("x who { set who.quantity (price + 1) }", "set who.quantity (price + 1)"),
    ("x p: Part { let p = sale; set p.price 1 }", "set p.price 1"),
    ("x p { if true { let q = Part/1 } else { let q = :p }; echo :q.price }", "echo :q.price"),
    ("x { get f.price }", "get f.price"),
    ("x { sql \"select price from Part\" }", "sql \"select price from Part\""),
    ("x { formatter F for Part \"{{price}}\" }", "formatter F for Part"),
  ])
  func aNameOfAnUnknownTypeRefusesTheRename(command: String, place: String) throws {
    let talk = try shop("save command \(command)")
    let before = talk.tell("schema")
    for alteration in ["rename price to cost", "drop price"] {
      let said = talk.tell("alter Part { \(alteration) }")
      #expect(
        said.first?.contains(
          "the command \"x\" might no longer work: it names \"price\" where the type of the record is not known"
        ) == true, "\(said)")
      #expect(said.first?.contains(place) == true, "\(said)")
    }
    expectEqual(talk.tell("schema"), before)
    expectEqual(talk.tell("alter Sale { rename no to number }"), [])
    talk.tell("drop command x")
    expectEqual(talk.tell("alter Part { rename price to cost }"), [])
  }

  @Test(arguments: [
    "save command x p: Part { set p.price 3 }", "save command x { list Sale part.price }",
    "save command x { new Part code=\"b\" price=1 }",
    "save command x p: Part { set p.tags [\"a\"]; echo (:p.price + 1) }",
    "save command x { echo (count(Part where price > 1)) }",
    "save command x p: Part { set p.price (price + 1) }",
    "save on change Sale.part as x { set record.quantity (part.price) }",
    "save on change Sale.part as x { set record.part.price 1 }",
    "save on change Part.price as x { echo a }",
  ])
  func aPropertyThatIsReadCannotBeDropped(definition: String) throws {
    let talk = try shop(definition)
    let noun = definition.contains("on change") ? "handler" : "command"
    let said = talk.tell("alter Part { drop price }")
    #expect(said.first?.contains("the \(noun) \"x\" would no longer work: ") == true, "\(said)")
    #expect(said.first?.contains("Part has no \"price\"") == true, "\(said)")
    talk.tell("alter Part { rename price to cost }")
    #expect(talk.tell("alter Part { drop cost }").first?.contains("\"x\" would no longer") == true)
    talk.tell(noun == "command" ? "drop command x" : "drop on change x")
    expectEqual(talk.tell("alter Part { drop cost }").filter { $0.hasPrefix("error") }, [])
  }

  @Test func aRevertDoesNotTakeAPropertyFromACommand() throws {
    let talk = try shop("alter Part { add weight: Integer = 1 }")
    let number = talk.tell("log limit 1").joined().prefix { $0 != "|" }
    talk.tell("save command x p: Part { set p.weight (weight + 1) }")
    let said = talk.tell("revert #\(number)")
    #expect(
      said.first?.contains("the command \"x\" would no longer work: Part has no \"weight\"")
        == true, "\(said)")
    talk.tell("drop command x; revert #\(number)")
    #expect(talk.tell("get Part/1.weight").first?.hasPrefix("error") == true)
  }

  @Test func aRevertDoesNotTakeATypeFromAHandler() throws {
    let talk = try shop("define Visit { day: Date? }")
    let number = talk.tell("log limit 1").joined().prefix { $0 != "|" }
    talk.tell("save on change Visit.day as x { echo :record }")
    let said = talk.tell("revert #\(number)")
    #expect(
      said.first?.contains("the handler \"x\" would no longer work: there is no type \"Visit\"")
        == true,
      "\(said)")
  }

  @Test func aTypeThatACommandNamesCannotBeDropped() throws {
    let talk = try shop("save command x { count Line where price > 1 }")
    let said = talk.tell("alter Order { drop lines }; drop type Line")
    #expect(
      said.last?.contains("the command \"x\" would no longer work: there is no type \"Line\"")
        == true,
      "\(said)")
    let dropped = talk.tell("drop command x; drop type Line; count Line")
    #expect(dropped.last?.contains("there is no type \"Line\"") == true, "\(dropped)")
  }

  @Test func swappedNamesAreSwappedInCommands() throws {
    let talk = try shop(
      "save command x s: Line { set s.price (quantity * 2); list Line price where quantity > 1 }")
    expectEqual(
      talk.tell("alter Line { rename price to p; rename quantity to price; rename p to quantity }"),
      [])
    expectEqual(
      kept(talk),
      ["save command x s: Line { set s.quantity (price * 2); list Line quantity where price > 1 }"])
  }

  @Test func aBareNameDoesNotBecomeThatOfAValue() throws {
    let talk = try shop(
      "let price = 77\nsave command x p: Part price: Integer { set p.price (price + 1) }")
    talk.tell("alter Part { rename price to cost }; x Part[\"a\"] 40; get Part[\"a\"].cost")
    expectEqual(talk.tell("get Part[\"a\"].cost"), ["6.00"])
  }

  @Test func aRenameOfAnotherSessionReachesCommandsOnce() throws {
    let database = try Outsider()
    let talk = try Conversation(
      Self.shop + "\ncommand x p: Part { echo :p.price }\nsave command x", database: database.path)
    let other = try Conversation("", database: database.path)
    expectEqual(other.tell("alter Part { rename price to cost }"), [])
    expectEqual(talk.tell("x Part[\"a\"]"), ["5.00"])
    expectEqual(other.tell("x Part[\"a\"]; undo; x Part[\"a\"]").last, "5.00")
    expectEqual(talk.tell("x Part[\"a\"]; check"), ["5.00"])
  }

  @Test func aHugeDefinitionRefusesARename() throws {
    let body = String(repeating: "echo a; ", count: 20_000)
    let talk = try shop("save command x p: Part { \(body)echo :p.price }")
    #expect(
      talk.tell("alter Part { rename price to cost }").first?
        .contains("its text is too long to search for \"price\"") == true)
    expectEqual(talk.tell("alter Part { rename code to isbn }"), [])
  }
}
