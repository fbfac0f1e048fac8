import Session
import TestSupport
import Testing

@Suite struct OptionTests {
  private static let world = """
    define Item { price: Decimal(integer: 8, fraction: 1...2)?, born: Date? }
    new Item price=1234.5 born=2026-11-21 as item
    label p on item.price grouped
    label own on item.price grouped locale en_US
    label d on item.born local
    label iso on item.born
    field f on item.price
    field g on item.born local
    """

  @Test func theLocaleFormatsLabelsAndIdleFieldsAnew() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("option locale de_DE"), ["p: 1.234,5", "d: 21.11.2026"])
    expectEqual(talk.tell("get f"), ["1234,5"])
    expectEqual(talk.tell("get g"), ["21.11.2026"])
    expectEqual(talk.tell("option locale de_DE"), [])
    expectEqual(talk.tell("option locale hi_IN"), ["p: 1,234.5", "d: 21/11/2026"])
  }

  @Test func whatIsMadeLaterIsInTheLocaleToo() throws {
    let talk = try Conversation(Self.world)
    talk.tell("option locale fr_FR")
    expectEqual(talk.tell("label q on item.price"), ["q: 1234,5"])
    expectEqual(talk.tell("field h on item.price; get h"), ["1234,5"])
  }

  @Test func anEditingKeepsItsSymbolsUntilItEnds() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type f \"<All>2.5\"; option locale de_DE")
    expectEqual(talk.tell("get f"), ["2.5"])
    talk.tell("type f \"0<Return>\"")
    expectEqual(talk.tell("type f \"<All>3,5<Return>\"; get f").last, "3,5")
  }

  @Test func aDateIsTypedInTheOrderOfItsLocale() throws {
    let talk = try Conversation(Self.world)
    talk.tell("option locale de_DE; type g \"<All>1.2.2027\"; type g \"<Esc>\"")
    talk.tell("type g \"<All>01022027<Return>\"")
    expectEqual(talk.tell("get item.born"), ["2027-02-01"])
    expectEqual(talk.tell("field us on item.born local locale en_US; get us"), ["02/01/2027"])
  }

  @Test(arguments: [
    ("option locale xx_YY", "there is no locale"),
    ("option colour red", "expected \"locale\""),
    ("option locale", "expected a locale"),
    ("label x on item.price local", "price is of the kind Decimal, and local is for dates"),
    ("field x on item.price local", "price is of the kind Decimal, and local is for dates"),
    ("label x = (:item.born) local", "local is for dates, not for an expression"),
  ])
  func whatDoesNotFitIsRefused(script: String, message: String) throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell(script).last?.contains(message), true)
  }

  @Test func aQuietSessionSaysNothingOfNewRecords() throws {
    let talk = try Conversation(LoopTests.staff)
    expectEqual(
      talk.tell("option quiet; new Person name=Eve; put Person[\"Eve\"] age=3; count Person"),
      [
        "3"
      ])
    expectEqual(talk.tell("option quiet off; new Person name=Joe"), ["Person/4"])
    #expect(
      talk.tell("option loud")[0].hasPrefix(
        "error syntax 1:8: expected \"locale\", \"quiet\" or \"handlers\""))
  }
}
