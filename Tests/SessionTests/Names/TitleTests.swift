import Session
import TestSupport
import Testing

@Suite struct TitleTests {
  private static let members = """
    define Member { number: Integer key, name: Text title, boss: Member? on delete clear }
    define Boat { name: Text key, nick: Text? title, sister: Boat? }
    define Note { text: Text title, about: Note? }
    new Member number=17 name="Ann Miller" as ann
    new Member number=23 name="Ann Miller"
    new Member number=4 name=Ann
    new Boat name=Heron nick=Hero as heron
    new Boat name=Gull sister=Boat["Heron"] as gull
    new Note text=first as note
    new Note text=second about=note as second
    set ann.boss Member[23]
    """

  @Test func aPersonSeesTheTitleOfAReferenceBesideTheKey() throws {
    let talk = try Conversation(Self.members, isForPerson: true)
    expectEqual(talk.tell("get ann.boss"), ["Ann Miller (23)"])
    expectEqual(talk.tell("get gull.sister"), ["Hero (Heron)"])
    expectEqual(talk.tell("get second.about"), ["first (Note/1)"])
    expectEqual(talk.tell("set heron.nick nil; get gull.sister"), ["Heron"])
    expectEqual(talk.tell("show note").first?.contains("ref=first (Note/1)"), true)
    expectEqual(talk.tell("list Member boss where boss is not null"), ["Member/1|Ann Miller (23)"])
  }

  @Test func scriptsHaveTheReferenceItself() throws {
    let talk = try Conversation(Self.members)
    expectEqual(talk.tell("get ann.boss; get gull.sister"), ["Member/2", "Boat/1"])
    expectEqual(talk.tell("label b on ann.boss; label s on gull.sister"), ["b: 23", "s: Heron"])
  }

  @Test func aLabelFollowsTheReferenceAndTheTitleAndTheKeyOfItsRecord() throws {
    let talk = try Conversation(Self.members, isForPerson: true)
    expectEqual(talk.tell("label b on ann.boss"), ["b: Ann Miller (23)"])
    expectEqual(talk.tell("set Member[23].name \"Ann Milner\""), ["b: Ann Milner (23)"])
    expectEqual(talk.tell("set Member[23].number 24"), ["b: Ann Milner (24)"])
    expectEqual(talk.tell("set ann.boss Member[4]"), ["b: Ann (4)"])
    expectEqual(talk.tell("set Member[24].name \"Bob\""), [])
    expectEqual(talk.tell("delete Member[4]"), ["b: «nil»"])
    expectEqual(talk.tell("undo").last, "b: Ann (4)")
    expectEqual(talk.tell("undo").count, 1)
  }

