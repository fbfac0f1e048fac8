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

  private static let prices = """
    define Item {
      name: Text key, price: Decimal(integer: 8, fraction: 2) grouped, born: Date, at: DateTime?,
      share: Percent?, tags: [Decimal(integer: 3, fraction: 1)], card: Card?
    }
    new Item name=Pen price=1234.5 born=2026-11-21 at=2026-11-21T23:30:00Z share=5%
    set Item/1.tags [1.5, 2.5]
    formatter f for Item "{{price}} {{born}}"
    label b on Item/1.born
    label e = (date('2026-11-21'))
    option locale de_DE

    """

  @Test func displayLocalShowsPeopleNumbersAndDatesInTheLocale() throws {
    let talk = try Conversation(Self.prices, hoursAhead: 1, isForPerson: true)
    let columns = "list Item price, born, at, share, tags, (price * 2) as twice"
    let plain = talk.tell(columns)
    expectEqual(
      plain, ["Item/1|1234.50|2026-11-21|2026-11-21T23:30:00.000Z|5.0%|[1.5, 2.5]|2469.00"])
    #expect(talk.tell("option display local").contains("b: 21.11.2026"))
    expectEqual(
      talk.tell(columns),
      ["Item/1|1.234,50|21.11.2026|22.11.2026 00:30|5,0\u{A0}%|[1,5, 2,5]|2469,00"])
    expectEqual(talk.tell("list Item price --total price").last, "total|1.234,50")
    #expect(talk.tell("list Item born at #3").first?.hasSuffix("21.11.2026") == true)
    #expect(talk.tell("show Item/1").first?.contains("price=1.234,50 born=21.11.2026") == true)
    expectEqual(talk.tell("show Item/1 with f"), ["1.234,50 21.11.2026"])
    expectEqual(talk.tell("label later on Item/1.born"), ["later: 21.11.2026"])
    #expect(talk.tell("option locale en_GB").contains("b: 21/11/2026"))
    // Commands are written in one way, whatever is shown.
    expectEqual(talk.tell("get Item/1.price"), ["1234.50"])
    expectEqual(talk.tell("count Item where price = 1234.5 and born = 2026-11-21"), ["1"])
    #expect(talk.tell("option display plain").contains("b: 2026-11-21"))
    expectEqual(talk.tell(columns), plain)
  }

  @Test func displayLocalChangesNothingForPrograms() throws {
    let talk = try Conversation(Self.prices, isForPrograms: true)
    let commands = "list Item; show Item/1; show Item/1 with f; get b; dump; schema"
    let plain = talk.tell(commands)
    expectEqual(talk.tell("option display local"), [])
    expectEqual(talk.tell(commands).filter { !$0.contains("option") }, plain)
    // A script without a format for programs: tables stay as they are.
    let script = try Conversation(Self.prices)
    let table = script.tell("list Item; export Item to x.csv")
    script.files["x.csv"] = nil
    expectEqual(script.tell("option display local"), ["b: 21.11.2026", "e: 21.11.2026"])
    expectEqual(script.tell("list Item; export Item to x.csv"), table)
  }

  @Test(arguments: [
    ("option locale xx_YY", "there is no locale"),
    ("option colour red", "expected \"locale\""),
    ("option display", "expected \"local\" or \"plain\""),
    ("option display german", "expected \"local\" or \"plain\""),
    ("option locale", "expected a locale"),
    (
      "label x on item.price local", "local needs a Date property, but price is of kind Decimal"
    ),
    (
      "field x on item.price local", "local needs a Date property, but price is of kind Decimal"
    ),
    ("label x = (:item.born) local", "local needs a Date property, not an expression"),
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
        "error syntax 1:8: expected \"locale\", \"display\", \"quiet\" or \"handlers\""))
  }
}
