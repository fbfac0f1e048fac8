import TestSupport
import Testing
import Validation

struct PhoneTests {
  private static let phone = FieldFormat(grammar: PhoneGrammar())
  private static let german = FieldFormat(grammar: PhoneGrammar(country: "+49"))

  struct Editing: Sendable, CustomTestStringConvertible {
    var format: FieldFormat
    var keys: [Key]
    var text: String
    var testDescription: String { "\(keys) \(text)" }

    init(_ format: FieldFormat, _ typed: String, _ text: String) {
      self.init(format, typed, [], text)
    }

    init(_ format: FieldFormat, _ typed: String, _ keys: [Key], _ text: String) {
      self.format = format
      self.keys = Key.typing(typed) + keys
      self.text = text
    }
  }

  @Test(arguments: [
    Editing(phone, "+49 (0)171 / 12 34 567", "+491711234567"),
    Editing(phone, "+49171/76394042", "+4917176394042"),
    Editing(phone, "0049(0)171-1234567", "+491711234567"),
    Editing(phone, "+39 (030) 123.4567", "+390301234567"),
    Editing(phone, "+49 [30] 1234567", "+49301234567"),
    Editing(phone, "+49 ( 0 )171", "+49171"), Editing(phone, "+39 0)171", "+390171"),
    Editing(phone, "+39 (00)171", "+3900171"), Editing(phone, "＋４９（０）１７１", "+49171"),
    Editing(phone, "+٤٩–١٧١", "+49171"),
    Editing(phone, "(0", "0"), Editing(phone, "(0)", "0"),
    Editing(phone, "+39(0", [.undo, .character("0"), .character(")")], "+39"),
    Editing(phone, "+39(0", [.character("3"), .backspace, .character(")")], "+390"),
    Editing(phone, "+39(", [.backspace, .character("0"), .character(")")], "+30"),
    Editing(phone, "", [.paste("+49 (0)171 / 12 34 567")], "+491711234567"),
    Editing(phone, "", [.paste("0049 (0) 171 1234567")], "+491711234567"),
    Editing(phone, "+49", [.paste("(0)171")], "+49171"),
    Editing(phone, "", [.paste("+39 (030) 1234567")], "+390301234567"),
    Editing(phone, "+49(", [.paste("0)171")], "+49171"),
    Editing(phone, "+39(", [.paste("0)171")], "+39171"),
    Editing(phone, "+49(", [.paste("0) 171")], "+49171"),
    Editing(phone, "+39(", [.paste("0) 171")], "+39171"),
    Editing(phone, "+49(", [.paste("0)"), .character("1")], "+491"),
    Editing(phone, "+39(", [.paste("0)"), .character("1")], "+391"),
    Editing(phone, "+49(0", [.paste(")171")], "+49171"),
    Editing(phone, "+39(0", [.paste(")171")], "+39171"),
    Editing(phone, "+49(0", [.paste(")")], "+49"),
    Editing(phone, "+39(0", [.paste(")")], "+39"),
    Editing(phone, "+39(", [.paste("030)171")], "+39030171"),
    Editing(phone, "+39(", [.paste("0171")], "+390171"),
    Editing(phone, "+39(1", [.left, .paste("0)")], "+3901"),
    Editing(german, "(", [.paste("0)171")], "+49171"),
    Editing(phone, "0171", "0"),
    // Two zeros with a refused digit between them are not a `+`.
    Editing(phone, "(030) 1234567", "0"), Editing(phone, "030 1234567", "0"),
    Editing(phone, "03", [.paste("0171")], "0"),
    Editing(phone, "03", [.home, .character("0")], "0"),
    Editing(phone, "", [.character("0"), .paste("30"), .character("0")], "0"),
    Editing(phone, "0x049", "+49"), Editing(phone, "03", [.backspace] + Key.typing("0049"), "+49"),
    Editing(phone, "03", [.selectAll, .paste("0049")], "+49"),
    // A zero dialled only within a country is omitted; Italy keeps it.
    Editing(phone, "+49 0151 / 1234567", "+491511234567"),
    Editing(phone, "", [.paste("+49 0151 / 1234567")], "+491511234567"),
    Editing(phone, "+49", [.paste("0151 1234567")], "+491511234567"),
    Editing(phone, "+49 (0151) 1234567", "+491511234567"),
    Editing(phone, "+49 (00)171", "+49171"),
    Editing(phone, "+49(", [.paste("030)171")], "+4930171"),
    Editing(phone, "0049 0151", "+49151"), Editing(phone, "＋４９ ０１５１", "+49151"),
    Editing(phone, "+353 01 1234", "+35311234"), Editing(phone, "+39 06 1234", "+39061234"),
    Editing(phone, "", [.paste("+39 06 1234")], "+39061234"),
    Editing(phone, "+1 01", "+101"), Editing(phone, "+03 20", "+0320"),
    Editing(phone, "+490", [.backspace], "+4"),
    Editing(phone, "+490", [.undo], "+4"),
    Editing(
      phone, "+49151",
      [.home, .right, .right, .right]
        + Key.typing("00"), "+49151"),
    Editing(german, "+49 0151", "+49151"), Editing(german, "0049 0151", "+49151"),
    // A leading zero selects the field's country.
    Editing(german, "0", "0"), Editing(german, "0171", "+49171"),
    Editing(german, "(0171) 1234567", "+491711234567"),
    Editing(german, "(0)171 1234567", "+491711234567"),
    Editing(german, "0041", "+41"), Editing(german, "+41", "+41"),
    Editing(german, "", [.paste("0171/1234567")], "+491711234567"),
    Editing(german, "0", [.paste("171 1234567")], "+491711234567"),
    Editing(german, "", [.paste("0171 (0) 1234567")], "+491711234567"),
    Editing(german, "0", [.home, .character("0")], "+"),
    Editing(german, "0", [.home, .paste("(0)")], "+"),
    Editing(phone, "0", [.home] + Key.typing("(0)"), "+"),
    Editing(phone, "0", [.home, .paste("00"), .character("1")], "+10"),
    Editing(phone, "0", [.home] + Key.typing("001"), "+01"),
  ])
  func aNumberIsTypedAsPeopleWriteIt(editing: Editing) {
    var editor = FieldEditor(format: editing.format, text: "")
    for key in editing.keys { editor.press(key) }
    expectEqual(editor.state.text, editing.text)
  }

