import Foundation
import Peers

/// A key at a terminal, from the byte written to the first byte that comes back.
func terminals(_ table: Table) throws {
  table.begin(
    "A key at the terminal",
    "Elapsed time from the byte that a terminal sends to the first byte of the reply.")
  let program = ["env", "XDG_STATE_HOME=\(try Place.new())", Place.program, "--no-init"]
  table.compare("at the prompt", to: "sqlite3, readline", atMost: 2) {
    Terminal(program).echo(of: "abcdefghij")
  } _: {
    Terminal(["sqlite3"]).echo(of: "abcdefghij")
  }
  table.limit("in a field", 1e-3) {
    let terminal = Terminal(program)
    terminal.enter("define T { n: Integer? }")
    terminal.enter("new T as t")
    terminal.enter("edit t.n")
    return terminal.echo(of: "1234567890")
  }
  try table.limit("in a form with 50 rows", 16e-3) {
    let rows = (0..<50).map { "append T/1.rows new Row n=\($0)\n" }.joined()
    let terminal = try Terminal(
      program,
      on:
        "define Row { n: Integer? }\ndefine T { name: Text, rows: [Row] owned }\nnew T name=\"a\"\n"
        + rows)
    terminal.enter("edit T/1")
    return terminal.echo(of: "abcdefghij")
  }
  try table.limit("in the search of a list of 100,000", 100e-3) {
    let numbers = try Place.file("numbers.csv", (0..<100_000).map { "\($0)\n" }.joined())
    let terminal = try Terminal(
      program,
      on: "define N { n: Integer }\nimport \"\(numbers)\" into N --columns n\n"
        + "screen Ns for [N] { columns n }\n")
    terminal.enter("open Ns")
    terminal.enter("/")
    return terminal.echo(of: "9731")
  }
}

private final class Terminal {
  private let terminal: Int32
  private let process: pid_t

  init(_ command: [String]) {
    let words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    terminal = run_on_terminal(words, &process)
    self.process = process
    precondition(terminal >= 0, "there is a terminal")
    drain()
  }

  /// Opens a database that a script has created.
  convenience init(_ program: [String], on script: String) throws {
    let store = try Place.new()
    try Child(program: [store, "-f", Place.file("made.wb", script)])
    self.init(program + [store])
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(terminal)
  }

  func enter(_ line: String) {
    send(line + "\r")
    drain()
  }

  /// The least time of a key; the keys are typed one by one and deleted again.
  func echo(of keys: String) -> Double {
    var best = Double.infinity
    for _ in 0..<30 {
      for key in keys + String(repeating: "\u{7F}", count: keys.count) {
        let start = ContinuousClock.now
        send(String(key))
        wait(milliseconds: 1000)
        best = min(best, (ContinuousClock.now - start) / .seconds(1))
        drain(milliseconds: 5)
      }
    }
    return best
  }

  private func send(_ text: String) {
    precondition(write(terminal, text, text.utf8.count) == text.utf8.count, "the keys are taken")
  }

  @discardableResult
  private func wait(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  private func drain(milliseconds: Int32 = 300) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while wait(milliseconds: milliseconds), read(terminal, &buffer, buffer.count) > 0 {}
  }
}
