import CommandLanguage
import Foundation
import Replies
import Session
import TestSupport
import Testing

/// Every candidate is valid where it is offered, and every valid word is offered.
@Suite struct CompletionRuleTests {
  private static let world =
    people + """

      define Product { price: Decimal(integer: 8, fraction: 2) = 0, sold: Boolean }
      define Review { rating: Integer in 1...5, text: Text }
      define Show { title: Text key, reviews: [Review] owned }
      let show = new Show title="Lost"
      append show.reviews new Review rating=4
      define Tagged { tags: [Text] = [a, b, c], day: Date?, boss: Person? on delete clear }
      let team = new Tagged
      let pen = new Product
      define Reading { at: DateTime = now, value: Integer = 1 }
      label age on ann.age
      field f on ann.age
      form editor on ann
      rule Person.adult : age >= 18
      formatter line for Person "{{name}}"
      screen Sheet for Person { title "{{name}}" }
      screen Staff for [Person] { columns name; opens Sheet }
      save command greet who { echo "hello :who" }
      save layout desk
      """
  /// Commands that must run before a verb's examples.
  private static let before = [
    "activate": "deactivate age; deactivate editor.age", "commit": "begin", "rollback": "begin",
    "attach": "new Person name=\"Bob\" as bob", "do": "select ann", "back": "open Sheet ann",
    "drop": "save on change Person.age as fill { echo hi }",
  ]

  private static let askingVerbs: Set<String> = [
    "check", "count", "describe", "echo", "get", "help", "history", "interactors", "list", "log",
    "show", "sql", "types",
  ]

  struct Example: CustomTestStringConvertible {
    var verb: String
    var text: String
    var testDescription: String { text }
  }

  static let examples = Session.verbs.all.flatMap { verb in
    verb.examples.map { Example(verb: verb.name, text: HelpTests.known($0)) }
  }

  private func conversation(for verb: String = "") throws -> Conversation {
    let setting = [Self.world, Self.before[verb] ?? ""].joined(separator: "\n")
    return try Conversation(setting, files: CompletionTests.files)
  }

  /// Grouped by preparation, because completion changes nothing.
  @Test(arguments: Dictionary(grouping: examples) { before[$0.verb] ?? "" }.values)
  func everyWordOfAnExampleIsOffered(examples: [Example]) throws {
    let talk = try conversation(for: examples[0].verb)
    for example in examples { checkWords(of: example, talk) }
  }

  private func checkWords(of example: Example, _ talk: Conversation) {
    let scalars = Array(example.text.unicodeScalars)
    for word in words(of: scalars) {
      // Options are offered after their first character.
      let carets = scalars[word.lowerBound] == "-" ? word.dropFirst() : word[...]
      for caret in Seeded.isLong ? carets : carets.prefix(1) {
        let found = talk.completions(in: example.text, at: caret).candidates.map { candidate in
          candidate.text.prefix { !"=./[:".contains($0) }
        }
        let text = String(String.UnicodeScalarView(scalars[word]))
        #expect(found.contains(text[...]), "\(example.text): \(text) at \(caret)")
      }
    }
  }

  /// File names and their content.
  private static let ofFiles = ["people", "csv", "xlsx", "Name", "Notes", "wrong", "old", "db"]