  @Test func aRefusalAfterAZeroDoesNotAskForTheZeroThatWouldThenBeRefused() {
    var editor = FieldEditor(format: PhoneTests.phone, text: "")
    editor.press(.character("0"))
    for key: Unicode.Scalar in ["3", "0"] {
      guard case .rejected(let rejection) = editor.press(.character(key)) else {
        Issue.record("\(key) was taken")
        return
      }
      expectEqual(rejection.message, #"a telephone number must begin with "+" and a country code"#)
    }
  }

  @Test func whatIsBetweenDigitsHasNoEffect() {
    var editor = FieldEditor(format: PhoneTests.phone, text: "+491711234567")
    for key in Key.typing("-/.()[] \u{A0}–") { #expect(editor.press(key).isApplied) }
    #expect(editor.state.text == "+491711234567" && editor.undoDepth == 0)
    #expect(editor.unanswered == nil)
    editor.press(.selectAll)
    #expect(editor.press(.character("-")).isApplied && editor.state.selection.range == 0..<13)
  }

  /// An edit in the middle can leave such a zero, which does not count.
  @Test func aZeroThatIsNotDialledFromAbroadIsNoPartOfTheValue() {
    var editor = FieldEditor(format: PhoneTests.phone, text: "")
    for key in Key.typing("+401234567") + [.home, .right, .right, .character("9")] {
      editor.press(key)
    }
    #expect(editor.state.text == "+4901234567")
    #expect(editor.content == .complete(.text("+491234567")))
    for key in [Key.end, .backspace, .backspace, .backspace] { editor.press(key) }
    guard case .incomplete(let reason) = editor.content else {
      Issue.record("\(editor.state.text) is complete")
      return
    }
    expectEqual(reason.description, "1 more digit expected")
  }

  /// The codes in the tests with zeros that are not dialled from abroad.
  private static let trunks = [
    "+20", "+31", "+32", "+33", "+49", "+211", "+212", "+213", "+231", "+232", "+233",
  ]

  /// A slow reading of the whole text, from left to right.
  private static func reference(_ text: String, country: String?) -> String {
    var digits = ""
    // The position of a bracket that contains only a zero so far.
    var bracket: Int?
    // Whether a digit was refused since the last change of `digits`.
    var hasRefused = false
    for character in text {
      let former = digits
      defer { if digits != former { hasRefused = false } }
      switch character {
      case "(": bracket = digits.count
      case ")":
        if let bracket, digits.first == "+", digits.count == bracket + 1, digits.last == "0" {
          digits.removeLast()
        }
        bracket = nil
      case "-", "/", ".", " ", "[", "]": break
      case "+": if digits.isEmpty { digits = "+" }
      default:
        var next = digits
        if character == "0", trunks.contains(digits) { break }
        if digits == "0" {
          if let country, character != "0" {
            next = country + "\(character)"
          } else if character == "0", !hasRefused {
            next = "+"
          }
        } else if digits.isEmpty ? character == "0" : digits.count < 16 {
          next.append(character)
        }
        // A refused digit changes nothing.
        if next == digits {
          hasRefused = true
          break
        }
        let isInBracket = character == "0" && digits.count == bracket
        if !isInBracket || next.count != digits.count + 1 { bracket = nil }
        digits = next
      }
    }
    return digits
  }

  @Test func aCodeOfACountryThatIsNoneTraps() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = PhoneGrammar(country: "49") }
    let words = "a country code is + and 1 to 3 digits, the first not 0, as in Phone(+49)"
    let error = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    expectEqual(error?.contains(words + ", not 49"), true)
  }

