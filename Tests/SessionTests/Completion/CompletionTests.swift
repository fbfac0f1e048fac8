import CommandLanguage
import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct CompletionTests {
  static let world =
    people + """

      define Product { price: Decimal(integer: 8, fraction: 2) = 0, sold: Boolean }
      define `Odd one` { `first name`: Text?, key2: Text limit: Integer? `a``b`: Boolean }
      define Empty { name: Text key }
      define Part { number: Integer key }
      let item = new Product
      let bob = new Person name="Bob \\"B\\" Doe"
      let gone = new Person name=Gone
      delete gone
      let odd = new `Odd one`
      new Part number=7
      let most = 30
      label age on ann.age
      label resting on ann.fee
      deactivate resting
      field f on ann.age
      field asleep on ann.code
      deactivate asleep
      """
  static let files = [
    "more.wb": "", "my file.wb": "", "Schemas/a.wb": "", "Schemas/b;c.wb": "", ".hidden/x.wb": "",
    "Minutes.wb": "", "Two words/x.wb": "",
  ]

  @Test(arguments: table.split(separator: "\n").map(String.init))
  func whatFitsIsOffered(line: String) throws {
    let arrow = try #require(line.lastIndex(of: "→"))
    let marked = String(line[..<arrow].dropLast())
    let talk = try Conversation(Self.world, files: Self.files)
    let found = talk.completions(at: marked)
    var expected = String(line[arrow...].dropFirst(2))
    for (name, candidates) in groups {
      expected = expected.replacingOccurrences(of: name, with: candidates)
    }
    expectEqual(sketch(found), expected)
  }

  @Test func aWordIsReplacedFromItsBeginningToTheCaret() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.completions(at: "set ann.a|ge 4").range, 8..<9)
    expectEqual(talk.completions(at: "list Person where `n|").range, 18..<20)
    expectEqual(talk.completions(at: "type f \"4<Le|").range, 9..<12)
    expectEqual(talk.completions(at: "echo \"e\u{301}\"; list |").range, 16..<16)
    expectEqual(talk.completions(in: "types", at: 99).range, 0..<5)
  }

  @Test func theSignOfATransactionIsCompleted() throws {
    let talk = try Conversation("define T { n: Integer }\nnew T")
    for line in ["undo to #|", "diff #1 #|", "list T at #| "] {
      let found = talk.completions(at: line)
      let end = line.unicodeScalars.count - (line.hasSuffix(" ") ? 2 : 1)
      expectEqual(found.candidates.map(\.text).sorted(), ["#1", "#2"], "\(line)")
      expectEqual(found.range, end - 1..<end, "\(line)")
    }
    expectEqual(talk.completions(at: "list T #|").candidates.map(\.text), [])
  }

  @Test func theLinesBeforeAreOfTheCommand() throws {
    let talk = try Conversation(Self.world)
    talk.enter("expect rejected {")
    talk.enter("  type f \"x\"")
    expectEqual(talk.completions(at: "  describe Pro|").candidates, [Completion("Product")])
    #expect(talk.completions(at: "  commi|").candidates.isEmpty)
    talk.enter("}")
    expectEqual(talk.completions(at: "type f |").candidates, [Completion("--trace")])
  }

  @Test func aTransactionIsBegunOnceAndThenEnded() throws {
    func verbs() throws -> Set<String> { Set(talk.completions(at: "|").candidates.map(\.text)) }
    let talk = try Conversation(Self.world)
    let outside = try verbs()
    talk.tell("begin")
    let inside = try verbs()
    expectEqual(
      outside.subtracting(inside),
      [
        "backup", "begin", "compact", "erase", "undo", "redo", "revert", "save",
      ])
    expectEqual(inside.subtracting(outside), ["commit", "rollback"])
    let loops = Session.verbs.all.filter(\.isOfLoops).map(\.name)
    expectEqual(outside.union(inside), Set(Session.verbs.words).subtracting(loops))
  }

  @Test func aStoreThatIsReadIsNotOfferedChanges() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).db").path
    defer {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }
    _ = try Conversation(people, database: path).finish()
    let talk = try Conversation("let ann = Person/1", database: path, isReadOnly: true)
    let verbs = Set(talk.completions(at: "|").candidates.map(\.text))
    #expect(verbs.isDisjoint(with: ["define", "new", "put", "set", "delete", "begin", "undo"]))
    #expect(verbs.isSuperset(of: ["let", "list", "show", "label", "field", "history", "sql"]))
    let values = talk.completions(at: "let x = |").candidates.map(\.text)
    expectEqual(values, ["Person/", "Person[", "[", "ann", "false", "nil", "true"])
  }

  @Test func ofManyKeysTheFirstAndTheLastAreOffered() throws {
    let people = (0..<300).map { "new Person name=\"n\($0)\"" }
    let talk = try Conversation(Self.world + "\n" + people.joined(separator: "\n"))
    let keys = talk.completions(at: "show Person[\"n|").candidates.map(\.text)
    expectEqual(keys.count, 101)
    expectEqual(keys.first, "\"n0\"]")
    expectEqual(keys.last, "\"n99\"]")
    expectEqual(talk.completions(at: "show Person[\"N29|").candidates.count, 11)
    #expect(talk.completions(at: "show Person/2|").candidates.isEmpty)
  }

  @Test func whoHasChangedSomethingIsOfferedAsActor() throws {
    let talk = try Conversation(people, actor: "Ann Lee")
    expectEqual(sketch(talk.completions(at: "history Person by |")), "\"Ann Lee\"")
    let other = try Conversation(people, actor: "ann")
    expectEqual(sketch(other.completions(at: "history Person by |")), "ann")
    expectEqual(sketch(other.completions(at: "history Person by \"|")), "\"ann\"")
  }

  @Test func aLocaleThatIsOfferedIsOne() throws {
    let talk = try Conversation(Self.world)
    let locales = talk.completions(at: "label x on ann.fee locale |").candidates
    #expect(locales.contains(Completion("de_DE")))
    for locale in locales {
      let lines = talk.tell("label x on ann.fee locale \(locale.text)\ndetach x")
      #expect(!lines.contains { $0.hasPrefix("error") }, "\(locale.text): \(lines)")
    }
  }
}

