import TestSupport
import Testing
import Validation

struct ChoiceTests {
  static let choices: [[String]] = [
    ["a", "ab", "abc", "b"], ["abab", "ba"], ["e", "e\u{301}x", "xé", "👍", "👍🏽a"],
    ["Ã©", "é", "©"], [" a ", "a", "a b"], ["aéb", "aè"], [],
    // More names than are stored together; some share parts that no other name has.
    ["ya", "yb", "yc", "zqa", "zqb", "zqc"],
    ["Ab", "B"], ["red", "Rob"], ["a", "A", "aB", "Ab", "ABc"], ["Éa", "éB", "ß", "İ"],
  ]

  /// Rule 2 by definition: tries all names, scalar by scalar.
  private func accepts(_ names: [String], _ before: String, _ after: String) -> Bool {
    let (before, after) = (folded(before), folded(after))
    return names.contains {
      let name = folded($0)
      return name.starts(with: before) && isPart(after, of: Array(name.dropFirst(before.count)))
    }
  }

  private func folded(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map { scalar in
      let other = scalar.properties.lowercaseMapping.unicodeScalars
      return other.count == 1 ? other.first! : scalar
    }
  }

  /// The same name, or the only one that differs only in case.
  private func name(_ text: String, of names: [String]) -> String? {
    let alike = names.filter { folded($0) == folded(text) }
    return alike.count == 1
      ? alike[0] : alike.first { $0.unicodeScalars.elementsEqual(text.unicodeScalars) }
  }

  /// N9 by definition: a letter in the case of all names that start with the text.
  private func inCase(_ before: String, _ after: String, of names: [String]) -> String {
    var begun = names.filter { folded($0).starts(with: folded(before + after)) }
    if begun.isEmpty { begun = names.filter { folded($0).starts(with: folded(before)) } }
    var text = String.UnicodeScalarView()
    for (place, typed) in before.unicodeScalars.enumerated() {
      let letters = Set(begun.map { Array($0.unicodeScalars)[place] })
      text.append(letters.count == 1 ? letters.first! : typed)
    }
    return String(text)
  }

  /// The only remaining name, unless its rest combines with the text.
  private func completion(of text: String, among names: [String]) -> String? {
    let left = names.filter { folded($0).starts(with: folded(text)) }
    guard left.count == 1, left[0].hasPrefix(text), left[0] != text else { return nil }
    return left[0]
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
    let letters = names.flatMap { $0.unicodeScalars.map(String.init) }
    let cased = names.contains { $0 != $0.lowercased() }
    let alphabet = Array(
      Set(
        letters + (cased ? letters.flatMap { [$0.lowercased(), $0.uppercased()] } : [])
          + ["x", "\u{301}", "😀"]
      ).filter { $0.unicodeScalars.count == 1 }
    ).sorted()
    // All parts of names, because deletions can leave any part after the caret.
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
            let put =
              readings.first { name(before + $0 + after, of: names) != nil }
              ?? readings.reversed().first { accepts(names, before + $0, after) }
            let outcome = format.outcome(
              of: Edit(range: lower..<upper, replacement: string, isTyped: isTyped),
              in: EditState(text: text, selection: Selection(anchor: lower, caret: upper)))
            guard case .accepted(let state, let content) = outcome else {
              if put != nil { differences.append("\(text) \(lower)..<\(upper) ← \(string)") }
              continue
            }
            let typed = put.map { inCase(before + $0, after, of: names) + after } ?? "?"
            // A caret inside a character counts as after it.
            let isAtEnd = (before + string + after).count == (before + string).count
            let completion =
              isTyped && isAtEnd ? completion(of: typed, among: names) : nil
            let result = completion ?? typed
            let isSelected =
              state.selection == Selection(anchor: typed.count, caret: result.count)
            if !state.text.unicodeScalars.elementsEqual(result.unicodeScalars)
              || (completion == nil ? !state.selection.isEmpty : !isSelected)
              || content != format.content(of: state)
              || content.value != name(result, of: names).map(Value.text)
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

  @Test func aKeyThatLeavesOneNameIsCompletedAndTypedOver() {
    let format = FieldFormat(grammar: ChoiceGrammar(["Adult", "Child", "Chief"]))
    var editor = FieldEditor(format: format, text: "")
    let adult = EditState(text: "Adult", selection: Selection(anchor: 1, caret: 5))
    expectEqual(editor.press(.character("a")), .accepted(adult, .complete(.text("Adult"))))
    expectEqual(editor.undoDepth, 1)
    editor.press(.undo)
    expectEqual(editor.state, EditState(text: "", selection: Selection(caret: 0)))
    editor.press(.redo)
    expectEqual(editor.state, adult)
    #expect(!editor.press(.character("x")).isApplied)
    expectEqual(editor.state, adult)
    #expect(Key.typing("dult").allSatisfy { editor.press($0).isApplied })
    expectEqual(editor.state, EditState(text: "Adult", selection: Selection(caret: 5)))
    // The refusal is still open, because the user has selected nothing.
    expectEqual(editor.unanswered?.text, "x")
    editor.replace(with: "")
    editor.press(.character("a"))
    editor.press(.backspace)
    expectEqual(editor.state, EditState(text: "A", selection: Selection(caret: 1)))
    editor.press(.backspace)
    for key in Key.typing("chi") { editor.press(key) }
    expectEqual(editor.state, EditState(text: "Chi", selection: Selection(caret: 3)))
    editor.press(.character("L"))
    expectEqual(editor.state, EditState(text: "Child", selection: Selection(anchor: 4, caret: 5)))
    editor.press(.right)
    expectEqual(editor.state.selection, Selection(caret: 5))
  }

  @Test func noOtherEditIsCompleted() {
    let names = ["Adult", "Child"]
    let format = FieldFormat(grammar: ChoiceGrammar(names))
    var pasted = FieldEditor(format: format, text: "")
    pasted.press(.paste("a"))
    expectEqual(pasted.state.text, "A")
    var before = FieldEditor(format: format, text: "dult")
    before.press(.home)
    before.press(.character("a"))
    expectEqual(before.state, EditState(text: "Adult", selection: Selection(caret: 1)))
    // A rest that combines with the typed text could not be typed over.
    var joined = FieldEditor(format: FieldFormat(grammar: ChoiceGrammar(["e\u{301}x"])), text: "")
    joined.press(.character("e"))
    expectEqual(joined.state.text, "e")
    joined.press(.character("\u{301}"))
    expectEqual(
      joined.state, EditState(text: "e\u{301}x", selection: Selection(anchor: 1, caret: 2)))
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

  // Trying every name at every key would take minutes.
  @Test func manyNamesAreNotLookedThroughAtEveryKey() {
    let names = (0..<60_000).map { "name \($0)" }
    var editor = FieldEditor(format: FieldFormat(grammar: ChoiceGrammar(names)), text: "")
    for _ in 0..<40 {
      for key in Key.typing("name 4711") { #expect(editor.press(key).isApplied) }
      expectEqual(editor.content, .complete(.text("name 4711")))
      #expect(!editor.press(.character("x")).isApplied)
      editor.press(.clear)
    }
  }
}
