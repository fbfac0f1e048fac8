import Session
import TestSupport
import Testing

struct OnDeleteCase: Sendable, CustomTestStringConvertible {
  var kind: String
  var said: [String]
  /// The output of `list` for two records, of which only the first refers to the deleted one.
  var left: [String]

  var testDescription: String { kind }
  var isOptional: Bool { kind.hasPrefix("Venue?") }
  var isRefused: Bool { said.first?.hasPrefix("error") == true }
}

@Suite struct OnDeleteTests {
  static let cases = [
    OnDeleteCase(kind: "Venue", said: refusal, left: ["Show/1|A|Venue/1", "Show/2|B|Venue/2"]),
    OnDeleteCase(kind: "Venue?", said: refusal, left: ["Show/1|A|Venue/1", "Show/2|B|Venue/2"]),
    OnDeleteCase(
      kind: "Venue? on delete refuse", said: refusal,
      left: ["Show/1|A|Venue/1", "Show/2|B|Venue/2"]),
    OnDeleteCase(
      kind: "Venue? on delete clear", said: [], left: ["Show/1|A|nil", "Show/2|B|Venue/2"]),
    OnDeleteCase(
      kind: "Venue? on delete cascade", said: ["notice: deleted with Venue/1: Show/1"],
      left: ["Show/2|B|Venue/2"]),
    OnDeleteCase(
      kind: "Venue on delete cascade", said: ["notice: deleted with Venue/1: Show/1"],
      left: ["Show/2|B|Venue/2"]),
  ]

  private static let refusal = [
    "error refused 1:8: Venue/1 cannot be deleted: it is the venue of Show/1"
  ]

  private func conversation(_ reference: OnDeleteCase) throws -> Conversation {
    try Conversation(
      """
      define Venue { name: Text key }
      define Show { title: Text key, venue: \(reference.kind) }
      new Venue name=hall as hall
      new Venue name=yard as yard
      new Show title=A venue=hall as a
      new Show title=B venue=yard as b
      """)
  }

  @Test(arguments: cases)
  func aDeletionDoesAsTheReferenceSaysAndIsUndone(reference: OnDeleteCase) throws {
    let talk = try conversation(reference)
    let (before, log) = (talk.tell("list Show; list Venue"), talk.tell("log").count)
    expectEqual(talk.tell("delete hall"), reference.said)
    expectEqual(talk.tell("list Show"), reference.left)
    expectEqual(talk.tell("count Venue; check"), [reference.isRefused ? "2" : "1"])
    expectEqual(talk.tell("log").count, log + (reference.isRefused ? 0 : 1))
    guard !reference.isRefused else { return }
    for _ in 1...2 {
      _ = talk.tell("undo")
      expectEqual(talk.tell("list Show; list Venue; check"), before)
      _ = talk.tell("redo")
      expectEqual(talk.tell("list Show; count Venue; check"), reference.left + ["1"])
    }
  }

  @Test(arguments: cases)
  func whatIsDeletedTogetherHindersNobody(reference: OnDeleteCase) throws {
    let talk = try conversation(reference)
    expectEqual(talk.tell("delete a; delete hall").filter { $0.hasPrefix("error") }, [])
    expectEqual(talk.tell("list Show; list Venue; check"), ["Show/2|B|Venue/2", "Venue/2|yard"])
  }

