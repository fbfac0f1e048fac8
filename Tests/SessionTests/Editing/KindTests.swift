import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct KindTests {
  /// A type with an optional property `it`; `a` has the first value, `b` the second.
  private static func script(_ kind: KindCase) -> String {
    let (name, clauses) = split(kind.kind)
    return kind.preparation + """
      define T { name: Text key, it: \(name)? \(clauses) }
      new T name=A it=\(kind.first) as a
      new T name=B it=\(kind.second) as b
      """
  }

  static func split(_ kind: String) -> (String, String) {
    let end =
      kind.firstIndex(of: "(").flatMap { start in
        kind[..<start].contains(" ") ? nil : kind[start...].lastIndex(of: ")")
      }.map(kind.index(after:)) ?? kind.firstIndex(of: " ") ?? kind.endIndex
    return (String(kind[..<end]), String(kind[end...]))
  }

  private static func conversation(_ kind: KindCase) throws -> Conversation {
    try Conversation(script(kind))
  }

  @Test(arguments: kindTable)
  func itIsDefinedAndDescribedAsItWasWritten(kind: KindCase) throws {
    let (name, clauses) = Self.split(kind.kind)
    let mark = kind.isNeverRequired ? "?" : ""
    let talk = try Conversation(kind.preparation + "define T { it: \(name)\(mark) \(clauses) }")
    let line = try #require(talk.tell("describe T").first)
    let definition = String(line.split(separator: "|", maxSplits: 2)[2])
    // The output is a valid definition with the same meaning.
    let count = talk.tell("log").count
    expectEqual(talk.tell("define T { \(definition) }"), [])
    expectEqual(talk.tell("log").count, count)
    #expect(definition.hasPrefix("it: \(name)"))
  }

  @Test(arguments: kindTable)
  func aValueIsGivenToANewRecordAndPut(kind: KindCase) throws {
    let talk = try Self.conversation(kind)
    expectEqual(talk.tell("get a.it; get b.it"), kind.shown)
    expectEqual(talk.tell("put T[A] it=\(kind.second); get a.it"), ["T/1", kind.shown[1]])
    expectEqual(talk.tell("put T[C] it=\(kind.first); get T[C].it"), ["T/3", kind.shown[0]])
  }

  @Test(arguments: kindTable)
  func aValueIsSetAndTakenAway(kind: KindCase) throws {
    let talk = try Self.conversation(kind)
    expectEqual(talk.tell("set a.it \(kind.second); get a.it"), [kind.shown[1]])
    expectEqual(talk.tell("set a it=\(kind.first); get a.it"), [kind.shown[0]])
    expectEqual(talk.tell("set a.it :b.it; get a.it"), [kind.shown[1]])
    expectEqual(talk.tell("set a.it nil; get a.it"), ["nil"])
    let count = talk.tell("log").count
    expectEqual(talk.tell("set b.it \(kind.second); set b.it \(kind.second)"), [])
    expectEqual(talk.tell("log").count, count)
  }

  @Test(arguments: kindTable)
  func aValueIsShownAndListed(kind: KindCase) throws {
    let talk = try Self.conversation(kind)
    expectEqual(talk.tell("show a"), ["ref=T/1 name=A it=\(kind.shown[0])"])
    let rows = ["T/1|A|\(kind.shown[0])", "T/2|B|\(kind.shown[1])"]
    expectEqual(talk.tell("list T"), rows)
    expectEqual(talk.tell("show b --reveal"), ["ref=T/2 name=B it=\(kind.revealed)"])
    expectEqual(talk.tell("list T where id = 2 --reveal"), ["T/2|B|\(kind.revealed)"])
    expectEqual(talk.tell("get b.it --reveal"), [kind.revealed])
  }

  @Test(arguments: kindTable)
  func aConditionAndAnOrderUnderstandIt(kind: KindCase) throws {
    let talk = try Self.conversation(kind)
    expectEqual(talk.tell("count T where \(kind.condition)"), ["1"])
    expectEqual(talk.tell("count T where not (\(kind.condition))"), ["1"])
    expectEqual(talk.tell("count T where it = :a.it"), ["1"])
    expectEqual(
      talk.tell("count T where it is nil; set a.it nil; count T where it is nil"), ["0", "1"])
    _ = talk.tell("set a.it \(kind.first)")
    let names = { (lines: [String]) in lines.map { $0.split(separator: "|")[1] } }
    expectEqual(names(talk.tell("list T order by it")), ["A", "B"])
    expectEqual(names(talk.tell("list T order by it desc")), ["B", "A"])
    expectEqual(talk.tell("expect (:a.it < :b.it)"), [])
  }

  @Test(arguments: kindTable)
  func aProgramGetsADatum(kind: KindCase) throws {
    let talk = try Self.conversation(kind)
    expectEqual(talk.replies(to: "get a.it"), [.value(kind.datum)])
    guard case .row(let cells)? = talk.replies(to: "list T limit 1").dropFirst().first else {
      Issue.record("no row")
      return
    }
    expectEqual(cells.last, kind.datum)
  }

  @Test(arguments: kindTable)
  func aLabelFollowsIt(kind: KindCase) throws {
    let talk = try Self.conversation(kind)
    expectEqual(talk.tell("label l on a.it"), ["l: \(kind.label)"])
    expectEqual(talk.tell("set a.it nil"), ["l: «nil»"])
    expectEqual(talk.tell("undo").last, "l: \(kind.label)")
    expectEqual(talk.tell("get l"), ["l: \(kind.label)"])
  }

  @Test(arguments: kindTable)
  func aFieldTakesItKeyByKeyAndAtOnce(kind: KindCase) throws {
    let talk = try Self.conversation(kind)
    let literal = kind.isMasked || kind.first.hasPrefix("\"") || Self.isText(kind)
    let value = literal ? "\"\(kind.revealed.replacing("\"", with: "\\\""))\"" : kind.revealed
    let result = "f: \"\(kind.text)\" a.it = \(value)"
    expectEqual(talk.tell("field f on a.it\ntype f \"<All><BS>\(kind.keys)<Return>\"").last, result)
    expectEqual(talk.tell("set a.it nil; type f \"<Paste:\(kind.keys)><Return>\"").last, result)
    expectEqual(talk.tell("list T where id = 1"), ["T/1|A|\(kind.shown[1])"])
    expectEqual(talk.tell("type f \"<Clear><Return>\""), ["f: \"\" a.it = nil"])
    expectEqual(talk.tell("set a.it \(kind.second); type f \"<Home><Return>\"").last, result)
  }

  private static func isText(_ kind: KindCase) -> Bool {
    ["Text", "Choice", "Hex", "Card", "Mask", "Url", "Email", "IBAN", "Phone"].contains {
      kind.kind.hasPrefix($0)
    }
  }

  @Test(arguments: kindTable.filter { !$0.isReference })
  func aFieldNeverTakesWhatSetRefuses(kind: KindCase) throws {
    for mistake in kind.mistakes where mistake.literal.hasPrefix("\"") && mistake.literal != "\"\""
    {
      let talk = try Self.conversation(kind)
      let said = try #require(talk.tell("set a.it \(mistake.literal)").first)
      #expect(said.contains("it \(mistake.message)"), "\(said)")
      let keys = mistake.literal.dropFirst().dropLast()
      let lines = talk.tell("field f on a.it\ntype f \"<All><Paste:\(keys)><Return>\"")
      #expect(
        lines.contains { $0.contains(" rejected at ") || $0.contains(" incomplete: ") }, "\(lines)")
      // An invalid text was never stored.
      expectEqual(talk.tell("type f \"<Esc>\"; get a.it").last, kind.shown[0])
    }
  }

  @Test(arguments: kindTable)
  func theHistoryHasItAndUndoAndRedoBringItBack(kind: KindCase) throws {
    let talk = try Self.conversation(kind)
    _ = talk.tell("set a.it \(kind.second); set a.it nil")
    let changes = { (lines: [String]) in
      lines.map { $0.split(separator: "|", omittingEmptySubsequences: false).suffix(2) }
        .map { "\($0.first ?? "")>\($0.last ?? "")" }
    }
    let (first, second) = (kind.shown[0], kind.shown[1])
    expectEqual(
      changes(talk.tell("history a.it")), ["nil>\(first)", "\(first)>\(second)", "\(second)>nil"])
    expectEqual(changes(talk.tell("history a.it limit 1 --reveal")), ["\(kind.revealed)>nil"])
    _ = talk.tell("undo 2")
    expectEqual(talk.tell("get a.it"), [first])
    _ = talk.tell("redo")
    expectEqual(talk.tell("get a.it"), [second])
    _ = talk.tell("delete a; undo")
    expectEqual(talk.tell("get T/1.it"), [second])
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: kindTable)
  func theFileHasItAsDocumentedAndGivesItBack(kind: KindCase) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kind-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "store.db").path
    let before = try Conversation(Self.script(kind), database: path)
    expectEqual(before.tell("sql \"select it from T order by id\" --reveal"), kind.stored)
    let definition = before.tell("describe T")
    expectEqual(before.finish().status, 0)
    let talk = try Conversation(database: path)
    expectEqual(talk.tell("describe T"), definition)
    expectEqual(talk.tell("list T"), ["T/1|A|\(kind.shown[0])", "T/2|B|\(kind.shown[1])"])
    expectEqual(talk.tell("set T[A].it \(kind.second); get T[A].it"), [kind.shown[1]])
    expectEqual(talk.tell("check"), [])
  }

  @Test(arguments: kindTable)
  func whatIsNoValueIsRefusedWhereItIsWritten(kind: KindCase) throws {
    for mistake in kind.mistakes {
      let talk = try Self.conversation(kind)
      let count = talk.tell("log").count
      // An unreadable number is reported before the property.
      let isUnread = mistake.message.hasPrefix(mistake.literal)
      let message = isUnread ? mistake.message : "it \(mistake.message)"
      for (command, column) in [
        ("set a.it ", 10), ("set a it=", 10), ("new T name=C it=", 17), ("put T[A] it=", 13),
      ] {
        let said = talk.tell(command + mistake.literal).first ?? ""
        let isPlaced =
          said.hasPrefix("error value 1:\(column): \(message)")
          || said.hasPrefix("error rule 1:\(column): \(message)")
        #expect(isPlaced, "\(said)")
      }
      expectEqual(talk.tell("get a.it"), [kind.shown[0]])
      expectEqual(talk.tell("log").count, count)
    }
  }

  @Test(arguments: kindTable.filter { !$0.beyond.isEmpty })
  func whatLeavesTheYearsThereAreIsAnErrorAndNeverNil(kind: KindCase) throws {
    for (expression, message) in kind.beyond {
      let talk = try Self.conversation(kind)
      let count = talk.tell("log").count
      let free = expression.replacing(#/\bit\b/#, with: ":a.it")
      for command in [
        "set a.it (\(expression))", "set a it=(\(expression))", "put T[A] it=(\(free))",
        "new T name=D it=(\(free))", "set T where id = 1 : it=(\(expression))",
        "list T (\(expression)) where id = 1", "list T order by \(expression)",
        "list T where id = 1 and (\(expression)) is nil", "count T where (\(expression)) is nil",
        "list T (max(\(expression))) where id = 1",
        "list T (\(expression.onGreatest)) where id = 1",
        "let x = (\(free))", "echo (\(free))", "if (\(free)) is nil { echo nothing }",
        "expect ((\(free)) is nil)", "rule T.r : (\(expression)) is nil",
        "stats T.it where (\(expression)) is nil",
      ] {
        let said = talk.tell(command)
        #expect(
          said.contains { $0.hasPrefix("error") && $0.contains(message) }, "\(command): \(said)")
      }
      #expect(talk.tell("label l = (\(free))").contains { $0.contains(message) })
      expectEqual(talk.tell("get a.it; count T; describe T").prefix(2), [kind.shown[0], "2"])
      expectEqual(talk.tell("log").count, count)
    }
  }

  @Test(arguments: kindTable.filter { $0.local != nil })
  func aQuotedValueWithoutAZoneIsTheUsersWhereverItIsRead(kind: KindCase) throws {
    let (quoted, shown) = try #require(kind.local)
    let unquoted = quoted.dropFirst().dropLast().replacing(" ", with: "T")
    for zoneless in [
      quoted, "(\(quoted))", "(coalesce(nil, \(quoted)))", "(iif(true, \(quoted), nil))",
      "(iif(true, \(quoted), it))", "(case when true then \(quoted) else it end)",
      "(max(\(quoted), \(quoted)))", "(name)", ":quoted", "(:quoted)", ":bracketed", unquoted,
      "(\(unquoted))", "(datetime(\(quoted)))", "(datetime(\(unquoted)))",
    ] {
      let talk = try Conversation(
        Self.script(kind) + """

          let quoted = \(quoted)
          let bracketed = (\(quoted))
          set b.it nil
          set a name=\(quoted)
          """, hoursAhead: 2)
      _ = talk.tell("set a.it \(zoneless)")
      expectEqual(talk.tell("get a.it"), [shown], "\(zoneless)")
      _ = talk.tell("set a.it \(kind.first); set T where id = 1 : it=\(zoneless)")
      expectEqual(talk.tell("get a.it"), [shown], "\(zoneless)")
    }
    let talk = try Conversation(
      Self.script(kind) + "\nset a.it \(unquoted)\nset b.it nil", hoursAhead: 2)
    for condition in [
      "it = \(quoted)", "\(quoted) = it", "it in (\(quoted), \(kind.first))",
      "it between \(quoted) and \(quoted)", "coalesce(it, \(quoted)) = \(quoted) and id = 1",
      "it - \(quoted) = \"0:00\"", "case it when \(quoted) then true else false end",
      "iif(id = 1, \(quoted), it) = it",
    ] {
      expectEqual(talk.tell("count T where \(condition)"), ["1"], "\(condition)")
    }
  }
}

extension String {
  /// Refers to the greatest value of the records.
  fileprivate var onGreatest: String { replacing(#/\bit\b/#, with: "max(it)") }
}
