import CommandLanguage
import Session
import TestSupport
import Testing

/// Lines that differ from an earlier line only in numbers and plain texts are not parsed again.
@Suite struct RepeatedLineTests {
  private func read(_ lines: [String]) -> [Result<Statement?, SyntaxError>] {
    var reader = CommandReader(Session.verbs)
    return lines.map { line in
      reader.append(line: line)
      do throws(SyntaxError) {
        return .success(try reader.next())
      } catch {
        return .failure(error)
      }
    }
  }

  /// Commands that are never repeated cannot be compared.
  private func areEqual(_ left: any CommandSyntax, _ right: any CommandSyntax) -> Bool {
    func isRight<Command: Equatable>(_ left: Command) -> Bool { left == right as? Command }
    return (left as? any Equatable).map { isRight($0) } ?? true
  }

  private static let lines =
    Session.verbs.all.flatMap(\.examples).filter { !$0.contains("\n") } + [
      "set Person/1.age 42", "set P/12.a.b 1.5", "set P/3 a=1 b=\"x y\" c=word d=nil e=true",
      "set ann.boss Person/3", "set a1.b2 \"\"", "new P/7 a=0 b=\"0\" as p1", "new P",
      "new P a=1.25 b=\"-\" c=Q/9", "set P/1.a 0", "set P/1  a=1   b=2", "set P/1.age",
      "set P/1.age 1 2", "new 1", "set P/1 where age 3 : a=1", "set P/0.a 999999999",
    ]

  @Test func aRepeatedLineSaysWhatItWouldIfItWereRead() throws {
    var random = Seeded(seed: Seeded.seed)
    var repeated = 0
    for line in Self.lines {
      for _ in 0..<40 {
        let other = changed(line, &random)
        let third = changed(line, &random)
        let together = read([line, other, third])
        let alone = [read([line])[0], read(["", other])[1], read(["", "", third])[2]]
        expectEqual(together, alone, "\(line) and \(other) and \(third)")
        for (read, same) in zip(together, alone) {
          guard let read = try? read.get(), let same = try? same.get() else { continue }
          #expect(areEqual(read.command, same.command), "\(line) and \(other) and \(third)")
        }
        if other != line { repeated += 1 }
      }
    }
    #expect(repeated > 1000)
  }

  /// Changes numbers and texts, sometimes the shape too.
  private func changed(_ line: String, _ random: inout Seeded) -> String {
    let numbers = [
      "1", "7", "42", "256", "99999", "999999999", "0", "1.5", "12.75", "0.5", "1000000000",
    ]
    let texts = ["", "x", "2026-11-21", "1", "an y", "-", "a\\nb", "é", "a=1"]
    func change(_ match: Regex<Substring>.Match, _ others: [String]) -> String {
      Bool.random(using: &random)
        ? String(match.output) : others.randomElement(using: &random) ?? ""
    }
    return line.replacing(#/\b[0-9]+(?:\.[0-9]+)?\b/#) { change($0, numbers) }
      .replacing(#/"[^"]*"/#) { change($0, texts.map { "\"\($0)\"" }) }
  }

  @Test func linesInBetweenDoNotMatter() throws {
    let lines = [
      "set P/1.a 1", "new P a=1", "set P/22.a 1", "delete P/1", "set P/3.a 333", "new P a=2",
    ]
    for (number, read) in read(lines).enumerated() {
      let statement = try #require(try read.get())
      expectEqual(statement.text, lines[number])
      expectEqual(statement.span.start, SourcePosition(line: number + 1, column: 1))
      expectEqual(
        statement.span.end, SourcePosition(line: number + 1, column: lines[number].count + 1))
    }
  }

  @Test func severalLinesAtOnceComeInTheirOrder() throws {
    var reader = CommandReader(Session.verbs)
    reader.append(line: "set P/1.a 1\nset P/2.a 2\nset P/3.a 3")
    var texts: [String] = []
    while let statement = try reader.next() { texts.append(statement.text) }
    reader.append(line: "set P/4.a 4\nset P/5.a 5")
    reader.append(line: "set P/6.a 6")
    while let statement = try reader.next() { texts.append(statement.text) }
    expectEqual(texts, (1...6).map { "set P/\($0).a \($0)" })
  }

  @Test func aLineAtTheCaretIsRead() throws {
    var reader = CommandReader(Session.verbs)
    reader.append(line: "set P/1.a x_")
    _ = try reader.next()
    let line = "set P/2.a x"
    let expected = CommandReader(Session.verbs, firstLine: 2).expectations(in: line, at: line.count)
    #expect(!expected.alternatives.isEmpty)
    expectEqual(reader.expectations(in: line, at: line.count).alternatives, expected.alternatives)
  }

  @Test func aLineInAnOpenBlockIsAPartOfIt() throws {
    let results = read(["set P/1.a 1", "repeat 2 {", "set P/2.a 2", "}", "set P/3.a 3"])
    let texts = try results.map { try $0.get()?.text }
    expectEqual(texts, ["set P/1.a 1", nil, nil, "repeat 2 {\nset P/2.a 2\n}", "set P/3.a 3"])
  }
}
