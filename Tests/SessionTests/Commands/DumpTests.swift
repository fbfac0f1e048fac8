import TestSupport
import Testing

@Suite struct DumpTests {
  private static let definitions = """
    define Tag { name: Text key, next: Tag? on delete clear, at: DateTime = now }
    define Node { size: Integer? = 1, children: [Node] owned, tag: Tag, words: [Text] }
    define Pair { twin: Pair? unique, of: Node?, price: Decimal(integer: 3, fraction: 2)? = 1.5 }
    rule Tag.short "short" : length(name) < 9
    index Node.size
    formatter line for Tag "{{name}}"
    screen Sheet for Tag { title "{{name}}"; formatter line }

    """

  @Test(arguments: 0..<(Seeded.isLong ? 8 : 3))
  func aDumpMakesTheSameRecordsUnderTheSameNumbers(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let talk = try Conversation(Self.definitions + "new Tag name=t")
    for step in 0..<60 {
      let a = Int.random(in: 1...9, using: &random)
      let b = Int.random(in: 1...9, using: &random)
      let commands = [
        "new Tag name=\"t\(step)\" next=Tag/\(a)", "new Tag/\(step * 2 + 2) name=\"n\(step)\"",
        "new Node tag=Tag/\(a) words=[\"a b\", nil]", "set Tag/\(a).next Tag/\(b)",
        "append Node/\(a).children new Node tag=Tag/\(b) size=nil", "new Node tag=Tag/1",
        "append Node/\(a).children Node/\(b)", "new Pair of=Node/\(a) price=nil",
        "set Pair/\(a) twin=Pair/\(b)", "delete Node/\(a)", "delete Pair/\(b)",
      ]
      talk.tell(commands.randomElement(using: &random) ?? "")
    }
    let dump = talk.tell("dump")
    let other = try Conversation(dump.joined(separator: "\n"))
    let state = "list Tag; list Node; list Pair; describe Tag; describe Node; types"
    expectEqual(other.tell(state), talk.tell(state), "seed \(seed)")
    expectEqual(other.tell("dump"), dump)
    expectEqual(
      other.tell("check; open Sheet Tag/1; back"), talk.tell("check; open Sheet Tag/1; back"))
  }

  @Test func aDefaultThatIsARecordComesAfterIt() throws {
    let talk = try Conversation(
      """
      define Tag { name: Text key }
      new Tag name=a
      new Tag name=b
      define T { tag: Tag = Tag/1, other: Tag? = Tag/2 }
      new T other=nil
      """)
    let dump = talk.tell("dump")
    let other = try Conversation(dump.joined(separator: "\n"))
    expectEqual(other.tell("dump; new T; show T/2"), talk.tell("dump; new T; show T/2"))
    talk.tell("delete T/2; alter T { change tag: Tag }; delete Tag/2")
    #expect(talk.tell("dump").contains("# T.other has the default Tag/2, which no longer exists"))
  }

  @Test func aDumpGoesToAFileThatIsNotThere() throws {
    let talk = try Conversation(people, files: ["old.wb": "mine"])
    expectEqual(talk.tell("dump to new.wb"), ["notice: the database was written to new.wb"])
    expectEqual(talk.files["new.wb"]?.contains("\nnew Person/1 name=\"Ann\""), true)
    #expect(talk.tell("dump to old.wb")[0].contains("old.wb already exists"))
    expectEqual(talk.files["old.wb"], "mine")
  }

  @Test func cardsAreWrittenOnlyOnDemand() throws {
    let talk = try Conversation("define M { card: Card? }; new M card=\"4111111111111111\"")
    #expect(talk.tell("dump")[0].contains("M.card, which is masked"))
    #expect(talk.tell("dump --reveal").contains("new M/1 card=\"4111111111111111\""))
  }

  /// The records need each other; a third record that is now deleted made that possible.
  @Test func recordsThatNeedEachOtherAreRefusedByName() throws {
    let talk = try Conversation(
      "define A { b: B }; define B { a: A? }; new B; new A b=B/1; set B/1.a A/1")
    expectEqual(talk.tell("dump").suffix(3), ["new B/1", "new A/1 b=B/1", "set B/1.a A/1"])
  }

  /// The second value tells whether a dump without `--reveal` is refused.
  @Test(arguments: [
    ("", false), ("new M card=nil; new L", false), ("new M card=\"4111111111111111\"", true),
    ("new L cards=[\"4111111111111111\"]", true),
    ("define D { card: Card = \"4111111111111111\" }", true),
  ])
  func onlyCardsThatAreKeptHaveToBeRevealed(script: String, isRefused: Bool) throws {
    let talk = try Conversation("define M { card: Card? }; define L { cards: [Card] }\n" + script)
    expectEqual(talk.tell("dump")[0].contains("dump --reveal"), isRefused)
  }
}
