import TestSupport
import Testing
import Values

@Suite struct CardNumberTests {
  @Test(arguments: [
    ("4111111111111111", "4111111111111111"), ("4111 1111 1111 1111", "4111111111111111"),
    (" 4111\u{A0}1111\u{202F}1111  1111\n", "4111111111111111"),
    ("3782 822463 10005", "378282246310005"), ("٤١١١١١١١١١١١١١١١", "4111111111111111"),
    ("４１１１１１１１１１１１１１１１", "4111111111111111"), ("676770830005", "676770830005"),
    ("6011000990139424009", "6011000990139424009"),
  ])
  func aCardIsReadAsItsDigits(text: String, digits: String) throws {
    try expectEqual(CardNumber.digits(reading: text), digits)
  }

  @Test(arguments: [
    (
      "4111 1111 1111 111x",
      "expected only digits, with white space or punctuation between them"
    ),
    (
      "4111+1111€1111 1111",
      "expected only digits, with white space or punctuation between them"
    ),
    ("", "expected 12 to 19 digits, not 0"), ("41111111111", "expected 12 to 19 digits, not 11"),
    ("41111111111111111111", "expected 12 to 19 digits, not 20"),
    ("3782 822463 1000", "expected 15 digits in a number that begins with 37, not 14"),
    ("3411111111111111", "expected 15 digits in a number that begins with 34, not 16"),
    ("4111111111111112", "the check digit does not match"),
  ])
  func whatIsNoCardIsRefusedWithTheReason(text: String, message: String) {
    #expect {
      try CardNumber.digits(reading: text)
    } throws: {
      ($0 as? Violation)?.message == message
    }
  }

  /// Luhn's check finds every wrong digit, and every swap of neighbours except 09 and 90.
  @Test func aSlipIsFound() {
    let card = Array("4539578763621486").map { $0.wholeNumberValue! }
    func isCard(_ digits: [Int]) -> Bool {
      (try? CardNumber.digits(reading: digits.map(String.init).joined())) != nil
    }
    #expect(isCard(card))
    for place in card.indices {
      for digit in 0...9 where digit != card[place] {
        var other = card
        other[place] = digit
        #expect(!isCard(other))
      }
      guard place > 0, card[place] != card[place - 1] else { continue }
      var other = card
      other.swapAt(place, place - 1)
      #expect(!isCard(other))
    }
  }

  @Test(arguments: [
    ("4111111111111111", "4111 1111 1111 1111"), ("378282246310005", "3782 822463 10005"),
    ("6011000990139424009", "6011 0009 9013 9424 009"), ("676770830005", "6767 7083 0005"),
  ])
  func theDigitsStandInGroupsThatAreReadAsTheSame(digits: String, grouped: String) throws {
    expectEqual(CardNumber.grouped(digits), grouped)
    try expectEqual(CardNumber.digits(reading: grouped), digits)
  }

  @Test(arguments: [
    ("4111111111111111", "•••• 1111"), ("4111 1111 1111 1234", "•••• 1234"), ("4111", "••••"),
    ("", "••••"), ("no card", "••••"),
  ])
  func onlyTheLastDigitsAreShown(text: String, masked: String) {
    expectEqual(CardNumber.masked(text), masked)
  }

  @Test(arguments: [
    ("new P card=\"4111 1111 1111 1111\" age=4", "new P card=\"•••• 1111\" age=4"),
    ("type f \"4111111111111112<BS>1<Return>\"", "type f \"•••• 1121<Return>\""),
    ("type f \"<Paste:4111 1111 1111 1111>\"", "type f \"<Paste:•••• 1111>\""),
    ("type f \"4<Left>\" then 12", "type f \"4<Left>\" then 12"),
    ("set ann.age 12345678901", "set ann.age 12345678901"),
    ("2026-11-21T10:00:00.000Z", "2026-11-21T10:00:00.000Z"), ("", ""),
    ("4111111111111111 and 378282246310005.", "•••• 1111 and •••• 0005."),
    ("a < 4111111111111111 < b", "a < •••• 1111 < b"),
    ("c=\"4111-1111-1111-1111\" n=7", "c=\"•••• 1111\" n=7"),
    (
      "12/4111.1111.1111.1111 and 1:3782\u{2013}822463\u{2013}10005.",
      "12/•••• 1111 and 1:•••• 0005."
    ),
    ("set a.at 2026-11-21 10:00:01", "set a.at 2026-11-21 10:00:01"),
    ("[100, 200, 300, 400, 500]", "[100, 200, 300, 400, 500]"), ("1.2.3.4.5", "1.2.3.4.5"),
    ("4111111111111112 is 9223372036854775807", "4111111111111112 is 9223372036854775807"),
    ("5 4111 1111 1111 1111 7", "5 •••• 1111 7"),
    ("12345678901<BS><Return>", "12345678901<BS><Return>"),
    ("41111111111111111<BS><Return>", "•••• 1111<BS><Return>"),
    ("123456789012 <> n", "123456789012 <> n"),
  ])
  func whatMayBeACardInATextIsMasked(text: String, masked: String) {
    expectEqual(CardNumber.masking(text), masked)
  }

  @Test(arguments: [
    ("411111111111", "•••• 1111"), ("4111 1111 1111 1112", "•••• 1112"),
    ("41111111111", "41111111111"),
  ])
  func aPartOfACardIsMaskedToo(text: String, masked: String) {
    expectEqual(CardNumber.masking(text, isOfCard: true), masked)
  }
}
