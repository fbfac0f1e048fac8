import Session
import TestSupport
import Testing

@Suite struct ListCommandTests {
  static let world = """
    define Show {
      title: Text key
      reviews: [Review] owned
      tags: [Text] = [a, b]
      sizes: [Integer]
      sums: [Decimal(integer: 30, fraction: 2)]
      roles: [Choice(admin, reader)]
      days: [Date]
      flags: [Boolean]
      cards: [Card]
    }
    define Review {
      rating: Integer in 0...10
    }
    define Person {
      name: Text
    }
    let show = new Show title=S
    let other = new Show title=T
    """

  static let friends = """
    define Person { name: Text key, friends: [Person] on delete clear }
    new Person name=Ann
    new Person name=Bob
    """

  private func talk(_ more: String = "") throws -> Conversation {
    try Conversation(Self.world + "\n" + more)
  }

  // MARK: Lists of values

  @Test func valuesComeGoAndMove() throws {
    let talk = try talk()
    talk.tell("append show.tags c; insert show.tags 0 \"é \\\"x\\\"\"; move show.tags 0 3")
    expectEqual(talk.tell("get show.tags"), ["[a, b, c, é \"x\"]"])
    talk.tell("remove show.tags 1; set show.tags[0] z; set other.tags :show.tags")
    expectEqual(talk.tell("get other.tags; get other.tags[1]"), ["[z, c, é \"x\"]", "c"])
    talk.tell("undo 2")
    expectEqual(talk.tell("get show.tags"), ["[a, c, é \"x\"]"])
    talk.tell("redo; set show.tags []")
    expectEqual(talk.tell("get show.tags; check"), ["[]"])
    expectEqual(
      talk.tell("count Show where tags = '[]'; count Show where json_array_length(tags) = 2"),
      ["1", "1"])
  }

  @Test func everyKindComesBackAsItWas() throws {
    let talk = try talk(
      """
      set show.sizes [-9223372036854775808, 0, 9223372036854775807]
      set show.sums [123456789012345678901234567890.12, -0.5, 0]
      set show.roles [reader, admin]
      set show.days [2026-11-21, 0001-01-01]
      set show.flags [true, false]
      append show.cards "4111 1111 1111 1111"
      """)
    expectEqual(
      talk.tell(
        """
        get show.sizes
        get show.sums
        get show.roles
        get show.days
        get show.flags
        get show.cards
        get show.cards[0]
        check
        """),
      [
        "[-9223372036854775808, 0, 9223372036854775807]",
        "[123456789012345678901234567890.12, -0.50, 0.00]", "[reader, admin]",
        "[2026-11-21, 0001-01-01]", "[true, false]", "[•••• 1111]", "•••• 1111",
      ])
  }

  @Test(arguments: [
    ("set show.tags [nil]", "value 1:16: tags cannot be nil; expected a text"),
    ("set show.tags [x, [y]]", "syntax 1:19: the items of a list cannot be lists"),
    ("set show.tags [\"a\\u{0}\"]", "value 1:18: a text cannot contain the character U+0000"),
    (
      "set show.tags nil",
      "value 1:15: tags cannot be nil; expected a list such as [a, b], each item a text"
    ),
    ("set show.tags[2] x", "name 1:15: Show/1.tags has no position 2; expected one from 0 to 1"),
    ("set show.tags[0] nil", "value 1:18: tags cannot be nil; expected a text"),
    ("append show.tags nil", "value 1:18: tags cannot be nil; expected a text"),
    ("append show.sizes x", "value 1:19: sizes cannot be \"x\"; expected a whole number"),
    ("append show.sizes 1.5", "value 1:19: sizes cannot be 1.5; expected a whole number"),
    (
      "append show.sums 0.125",
      "value 1:18: sums can have at most 2 digits after the point, not 0.125"
    ),
    (
      "append show.sums 1234567890123456789012345678901234567890",
      "value 1:18: 1234567890123456789012345678901234567890 has more than 38 digits"
    ),
    ("append show.roles owner", "value 1:19: roles cannot be \"owner\"; expected admin or reader"),
    ("append show.title x", "value 1:13: title is of kind Text; expected a list"),
    ("insert show.tags 3 x", "name 1:18: Show/1.tags has no position 3; expected one from 0 to 2"),
    ("move show.tags 0 2", "name 1:18: Show/1.tags has no position 2; expected one from 0 to 1"),
    ("move show.tags 2 0", "name 1:16: Show/1.tags has no position 2; expected one from 0 to 1"),
    ("remove show.sizes 0", "name 1:19: Show/1.sizes is empty"),
    ("get show.tags[0].name", "name 1:18: tags is a value of kind Text and has no \"name\""),
    ("get show.title[0]", "name 1:16: title is of kind Text and has no items"),
    (
      "append show.tags new Review",
      "value 1:22: tags is of kind [Text], not a list of records"
    ),
    (
      "field f on show.tags",
      "refused 1:17: tags is a list, which a field cannot edit; use append, insert, move or "
        + "remove"
    ),
  ])
  func whatNoListTakesIsRefusedAtItsPlace(command: String, error: String) throws {
    let talk = try talk()
    expectEqual(talk.tell(command), ["error " + error])
    expectEqual(talk.tell("get show.tags; get show.sizes; get show.sums"), ["[a, b]", "[]", "[]"])
  }

