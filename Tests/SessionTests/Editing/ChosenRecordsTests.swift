import Session
import TestSupport
import Testing

@Suite struct ChosenRecordsTests {
  private static let crews = """
    define M { no: Integer key, name: Text title }
    define O { day: Date, crew: [M] on delete clear, rest: [M] }
    new M no=1 name=Ann
    new M no=2 name=Bob
    new M no=3 name=Cy
    new O day=2026-01-01 crew=[M[1], M[2]] as o
    form e on o

    """

  @Test func aFormHasAFieldForEachRecordAndOneForTheNext() throws {
    let talk = try Conversation(Self.crews)
    expectEqual(
      talk.tell("get e"),
      ["form=e e.day=2026-01-01 e.crew[0]=Ann e.crew[1]=Bob e.crew[2]= e.rest[0]="])
    talk.tell("type e \"<Tab><Tab><Tab>Cy (3)<Tab><Tab><Return>\"")
    expectEqual(talk.tell("get o.crew"), ["[M/1, M/2, M/3]"])
    expectEqual(talk.tell("history o.crew").count, 12)
    expectEqual(talk.tell("undo; get o.crew").last, "[M/1, M/2]")
    expectEqual(talk.tell("get e").first?.contains("e.crew[2]= e.rest[0]="), true)
  }

  @Test func aRecordIsExchangedAndTakenOutInItsPlace() throws {
    let talk = try Conversation(Self.crews)
    talk.tell("type e \"<Tab><All>3<Tab><Clear><Tab><Tab><Return>\"")
    expectEqual(talk.tell("get o.crew"), ["[M/3]"])
    talk.tell("type e.crew[1] \"Ann<Return>\"")
    expectEqual(talk.tell("get o.crew"), ["[M/3, M/1]"])
    expectEqual(talk.tell("undo; get o.crew").last, "[M/3]")
    expectEqual(talk.tell("get e").first?.hasSuffix("e.crew[0]=Cy e.crew[1]= e.rest[0]="), true)
    expectEqual(talk.tell("check"), [])
  }

  @Test func nothingIsStoredBeforeTheFormEndsAndEscapeTakesAllBack() throws {
    let talk = try Conversation(Self.crews)
    talk.tell("type e \"<Tab><Clear><Tab><All>Cy (3)<Tab>Ann (1)<Tab>\"")
    expectEqual(talk.tell("sql \"select item from O_crew order by at\""), ["1", "2"])
    talk.tell("type e \"<Esc><Esc>\"")
    expectEqual(talk.tell("get o.crew"), ["[M/1, M/2]"])
    expectEqual(talk.tell("get e").first?.contains("e.crew[1]=Bob e.crew[2]= e.rest"), true)
  }

  @Test func aRecordThatIsThereAlreadyIsRefused() throws {
    let talk = try Conversation(Self.crews)
    expectEqual(
      talk.tell("type e \"<Tab><Tab><Tab>1<Tab><Submit>\"").last,
      "error refused 1:8: e.crew[2] is incomplete: the record is already in crew")
    talk.tell("type e \"<Esc><Esc>\"")
    expectEqual(talk.tell("get o.crew"), ["[M/1, M/2]"])
  }

  @Test func aNewRecordIsMadeWithItsList() throws {
    let talk = try Conversation(Self.crews)
    talk.tell("edit new O as p")
    talk.tell(
      "type p \"2026-02-02<Tab>Ann (1)<Tab>Cy (3)<Tab><Tab>Bob (2)<Tab><Return>\"")
    expectEqual(talk.tell("get p.crew; get p.rest"), ["[M/1, M/3]", "[M/2]"])
    expectEqual(talk.tell("undo; count O").last, "1")
  }

