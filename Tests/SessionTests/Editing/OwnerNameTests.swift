import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct OwnerNameTests {
  private static let world = """
    define Customer { name: Text key, off: Decimal(fraction: 2) = 0 }
    define Order { number: Integer key = next, customer: Customer, lines: [Line] owned as order }
    define Line {
      what: Text, price: Decimal(fraction: 2) = 1
      off: Decimal(fraction: 2)? = (order.customer.off)
      who: Text? := (order.customer.name)
    }
    rule Line.cheap "is dear" : price < 10 or order.customer.name = "Bob"
    new Customer name=Ann off=0.2
    new Customer name=Bob
    new Order customer=Customer[Ann] as o
    append o.lines new Line what=a
    new Line what=loose
    """

  @Test(arguments: [
    ("list Line what, order, who", ["Line/1|a|Order/1|Ann", "Line/2|loose|nil|nil"]),
    ("list Line order.number, off", ["Line/1|1|0.20", "Line/2|nil|nil"]),
    ("list Line what where order.customer.name = \"Ann\" order by order.number desc", ["Line/1|a"]),
    ("get Line/1.order; get Line/1.order.customer.name", ["Order/1", "Ann"]),
    ("get Line/2.order", ["nil"]),
    ("label l on Line/1.order.number", ["l: 1"]),
    ("count Line where order = Order[1]", ["1"]),
    ("echo (count(Line where order.customer.off > 0.1))", ["1"]),
    (
      "set Line/1.order Order[1]",
      ["error rule 1:12: order is computed as (Order.lines) and cannot be set"]
    ),
    ("set Line/1.price 20", ["error rule 1:18: Line/1 breaks cheap, is dear: price is 20.00"]),
    (
      "set Order[1].customer Customer[Bob]; set Line/1.price 20; "
        + "set Order[1].customer Customer[Ann]",
      ["error rule 1:63: Line/1 breaks cheap, is dear: price is 20.00"]
    ),
    (
      "alter Line { add order: Integer? }",
      [
        "error refused 1:18: the owner in Order.lines and Line.order would both be called order; "
          + "choose another name"
      ]
    ),
    (
      "alter Order { change lines: [Line] owned as parent }",
      [
        "error refused 1:7: the default of Line.off would no longer work: there is no type or alias "
          + "\"order\" here"
      ]
    ),
    (
      "define X { kids: [Y] owned as a, more: [Y] owned as a }; define Y {}",
      [
        "error refused 1:34: the owner in X.more and X.kids would both be called a; choose another "
          + "name"
      ]
    ),
    (
      "define X { kids: [Line] as a }", ["error name 1:25: \"define\" has no clause \"as\""]
    ),
  ])
  func theOwnerIsReadByItsName(command: String, lines: [String]) throws {
    try expectEqual(Conversation(Self.world).tell(command), lines)
  }

  @Test func aRowOfAFormHasTheDefaultsOfItsOwner() throws {
    let talk = try Conversation(Self.world + "\nform f on o")
    let lines = talk.tell("type f \"<AddRow><Tab><Tab>\"")
    #expect(lines.last?.contains("off: \"0.20\"") == true, "\(lines)")
    talk.tell("type f \"<All>0.5<Submit>\"")
    expectEqual(talk.tell("list Line off, `order` where id = 3"), ["Line/3|0.50|Order/1"])
  }

  @Test func itFollowsRenamesAndIsPartOfDumpsAndFiles() throws {
    let talk = try Conversation(Self.world)
    talk.tell("alter Order { rename lines to rows }; export Line to l.csv")
    expectEqual(talk.tell("list Line `order`"), ["Line/1|Order/1", "Line/2|nil"])
    #expect(talk.files["l.csv"]?.hasPrefix("ref,order,what,") == true, "\(talk.files)")
    let copy = try Conversation(talk.tell("dump").joined(separator: "\n"))
    expectEqual(copy.tell("schema"), talk.tell("schema"))
    expectEqual(copy.tell("list Line"), talk.tell("list Line"))
    copy.files["l.csv"] = "order,what\n1,b\n"
    copy.tell("import l.csv into Line")
    expectEqual(copy.tell("list Line `order`, off where what = \"b\""), ["Line/3|Order/1|0.20"])
    expectEqual(copy.tell("check"), [])
  }
}