  @Test(arguments: [nil, "+49", "+1"])
  func theEngineAgreesWithTheReferenceOnEveryShortText(country: String?) {
    let format = FieldFormat(grammar: PhoneGrammar(country: country))
    var texts = strings(of: ["+", "0", "1", "(", ")", "/"], upTo: 5)
    texts += strings(of: ["0", "1", "(", ")", "3"], upTo: 4).flatMap { ["+2\($0)", "+3\($0)"] }
    var random = Seeded(stream: 7)
    for _ in 0..<300 {
      let keys = Array("+00123(()) /-")
      texts.append(String((0..<(8 + random.below(12))).map { _ in keys[random.below(keys.count)] }))
    }
    var differences: [String] = []
    for text in texts {
      var editor = FieldEditor(format: format, text: "")
      for key in Key.typing(text) { editor.press(key) }
      let expected = PhoneTests.reference(text, country: country)
      if editor.state.text != expected {
        differences.append("\(text): \(editor.state.text), not \(expected)")
      }
    }
    #expect(differences.isEmpty, "\(differences.prefix(5)); seed \(Seeded.seed)")
  }

  /// Commands read numbers in the same way.
  @Test(arguments: [nil, "+49", "+1"])
  func aPasteGivesWhatItsKeysDo(country: String?) {
    let format = FieldFormat(grammar: PhoneGrammar(country: country))
    var differences: [String] = []
    var complete = 0
    let fronts =
      strings(of: ["+", "0", "1", "(", ")", "["], upTo: 5)
      + strings(of: ["0", "1", "(", ")"], upTo: 4).flatMap { ["+2\($0)", "+3\($0)"] }
    for front in fronts {
      let text = front + "1234567"
      var typed = FieldEditor(format: format, text: "")
      var pasted = typed
      guard Key.typing(text).allSatisfy({ typed.press($0).isApplied }) else { continue }
      pasted.press(.paste(text))
      if pasted.state.text != typed.state.text {
        differences.append("\(text): \(pasted.state.text), not \(typed.state.text)")
      }
      let read = PropertyKind.phone(country: country).converted(.text(text))
      if case .complete(let value) = typed.content {
        complete += 1
        if read != value { differences.append("\(text) is read as \(read as Any)") }
      }
    }
    #expect(differences.isEmpty, "\(differences.prefix(5))")
    #expect(complete > 100)
  }
}
