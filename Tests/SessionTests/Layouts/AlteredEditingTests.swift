import Replies
import Session
import TestSupport
import Testing
import Values
import Workspace

@Suite struct AlteredEditingTests {
  private static let world = """
    define Member { name: Text key, age: Integer? in 0...150, fee: Integer = 1 }
    let ann = new Member name=Ann age=41
    field f on ann.age
    form e on ann
    """

  private static let alterations: [(alteration: String, property: String)] = [
    ("alter Member { add mail: Text? }", "age"),
    ("alter Member { rename age to years }", "years"),
    ("alter Member { rename fee to cost; change age: Integer? in 0...200 }", "age"),
    ("alter Member { drop fee; rename age to years }", "years"),
    ("alter Member { change age: Decimal(integer: 3, fraction: 1)? }", "age"),
    ("alter Member { rename name to label }", "age"),
  ]

  private static let screen = "\nscreen Sheet for Member { label n on name; field r on age }"

  /// Acts in the edited field; on a screen, in the first field.
  private final class Person: ScreenKeyboard {
    private let act: (EditingSession) -> Void
    private(set) var notices: [String] = []

    init(_ act: @escaping (EditingSession) -> Void) { self.act = act }

    func edit(_ editing: EditingSession) {
      act(editing)
      if !editing.isEnded { _ = editing.type(.escape) }
    }

    func visit(_ visit: ScreenVisit) -> Bool {
      if let field = visit.content?.fields.first, let editing = visit.edit(field) {
        edit(editing)
        visit.finishEditing()
        notices += visit.notice.map { [$0] } ?? []
      }
      visit.leaveAll()
      return true
    }
  }

  private static func digits(_ value: String) -> String { value.hasPrefix("57") ? "57" : value }