private let groups = [
  (
    "OPERATORS",
    "and · between · collate · glob · in · is · isnull · like · not · notnull · or · regexp"
  ),
  ("BYTYPE", "Part/+ · Part[+ · Person/+ · Person[+ · Product/+ · `Odd one`/+"),
  (
    "OPERATIONS",
    "and · asc · at · between · collate · desc · glob · group · in · is · isnull · like · limit · not"
      + " · notnull · or · regexp · to · where"
  ),
  (
    "TYPES",
    "Empty · Part · Part/+ · Part[+ · Person · Person/+ · Person[+ · Product · Product/+"
      + " · `Odd one` · `Odd one`/+"
  ),
]

/// The candidates at each `|`; `+` marks candidates that continue.
private let table = #"""
  li| → list
  LI| → list
  desc| → describe
  # | →
  echo "|" →
  help rol| → rollback
  describe | → Empty · Part · Person · Product · `Odd one`
  describe `| → `Empty` · `Odd one` · `Part` · `Person` · `Product`
  describe P| → Part · Person · Product
  describe p| → Part · Person · Product
  define T { a: B| → Boolean
  define T { a: Boolean | → := · = · unique · }
  define T { a: Integer | → := · = · grouped · in · key · prefix · unique · unit · }
  define T { a: Integer? | → := · = · grouped · in · prefix · unique · unit · }
  define T { a: Text key | → = · length · matching · title · unique · }
  define T { a: Text | → := · = · key · length · matching · title · unique · }
  define T { a: Double | → := · = · in · prefix · unique · unit · }
  define T { a: Boolean = | → (+ · false · true
  define T { a: Integer = | → (+ · next
  new Person | → active=+ · age=+ · as · code=+ · fee=+ · name=+ · weight=+
  new Person age=4 a| → active=+ · as
  new Person active=| → false · true
  new Person weight=| → nil
  new Person name=| →
  new `Odd one` | → `a``b`=+ · `first name`=+ · as · key2=+ · limit=+
  new `Odd one` `f| → `first name`=+
  let x = | → Part/+ · Part[+ · Person/+ · Person[+ · Product/+ · [+ · `Odd one`/+ · ann · bob · false · item · new · nil · odd · put · true
  put | → Empty[+ · Part[+ · Person[+
  put Person["Ann"] | → active=+ · age=+ · code=+ · fee=+ · weight=+
  put Person[| → "Ann"]+ · "Bob \"B\" Doe"]+
  put Person["B| → "Bob \"B\" Doe"]+
  put Person["Bob \"| → "Bob \"B\" Doe"]+
  put Person["b| → "Bob \"B\" Doe"]+
  put Part[| → 7]+
  show Part/| → 1+
  show | → BYTYPE · ann · bob · item · odd
  set | → TYPES · ann+ · bob+ · item+ · odd+
  set Person | → where
  set ann w| → weight=+
  set Person where age > 3 | → : · OPERATORS
  set Person where age > 3 : a| → active=+ · age=+
  set Person where age > 3 : age=(a| → active · age
  delete | → TYPES · ann · bob · item · odd
  delete Person | → where
  delete Person where a| → active · age
  set ann.| → active · age · code · fee · name · weight
  set ann.a| → active · age
  set age.| →
  set gone.| → active · age · code · fee · name · weight
  set Person["Ann"].a| → active · age
  set Person/1.w| → weight
  set odd.`| → `a``b` · `first name` · `key2` · `limit`
  set ann.active | → false · true
  set ann.active t| → true
  set ann.age | → nil
  set ann.age :| → ann+ · bob+ · env.+ · item+ · most · now · odd+ · today
  set ann.age :ann.w| → weight
  set ann age=4 a| → active=+
  get | → BYTYPE · age · ann.+ · asleep · bob.+ · f · item.+ · odd.+ · resting
  list Person where a| → active · age
  list Person where | → active · age · code · false · fee · id · name · nil · not · today · true · weight
  list `Odd one` where | → `a``b` · `first name` · `limit` · false · id · key2 · nil · not · today · true
  list Person where age > 30 o| → or · order
  list Person where age in (:a| → ann+
  list Person where count(Pro| → Product
  list Person where count(Product w| → where
  list Person where count(age w| →
  list Person where count(Product where s| → sold
  list Person order by age | → , · OPERATIONS
  label x on | → BYTYPE · ann.+ · bob.+ · item.+ · odd.+
  label x on ann.fee | → at · format · grouped · locale · nil
  label x on ann.weight | → at · format · locale · nil
  label x on ann.name at #11| → #11
  label x on ann.name | → at · locale · nil
  label x = (:m| → most
  label x = (1) f| → format
  label x on ann.fee locale de_A| → de_AT
  field x on ann.active | → clear · confirm · locale · return
  field x on ann.weight | → clear · confirm · format · locale · return
  attach | → age · asleep · f · resting
  type | → f
  type f "4<Re| → <Redo>+ · <RemoveRow>+ · <Return>+
  type f "4<S-| → <S-End>+ · <S-Home>+ · <S-Left>+ · <S-Right>+
  type f "4<re| → <Redo>+ · <RemoveRow>+ · <Return>+
  type f "<Paste:<| → <gt>+ · <lt>+
  activate | → asleep · resting
  deactivate | → age · f
  detach | → age · asleep · f · resting
  history | → TYPES · ann+ · bob+ · gone+ · item+ · odd+
  history Person w| → where
  history ann w| →
  include | → "Two words/+ · "my file.wb" · Minutes.wb · Schemas/+ · more.wb
  include m| → "more.wb" · "my file.wb"
  include mo| → more.wb
  include M| → Minutes.wb
  include MO| → more.wb
  include "m| → "more.wb" · "my file.wb"
  include "Two words/| → "Two words/x.wb"
  include Schemas/| → "Schemas/a.wb" · "Schemas/b;c.wb"
  include Schemas/a| → Schemas/a.wb
  include .| → .hidden/+
  include nowhere/| →
  expect rejected { type | → f
  """#

extension Conversation {
  func completions(at marked: String) -> Completions {
    let before = marked.unicodeScalars.prefix { $0 != "|" }
    let after = marked.unicodeScalars.dropFirst(before.count + 1)
    let line = String(String.UnicodeScalarView(before)) + String(String.UnicodeScalarView(after))
    return completions(in: line, at: before.count)
  }
}

private func sketch(_ completions: Completions) -> String {
  completions.candidates.map { $0.text + ($0.isWhole ? "" : "+") }.joined(separator: " · ")
}
