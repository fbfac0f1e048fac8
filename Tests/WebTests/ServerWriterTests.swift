import Foundation
import TestSupport
import Testing

/// `workbench serve` and other programs that write to its database.
@Suite(.waits) final class ServerWriterTests: ServerFolder {
  private static let rounds = Seeded.isLong ? 1000 : 60

  /// A tab that edits one property of `Count/1`.
  private final class Writer {
    let browser: FakeBrowser
    let field: String
    private(set) var stored: [Int] = []
    private(set) var sent: [Int] = []

    init(_ browser: FakeBrowser, _ property: String, _ former: Writer?) throws {
      self.browser = browser
      field = "Count/1.\(property)"
      (stored, sent) = (former?.stored ?? [], former?.sent ?? [])
      try browser.wait(for: "hello")
      _ = try browser.open("/Count/1")
    }

    func send(_ number: Int) throws {
      try browser.send(["t": "focus", "f": field])
      try browser.send(["t": "key", "f": field, "p": "\(number)"])
      try browser.send(["t": "key", "f": field, "k": "Return"])
      sent.append(number)
    }

    /// Waits until the number last sent is stored.
    func wait() throws {
      while true {
        let answer = try browser.wait(for: ["formEnd", "field"]) {
          ($0["n"] as? Int ?? 0) >= browser.number
        }
        if answer.text("t") == "formEnd" { break }
        // Another program had written meanwhile.
        try browser.send(["t": "key", "f": field, "k": "Return"])
      }
      stored.append(sent[sent.count - 1])
    }
  }

  private func values(of property: String) throws -> [Int] {
    let sql = "sql \"select new from history where type = 'Count' and property = '\(property)'"
    return try run("people.db", "--csv", "-c", sql + " order by change\"").output
      .split(whereSeparator: \.isNewline).compactMap { Int($0) }.filter { $0 > 0 }
  }

  @Test func twoTabsAndAnotherProgramLoseNothing() throws {
    let types = "define Count { a: Integer = 0, b: Integer = 0, c: Integer = 0 }; new Count"
    expectEqual(try run("people.db", "-c", types).status, 0)
    var (server, address) = try serve("--port", "0")
    let port = "\(try #require(address.port))"
    var cookie = try cookie(address)
    var tabs = try ["a", "b"].map {
      try Writer(try browser(address, cookie: cookie), $0, nil)
    }
    var (stored, sent): ([Int], [Int]) = ([], [])
    for number in 1...Self.rounds {
      let program = try Running(["people.db", "-c", "set Count/1.c \(number)"], in: folder)
      sent.append(number)
      for tab in tabs { try tab.send(number) }
      if number % 7 == 3 {
        usleep(useconds_t.random(in: 0..<60_000))
        program.kill(SIGKILL)
      }
      if number % 20 == 11 {
        usleep(useconds_t.random(in: 0..<20_000))
        server.kill(SIGKILL)
        _ = server.end()
        if program.end() == 0 { stored.append(number) }
        expectEqual(try run("people.db", "-c", "check").status, 0)
        (server, address) = try serve("--port", port)
        cookie = try self.cookie(address)
        tabs = try zip(tabs, ["a", "b"]).map {
          try Writer(try browser(address, cookie: cookie), $1, $0)
        }
      } else {
        for tab in tabs { try tab.wait() }
        if program.end() == 0 { stored.append(number) }
      }
    }
    server.kill(SIGTERM)
    expectEqual(server.end(), 0)
    let check = try run("people.db", "-c", "check")
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    for (property, stored, sent) in [
      ("a", tabs[0].stored, tabs[0].sent), ("b", tabs[1].stored, tabs[1].sent),
      ("c", stored, sent),
    ] {
      let values = try values(of: property)
      #expect(Set(values).count == values.count && values == values.sorted())
      expectEqual(Set(stored).subtracting(values), [])
      expectEqual(Set(values).subtracting(sent), [])
      #expect(stored.count >= Self.rounds / 2)
    }
  }

  // MARK: Locks

  /// The process that holds a lock on the database; nil if none does.
  ///
  /// A connection to a database with a log keeps a shared lock on the file. POSIX gives up all locks
  /// of a process when it closes any handle of the file.
  private func holder(of path: String) throws -> pid_t? {
    let handle = open(path, O_RDWR | O_CLOEXEC)
    #expect(handle >= 0)
    defer { close(handle) }
    var lock = flock()
    (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
    #expect(fcntl(handle, F_GETLK, &lock) == 0)
    return lock.l_type == Int16(F_UNLCK) ? nil : lock.l_pid
  }

  @Test func nothingButSQLiteClosesTheFile() throws {
    let path = folder.path + "/people.db"
    for command in [
      "formatter card for P html \"<p>{{name}}</p>\"", "save command files p: P { dump to out }",
      "screen Ps for [P] { menu add, files }",
    ] { expectEqual(try run("people.db", "-c", command).status, 0, "\(command)") }
    let (server, address) = try serve("--port", "0")
    let cookie = try cookie(address)
    func expectLock(_ what: String) throws {
      expectEqual(try holder(of: path), server.id, "\(what)")
    }
    // The watcher begins after the address is printed.
    try wait("the lock of the watcher") { try holder(of: path) == server.id }
    let first = try browser(address, cookie: cookie)
    _ = try first.open("/P/1")
    try expectLock("a tab")
    do {
      let second = try browser(address, cookie: cookie)
      _ = try second.open("/Ps")
      try expectLock("another tab")
      try second.send(["t": "do", "c": "add"])
      let id = try #require(second.field().text("f"))
      try second.send(["t": "key", "f": id, "p": "bob"])
      try second.send(["t": "key", "f": id, "k": "Submit"])
      try second.wait(for: "formEnd")
      try expectLock("a commit")
      try second.send(["t": "select", "ids": ["P/1"]])
      try second.send(["t": "do", "c": "files"])
      _ = try second.screen()
      try expectLock("a user command")
      for path in ["/-/log", "/-/history/P/1", "/P/1?at=2", "/-/type/P", "/nowhere"] {
        _ = try second.open(path)
      }
      try expectLock("pages")
    }
    expectEqual(
      try get(address, "/-/print/P/1?with=card", cookie: cookie).body, "<p>ann</p>\n")
    try expectLock("a printout")
    expectEqual(try get(address, "/-/print/P/9?with=card", cookie: cookie).status, 404)
    try expectLock("no printout")
    expectEqual(try run("serve", "--again", "people.db").status, 0)
    try expectLock("another address")
    expectEqual(try run("people.db", "-c", "backup \"copy.db\"").status, 0)
    expectEqual(try run("people.db", "-c", "check").status, 0)
    expectEqual(try run("people.db", "-c", "new P name=cid").status, 0)
    try first.wait(for: "screen")
    try expectLock("another program")
    expectEqual(try run("people.db", "-c", "compact before #2").status, 0)
    try expectLock("another program that compacts")
    let (other, _) = try serve("--port", "0")
    other.kill(SIGTERM)
    expectEqual(other.end(), 0)
    try expectLock("another server")
    server.kill(SIGTERM)
    expectEqual(server.end(), 0)
    expectEqual(try holder(of: path), nil)
  }
}