  // MARK: Lists of records

  @Test func itemsComeGoAndMoveAndHaveAllOfItBack() throws {
    let talk = try talk(
      """
      append show.reviews new Review rating=1 as first
      append show.reviews new Review rating=2
      insert show.reviews 0 new Review rating=3
      """)
    expectEqual(talk.tell("get show.reviews"), ["[Review/3, Review/1, Review/2]"])
    talk.tell("move show.reviews 2 0; set show.reviews[1].rating 9; set first.rating 8")
    expectEqual(talk.tell("get show.reviews[1].rating; get show.reviews[2].rating"), ["9", "8"])
    let before = talk.tell("list Show; list Review")
    expectEqual(
      talk.tell("delete show"), ["notice: deleted with Show/1: Review/1, Review/2, Review/3"])
    expectEqual(talk.tell("list Review"), [])
    for _ in 0..<2 {
      talk.tell("undo")
      expectEqual(talk.tell("list Show; list Review"), before)
      talk.tell("redo")
      expectEqual(talk.tell("list Review; check"), [])
    }
  }

  @Test(arguments: [
    (
      "append show.reviews Review/1",
      "refused 1:21: Review/1 is in Show/1.reviews, and a record has only one owner"
    ),
    (
      "append other.reviews Review/1",
      "refused 1:22: Review/1 is in Show/1.reviews, and a record has only one owner"
    ),
    ("append show.reviews Review/7", "name 1:21: there is no Review/7"),
    (
      "append show.reviews other",
      "value 1:21: reviews cannot be Show/2; expected a record of Review"
    ),
    (
      "append show.reviews new Person",
      "value 1:25: reviews is a list of Review records, not of Person"
    ),
    (
      "append show.reviews new Review rating=11",
      "rule 1:39: rating must be 0…10, not 11"
    ),
    (
      "set show.reviews []",
      "refused 1:18: Show/1.reviews owns its records, so set can only reorder them; Review/1 is "
        + "missing"
    ),
    (
      "set show.reviews[0] Review/2",
      "refused 1:5: an item of this list of records cannot be set; insert and remove change a "
        + "list of owned records"
    ),
    (
      "insert show.reviews 2 new Review",
      "name 1:21: Show/1.reviews has no position 2; expected one from 0 to 1"
    ),
    (
      "remove show.reviews 1",
      "name 1:21: Show/1.reviews has no position 1; expected one from 0 to 0"
    ),
    (
      "get show.reviews[1].rating",
      "name 1:18: Show/1.reviews has no position 1; expected one from 0 to 0"
    ),
    (
      "get show.reviews.rating",
      "name 1:10: reviews is a list; expected the position of an item, as in reviews[0]"
    ),
    (
      "new Show title=U reviews=[Review/1]",
      "rule 1:18: reviews is a list of Review records; use append, insert, move or remove"
    ),
    (
      "set Show where true : reviews=[]",
      "rule 1:23: reviews is a list of Review records; use append, insert, move or remove"
    ),
  ])
  func whatNoListOfRecordsTakesIsRefusedAtItsPlace(command: String, error: String) throws {
    let talk = try talk("append show.reviews new Review; new Review")
    expectEqual(talk.tell(command), ["error " + error])
    expectEqual(
      talk.tell("get show.reviews; count Review; count Show; check"), ["[Review/1]", "2", "2"])
  }