  @Test func aFormatterWritesWhatAPersonSees() throws {
    let script = Self.members + "\nformatter card for Member \"{{name}}, {{boss}}\""
    #expect(
      try Conversation(script, isForPerson: true).tell("show ann with card").joined()
        .contains("Ann Miller, Ann Miller (23)"))
    #expect(
      try Conversation(script).tell("show ann with card").joined().contains("Ann Miller, 23"))
  }

  @Test(arguments: [
    ("Ann Miller (17)", "Member/1"), ("23", "Member/2"), ("Ann", "Member/3"), ("4", "Member/3"),
  ])
  func aFieldTakesTitleAndKeyAndEachAloneWhereItIsOneRecords(text: String, record: String) throws {
    let talk = try Conversation(Self.members + "\nfield f on heron.nick\nfield g on ann.boss")
    let said = talk.tell("type g \"<All>\(text)<Return>\"; get ann.boss")
    expectEqual(said.last, record, "\(said)")
  }

  @Test func twoRecordsOfOneTitleAreToldApartByTheirKeys() throws {
    let talk = try Conversation(Self.members + "\nfield g on ann.boss")
    expectEqual(
      talk.tell("type g \"<All>Ann Miller<Return>\"").last,
      "error refused 1:8: g is incomplete: 2 matches")
    expectEqual(talk.tell("type g \"<Esc><Esc>\"; get ann.boss").last, "Member/2")
  }

  @Test func tabCompletesTheTitleToTheKey() throws {
    let talk = try Conversation(Self.members)
    expectEqual(
      talk.completions(at: "show Member[\"ann m|").candidates.map(\.text), ["17]", "23]"])
    expectEqual(
      talk.completions(at: "show Member[\"Ann|").candidates.map(\.shown),
      ["17]  Ann Miller", "23]  Ann Miller", "4]  Ann"])
    expectEqual(talk.completions(at: "show Boat[\"He|").candidates.map(\.text), ["\"Heron\"]"])
    #expect(talk.completions(at: "show Member[\"x|").candidates.isEmpty)
  }

  @Test func aTitleThatIsTakenForAKeyIsAnsweredWithTheKeys() throws {
    let talk = try Conversation(Self.members)
    for (record, hint) in [
      ("Member[\"Ann Miller\"]", "name \"Ann Miller\" belongs to Member[17] and Member[23]"),
      ("Boat[\"Hero\"]", "nick \"Hero\" belongs to Boat[\"Heron\"]"),
    ] {
      expectEqual(talk.tell("show \(record)").first?.contains(hint), true)
    }
  }

  @Test func findLooksIntoTheTitlesOfReferences() throws {
    let talk = try Conversation(Self.members)
    expectEqual(
      talk.tell("find \"hero\" in Boat"),
      ["Boat/1|name|Heron", "Boat/1|nick|Hero", "Boat/2|sister|Hero (Heron)"])
  }

  @Test(arguments: [
    (
      "define T { a: Text title, b: Text title }",
      "a is already the title; a type can have only one"
    ),
    ("define T { a: Integer title }", "a title must be a Text, not Integer"),
    ("define T { a: [Text] title }", "a title must be a Text, not [Text]"),
    ("define T { a: Text title title }", "\"title\" is given twice"),
    (
      "define T { m: Member, a: Text title := (m.name) }",
      "a is computed from other records and cannot be the title"
    ),
    (
      "define T { m: Member, b: Text := (m.name), a: Text title := (upper(b)) }",
      "a is computed from other records and cannot be the title"
    ),
    ("alter Boat { change name: Text key title }", "name is already the title"),
  ])
  func whatCanBeNoTitleIsRefused(command: String, message: String) throws {
    let talk = try Conversation(Self.members)
    let before = talk.tell("schema")
    let error = talk.tell(command).first
    expectEqual(error?.contains(message), true, "\(error ?? "")")
    expectEqual(talk.tell("schema"), before)
  }

  @Test func aTitleIsAlteredUndoneAndWrittenAsADefinition() throws {
    let talk = try Conversation(Self.members, isForPerson: true)
    expectEqual(talk.tell("alter Boat { change nick: Text? }; get gull.sister"), ["Heron"])
    expectEqual(talk.tell("undo; get gull.sister").last, "Hero (Heron)")
    expectEqual(talk.tell("alter Boat { change nick: Text?; change name: Text key title }"), [])
    expectEqual(talk.tell("get gull.sister"), ["Heron"])
    let again = try Conversation(talk.tell("history --script").joined(separator: "\n"))
    expectEqual(again.tell("schema"), talk.tell("schema"))
    expectEqual(
      talk.tell("alter Boat { add both: Text title := (upper(name)), change name: Text key }"), [])
    expectEqual(talk.tell("get gull.sister"), ["HERON (Heron)"])
  }

  /// Another record's title may equal a key.
  @Test func aKeyIsThatOfItsRecordWhateverOthersAreCalled() throws {
    let talk = try Conversation(
      """
      define P { k: Text key, t: Text? title }
      define R { k: Text key, p: P? }
      define Z { t: Text title }
      define Y { z: Z? }
      new P k=a t="Zed"
      new P k="Zed (a)"
      new P k=b t=a
      new R k=r as r
      new Z t="Z/2"
      new Z t="Z/1"
      new Y as y
      field f on r.p
      field g on y.z
      """)
    for (text, record) in [("Zed (a)", "P/2"), ("a", "P/1"), ("a (b)", "P/3"), ("Zed", "P/1")] {
      talk.tell("type f \"<All>\(text)<Return>\"")
      expectEqual(talk.tell("get r.p"), [record], "\(text)")
    }
    for (text, record) in [("Z/1", "Z/1"), ("Z/2", "Z/2"), ("Z/2 (Z/1)", "Z/1")] {
      talk.tell("type g \"<All>\(text)<Return>\"")
      expectEqual(talk.tell("get y.z"), [record], "\(text)")
    }
  }
}
