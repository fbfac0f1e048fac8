import Replies
import TestSupport
import Testing

@Suite struct CommandParameterTests {
  private static let shop = """
    define Part {
      code: Text key, barcode: Text? unique, name: Text title, stock: Integer in 0...100 = 10
    }
    put Part["KM-1"] barcode="4524667123453" name="Chain"
    put Part["KM-2"] barcode="007" name="Bell"
    put Part["4524"] name="Bell"
    command sell part: Part amount: Integer = 1 { set part.stock (stock - :amount); echo :part }
    """

  @Test(arguments: [
    ("sell \"KM-1\"", ["Part/1"], "9"), ("sell 4524667123453 3", ["Part/1"], "7"),
    ("sell \"Chain\" 2", ["Part/1"], "8"),
    ("sell Chain", ["Part/1"], "9"), ("let c = Part/1; sell c", ["Part/1"], "9"),
    ("sell Part[\"KM-1\"]", ["Part/1"], "9"), ("sell Part/1", ["Part/1"], "9"),
    ("for p in Part where id = 1 { sell :p (1 + 1) }", ["Part/1"], "8"),
    ("let code = \"KM-1\"; sell :code", ["Part/1"], "9"),
  ])
  func aRecordIsFoundByItsKeyAUniquePropertyOrItsTitle(
    call: String, lines: [String], stock: String
  ) throws {
    let talk = try Conversation(Self.shop)
    expectEqual(talk.tell(call), lines)
    expectEqual(talk.tell("get Part/1.stock"), [stock])
    expectEqual(talk.tell("undo; get Part/1.stock").last, "10")
  }

  @Test(arguments: [
    (
      "sell",
      "error syntax 1:1: sell takes 1 to 2 arguments, not 0 (sell part: Part [amount: Integer])"
    ),
    ("sell Chain 2 3", "1:14: sell takes 1 to 2 arguments, not 3"),
    ("sell 7", "no Part has \"7\" as its key, title or unique property"),
    ("sell \"Bell\"", "\"Bell\" is ambiguous: it matches Part/2 by name and Part/3 by name"),
    ("sell Chain x", "1:12: amount"), ("sell Chain 2.5", "1:12: amount"),
    ("sell nil", "1:6:"), ("sell Chain 1000", "stock"),
    ("define Q { n: Integer }; let q = new Q; sell q", "part must be a Part, not Q/1"),
    ("command x part: Part = { echo hi }", "1:24"), ("command x a: Integr { echo hi }", "Integr"),
    ("command x a: Integer a { echo hi }", "the parameter \"a\" is declared twice"),
  ])
  func aValueThatDoesNotFitIsRefusedWhereItIsWritten(call: String, words: String) throws {
    let talk = try Conversation(Self.shop)
    let said = talk.tell(call)
    #expect(said.last?.contains(words) == true, "\(said)")
    expectEqual(talk.tell("list Part stock"), ["Part/1|10", "Part/2|10", "Part/3|10"])
  }

  @Test func twoRecordsThatAValueMeansAreBothNamed() throws {
    let talk = try Conversation(Self.shop)
    talk.tell("set Part/2.barcode \"4524\"")
    let said = talk.tell("sell 4524")
    #expect(
      said.first?.contains("it matches Part/3 by code and Part/2 by barcode") == true, "\(said)")
  }

  @Test func theFileKeepsKindsDefaultsAndCaptions() throws {
    let database = try Outsider()
    let talk = try Conversation(Self.shop, database: database.path)
    talk.tell("save command sell")
    talk.tell(
      "save command refill part: Part \"Fill up\" when (:part.stock < 10) \"there is enough\" "
        + "{ set part.stock 10 }")
    let other = try Conversation("", database: database.path)
    expectEqual(other.tell("sell Chain 4; get Part/1.stock"), ["Part/1", "6"])
    expectEqual(
      other.tell("select Part/2; menu").filter { $0.hasPrefix("refill") },
      [
        "refill|false|there is enough"
      ])
    other.tell("screen S for Part { label l on stock; menu refill, sell }; open S Part/1")
    expectEqual(
      other.screenContent?.menu.map { [$0.command, $0.title, $0.reason] },
      [["refill", "Fill up", nil], ["sell", "sell", nil]])
    expectEqual(other.tell("do refill; get Part/1.stock").last, "10")
    let schema = talk.tell("schema").filter { $0.hasPrefix("save command") }
    let copy = try Conversation(talk.tell("dump").joined(separator: "\n"))
    expectEqual(copy.tell("schema").filter { $0.hasPrefix("save command") }, schema)
  }
}
