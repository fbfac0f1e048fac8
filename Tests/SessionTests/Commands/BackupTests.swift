import TestSupport
import Testing

@Suite struct BackupTests {
  private let outsider: Outsider
  private var copy: String { outsider.path + ".copy" }

  init() throws { outsider = try Outsider() }

  @Test func theCopyHasTheRecordsAndTheirHistory() throws {
    let talk = try Conversation(people + "\nset ann.age 42", database: outsider.path)
    expectEqual(talk.tell("backup \"\(copy)\""), ["notice: copied to \(copy)"])
    talk.tell("set ann.age 43")
    let other = try Conversation(database: copy)
    expectEqual(other.tell("get Person/1.age; check"), ["42"])
    expectEqual(other.tell("history Person/1.age").map { $0.suffix(6) }, ["nil|41", "|41|42"])
    other.tell("undo")
    expectEqual(other.tell("get Person/1.age"), ["41"])
    expectEqual(talk.tell("get ann.age"), ["43"])
  }

  @Test(arguments: ["", " --replace"])
  func aDatabaseIsNeverOverwritten(option: String) throws {
    let talk = try Conversation(people, database: outsider.path)
    talk.tell("backup \"\(copy)\"; set ann.age 42")
    let error = talk.tell("backup \"\(copy)\"\(option)")
    expectEqual(error.count, 1)
    expectEqual(error.first?.contains("already exists and is a database"), true, "\(error)")
    try expectEqual(Conversation(database: copy).tell("get Person/1.age"), ["41"])
  }

  @Test(arguments: [
    ("begin\nbackup", "error syntax 2:7: expected a file name after \"backup\""),
    ("begin\nbackup x.db", "error refused 2:1: backup cannot be used inside a transaction"),
    ("repeat 1 { backup x.db }", "error refused 1:12: backup cannot be used in a block"),
  ])
  func whatCannotBeCopiedIsRefused(script: String, error: String) throws {
    let talk = try Conversation(people, database: outsider.path)
    expectEqual(talk.tell(script), [error])
  }
}