  @Test(arguments: alterations)
  func theEditingOfAFieldGoesOnFromOneCommandToTheNext(
    alteration: String, property: String
  ) throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type f \"<All>5\"")
    other.tell(alteration)
    let said = talk.tell("type f \"7<Return>\"").last ?? ""
    #expect(said.hasPrefix("f: \"57") && said.contains(" ann.\(property) = 57"), "\(said)")
    expectEqual(Self.digits(other.tell("get Member/1.\(property)")[0]), "57")
    expectEqual(other.tell("check"), [])
  }

  @Test(arguments: alterations)
  func theEditingOfAFormGoesOnFromOneCommandToTheNext(
    alteration: String, property: String
  ) throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type e \"<All>Anna<Tab><All>5\"")
    other.tell(alteration)
    let said = talk.tell("type e \"7<Return><Return>\"")
    #expect(!said.contains { $0.hasPrefix("error") }, "\(said)")
    expectEqual(Self.digits(other.tell("get Member/1.\(property)")[0]), "57", "\(said)")
    let name = alteration.contains("label") ? "label" : "name"
    expectEqual(other.tell("get Member/1.\(name)"), ["Anna"])
  }

  @Test(arguments: alterations, ["edit f", "edit ann.age"])
  func theEditingOfAFieldGoesOnAtTheKeyboard(
    altered: (alteration: String, property: String), command: String
  ) throws {
    let file = try Outsider()
    let other = try Conversation(Self.world, database: file.path, actor: "bob")
    let talk = try Conversation(
      database: file.path,
      keyboard: Person { editing in
        _ = editing.replace(0..<2, with: "5", isTyped: true)
        other.tell(altered.alteration)
        expectEqual(editing.text, "5")
        _ = editing.replace(1..<1, with: "7", isTyped: true)
        #expect(editing.type(.enter))
      })
    talk.tell("let ann = Member/1; field f on ann.age")
    let said = talk.tell(command)
    #expect(!said.contains { $0.hasPrefix("error") }, "\(said)")
    expectEqual(Self.digits(other.tell("get Member/1.\(altered.property)")[0]), "57", "\(said)")
  }

  @Test(arguments: alterations)
  func theEditingOfAFormGoesOnAtTheKeyboard(alteration: String, property: String) throws {
    let file = try Outsider()
    let other = try Conversation(Self.world, database: file.path, actor: "bob")
    let talk = try Conversation(
      database: file.path,
      keyboard: Person { editing in
        _ = editing.type(.down)
        _ = editing.replace(0..<2, with: "5", isTyped: true)
        other.tell(alteration)
        editing.refresh()
        expectEqual(editing.text, "5")
        _ = editing.replace(1..<1, with: "7", isTyped: true)
        while !editing.isEnded { #expect(editing.type(.enter)) }
      })
    let said = talk.tell("edit Member/1")
    #expect(!said.contains { $0.hasPrefix("error") }, "\(said)")
    expectEqual(Self.digits(other.tell("get Member/1.\(property)")[0]), "57", "\(said)")
  }

  @Test(arguments: alterations)
  func theEditingOnAScreenGoesOnFromOneCommandToTheNext(
    alteration: String, property: String
  ) throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world + Self.screen, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("open Sheet ann\ntype r \"<All>5\"")
    other.tell(alteration)
    expectEqual(talk.tell("screens"), ["Sheet|Member/1"])
    expectEqual(talk.screenContent?.labels.map(\.text), ["Ann"])
    expectEqual(talk.screenContent?.fields.map(\.text), ["5"])
    let said = talk.tell("type r \"7<Return>\"")
    #expect(said.contains { $0.hasPrefix("r: \"57") && $0.contains("\(property) = 57") }, "\(said)")
    expectEqual(
      said.last,
      "warning refused: Member or a type that it refers to was altered; the screen Sheet on Member/1 is "
        + "closed")
    expectEqual(Self.digits(other.tell("get Member/1.\(property)")[0]), "57")
    expectEqual(talk.tell("screens"), [])
  }

  @Test(arguments: alterations)
  func theEditingOnAScreenGoesOnAtTheKeyboard(alteration: String, property: String) throws {
    let file = try Outsider()
    let other = try Conversation(Self.world + Self.screen, database: file.path, actor: "bob")
    let person = Person { editing in
      _ = editing.replace(0..<2, with: "5", isTyped: true)
      other.tell(alteration)
      editing.refresh()
      expectEqual(editing.text, "5")
      _ = editing.replace(1..<1, with: "7", isTyped: true)
      #expect(editing.type(.enter))
    }
    let talk = try Conversation(database: file.path, keyboard: person)
    let said = talk.enter("open Sheet Member/1\n")
    #expect(!said.contains { $0.hasPrefix("error") }, "\(said)")
    expectEqual(
      person.notices,
      ["Member or a type that it refers to was altered; the screen Sheet on Member/1 is closed"])
    expectEqual(Self.digits(other.tell("get Member/1.\(property)")[0]), "57", "\(said)")
  }

  @Test func onAScreenWhatWasTypedForAPropertyThatIsGoneStaysToBeSeen() throws {
    let file = try Outsider()
    let other = try Conversation(Self.world + Self.screen, database: file.path, actor: "bob")
    let person = Person { editing in
      _ = editing.replace(0..<2, with: "5", isTyped: true)
      other.tell("drop screen Sheet; alter Member { drop age; add age: Integer? }")
      #expect(!editing.type(.enter))
      expectEqual(editing.text, "5")
      expectEqual(editing.hint, "Member has no \"age\" any more; \"5\" was not stored")
      #expect(!editing.isEnded)
      #expect(editing.type(.escape))
    }
    let talk = try Conversation(database: file.path, keyboard: person)
    talk.enter("open Sheet Member/1\n")
    expectEqual(
      person.notices,
      ["Member or a type that it refers to was altered; the screen Sheet on Member/1 is closed"])
    expectEqual(other.tell("get Member/1.age"), ["nil"])
    expectEqual(other.tell("check"), [])
  }

  @Test func aScreenIsClosedWhereATypeIsAlteredThatItLeadsTo() throws {
    let file = try Outsider()
    let talk = try Conversation(
      "define Club { name: Text key, members: [Member] owned }\n" + Self.world
        + "\nlet club = new Club name=C\nappend club.members new Member name=Bob age=41"
        + "\nscreen Clubs for Club { field r on members[0].age }\nopen Clubs club",
      database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type r \"<All>5\"")
    other.tell("alter Member { rename age to years }")
    let said = talk.tell("type r \"7<Return>\"")
    expectEqual(said.first, "r: \"57\" Club/1.members[0].years = 57", "\(said)")
    expectEqual(
      said.last,
      "warning refused: Club or a type that it refers to was altered; the screen Clubs on Club/1 is "
        + "closed")
    expectEqual(other.tell("get Member/2.years"), ["57"])
  }

  @Test func aFieldIsCalledAsItsPropertyIsNow() throws {
    let file = try Outsider()
    let other = try Conversation(Self.world, database: file.path, actor: "bob")
    let talk = try Conversation(
      database: file.path,
      keyboard: Person { editing in
        _ = editing.replace(0..<2, with: "5", isTyped: true)
        other.tell("alter Member { rename age to years }")
        _ = editing.type(.enter)
      })
    expectEqual(talk.tell("edit Member/1.age"), ["Member/1.years: \"5\" Member/1.years = 5"])
    let script = try Conversation("form e on Member/1", database: file.path)
    script.tell("type e \"<Tab><All>8\"")
    other.tell("alter Member { rename years to age }")
    expectEqual(script.tell("type e \"1\""), ["e.age: \"81\" Member/1.age = 81 (editing)"])
    #expect(script.tell("interactors").contains { $0.contains("e.age") })
  }

  @Test func theRowOfAPropertyThatIsGoneGoesFromAForm() throws {
    let file = try Outsider()
    let talk = try Conversation(
      Self.world + "\nalter Member { add twice: Integer? := (fee * 2); add tags: [Text] }",
      database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type e \"<All>Anna\"")
    other.tell("alter Member { drop age; drop twice; drop tags }")
    expectEqual(
      talk.tell("type e \"<Tab><Tab>\""),
      [
        "warning name: f is detached: no such property: Member has no \"age\"",
        "e.name: \"Anna\" Member/1.name = \"Anna\"", "e.fee: \"1\" Member/1.fee = 1",
      ])
    expectEqual(talk.tell("interactors").filter { $0.hasPrefix("e.") }.count, 2)
    expectEqual(other.tell("get Member/1.name"), ["Anna"])
  }

  @Test(arguments: alterations)
  func whatAFormHasMadeOfAPropertyIsStored(alteration: String, property: String) throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type e \"<Tab><All>57<Tab>\"")
    other.tell(alteration)
    talk.tell("type e \"<Return>\"")
    if talk.openWork != nil { talk.tell("type e \"<Return><Return>\"") }
    #expect(talk.openWork == nil)
    expectEqual(Self.digits(other.tell("get Member/1.\(property)")[0]), "57")
  }

  @Test func whatIsNoValueOfTheKindThatAPropertyHasNowIsSaid() throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    let loss = "Member.age is now of kind Date; \"5\" was not stored"
    talk.tell("set ann.age nil; type f \"<All>5\"")
    other.tell("alter Member { change age: Date? }")
    expectEqual(talk.tell("type f \"7<Return>\"").last, "error name 1:6: \(loss)")
    other.tell("alter Member { change age: Integer? }")
    talk.tell("type e \"<All>Anna<Tab><All>5\"")
    other.tell("alter Member { change age: Date? }")
    expectEqual(talk.tell("type e \"7\"").last, "error name 1:8: \(loss)")
    talk.tell("type e \"<All>2026-11-23<Tab><Tab>\"")
    expectEqual(other.tell("get Member/1.age; get Member/1.name; check"), ["2026-11-23", "Anna"])
  }

  @Test func theRowsThatAFormHasMadeAreStoredWhereTheListIsRenamed() throws {
    let file = try Outsider()
    let talk = try Conversation(
      """
      define Review { rating: Integer = 3 }
      define Show { title: Text key, reviews: [Review] owned }
      let s = new Show title=A
      append s.reviews new Review
      form e on s
      """, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type e \"<All>B<Tab><AddRow><All>5\"")
    other.tell("alter Show { rename reviews to critics; add year: Integer? }")
    other.tell("alter Review { rename rating to stars }")
    talk.tell("type e \"<Submit>\"")
    #expect(talk.openWork == nil)
    expectEqual(
      other.tell("get Show/1.critics; get Review/2.stars; get Show/1.title; check"),
      [
        "[Review/1, Review/2]", "5", "B",
      ])
  }

  @Test func propertiesThatExchangeTheirNamesKeepWhatIsTyped() throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type e \"<Tab><All>5<Tab><All>7\"")
    other.tell("alter Member { rename age to x; rename fee to age; rename x to fee }")
    let said = talk.tell("type e \"8<Return>\"")
    #expect(!said.contains { $0.hasPrefix("error") }, "\(said)")
    expectEqual(other.tell("get Member/1.fee; get Member/1.age"), ["5", "78"])
    talk.tell("type f \"<All>6\"")
    other.tell("alter Member { rename fee to x; rename age to fee; rename x to age }")
    expectEqual(talk.tell("type f \"1<Return>\"").last, "f: \"61\" Member/1.age = 61")
  }

  @Test func whatWasTypedForAPropertyThatIsGoneIsSaid() throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type f \"<All>5\"")
    other.tell("alter Member { drop age }")
    expectEqual(
      talk.tell("type f \"7<Return>\"").last,
      "error name 1:6: Member has no \"age\" any more; \"5\" was not stored")
    #expect(talk.openWork == nil)
  }

  @Test func whatAFormHasForAPropertyThatIsGoneIsSaidAndTheRestIsStored() throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type e \"<All>Anna<Tab><All>5\"")
    other.tell("alter Member { drop age }")
    expectEqual(
      talk.tell("type e \"7<Return>\"").last,
      "error name 1:8: Member has no \"age\" any more; \"5\" was not stored")
    #expect(!talk.tell("type e \"<Return>\"").contains { $0.hasPrefix("error") })
    expectEqual(other.tell("get Member/1.name"), ["Anna"])
  }

  @Test func atTheKeyboardWhatWasTypedForAPropertyThatIsGoneStaysToBeSeen() throws {
    let file = try Outsider()
    let other = try Conversation(Self.world, database: file.path, actor: "bob")
    let talk = try Conversation(
      database: file.path,
      keyboard: Person { editing in
        _ = editing.replace(0..<2, with: "5", isTyped: true)
        other.tell("alter Member { drop age }")
        #expect(!editing.type(.enter))
        expectEqual(editing.text, "5")
        expectEqual(editing.hint, "Member has no \"age\" any more; \"5\" was not stored")
        #expect(!editing.isEnded)
        #expect(editing.type(.escape))
        #expect(editing.isEnded)
      })
    talk.tell("let ann = Member/1; edit ann.age")
    expectEqual(other.tell("check"), [])
  }
}
