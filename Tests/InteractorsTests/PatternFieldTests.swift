import Interactors
import Records
import TestSupport
import Testing
import Validation

struct PatternFieldTests {
  private static let alphabet: [Character] = ["a", "b", "1", "-"]

  private static func texts(upTo length: Int) -> [String] {
    var all = [""]
    var last = [""]
    for _ in 0..<length {
      last = last.flatMap { text in alphabet.map { text + String($0) } }
      all += last
    }
    return all
  }

  private static let texts = texts(upTo: 6)

  @Test func aFieldSaysWhichPatternItsTextHasToMatch() throws {
    let pattern = try TextPattern("[A-Z]{3}-[0-9]{2}")
    let property = Property("code", .text, isOptional: true, isUnique: true, pattern: pattern)
    let record = try TypedRecord(RecordType("Show", [property]))
    let field = TextFieldInteractor(record, property)
    expectEqual(field.expectation, "3 capital letters, \"-\" and 2 digits")
  }

  @Test(
    arguments: [
      ("[ab]{2}-1", nil), ("^a?b*1$", nil), ("(ab|a1){1,3}", nil), ("a|b-|1{2,3}", nil),
      ("|a", nil),
      (".{2}", nil), ("\\w\\d?", nil), ("((a|b-){0,2}1)?", nil), ("[^a-b]+", nil),
      ("a*?(b|1)", nil),
      ("(?<x>a)(?:b|)1?", nil), ("\\p{L}{1,2}\\P{L}", nil), ("[a-b1]*", 2...3),
      ("(ab)*-?", 1...4), ("a+b+", 0...3), ("a$", nil), ("a\\Z(b|)", nil),
    ] as [(String, ClosedRange<Int>?)])
  func everyKeyIsTakenThatLeadsToATextOfTheProperty(
    source: String, length: ClosedRange<Int>?
  ) throws {
    let property = Property(
      "p", .text, isOptional: true,
      length: length.map { LengthRange(minimum: $0.lowerBound, maximum: $0.upperBound) },
      pattern: try TextPattern(source))
    let complete = Self.texts.filter { (try? property.checked(.text($0))) != nil }
    let format = FieldFormat(property)
    var wrong: [String] = []
    for before in Self.texts where before.count <= 2 {
      for after in Self.texts where after.count <= 2 {
        for key in Self.alphabet {
          let text = before + after
          let outcome = format.outcome(
            of: Edit(
              range: before.count..<before.count, replacement: String(key), isTyped: true),
            in: EditState(text: text, selection: Selection(caret: before.count)))
          let expected = complete.contains {
            $0.hasPrefix(before + String(key))
              && Self.follows($0.dropFirst(before.count + 1), after[...])
          }
          let result = before + String(key) + after
          switch outcome {
          case .accepted(let state, let content):
            let isComplete = if case .complete = content { true } else { false }
            if !expected || state.text != result || isComplete != complete.contains(result) {
              wrong.append("\(before)^\(key)\(after) \(content)")
            }
          default: if expected { wrong.append("\(before)^\(key)\(after)") }
          }
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(6))")
  }

  private static func follows(_ text: Substring, _ subsequence: Substring) -> Bool {
    var rest = subsequence
    for character in text where character == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  @Test(
    arguments: [
      ("\\w+", "", "-", "\"-\" cannot start this text; expected a letter, a digit or \"_\""),
      ("\\d+", "1", "x", "\"x\" cannot follow \"1\"; expected a digit"),
      ("[A-Z]{2}-[0-9]{4}", "AB", "1", "\"1\" cannot follow \"AB\"; expected \"-\""),
      ("\\p{Lu}.", "", "x", "\"x\" cannot start this text; expected a capital letter"),
      ("a\\S", "a", " ", "\" \" cannot follow \"a\"; expected any character but white space"),
      ("a[^,;]", "a", ",", "\",\" cannot follow \"a\"; expected any character but \",\" or \";\""),
      ("[A-F0-9]+", "1", "g", "\"g\" cannot follow \"1\"; expected A–F or 0–9"),
      ("a\\s", "a", "x", "\"x\" cannot follow \"a\"; expected white space"),
      (".", "", "\0", "\"\\u{0}\" cannot start this text; expected any character but a line break"),
    ])
  func refusalsSayWhatMayCome(
    source: String, text: String, key: Unicode.Scalar, message: String
  ) throws {
    let property = Property("p", .text, isOptional: true, pattern: try TextPattern(source))
    var editor = FieldEditor(format: FieldFormat(property), text: text)
    guard case .rejected(let rejection) = editor.press(.character(key)) else {
      Issue.record("\(editor.state) was not refused")
      return
    }
    expectEqual(rejection.message, message)
  }
}
