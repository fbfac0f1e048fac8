import Session
import TestSupport
import Testing

@Suite struct DistinctValueTests {
  private static let world = """
    define P { name: Text key, nick: Text? unique length 0...5, mail: Email? unique, note: Text? }
    let ann = new P name=Ann mail="ann@x.org"
    let bob = new P name=Bob nick=bobby mail="Bob@x.org"
    """

  private static let spaces = [
    " ", "\\t", "\\n", "\\u{A0}", "\\u{202F}", "\\u{3000}", "\\r\\n", " \\u{2003} ",
  ]

  @Test(arguments: spaces)
  func whiteSpaceAtTheEndsGoesAtEveryWayIn(space: String) throws {
    let spaced = { (text: String) in "\"\(space)\(text)\(space)\"" }
    for way in [
      "set ann.nick \(spaced("a b"))", "set ann nick=\(spaced("a b"))",
      "set ann.nick (\(spaced("a b")))", "set P where name = \"Ann\" : nick=\(spaced("a b"))",
      "put P[Ann] nick=\(spaced("a b"))", "put P[\(spaced("Ann"))] nick=\(spaced("a b"))",
      "let nick = \(spaced("a b")); set ann.nick :nick", "set P[\(spaced("Ann"))].nick \"a b\"",
      "delete ann; new P name=\(spaced("Ann")) nick=\(spaced("a b"))",
      "delete ann; put P[\(spaced("Ann"))] nick=\(spaced("a b"))",
      "set ann.note \(spaced("a b")); set ann.nick (note)",
    ] {
      let talk = try Conversation(Self.world)
      talk.tell(way)
      expectEqual(
        talk.tell("get P[Ann].nick; count P where nick = \"a b\""), ["a b", "1"], "\(way)")
      expectEqual(talk.tell("check"), [], "\(way)")
    }
    let talk = try Conversation(Self.world)
    for taken in [
      "new P name=\(spaced("Bob"))", "set ann.name \(spaced("Bob"))",
      "set ann.nick \(spaced("bobby"))",
      "set P where name = \"Ann\" : nick=\(spaced("bobby"))",
    ] {
      expectEqual(talk.tell(taken).first?.contains("is taken by P/2"), true, "\(taken)")
    }
    expectEqual(talk.tell("new P name=\(spaced(""))").first?.hasPrefix("error rule"), true)
    talk.tell("set ann.note \(spaced("a")); if (:ann.note) <> \"a\" { echo kept }")
    expectEqual(talk.tell("echo (length(:ann.note) > 1)"), ["true"])
  }

  @Test func whatBecomesUniqueLosesItsWhiteSpaceAndIsRefusedWhereItIsTheSameThen() throws {
    let talk = try Conversation(
      """
      define P { name: Text, mail: Email }
      new P name=" Ann" mail="ann@x.org"
      new P name="Bob " mail="bob@x.org"
      """)
    expectEqual(
      talk.tell("alter P { change name: Text key, change mail: Email unique }"),
      ["notice: 2 values of P changed"])
    expectEqual(talk.tell("list P where name in (\"Ann\", \"Bob\")").count, 2)
    expectEqual(talk.tell("get P[\" Bob\"].name; check"), ["Bob"])
    talk.tell("undo; new P name=Bob mail=\"BOB@x.org\"")
    for change in ["name: Text key", "name: Text unique", "mail: Email unique"] {
      let said = talk.tell("alter P { change \(change) }").first ?? ""
      #expect(said.contains("P/3: ") && said.contains("is the same as in P/2"), "\(said)")
    }
    #expect(talk.tell("alter P { add nick: Text? unique using (name || \" \") }").first != nil)
    talk.tell("delete P/3")
    expectEqual(
      talk.tell("alter P { add nick: Text? unique using (\" \" || name) }"),
      ["notice: 2 values of P changed"])
    expectEqual(talk.tell("count P where nick in (\"Ann\", \"Bob\")"), ["2"])
    expectEqual(
      talk.tell("define Q { code: Text = \" x \" unique }; new Q; get Q/1.code").last, "x")
  }

