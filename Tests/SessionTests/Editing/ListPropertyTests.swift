import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct ListPropertyTests {
  private static func script(_ list: ListCase) -> String {
    """
    define T { name: Text key, it: [\(list.item)] }
    new T name=A it=[\(list.items[0]), \(list.items[1])] as a
    new T name=B as b
    """
  }

  private static func conversation(_ list: ListCase) throws -> Conversation {
    try Conversation(script(list))
  }

  @Test(arguments: listTable)
  func itIsDefinedAndDescribedAsItWasWritten(list: ListCase) throws {
    let talk = try Conversation(
      "define T { it: [\(list.item)] = [\(list.items[0].hasPrefix("(") ? "" : list.items[0])] }")
    let line = try #require(talk.tell("describe T").first)
    let definition = String(line.split(separator: "|", maxSplits: 2)[2])
    #expect(definition.hasPrefix("it: [\(list.item)] = ["))
    expectEqual(talk.tell("define T { \(definition) }; log").count, 1)
    expectEqual(talk.tell("new T as t; get t.it").last, list.list(0))
  }

  @Test(arguments: listTable)
  func aListIsGivenSetAndEmptied(list: ListCase) throws {
    let talk = try Self.conversation(list)
    expectEqual(talk.tell("get a.it; get b.it"), [list.list(0, 1), "[]"])
    expectEqual(talk.tell("set a.it [\(list.items[2])]; get a.it"), [list.list(2)])
    expectEqual(talk.tell("set b.it :a.it; get b.it; get b.it[0]"), [list.list(2), list.shown[2]])
    expectEqual(talk.tell("set a.it []; get a.it"), ["[]"])
    expectEqual(talk.tell("put T[B] it=[\(list.items[0])]; get b.it"), ["T/2", list.list(0)])
    let count = talk.tell("log").count
    expectEqual(talk.tell("set b.it [\(list.items[0])]"), [])
    expectEqual(talk.tell("log").count, count)
  }

  @Test(arguments: listTable)
  func itemsComeGoMoveAndChange(list: ListCase) throws {
    let talk = try Self.conversation(list)
    func after(_ command: String) -> [String] { talk.tell("\(command); get a.it") }
    expectEqual(after("append a.it \(list.items[2])"), [list.list(0, 1, 2)])
    expectEqual(after("insert a.it 1 \(list.items[2])"), [list.list(0, 2, 1, 2)])
    expectEqual(after("insert a.it 4 \(list.items[0])"), [list.list(0, 2, 1, 2, 0)])
    expectEqual(after("move a.it 0 3"), [list.list(2, 1, 2, 0, 0)])
    expectEqual(after("move a.it 4 0"), [list.list(0, 2, 1, 2, 0)])
    expectEqual(after("remove a.it 1"), [list.list(0, 1, 2, 0)])
    expectEqual(after("set a.it[3] \(list.items[1])"), [list.list(0, 1, 2, 1)])
    // Each change was a transaction.
    _ = talk.tell("undo 3")
    expectEqual(talk.tell("get a.it"), [list.list(2, 1, 2, 0, 0)])
    _ = talk.tell("redo 2")
    expectEqual(talk.tell("get a.it"), [list.list(0, 1, 2, 0)])
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: listTable)
  func aListIsShownListedAndGivenToPrograms(list: ListCase) throws {
    let talk = try Self.conversation(list)
    expectEqual(talk.tell("show a"), ["ref=T/1 name=A it=\(list.list(0, 1))"])
    expectEqual(talk.tell("list T"), ["T/1|A|\(list.list(0, 1))", "T/2|B|[]"])
    expectEqual(talk.replies(to: "get a.it"), [.value(.list(Array(list.data[0...1])))])
    expectEqual(talk.replies(to: "get a.it[1]"), [.value(list.data[1])])
    expectEqual(talk.tell("echo \":a.it\""), [list.list(0, 1)])
    expectEqual(talk.tell("count T where it = '[]'"), ["1"])
    expectEqual(talk.tell("count T where json_array_length(it) = 2"), ["1"])
  }

  @Test(arguments: listTable)
  func labelsFollowTheListAndItsItems(list: ListCase) throws {
    let talk = try Self.conversation(list)
    let (first, second, third) = (list.labels[0], list.labels[1], list.labels[2])
    expectEqual(talk.tell("label l on a.it; label m on a.it[1]").first, "l: \(first), \(second)")
    expectEqual(talk.tell("append a.it \(list.items[2])"), ["l: \(first), \(second), \(third)"])
    expectEqual(talk.tell("get m"), ["m: \(second)"])
    expectEqual(
      talk.tell("remove a.it 1").sorted(), ["l: \(first), \(third)", "m: \(third)"].sorted())
    expectEqual(talk.tell("set a.it []").sorted(), ["l: ", "m: «nil»"])
    #expect(talk.tell("undo").contains("l: \(first), \(third)"))
  }

  @Test func numbersOfAListHaveTheDigitsOfThePropertyAndTheSymbolsOfTheLocale() throws {
    let talk = try Conversation(
      "define T { it: [Decimal(fraction: 2)], n: [Integer], d: [Double] }\n"
        + "new T it=[1234, 2.5] n=[1, -2] d=[0.5, 2] as t")
    expectEqual(talk.tell("label a on t.it; label b on t.it[1]"), ["a: 1234.00, 2.50", "b: 2.50"])
    expectEqual(talk.tell("label c on t.it locale de_DE"), ["c: 1234,00; 2,50"])
    expectEqual(talk.tell("label d on t.n locale de_DE"), ["d: 1; -2"])
    expectEqual(talk.tell("label e on t.d locale de_DE"), ["e: 0,5; 2"])
  }

  @Test(arguments: listTable)
  func noFieldEditsAListOrAnItem(list: ListCase) throws {
    let talk = try Self.conversation(list)
    expectEqual(
      talk.tell("field f on a.it"),
      [
        "error refused 1:14: it is a list, which a field cannot edit; use append, insert, move or "
          + "remove"
      ])
    expectEqual(
      talk.tell("field f on a.it[0]"),
      [
        "error refused 1:12: expected a property; a.it[0] is an item of a list"
      ])
    expectEqual(talk.tell("interactors"), [])
  }

  @Test(arguments: listTable)
  func theHistoryHasEachListAndUndoBringsItBack(list: ListCase) throws {
    let talk = try Self.conversation(list)
    _ = talk.tell("append a.it \(list.items[2]); set a.it []")
    let changes = talk.tell("history a.it").map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).suffix(2).joined(separator: ">")
    }
    expectEqual(
      changes,
      [
        "nil>\(list.list(0, 1))", "\(list.list(0, 1))>\(list.list(0, 1, 2))",
        "\(list.list(0, 1, 2))>[]",
      ])
    _ = talk.tell("undo")
    expectEqual(talk.tell("get a.it"), [list.list(0, 1, 2)])
    _ = talk.tell("delete a; undo; undo")
    expectEqual(talk.tell("get T/1.it; check"), [list.list(0, 1)])
  }

  @Test(arguments: listTable)
  func theFileHasItAsJSONAndGivesItBack(list: ListCase) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.db").path
    let before = try Conversation(Self.script(list), database: path)
    _ = before.tell("append a.it \(list.items[2])")
    let json = "[" + list.stored.joined(separator: ",") + "]"
    expectEqual(before.tell("sql \"select it from T order by id\" --reveal"), [json, "[]"])
    let definition = before.tell("describe T")
    expectEqual(before.finish().status, 0)
    let talk = try Conversation(database: path)
    expectEqual(talk.tell("describe T"), definition)
    expectEqual(talk.tell("get T/1.it"), [list.list(0, 1, 2)])
    expectEqual(talk.tell("remove T/1.it 0; get T/1.it; check"), [list.list(1, 2)])
  }

  @Test(arguments: listTable)
  func whatIsNoItemIsRefusedWhereItIsWritten(list: ListCase) throws {
    let talk = try Self.conversation(list)
    let count = talk.tell("log").count
    let (literal, message) = list.mistake
    for (command, column) in [
      ("set a.it [\(literal)]", 11), ("set a it=[\(literal)]", 11),
      ("new T name=C it=[\(literal)]", 18),
      ("put T[A] it=[\(literal)]", 14), ("append a.it \(literal)", 13),
      ("insert a.it 0 \(literal)", 15), ("set a.it[0] \(literal)", 13),
    ] {
      let said = talk.tell(command).first ?? ""
      #expect(
        ["value", "rule"].contains { said.hasPrefix("error \($0) 1:\(column): it \(message)") },
        "\(command): \(said)")
    }
    for command in [
      "set a.it nil", "set a.it [nil]", "append a.it nil", "insert a.it 0 nil", "set a.it[0] nil",
      "set a.it \(list.items[0])",
    ] {
      expectEqual(talk.tell(command).first?.hasPrefix("error value 1:"), true, "\(command)")
    }
    expectEqual(
      talk.tell("append a.it [\(list.items[0])]"),
      [
        "error syntax 1:13: the items of a list cannot be lists"
      ])
    for command in [
      "remove a.it 2", "move a.it 0 2", "insert a.it 3 \(list.items[0])", "get a.it[2]",
    ] {
      expectEqual(talk.tell(command).first?.hasPrefix("error name 1:"), true, "\(command)")
    }
    expectEqual(talk.tell("get a.it"), [list.list(0, 1)])
    expectEqual(talk.tell("log").count, count)
  }
}