  /// The words that the user cannot choose freely.
  private func words(of scalars: [Unicode.Scalar]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var isQuoted = false
    var index = 0
    while index < scalars.count {
      let start = index
      if scalars[index] == "\"" { isQuoted.toggle() }
      while index < scalars.count, scalars[index].isPartOfWord { index += 1 }
      if index > start, !isQuoted, scalars[start].properties.numericType == nil {
        words.append(start..<index)
      }
      index = max(index, start + 1)
    }
    func text(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(scalars[range]))
    }
    return words.filter { word in
      let before = text(0..<word.lowerBound)
      let after = word.upperBound < scalars.count ? scalars[word.upperBound] : " "
      let isRule = before.hasPrefix("rule ") && before.hasSuffix(".")
      let isNew =
        isRule
        || ["define ", "let ", "label ", "field ", "form ", "as ", "for "].contains {
          before.hasSuffix($0)
        }
      let isNextName = before.hasPrefix("alter ") && before.hasSuffix(" to ")
      let isChoice =
        before.lastIndex(of: "(").map {
          !before[$0...].contains(")") && before[..<$0].hasSuffix("Choice")
        }
        ?? false
      let isInPattern = before.count { $0 == "/" } == 1 && before.contains(" matching /")
      let isNewView = ["formatter ", "screen ", "generate module "].contains(before)
      // Functions are offered only after a first letter, because there are many.
      let isFunction = after == "(" && scalars[word.lowerBound].properties.isLowercase
      let isProperty = after == ":" && !["integer", "fraction"].contains(text(word))
      return !isNew && !isFunction && !isNextName && !isNewView && !isProperty && !isChoice
        && !isInPattern
        && text(word) != "agee"
        && !before.hasPrefix("include ")
        && !(before.hasPrefix("generate ") && before.hasSuffix(" to "))
        && !before.contains("--svg ") && !before.hasPrefix("backup ")
        && !before.hasPrefix("dump to ")
        && !(before.hasPrefix("import ") && Self.ofFiles.contains(text(word)))
        && !(before.hasPrefix("export ") && before.contains(#/ to [^ ]*$/#))
        && (!before.hasPrefix("save ") || ["commands", "to"].contains(text(word)))
        // The arguments of a user's command are unknown.
        && !before.hasPrefix("command ")
        && !before.hasSuffix(" from ") && text(word) != "mustache"
    }
  }

  /// Every position with `WORKBENCH_LONG=1`, otherwise every fortieth, starting at different
  /// positions.
  private static let step = Seeded.isLong ? 1 : 40

  @Test(arguments: Seeded.some(of: examples, every: 4))
  func whatIsOfferedIsNoMistake(example: Example) throws {
    let talk = try conversation(for: example.verb)
    let scalars = Array(example.text.unicodeScalars)
    var checked: Set<String> = []
    let first = scalars.count % Self.step
    for caret in stride(from: first, through: scalars.count, by: Self.step) {
      let found = talk.completions(in: example.text, at: caret)
      let before = String(String.UnicodeScalarView(scalars[..<found.range.lowerBound]))
      // Locales are many and have a test of their own; a sample of the others is enough.
      let count = found.candidates.count
      let step = count > 100 ? count / 5 : (count + 7) / 8
      let candidates =
        count > 100 && Seeded.isLong
        ? stride(from: 0, to: count, by: step).map { found.candidates[$0] }
        : Seeded.some(of: found.candidates, every: step)
      for candidate in candidates {
        guard checked.insert(before + candidate.text).inserted else { continue }
        check(before, candidate)
        // SQL is valid only as a whole.
        if before.hasPrefix("sql ") { continue }
        // The effect would outlive the test.
        if before.hasPrefix("save ") || before.hasPrefix("backup ") { continue }
        // Verbs and keys concern only the parser.
        guard Session.verbs.named(candidate.text) == nil, !candidate.text.hasPrefix("<") else {
          continue
        }
        try checkNames(before, candidate, verb: example.verb, in: talk)
      }
    }
  }

  @Test(arguments: 0..<(Seeded.isLong ? 60 : 15) as Range<UInt64>)
  func howeverOneGoesOnItIsNoMistake(seed: UInt64) throws {
    var random = Seeded(seed: seed)
    let talk = try conversation()
    var line = ""
    for _ in 0..<25 {
      let found = talk.completions(in: line, at: line.unicodeScalars.count)
      let made = ["x ", "1 ", "\"t\" ", "(", ") ", ", ", "= ", ": ", " ", ":", "; "]
      guard let candidate = found.candidates.randomElement(using: &random),
        Bool.random(using: &random) || Bool.random(using: &random)
      else {
        let longer = line + (made.randomElement(using: &random) ?? "")
        if mistake(in: longer) == nil { line = longer }
        continue
      }
      let start = line.unicodeScalars.prefix(found.range.lowerBound)
      line = String(String.UnicodeScalarView(start))
      check(line, candidate)
      line += candidate.text + (candidate.isWhole ? " " : "")
    }
  }

  private func check(_ before: String, _ candidate: Completion) {
    let text = before + candidate.text
    let mistake = mistake(in: text)
    #expect(mistake == nil, "\(text)")
  }

  /// Checks that the session knows a candidate, with any continuation.
  private func checkNames(
    _ before: String, _ candidate: Completion, verb: String, in talk: Conversation
  ) throws {
    let text = before + candidate.text
    guard !isUnfinished(text) else { return }
    // An operator is valid if something can follow it.
    let isKnown = try [
      "", " 1", " null", " nocase", " (1)", " 1 and 2", "1, 1", "1, 1, 1", "null and null",
    ].contains { rest in
      let talk = Self.askingVerbs.contains(verb) ? talk : try conversation(for: verb)
      let errors = talk.replies(to: closed(text + rest)).compactMap { reply -> String? in
        guard case .diagnostic(let diagnostic) = reply, diagnostic.severity == .error,
          let column = diagnostic.place?.column, (before.count + 1...text.count).contains(column),
          ["name", "syntax", "expression"].contains(diagnostic.kind.rawValue)
        else { return nil }
        return diagnostic.message
      }
      return errors.isEmpty
    }
    #expect(isKnown, "\(text)")
  }

  /// Why the text cannot start a command; a missing end is accepted.
  private func mistake(in text: String) -> String? {
    var reader = CommandReader(Session.verbs)
    // A command of the user in the file.
    reader.userCommands = ["greet"]
    reader.append(line: closed(text))
    reader.finish()
    while true {
      do throws(SyntaxError) {
        guard try reader.next() != nil else { return nil }
      } catch {
        if error.span.start.column <= text.count { return error.message }
      }
    }
  }

  private func isUnfinished(_ text: String) -> Bool {
    var reader = CommandReader(Session.verbs)
    reader.append(line: closed(text))
    reader.finish()
    do throws(SyntaxError) {
      while try reader.next() != nil {}
      return false
    } catch {
      return true
    }
  }

  private func closed(_ text: String) -> String {
    var closing: [Character] = []
    var quote: Character?
    var isEscaped = false
    for character in text {
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if character == "\\", open == "\"" {
          isEscaped = true
        } else if character == open {
          quote = nil
        }
        continue
      }
      switch character {
      case "\"", "'", "`": quote = character
      case "(": closing.append(")")
      case "[": closing.append("]")
      case "{": closing.append("}")
      case ")", "]", "}": _ = closing.popLast()
      default: break
      }
    }
    var end = quote.map(String.init) ?? ""
    if quote == "\"", let key = text.lastIndex(of: "<"), !text[key...].contains(">") {
      end = (text[key...] == "<Sel:" ? "0,0" : "0") + ">" + end
    }
    if text.last == "/" { end += "1" }
    return text + end + String(closing.reversed())
  }
}

extension Unicode.Scalar {
  fileprivate var isPartOfWord: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "_" || self == "-"
  }
}