  @Test func aFieldTakesWhiteSpaceAndItsValueHasNone() throws {
    let talk = try Conversation(Self.world + "\nfield f on ann.nick\nfield g on ann.name")
    // The length is that of the stored value.
    expectEqual(
      talk.tell("type f \" abcde \"").last, "f: \" abcde \" ann.nick = \"abcde\" (editing)")
    #expect(talk.tell("type f \"f\"").contains { $0.contains("at most 5 characters") })
    talk.tell("type f \"<Return>\"")
    expectEqual(talk.tell("type f \"<Return>\"").last, "f: \"abcde\" ann.nick = \"abcde\"")
    #expect(
      talk.tell("type f \"<All>bobby <Return>\"").contains {
        $0.contains("is taken by bob") || $0.contains("P/2")
      })
    talk.tell("type f \"<Esc>\"")
    #expect(talk.tell("type g \"<All>  <Return>\"").contains { $0.contains("incomplete") })
    talk.tell("type g \"<Esc>\"")
    talk.tell("form e on ann; type e \"<All>Anna <Return><Return><Return><Return>\"")
    expectEqual(talk.tell("get P[Anna].name; get P/1.nick; check"), ["Anna", "abcde"])
  }

  @Test func anAddressThatIsUniqueIsSoWhateverItsCase() throws {
    let talk = try Conversation(Self.world + "\nfield f on ann.mail\nform e on ann")
    for taken in [
      "new P name=Cid mail=\"BOB@x.org\"", "set ann.mail \"bOB@X.ORG\"",
      "put P[Cid] mail=\"bob@x.org\"",
      "set P where name = \"Ann\" : mail=\"boB@x.org\"", "set P where id > 0 : mail=\"c@x.org\"",
    ] {
      expectEqual(talk.tell(taken).first?.contains("is taken by P/"), true, "\(taken)")
    }
    #expect(talk.tell("type f \"<All>bob@x.org<Return>\"").contains { $0.contains("is taken by") })
    talk.tell("type f \"<Esc>\"")
    // A record may change the case of its own address.
    expectEqual(talk.tell("set ann.mail \"ANN@x.org\"; get ann.mail"), ["ANN@x.org"])
    expectEqual(talk.tell("undo; get ann.mail").last, "ann@x.org")
    expectEqual(talk.tell("check"), [])
    expectEqual(talk.tell("count P where mail = \"bob@x.org\""), ["0"])
  }

  @Test(arguments: 0..<4)
  func aModelOfDistinctValuesAgrees(number: Int) throws {
    let seed = Seeded.seed &+ UInt64(number)
    var random = Seeded(seed: seed)
    let talk = try Conversation("define P { name: Text key, mail: Email? unique }")
    var model: [Int: (name: String, mail: String?)] = [:]
    var last = 0
    func spaced(_ text: String) -> String {
      let ends = (0..<2).map { _ in
        Bool.random(using: &random) ? Self.spaces.randomElement(using: &random)! : ""
      }
      return "\"\(ends[0])\(text)\(ends[1])\""
    }
    func address() -> String {
      let name = ["a", "b", "c"].randomElement(using: &random)!
      return (Bool.random(using: &random) ? name.uppercased() : name) + "@x.org"
    }
    func isFree(_ name: String?, _ mail: String?, besides id: Int?) -> Bool {
      !model.contains { other, values in
        other != id
          && (values.name == name
            || mail != nil && values.mail?.lowercased() == mail?.lowercased())
      }
    }
    for _ in 0..<60 {
      let name = ["A", "a", "B", "B b"].randomElement(using: &random)!
      let mail = Bool.random(using: &random) ? address() : nil
      let written = mail.map { "\"\($0)\"" } ?? "nil"
      let id = model.keys.sorted().randomElement(using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        let said = talk.tell("new P name=\(spaced(name)) mail=\(written)")
        let isTaken = isFree(name, mail, besides: nil)
        expectEqual((said.first?.hasPrefix("error") == false), isTaken, "seed \(seed): \(said)")
        guard isTaken else { continue }
        last += 1
        model[last] = (name, mail)
      case 2:
        let old = model.first { $0.value.name == name }?.key
        let said = talk.tell("put P[\(spaced(name))] mail=\(written)")
        let isTaken = isFree(nil, mail, besides: old)
        expectEqual((said.first?.hasPrefix("error") == false), isTaken, "seed \(seed): \(said)")
        guard isTaken else { continue }
        if old == nil { last += 1 }
        model[old ?? last] = (name, mail)
      case 3:
        guard let id else { continue }
        let said = talk.tell("set P/\(id) name=\(spaced(name)) mail=\(written)")
        let isTaken = isFree(name, mail, besides: id)
        expectEqual(said.isEmpty, isTaken, "seed \(seed): \(said)")
        if isTaken { model[id] = (name, mail) }
      case 4:
        guard let id else { continue }
        let state = talk.tell("list P")
        expectEqual(
          talk.tell("delete P/\(id); undo; list P").suffix(state.count), state[...], "seed \(seed)")
      default:
        guard let id else { continue }
        talk.tell("delete P/\(id)")
        model[id] = nil
      }
      let rows = model.sorted { $0.key < $1.key }.map { "P/\($0)|\($1.name)|\($1.mail ?? "nil")" }
      expectEqual(talk.tell("list P"), rows, "seed \(seed)")
    }
    expectEqual(talk.tell("check"), [], "seed \(seed)")
  }
}
