import Session
import Testing

/// Editings that are open while another session alters the type of their record.
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

  /// A person at the keyboard, who does something in what is edited.
  private final class Person: Keyboard {
    private let act: (FieldEditing) -> Void

    init(_ act: @escaping (FieldEditing) -> Void) { self.act = act }

    func edit(_ editing: FieldEditing) {
      act(editing)
      if !editing.isEnded { _ = editing.press(.cancel) }
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
    #expect(Self.digits(other.tell("get Member/1.\(property)")[0]) == "57")
    #expect(other.tell("check") == [])
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
    #expect(Self.digits(other.tell("get Member/1.\(property)")[0]) == "57", "\(said)")
    let name = alteration.contains("label") ? "label" : "name"
    #expect(other.tell("get Member/1.\(name)") == ["Anna"])
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
        #expect(editing.text == "5")
        _ = editing.replace(1..<1, with: "7", isTyped: true)
        #expect(editing.press(.enter))
      })
    talk.tell("let ann = Member/1; field f on ann.age")
    let said = talk.tell(command)
    #expect(!said.contains { $0.hasPrefix("error") }, "\(said)")
    #expect(Self.digits(other.tell("get Member/1.\(altered.property)")[0]) == "57", "\(said)")
  }

  @Test(arguments: alterations)
  func theEditingOfAFormGoesOnAtTheKeyboard(alteration: String, property: String) throws {
    let file = try Outsider()
    let other = try Conversation(Self.world, database: file.path, actor: "bob")
    let talk = try Conversation(
      database: file.path,
      keyboard: Person { editing in
        _ = editing.press(.next)
        _ = editing.replace(0..<2, with: "5", isTyped: true)
        other.tell(alteration)
        editing.refresh()
        #expect(editing.text == "5")
        _ = editing.replace(1..<1, with: "7", isTyped: true)
        while !editing.isEnded { #expect(editing.press(.enter)) }
      })
    let said = talk.tell("edit Member/1")
    #expect(!said.contains { $0.hasPrefix("error") }, "\(said)")
    #expect(Self.digits(other.tell("get Member/1.\(property)")[0]) == "57", "\(said)")
  }

  @Test func whatWasTypedForAPropertyThatIsGoneIsSaid() throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type f \"<All>5\"")
    other.tell("alter Member { drop age }")
    #expect(
      talk.tell("type f \"7<Return>\"").last
        == "error name 1:6: Member has no \"age\" any more; \"5\" is not stored")
    #expect(talk.openWork == nil)
  }

  @Test func whatAFormHasForAPropertyThatIsGoneIsSaidAndTheRestIsStored() throws {
    let file = try Outsider()
    let talk = try Conversation(Self.world, database: file.path)
    let other = try Conversation(database: file.path, actor: "bob")
    talk.tell("type e \"<All>Anna<Tab><All>5\"")
    other.tell("alter Member { drop age }")
    #expect(
      talk.tell("type e \"7<Return>\"").last
        == "error name 1:8: Member has no \"age\" any more; \"5\" is not stored")
    #expect(!talk.tell("type e \"<Return>\"").contains { $0.hasPrefix("error") })
    #expect(other.tell("get Member/1.name") == ["Anna"])
  }

  @Test func atTheKeyboardWhatWasTypedForAPropertyThatIsGoneStaysToBeSeen() throws {
    let file = try Outsider()
    let other = try Conversation(Self.world, database: file.path, actor: "bob")
    let talk = try Conversation(
      database: file.path,
      keyboard: Person { editing in
        _ = editing.replace(0..<2, with: "5", isTyped: true)
        other.tell("alter Member { drop age }")
        #expect(!editing.press(.enter))
        #expect(editing.text == "5")
        #expect(editing.hint == "Member has no \"age\" any more; \"5\" is not stored")
        #expect(!editing.isEnded)
        #expect(editing.press(.cancel))
        #expect(editing.isEnded)
      })
    talk.tell("let ann = Member/1; edit ann.age")
    #expect(other.tell("check") == [])
  }
}