  @Test func whatAnotherProgramMakesOfTheListIsAskedAbout() throws {
    let outsider = try Outsider()
    let talk = try Conversation(Self.crews, database: outsider.path)
    let other = try Conversation(database: outsider.path, actor: "bob")
    talk.tell("type e \"<Tab><All>3<Tab>\"")
    other.tell("set O/1.crew [M[2]]")
    let said = talk.tell("type e \"<Tab><Tab><Return>\"")
    expectEqual(
      said.last?.contains("meanwhile: Return keeps yours, Esc takes theirs"), true, "\(said)")
    talk.tell("type e \"<Esc>\"")
    expectEqual(talk.tell("get o.crew"), ["[M/2]"])
    expectEqual(talk.tell("get e").first?.contains("e.crew[0]=Bob e.crew[1]="), true)
  }

  @Test func aRecordThatIsDeletedLeavesItsPlace() throws {
    let talk = try Conversation(Self.crews)
    talk.tell("delete M[1]")
    expectEqual(talk.tell("get e").first?.contains("e.crew[0]=Bob e.crew[1]= "), true)
    expectEqual(talk.tell("undo; get o.crew").last, "[M/1, M/2]")
    expectEqual(talk.tell("get e").first?.contains("e.crew[0]=Ann e.crew[1]=Bob"), true)
  }

  @Test func anAlterOfTheListEndsWhatWasChosen() throws {
    let talk = try Conversation(Self.crews)
    talk.tell("type e \"<Tab><All>3<Tab>\"")
    expectEqual(
      talk.tell("alter O { rename crew to team }").first?.contains("finish the form e first"), true)
    talk.tell("type e \"<Esc><Esc>\"; alter O { rename crew to team }")
    expectEqual(talk.tell("get o.team"), ["[M/1, M/2]"])
    let idle = try Conversation(Self.crews)
    idle.tell("alter O { rename crew to team }")
    idle.tell("type e.team[0] \"<All>Cy (3)<Return>\"")
    expectEqual(idle.tell("get o.team"), ["[M/3, M/2]"])
  }

  @Test func aPlaceThatIsNoneIsRefused() throws {
    let talk = try Conversation(Self.crews)
    expectEqual(
      talk.tell("type e.crew[7] \"1\""),
      ["error name 1:13: e.crew has no position 7; expected one from 0 to 2"])
    expectEqual(talk.tell("type e.crew \"1\"").first?.hasPrefix("error"), true)
    expectEqual(talk.tell("get e.crew.name").first?.contains("e.crew is a list"), true)
  }

  /// Chosen records are not stored before the form ends.
  @Test(arguments: [
    "append o.crew M[3]", "remove o.crew 0", "remove o.crew M[2]", "move o.crew 0 1",
    "set o.crew [M[3]]", "set o.crew[0] M[3]", "set o day=2026-02-02 crew=[]",
    "insert o.crew 0 M[3]",
  ])
  func aCommandOnTheListWaitsForTheForm(command: String) throws {
    for keys in ["e \"<Tab><Clear><Tab>\"", "e.crew[0] \"<Clear>\""] {
      let talk = try Conversation(Self.crews)
      talk.tell("type \(keys)")
      let error = talk.tell(command).first ?? ""
      #expect(error.contains("finish ") && error.contains(" first: "), "\(error)")
      expectEqual(talk.tell("sql \"select item from O_crew order by at\""), ["1", "2"])
      talk.tell("type \(keys.prefix { $0 != "\"" })\"<Esc><Esc>\"")
      expectEqual(talk.tell("get o.crew"), ["[M/1, M/2]"])
      #expect(talk.tell(command).first?.hasPrefix("error") != true)
    }
  }

  @Test func aPlaceWhoseRecordIsDeletedIsNamedAndCanBeLeft() throws {
    let outsider = try Outsider()
    let talk = try Conversation(Self.crews, database: outsider.path)
    let other = try Conversation(database: outsider.path, actor: "bob")
    talk.tell("type e \"<Tab><Tab><Tab>3<Tab>\"")
    other.tell("delete M[3]")
    let said = talk.tell("type e \"<Tab><Return>\"")
    expectEqual(said.last?.contains("e.crew[2]: M/3 was deleted by bob"), true, "\(said)")
    talk.tell("type e \"<Tab><Tab><Return>\"")
    talk.tell("type e \"<Esc><Esc>\"")
    expectEqual(talk.tell("get o.crew"), ["[M/1, M/2]"])
  }
}