  @Test(arguments: cases)
  func aReferenceIsRequiredUnlessItIsOptional(reference: OnDeleteCase) throws {
    let talk = try conversation(reference)
    let isOptional = reference.isOptional
    expectEqual(
      talk.tell("new Show title=C"),
      (isOptional ? ["Show/3"] : ["error rule 1:5: venue is required"]))
    expectEqual(
      talk.tell("set a.venue nil"),
      (isOptional
        ? [] : ["error value 1:13: venue is required"]))
    expectEqual(talk.tell("set a.venue yard; get a.venue"), ["Venue/2"])
    let emptied = talk.tell("field f on a.venue\ntype f \"<Clear>\"").last ?? ""
    #expect(
      isOptional
        ? emptied == "f: \"\" a.venue = nil (editing)" : emptied.hasPrefix("f: \"\" incomplete: "),
      "\(emptied)")
    expectEqual(talk.tell("type f \"hall<Return>\"").last, "f: \"hall\" a.venue = Venue/1")
  }

  @Test(arguments: cases)
  func aLabelShowsTheKeyAndFollowsTheRecordToo(reference: OnDeleteCase) throws {
    let talk = try conversation(reference)
    expectEqual(talk.tell("label l on a.venue; label m on a.venue.name"), ["l: hall", "m: hall"])
    expectEqual(talk.tell("set hall.name attic").sorted(), ["l: attic", "m: attic"])
    expectEqual(talk.tell("set a.venue yard").sorted(), ["l: yard", "m: yard"])
    let said = talk.tell("delete yard").filter { !$0.hasPrefix("notice") }.sorted()
    #expect(reference.isRefused ? said.count == 1 : said == ["l: «nil»", "m: «nil»"])
  }

  @Test(arguments: [
    (
      "set a.venue \"hall\"", "value 1:13: venue cannot be \"hall\"; expected a record of Venue",
      true
    ),
    ("set a.venue cellar", "name 1:13: there is no record \"cellar\"", false),
    ("set a.venue attic", "name 1:13: there is no record \"attic\"", true),
    (
      "new Show title=C venue=\"hal\"", "value 1:24: venue cannot be \"hal\"; expected a record",
      false
    ),
  ])
  func aKeyAloneIsNoRecordAndTheHintSaysHowItIsWritten(
    command: String, message: String, isKey: Bool
  ) throws {
    let talk = try conversation(Self.cases[0])
    _ = talk.tell("new Venue name=attic")
    let said = talk.tell(command).first ?? ""
    #expect(said.hasPrefix("error " + message), "\(said)")
    expectEqual(said.contains(" (write Venue[\""), isKey, "\(said)")
  }

  @Test func anExpressionFollowsAReferenceAndCountsAList() throws {
    let talk = try Conversation(
      """
      define Venue { name: Text key }
      define Show { title: Text key, venue: Venue, acts: [Act] owned }
      define Act { name: Text }
      """)
    expectEqual(talk.tell("list Show where venue.name = 'x'"), [])
    expectEqual(
      talk.tell("list Show where (select name from Venue where Venue.id = Show.venue) = 'x'"), [])
    expectEqual(
      talk.tell("list Show where venue = Venue/1"), ["error name 1:25: there is no Venue/1"])
    expectEqual(
      talk.tell("list Show where acts > 1"),
      [
        "error expression 1:17: acts is a list of records, which has no value here; "
          + "count(acts) counts them"
      ])
    expectEqual(talk.tell("list Show where count(acts) > 1"), [])
    expectEqual(talk.tell("list Show where count(Act where Show_acts_of = Show.id) > 1"), [])
  }

  @Test func aNumberAtTheEndOfAPathHasTheDigitsOfItsProperty() throws {
    let talk = try Conversation(
      """
      define Item { price: Decimal(fraction: 2) unit "€" }
      define Order { item: Item }
      new Item price=2.5 as item
      new Order item=item as order
      """)
    expectEqual(talk.tell("label l on order.item.price"), ["l: 2.50\u{A0}€"])
  }

  @Test func whatRefersToARecordOfAListOfItsOwnTypeMayGoAtTheSameTime() throws {
    let talk = try Conversation(
      """
      define A { n: Integer, r: A?, l: [A] on delete cascade }
      new A n=1; new A n=2; new A n=3 r=A/1; new A n=4 r=A/1
      append A/1.l A/2; append A/2.l A/1
      """)
    let before = talk.tell("list A")
    expectEqual(
      talk.tell("delete A where n < 4").filter { $0.hasPrefix("error") },
      ["error refused 1:16: A/1 cannot be deleted: it is the r of A/4"])
    expectEqual(talk.tell("delete A where n > 0").filter { $0.hasPrefix("error") }, [])
    expectEqual(talk.tell("count A"), ["0"])
    expectEqual(talk.tell("undo").filter { $0.hasPrefix("error") }, [])
    expectEqual(talk.tell("list A"), before)
    expectEqual(talk.tell("check"), [])
  }

  /// A list contains the deleted record, and the deletion of its owner changes or deletes the
  /// record.
  @Test(arguments: [
    "set H/2 band=[H/1]; set H/1 boss=H/2", "set H/2 band=[H/1]; set H/1 par=H/2",
    "set H/2 band=[H/1]; set H/1 band=[H/2]", "set H/1 band=[H/1]",
    "set H/2 band=[H/1, H/3]; set H/3 par=H/1; set H/1 boss=H/3",
  ])
  func whatGoesWithARecordByAListOfItsOwnTypeComesBackWithIt(commands: String) throws {
    let talk = try Conversation(
      """
      define H { n: Text key, boss: H? on delete clear, par: H? on delete cascade, band: [H] on delete cascade }
      new H n=A; new H n=B; new H n=C
      \(commands)
      """)
    let before = talk.tell("list H")
    expectEqual(talk.tell("delete H/1").filter { $0.hasPrefix("error") }, [])
    let after = talk.tell("list H")
    #expect(!after.joined().contains("H/1|"))
    expectEqual(talk.tell("check"), [])
    expectEqual(talk.tell("undo").filter { $0.hasPrefix("error") }, [])
    expectEqual(talk.tell("list H"), before)
    expectEqual(talk.tell("check"), [])
    expectEqual(talk.tell("redo").filter { $0.hasPrefix("error") }, [])
    expectEqual(talk.tell("list H"), after)
    expectEqual(talk.tell("check"), [])
  }
}
