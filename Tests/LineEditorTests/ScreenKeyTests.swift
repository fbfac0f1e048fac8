import LineEditor
import Testing

@Suite struct ScreenKeyTests {
  @Test(arguments: [
    ("a", [ScreenKey.character("a")]), ("é", [.character("é")]), ("日", [.character("日")]),
    ("e\u{301}", [.character("e"), .character("\u{301}")]),
    ("\r", [.named(.enter)]), ("\t", [.named(.tab)]), ("\u{1B}[Z", [.backTab]),
    ("\u{1B}", [.named(.escape)]), ("\u{1B}[A", [.named(.up)]), ("\u{1B}OB", [.named(.down)]),
    ("\u{1B}[1;2D", [.named(.selectLeft)]), ("\u{1B}[3~", [.named(.delete)]),
    ("\u{1B}[1;3A", [.named(.stepUp)]), ("\u{1B}[2;3~", [.named(.addRow)]),
    ("\u{1B}[3;3~", [.named(.removeRow)]), ("\u{1B}OP", [.function(1)]),
    ("\u{1B}[15~", [.function(5)]), ("\u{1B}[24~", [.function(12)]), ("\u{1B}x", [.alt("x")]),
    ("\u{1B}_", [.named(.redo)]), ("\u{1F}", [.named(.undo)]), ("\u{7F}", [.named(.backspace)]),
    ("\u{17}", [.named(.deleteWord)]), ("\u{0B}", [.named(.selectEnd), .named(.cut)]),
    ("\u{1B}[200~a\rb\u{1B}[201~", [.paste("a\nb")]),
    ("\u{1B}[99~", []), ("\u{1B}[200~\u{1B}[201~", []), ("\u{1D}", []),
  ])
  func keysAreWhatTheTerminalSendsForThem(bytes: String, keys: [ScreenKey]) throws {
    let person = try Person()
    let client = person.client { person in
      person.type(bytes)
    }
    #expect(person.run(client))
    #expect(client.keys == keys)
  }
}
