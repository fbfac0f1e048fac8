import Session
import TestSupport
import Testing

@Suite struct IndexTests {
  static let world = """
    define Item {
      name: Text key
      text: Text = "", whole: Integer = 0, net: Decimal(integer: 4, fraction: 2) = 0
      rate: Percent(fraction: 0...1)?, weight: Double = 0, sold: Boolean = false
      day: Date?, at: DateTime?, from: Time?, span: Duration?, month: Month?
      role: Choice(a, b) = a, shade: Hex(6)?, mail: Email?
      twice: Decimal(integer: 5, fraction: 2) := (net * 2)
      tags: [Text]
    }
    new Item name=one
    """

  @Test(
    arguments: [
      ("text", "text = \"x\""), ("whole", "whole between 3 and 5"), ("net", "net > 1.5"),
      ("net", "net = 2.25"), ("rate", "rate < 0.5"), ("weight", "weight >= 2.5"),
      ("sold", "sold = true"), ("day", "day < today"), ("day", "day = 2026-01-01"),
      ("at", "at > now"), ("from", "from < \"08:30\""), ("span", "span > \"1:00\""),
      ("month", "month = \"2026-01\""), ("role", "role = \"a\""), ("shade", "shade = \"FF0000\""),
      ("mail", "mail = \"a@example.org\""), ("whole", "whole in (1, 2)"), ("day", "day is nil"),
    ])
  func aConditionUsesTheIndex(property: String, condition: String) throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("index Item.\(property)"), [])
    let plan = talk.tell("explain list Item where \(condition)")
    expectEqual(plan.first?.hasSuffix("|\(property)|0"), true, "\(plan)")
  }

  @Test func anIndexIsDescribedAndDropped() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("index Item.day; index Item.day; index Item.twice"), [])
    expectEqual(
      talk.tell("describe Item").suffix(2),
      [
        "nil|index|index Item.day", "nil|index|index Item.twice",
      ])
    expectEqual(talk.tell("drop index Item.day; drop index Item.twice"), [])
  }

  @Test(
    arguments: [
      (
        "index Item.dya", "name 1:12: no such property: Item has no \"dya\" (did you mean \"day\"?)"
      ),
      ("index Itm.day", "name 1:7: there is no type \"Itm\" (did you mean \"Item\"?)"),
      ("index Item.tags", "refused 1:12: Item.tags is a list, which cannot have an index"),
      ("index Item.name", "refused 1:12: Item.name is a key, which already has an index"),
      ("drop index Item.day", "name 1:17: Item.day has no index of its own"),
    ])
  func aMistakeIsAnError(command: String, message: String) throws {
    try expectEqual(Conversation(Self.world).tell(command), ["error \(message)"])
  }
}
