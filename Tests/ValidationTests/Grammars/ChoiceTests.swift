import TestSupport
import Testing
import Validation

struct ChoiceTests {
  static let choices: [[String]] = [
    ["a", "ab", "abc", "b"], ["abab", "ba"], ["e", "e\u{301}x", "xé", "👍", "👍🏽a"],
    ["Ã©", "é", "©"], [" a ", "a", "a b"], ["aéb", "aè"], [],
    // More than are kept together; what some of them share stands in no other.
    ["ya", "yb", "yc", "zqa", "zqb", "zqc"],
  ]

  /// Rule 2 by definition: all names are looked at, scalar by scalar.
  private func accepts(_ names: [String], _ before: String, _ after: String) -> Bool {
    let (before, after) = (Array(before.unicodeScalars), Array(after.unicodeScalars))
    return names.contains {
      let name = Array($0.unicodeScalars)
      return name.starts(with: before) && isPart(after, of: Array(name.dropFirst(before.count)))
    }
  }

  private func trimmed(_ text: String) -> String {
    var text = text.unicodeScalars[...]
    while text.first == " " || text.first == "\u{FEFF}" { text.removeFirst() }
    while text.last == " " || text.last == "\u{FEFF}" { text.removeLast() }
    return String(text)
  }

  @Test(arguments: choices)
  func engineAgreesWithReferenceOnEveryEdit(names: [String]) {
    let format = FieldFormat(grammar: ChoiceGrammar(names))
    let alphabet = Array(
      Set(names.flatMap { $0.unicodeScalars.map(String.init) } + ["x", "\u{301}", "😀"])
    ).sorted()
    // What can stand behind the caret once something is deleted: all parts of names.
    var states: Set<[Unicode.Scalar]> = [[]]
    for name in names {
      let scalars = Array(name.unicodeScalars)
      for kept in 0..<(1 << scalars.count) {
        states.insert(scalars.indices.filter { kept >> $0 & 1 == 1 }.map { scalars[$0] })
      }
    }
    var differences: [String] = []
    let pastes = strings(of: alphabet + [" "], upTo: alphabet.count > 7 ? 2 : 3)
    for scalars in states {
      let text = String(String.UnicodeScalarView(scalars))
      let characters = text.map(String.init)
      for lower in 0...characters.count {
        for upper in lower...characters.count {
          let before = characters[..<lower].joined()
          let after = characters[upper...].joined()
          for (string, isTyped) in pastes.map({ ($0, false) }) + alphabet.map({ ($0, true) }) {
            let readings = isTyped ? [string] : [string, trimmed(string)].filter { !$0.isEmpty }
            func isName(_ text: String) -> Bool {
              names.contains { $0.unicodeScalars.elementsEqual(text.unicodeScalars) }
            }
            let put =
              readings.first { isName(before + $0 + after) }
              ?? readings.reversed().first { accepts(names, before + $0, after) }
            let outcome = format.outcome(
              of: Edit(range: lower..<upper, replacement: string, isTyped: isTyped),
              in: EditState(text: text, selection: Selection(anchor: lower, caret: upper)))
            guard case .accepted(let state, let content) = outcome else {
              if put != nil { differences.append("\(text) \(lower)..<\(upper) ← \(string)") }
              continue
            }
            let result = before + (put ?? "?") + after
            if !state.text.unicodeScalars.elementsEqual(result.unicodeScalars)
              || content != format.content(of: state) || (content.value != nil) != isName(result)
            {
              differences.append("\(text) \(lower)..<\(upper) ← \(string): \(outcome)")
            }
          }
        }
      }
    }
    #expect(differences.isEmpty, "\(differences.count) \(differences.prefix(6))")
  }

  @Test(
    arguments: [
      ("adm", "admin"), ("a", nil), ("", nil), ("x", nil), ("reader", nil), ("r", "reader"),
      ("auth", "author"), ("admi", "admin"),
    ] as [(String, String?)])
  func onlyNameWithABeginningCompletesIt(text: String, name: String?) {
    let format = FieldFormat(grammar: ChoiceGrammar(["reader", "admin", "author"]))
    var editor = FieldEditor(format: format, text: text)
    let outcome = editor.complete()
    guard let name else {
      #expect(outcome == nil)
      expectEqual(editor.state.text, text)
      return
    }
    expectEqual(
      outcome,
      .accepted(
        EditState(text: name, selection: Selection(caret: name.count)),
        .complete(.text(name))))
    expectEqual(editor.undoDepth, 1)
    editor.press(.undo)
    expectEqual(editor.state, EditState(text: text, selection: Selection(caret: text.count)))
  }

  @Test func completionIsForTheEndOfTheText() {
    let format = FieldFormat(grammar: ChoiceGrammar(["reader", "admin"]))
    var editor = FieldEditor(format: format, text: "rea")
    editor.press(.left)
    #expect(editor.complete() == nil)
    editor.press(.end)
    editor.press(.selectLeft)
    #expect(editor.complete() == nil)
  }

  @Test func literalsAtTheEndComeWithTheLastPlace() throws {
    let moment = FieldFormat(grammar: DateTimeGrammar())
    var editor = FieldEditor(format: moment, text: "2026-11-21T10:00:0")
    editor.press(.character("5"))
    expectEqual(editor.state.text, "2026-11-21T10:00:05Z")
    #expect(editor.complete() == nil)
    var phone = FieldEditor(
      format: FieldFormat(grammar: MaskGrammar(try TextMask("(00)!"))), text: "(1")
    phone.press(.character("2"))
    expectEqual(phone.state.text, "(12)!")
  }

  @Test func aTextThatCanOnlyGoOnInOneWayIsCompleted() {
    var text = FieldEditor(format: FieldFormat(grammar: TextGrammar()), text: "a")
    #expect(text.complete() == nil)
    var truth = FieldEditor(format: FieldFormat(grammar: BooleanGrammar()), text: "f")
    _ = truth.complete()
    expectEqual(truth.content, .complete(.boolean(false)))
  }

  // To look at every name at every key would take minutes.
  @Test func manyNamesAreNotLookedThroughAtEveryKey() {
    let names = (0..<60_000).map { "name \($0)" }
    var editor = FieldEditor(format: FieldFormat(grammar: ChoiceGrammar(names)), text: "")
    for _ in 0..<40 {
      for key in Key.typing("name 4711") { #expect(editor.press(key).isAccepted) }
      expectEqual(editor.content, .complete(.text("name 4711")))
      #expect(!editor.press(.character("x")).isAccepted)
      editor.press(.clear)
    }
  }
}
