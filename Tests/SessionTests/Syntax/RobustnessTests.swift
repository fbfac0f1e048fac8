import CommandLanguage
import Foundation
import Replies
import Session
import TestSupport
import Testing

@Suite struct RobustnessTests {
  @Test(arguments: commandTrees.map(\.command))
  func aCommandCutWithinBracketsOrQuotesIsNeverRead(command: String) {
    for end in command.indices.dropFirst() {
      let cut = String(command[..<end])
      var reader = CommandReader()
      for line in lines(of: cut) { reader.append(line: line) }
      let isWhole = reader.isWhole
      #expect(isWhole || rest(of: &reader).isEmpty, "\(cut)")
      reader.finish()
      for case .success(let statement) in rest(of: &reader) {
        #expect(isWhole, "\(cut)")
        // The text of a statement is a command of its own.
        expectEqual(read(statement.text).count, 1)
        expectEqual(statement.text, cut.trimmed(), "\(cut)")
      }
    }
  }

  /// Every character at every position with `WORKBENCH_LONG=1`, otherwise at every fortieth,
  /// starting at different positions.
  private static let step = Seeded.isLong ? 1 : 40

  @Test(arguments: commandTrees.map(\.command))
  func everyCharacterOfASCIIInEveryPlaceIsReadOrRefused(command: String) {
    var faults: [String] = []
    let places = Array(command.indices)
    for scalar in (0..<128).compactMap(Unicode.Scalar.init) where scalar != "\n" {
      let first = Int(scalar.value) % Self.step
      for place in stride(from: first, to: places.count, by: Self.step) {
        let index = places[place]
        var changed = command
        changed.replaceSubrange(index...index, with: String(Character(scalar)))
        faults += self.faults(in: changed)
      }
    }
    expectEqual(faults, [])
  }

  @Test(arguments: 0..<(Seeded.isLong ? 100 : 20))
  func garbageIsReadOrRefused(seed: UInt64) {
    var generator = Seeded(seed: seed)
    var faults: [String] = []
    for _ in 0..<50 {
      let pieces = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
        Self.pieces.randomElement(using: &generator) ?? ""
      }
      let separator = Bool.random(using: &generator) ? " " : ""
      faults += self.faults(in: pieces.joined(separator: separator))
    }
    expectEqual(faults, [], "seed \(seed)")
  }

  private static let pieces =
    Session.verbs.words + commandTrees.map(\.command)
    + "()[]{};:,.?#'\"`\\<>=+-*/%|&~!@$^_ \t\r\n0123456789aZé".map(String.init)
    + [
      "\u{0}", "\u{301}", "\u{200D}", "👨‍👩‍👧", "🇩🇪", "\u{FEFF}", "\u{2028}", "٣", "x", "1e", "0x", "1.",
      "...",
    ]
    + [
      "--", "--x", "->>", ":=", "2026-11-21", "2026-11-21T", "where", "order by", "as", "in", "nil",
    ]
    + [":(", "\\u{", "<Paste:", "\"x :(", "/1", "Person[", "a=", "`a`", "'a'", "#12", "{ a: Text"]

  /// An error must have a message and lie within the text; the text of a command must be the same
  /// command again.
  private func faults(in script: String) -> [String] {
    let lines = lines(of: script)
    return read(script).compactMap { result in
      switch result {
      case .success(let statement):
        let again = read(statement.text).compactMap { try? $0.get() }
        // Positions differ after text before the command, or a comment in it.
        let isSame = script == statement.text ? again == [statement] : again.count == 1
        return isSame && again[0].text == statement.text ? nil : "twice: \(script)"
      case .failure(let error):
        let places = [error.span.start, error.span.end]
        let areInside = places.allSatisfy { place in
          lines.indices.contains(place.line - 1)
            && (1...lines[place.line - 1].count + 1).contains(place.column)
        }
        if areInside, places[0] <= places[1], !error.message.isEmpty { return nil }
        return "\(error): \(script)"
      }
    }
  }
}

extension String {
  fileprivate func trimmed() -> String {
    func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == ";" }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
