import LineEditor
import TestSupport
import Testing
import Values

@Suite struct KeyEventTests {
  @Test(arguments: [
    ("a", [Key.character("a")]), ("é", [.character("é")]), ("日", [.character("日")]),
    ("e\u{301}", [.character("e"), .character("\u{301}")]),
    ("\r", [.enter]), ("\t", [.tab]), ("\u{1B}[Z", [.up]),
    ("\u{1B}", [.escape]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
    ("\u{1B}[1;2D", [.selectLeft]), ("\u{1B}[3~", [.delete]),
    ("\u{1B}[1;3A", [.step(by: 1)]), ("\u{1B}[2;3~", [.addRow]),
    ("\u{1B}[3;3~", [.removeRow]), ("\u{1B}OP", []), ("\u{1B}x", []),
    ("\u{1B}_", [.redo]), ("\u{1F}", [.undo]), ("\u{7F}", [.backspace]),
    ("\u{17}", [.wordBackspace]), ("\u{0B}", [.selectEnd, .cut]),
    ("\u{1B}[200~a\rb\u{1B}[201~", [.paste("a\nb")]),
    ("\u{1B}[99~", []), ("\u{1B}[200~\u{1B}[201~", []), ("\u{1D}", []),
  ])
  func keysAreWhatTheTerminalSendsForThem(bytes: String, keys: [Key]) throws {
    let person = try Person()
    let client = person.client { person in
      person.type(bytes)
    }
    #expect(person.run(client))
    expectEqual(client.keys, keys)
  }
}
