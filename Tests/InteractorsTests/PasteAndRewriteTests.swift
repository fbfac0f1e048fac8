import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct PasteAndRewriteTests {
  private let person = Person()

  @Test(arguments: [
    ("a\r\nb\nc\td", "a b c d"), ("bell\u{7}\u{1B}", "bell"), ("\u{202E}abc\u{202C}", "abc"),
    ("\u{2066}x\u{2069}\u{85}y\u{2028}z", "x y z"), ("e\u{301}\u{200D}", "\u{E9}\u{200D}"),
    ("\u{7}\u{202E}", "old"),
  ])
  func aFieldOfOneLineTakesNoLineBreaksAndNoControlsFromAPaste(
    paste: String, text: String
  ) throws {
    let ada = try TypedRecord(RecordType("Person", [Property("name", .text)]))
    try ada.set("name", to: .text("old"))
    let field = TextFieldInteractor(ada, try #require(ada.property(named: "name")))
    field.isSingleLine = true
    field.press(.selectAll)
    field.press(.paste(paste))
    expectEqual(Array(field.text.unicodeScalars), Array(text.unicodeScalars))
  }

  @Test func aPasteThatIsTooLongIsCutToWhatFits() {
    let name = TextTextFieldInteractor(person, "name", length: LengthRange(minimum: 0, maximum: 5))
    name.press(.paste("Augusta Ada"))
    expectEqual(name.text, "")
    name.cutsPastes = true
    name.press(.paste("Augusta Ada"))
    expectEqual(name.text, "Augus")
    name.press(.go(0))
    guard case .rejected = name.press(.paste("x")) else {
      Issue.record("nothing fits any more")
      return
    }
    expectEqual(person.name, "Augus")
    let age = IntegerTextFieldInteractor(person, "age", in: 0...999)
    age.cutsPastes = true
    age.press(.paste("12345"))
    expectEqual(person.age, 123)
    #expect(age.press(.character("4")) != .moved(Selection(caret: 3)))
    expectEqual(age.text, "123")
    let emoji = TextTextFieldInteractor(
      person, "name", length: LengthRange(minimum: 0, maximum: 2))
    emoji.cutsPastes = true
    emoji.press(.selectAll)
    emoji.press(.paste("👩‍👩‍👧👍🏽x"))
    expectEqual(person.name, "👩‍👩‍👧👍🏽")
  }

  @Test func anEditIsRewrittenBeforeTheRule() {
    let field = PatternTextFieldInteractor(
      person, "name", matching: try! TextPattern("[A-Z]{1,4}"))
    field.rewrite = { edit, state in
      guard edit.replacement != "!" else { return nil }
      var edit = edit
      edit.replacement = edit.replacement.uppercased()
      return edit
    }
    expectEqual(field.type("a!b1"), "!1")
    expectEqual(person.name, "AB")
    guard case .rejected(let rejection) = field.press(.character("!")) else {
      Issue.record("the program refuses it")
      return
    }
    expectEqual(rejection.reason.code, .refusedByProgram)
    field.press(.backspace)
    expectEqual(field.text, "A")
    field.press(.undo)
    expectEqual(field.text, "AB")
    field.press(.clear)
    expectEqual(field.text, "")
  }
}