  @Test func aRuleAboutAListIsLookedAtWhenAnItemComesOrGoes() throws {
    let talk = try talk(
      """
      append show.reviews new Review
      append show.reviews new Review
      new Review
      rule Show.few : (select count(*) from Review where Show_reviews_of = Show.id) <= 2
      """)
    let error = "Show/1 breaks few"
    expectEqual(talk.tell("append show.reviews new Review"), ["error rule 1:25: \(error)"])
    expectEqual(talk.tell("append show.reviews Review/3"), ["error rule 1:21: \(error)"])
    // Only these records change, so only their rules are checked.
    expectEqual(
      talk.tell("append other.reviews Review/3; remove show.reviews 0"),
      ["notice: Review/1 deleted"])
    expectEqual(talk.tell("append show.reviews new Review; undo; redo").first, "Review/4")
    expectEqual(
      talk.tell(
        "rule Show.some : (select count(*) from Review where Show_reviews_of = Show.id) > 0"), [])
    expectEqual(talk.tell("remove other.reviews 0"), ["error rule 1:8: Show/2 breaks some"])
    expectEqual(talk.tell("delete Review/3"), ["error rule 1:8: Show/2 breaks some"])
    expectEqual(
      talk.tell("get show.reviews; get other.reviews; check"),
      [
        "[Review/2, Review/4]", "[Review/3]",
      ])
  }

  @Test func aStoreThatIsOnlyReadKeepsItsLists() throws {
    let outsider = try Outsider()
    _ = try Conversation(
      Self.world + "\nappend show.reviews new Review", database: outsider.path
    ).finish()
    let talk = try Conversation("", database: outsider.path, isReadOnly: true)
    for command in [
      "append Show/1.tags x", "append Show/1.reviews new Review", "remove Show/1.reviews 0",
      "delete Show/1", "set Show/1.tags[0] x",
    ] {
      expectEqual(talk.tell(command).first?.contains("is open read-only"), true, "\(command)")
    }
    expectEqual(talk.tell("get Show/1.reviews; get Show/1.tags"), ["[Review/1]", "[a, b]"])
  }

  @Test func listsAreReadBackFromTheFile() throws {
    let outsider = try Outsider()
    _ = try Conversation(
      Self.world + "\nappend show.reviews new Review rating=1", database: outsider.path
    ).finish()
    let talk = try Conversation("", database: outsider.path)
    // The definitions are unchanged, and the triggers are known.
    #expect(talk.tell(Self.world).allSatisfy { !$0.hasPrefix("error syntax") })
    expectEqual(talk.tell("check"), [])
    talk.tell("append Show/1.reviews new Review rating=2; undo; redo")
    expectEqual(talk.tell("get Show/1.reviews; check"), ["[Review/1, Review/2]"])
    expectEqual(talk.tell("history Review/1").count, 4)
  }

  // MARK: Names and types

  @Test func namesInBackticksServeAsAnyOthers() throws {
    let talk = try Conversation(
      """
      define `My Show` {
        `the list`: [`An.Item`]
        `select`: Text = ""
      }
      define `An.Item` {
        `x y`: Integer
        `my show`: `My Show`? on delete cascade
      }
      let m = new `My Show`
      append m.`the list` new `An.Item` `x y`=3
      append m.`the list` new `An.Item` `x y`=4 `my show`=m
      label l on m.`the list`[0].`x y`
      """)
    expectEqual(talk.tell("move m.`the list` 1 0"), ["l: 4"])
    expectEqual(talk.tell("get m.`the list`[0].`my show`.`the list`[1].`x y`"), ["3"])
    #expect(talk.tell("delete m").contains("l: «nil»"))
    #expect(talk.tell("undo").contains("l: 4"))
    expectEqual(talk.tell("check"), [])
  }
}
