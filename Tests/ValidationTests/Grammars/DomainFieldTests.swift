import TestSupport
import Testing
import Validation
import Values

@Suite struct DomainFieldTests {
  private func typed(_ text: String, _ grammar: some Grammar) -> FieldEditor {
    var editor = FieldEditor(format: FieldFormat(grammar: grammar), text: "")
    for scalar in text.unicodeScalars {
      let outcome = editor.press(.character(scalar))
      #expect(outcome.isAccepted, "\(scalar): \(outcome.rejection?.message ?? "")")
    }
    return editor
  }

  @Test(arguments: [
    ("ann@MÜNCHEN.de", "ann@münchen.de"), ("a@ü-ü.例え", "a@ü-ü.例え"),
    ("a@mu\u{308}nchen.de", "a@münchen.de"), ("a@xn--mnchen-3ya.de", "a@münchen.de"),
  ])
  func anAddressIsTypedKeyByKey(keys: String, address: String) {
    expectEqual(typed(keys, EmailGrammar()).content, .complete(.text(address)))
  }

  @Test(arguments: [
    ("https://Bücher.de/a", "https://bücher.de/a"), ("mailto:a@Ü.de", "mailto:a@ü.de"),
    ("https://u:p@ü.de:80", "https://u:p@ü.de:80"),
  ])
  func aURLIsTypedKeyByKey(keys: String, url: String) {
    expectEqual(typed(keys, UrlGrammar()).content, .complete(.text(url)))
  }

  @Test(arguments: ["ann@ü", "https://ü"])
  func aCharacterThatNoDomainHasIsRejectedAtTheKey(text: String) {
    var editor =
      text.hasPrefix("h") ? typed(text, UrlGrammar()) : typed(text, EmailGrammar())
    for scalar in "€☃①\u{200D}".unicodeScalars {
      let message = editor.press(.character(scalar)).rejection?.message
      expectEqual(message?.contains("cannot follow \"\(text)\""), true, "\(scalar)")
    }
  }

  @Test(arguments: [("ann@ab--", "ü"), ("ann@üb-", "-"), ("ann@a.üb-", "-")])
  func hyphensInTheThirdAndFourthPlaceOfAForeignLabelAreRejectedAtTheKey(text: String, key: String)
  {
    var editor = typed(text, EmailGrammar())
    expectEqual(editor.press(.character(key.unicodeScalars.first!)).isAccepted, false)
    #expect(editor.press(.character("c")).isAccepted)
  }

  @Test func hyphensBeforeAForeignLetterAreIncompleteAtTheEnd() {
    var editor = typed("ann@ab-ü.de", EmailGrammar())
    _ = editor.press(.go(7))
    // The hyphen and the letter can still get into different labels.
    #expect(editor.press(.character("-")).isAccepted)
    guard case .incomplete = editor.content else {
      Issue.record("\(editor.content)")
      return
    }
    #expect(editor.press(.paste("c.")).isAccepted)
    expectEqual(editor.content, .complete(.text("ann@ab--c.ü.de")))
  }

  @Test func aDomainIsEditedInItsMiddleAndItsLengthIsThatOfItsASCIIForm() {
    var editor = typed("ann@mnchen.de", EmailGrammar())
    _ = editor.press(.go(5))
    #expect(editor.press(.character("Ü")).isAccepted)
    expectEqual(editor.content, .complete(.text("ann@münchen.de")))
    #expect(editor.press(.paste("-Öl")).isAccepted)
    expectEqual(editor.content, .complete(.text("ann@mü-ölnchen.de")))
    var long = typed("ann@" + String(repeating: "a", count: 54) + "ü", EmailGrammar())
    let rejection = long.press(.paste("aaaaaaa")).rejection
    #expect(rejection != nil)
    #expect(long.press(.paste("MÜNCHEN.de")).isAccepted == false)
  }
}
