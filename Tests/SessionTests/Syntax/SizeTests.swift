import CommandLanguage
import TestSupport
import Testing

/// Large texts, which take too long unless every step is linear.
@Suite struct SizeTests {
  @Test(arguments: [
    "(", "[", "{", "({[", "\"", "`", "'", "\\", "<", ":", ":(", "😀", "\u{301}", ".", "-", "#",
  ])
  func aSignRepeatedIsReadOrRefused(sign: String) {
    let signs = String(repeating: sign, count: 20_000)
    for script in [
      signs, "set ann.age \(signs)", "list P where a\(signs)", "echo \"\(signs)\"",
      "define P { a: Text \(signs) }", "type f \"\(signs)\"", "include \(signs)", "expect \(signs)",
      "expect rejected {\(signs)}", "expect error \"x\" {\(signs)}",
    ] {
      for result in read(script) {
        if case .failure(let error) = result { #expect(error.message.count < 200) }
      }
    }
  }

  @Test func bracketsThatDoNotMatchAreRefused() {
    for pair in ["(]", "{)", "[}", ")(", "}{"] {
      let signs = String(repeating: pair, count: 20_000)
      #expect(firstError("set ann.age \(signs)") != "no error")
      let halves = pair.map { String(repeating: $0, count: 20_000) }.joined()
      #expect(firstError("set ann.age \(halves)") != "no error")
    }
  }

  @Test func blocksAreNestedToADepth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "expect rejected { ", count: depth) + "types"
        + String(repeating: " }", count: depth)
    }
    expectEqual(firstError(nested(50)), "no error")
    #expect(
      firstError(nested(51)).hasSuffix("parentheses, brackets and braces are nested too deeply"))
    #expect(
      firstError(nested(20_000)).hasSuffix("parentheses, brackets and braces are nested too deeply")
    )
    let errors = String(repeating: "expect error \"x\" { ", count: 20_000)
    expectEqual(sketches(errors + String(repeating: "}", count: 20_000)).count, 1)
  }

  @Test func aLineOfManyCommandsIsRead() {
    let count = 20_000
    expectEqual(read(String(repeating: "set é.age 42; ", count: count)).count, count)
  }

  @Test func aCommandOfManyLinesIsRead() throws {
    var reader = CommandReader()
    reader.append(line: "expect rejected {")
    for _ in 0..<20_000 {
      reader.append(line: "  set ann.name \"é")
      reader.append(line: "\"   # why")
      #expect(try reader.next() == nil)
    }
    reader.append(line: "}")
    let statement = try #require(try reader.next())
    let block = try #require(firstPart([Statement].self, of: statement.command))
    expectEqual(block.count, 20_000)
    expectEqual(block.last?.span.start, SourcePosition(line: 40_000, column: 3))
  }

  @Test(arguments: ["x", "é", "\\n", "😀"])
  func aTextOfMegabytesIsRead(piece: String) throws {
    let text = String(repeating: piece, count: 1_000_000)
    let statement = try #require(try read("set ann.name \"\(text)\" # why").first?.get())
    expectEqual(statement.text.utf8.count, text.utf8.count + 15)
  }

  @Test func manyPropertiesAndManyTokensAreRead() {
    let names = (0..<20_000).map { "é\($0)" }
    expectEqual(firstError("set ann " + names.map { "\($0)=1" }.joined(separator: " ")), "no error")
    let properties = names.map { "\($0): Text" }.joined(separator: " ")
    expectEqual(firstError("define P { \(properties) }"), "no error")
    expectEqual(firstError("list P where " + names.joined(separator: " + ")), "no error")
    expectEqual(firstError("echo \"" + names.map { ":\($0)" }.joined() + "\""), "no error")
    expectEqual(firstError("set ann.tags [" + names.joined(separator: ", ") + "]"), "no error")
    expectEqual(firstError("get ann." + names.joined(separator: "[0].")), "no error")
    let last = firstError("define P { \(properties) \(names[7]): Text }")
    #expect(last.hasSuffix("\"é7\" is defined twice here"))
  }
}
