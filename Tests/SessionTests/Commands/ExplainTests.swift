import TestSupport
import Testing

@Suite struct ExplainTests {
  @Test func aQueryIsExplained() throws {
    let talk = try Conversation(ExpressionMeaningTests.world)
    let keyed = talk.tell("explain list Person where name = \"Ann\"")
    #expect(
      keyed.count == 1 && keyed[0].contains("|name; ") && keyed[0].hasSuffix("|0"), "\(keyed)")
    let scanned = talk.tell("explain list Person name where age > 3")
    #expect(scanned.count == 1 && scanned[0].hasSuffix("|nil|2"), "\(scanned)")
  }

  @Test(
    arguments: [
      ("name = \"one\"", "SEARCH Item USING INDEX Item.name (key) (name=?)|name|0"),
      (
        "Item[one].whole = 3",
        "SCAN Item; SCALAR SUBQUERY 2; SEARCH Item USING INTEGER PRIMARY KEY (rowid=?); "
          + "SCALAR SUBQUERY 1; SEARCH Item USING COVERING INDEX Item.name (key) (name=?)|name|0"
      ),
    ])
  func aPlanNamesTypesAndPropertiesOnly(condition: String, plan: String) throws {
    try expectEqual(
      Conversation(IndexTests.world).tell("explain list Item where \(condition)"), [plan])
  }
}
