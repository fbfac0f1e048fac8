import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

private final class Member: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var joined: CalendarDate = .epoch
  @Observed var seen: Instant?
  @Observed var role: String = "admin"
  @Observed var shade: String?
  @Observed var card: String?
  @Observed var phone: String?
  @Observed var plate: String = ""
}

private func day(_ text: String) -> CalendarDate { (try? CalendarDate(reading: text))! }

@Suite struct KindInteractorTests {
  @Test func labelsOfAPlainClassShowEachKind() {
    let member = Member()
    member.joined = day("2026-11-21")
    member.seen = Instant("2026-11-21T10:00:00Z")
    member.card = "4111111111111111"
    func text(_ name: String) -> String {
      LabelInteractor(member, member.property(named: name)!).text
    }
    expectEqual(text("joined"), "2026-11-21")
    expectEqual(text("seen"), "2026-11-21T10:00:00.000Z")
    expectEqual(DateLabelInteractor(member, "joined").text, "2026-11-21")
    expectEqual(DateTimeLabelInteractor(member, "seen").text, "2026-11-21T10:00:00.000Z")
    expectEqual(ChoiceLabelInteractor(member, "role").text, "admin")
    expectEqual(CardLabelInteractor(member, "card").text, "•••• 1111")
    expectEqual(CardLabelInteractor(member, "phone").text, "«nil»")
  }

  @Test func aLabelIsChosenByTheKindOfItsProperty() throws {
    let record = try record(
      Property("card", .card), Property("role", .choice(["x"])), Property("day", .date),
      values: [
        "card": .text("378282246310005"), "role": .text("x"), "day": .date(day("2026-11-21")),
      ])
    func label(_ name: String) -> LabelInteractor {
      LabelInteractor(record, record.property(named: name)!)
    }
    #expect(label("card") is CardLabelInteractor)
    expectEqual(label("card").text, "•••• 0005")
    #expect(label("role") is ChoiceLabelInteractor)
    #expect(label("day") is DateLabelInteractor)
  }

  /// A field, a text that it accepts, the resulting text, and a text that it refuses.
  private static let fields:
    [(
      make: @Sendable (Member) throws -> TextFieldInteractor, typed: String, text: String,
      bad: String
    )] = [
      ({ DateTextFieldInteractor($0, "joined") }, "2026-11-21", "2026-11-21", "2026-02-30"),
      (
        { DateTextFieldInteractor($0, "joined", in: day("2026-01-01")...day("2026-12-31")) },
        "2026-11-21", "2026-11-21", "2027-01-01"
      ),
      (
        { DateTimeTextFieldInteractor($0, "seen") }, "2026-11-21T10:00:00Z",
        "2026-11-21T10:00:00Z", "2026-11-21"
      ),
      (
        {
          DateTimeTextFieldInteractor(
            $0, "seen", in: Instant("2026-01-01")!...Instant("2027-01-01")!)
        },
        "20261121100000Z", "2026-11-21T10:00:00Z", "2025-12-31T23:59:59Z"
      ),
      (
        { ChoiceTextFieldInteractor($0, "role", among: ["admin", "reader"]) }, "reader", "reader",
        "read"
      ),
      ({ HexTextFieldInteractor($0, "shade", digits: 4) }, "00ff", "00FF", "00fg"),
      (
        { CardTextFieldInteractor($0, "card") }, "4111111111111111", "4111 1111 1111 1111",
        "4111111111111112"
      ),
      (
        { MaskTextFieldInteractor($0, "phone", mask: try TextMask("(000) 000")) }, "123456",
        "(123) 456", "12345"
      ),
      (
        { PatternTextFieldInteractor($0, "plate", matching: try TextPattern("[A-Z]{2}")) }, "AB",
        "AB", "A"
      ),
    ]

  @Test(arguments: fields.indices)
  func aFieldOfAPlainClassKeepsItsOwnLimits(index: Int) throws {
    let member = Member()
    let field = try Self.fields[index].make(member)
    let (typed, text, bad) = (
      Self.fields[index].typed, Self.fields[index].text, Self.fields[index].bad
    )
    field.activate()
    field.press(.selectAll)
    field.press(.backspace)
    expectEqual(field.type(typed), "")
    expectEqual(field.fieldState, .acceptable)
    expectEqual(field.end(), .ended)
    expectEqual(field.text, text)
    let value = field.value
    #expect(value != nil)

    field.press(.selectAll)
    // A text that more keys can make valid is incomplete; any other is refused.
    if case .accepted = field.press(.paste(bad)) {
      guard case .incomplete = field.fieldState else {
        Issue.record("\(bad) was taken")
        return
      }
      guard case .refused = field.end() else {
        Issue.record("\(bad) was returned")
        return
      }
    }
    field.cancel()
    expectEqual(field.value, value)
    expectEqual(field.text, text)
  }

  @Test func aDateFollowsTheTextAndNobodyTakesThatForAChangeFromElsewhere() throws {
    let record = try record(
      Property("day", .date), values: ["day": .date(day("2026-01-01"))])
    let field = TextFieldInteractor(record, record.property(named: "day")!)
    field.activate()
    field.press(.selectAll)
    field.press(.paste("２０２６-11-21"))
    expectEqual(field.text, "2026-11-21")
    expectEqual(record["day"], .date(day("2026-11-21")))
    field.press(.undo)
    expectEqual(field.text, "2026-01-01")
    expectEqual(record["day"], .date(day("2026-01-01")))
    field.press(.redo)
    expectEqual(field.end(), .ended)
    expectEqual(field.text, "2026-11-21")
  }

  @Test func anEmptiedFieldTakesItsDefaultFromTheClockItIsGiven() throws {
    let record = try record(
      Property("day", .date, default: .today), values: ["day": .date(day("2026-01-01"))])
    let field = TextFieldInteractor(record, record.property(named: "day")!)
    field.activate()
    field.press(.clear)
    #expect(field.isRequired)
    expectEqual(field.fieldState, .incomplete(reason: "day is required"))
    expectEqual(record["day"], .date(day("2026-01-01")))
    field.cancel()
    field.present = { Present(now: Instant("2026-11-21T10:00:00Z")!, zoneOffset: 0) }
    field.press(.clear)
    #expect(!field.isRequired)
    expectEqual(record["day"], .date(day("2026-11-21")))
    expectEqual(field.end(), .ended)
    expectEqual(field.text, "2026-11-21")
  }

  @Test(arguments: [
    ("de_DE", "Europe/Berlin", "21.11.2026 11:00"),
    ("en_US", "America/New_York", "11/21/2026 05:00"),
    ("fa_IR", "Asia/Tehran", "۲۰۲۶/۱۱/۲۱ ۱۳:۳۰"),
    ("ar_EG", "Africa/Cairo", "٢١/١١/٢٠٢٦ ١٢:٠٠"),
  ])
  func aDateAndTimeIsShownAndTypedInATimeZoneAndALocale(
    locale: String, zone: String, text: String
  ) throws {
    let member = Member()
    let symbols = try #require(NumberSymbols(localeIdentifier: locale))
    let calendar = CalendarNotation(
      localeIdentifier: locale, timeZone: TimeZone(identifier: zone))
    let field = DateTimeTextFieldInteractor(member, \.seen, calendar: calendar, symbols: symbols)
    let label = DateTimeLabelInteractor(member, \.seen, symbols: symbols)
    label.calendar = calendar
    expectEqual(field.type(text), "")
    expectEqual(member.seen, Instant("2026-11-21T10:00:00Z"))
    expectEqual(field.end(), .ended)
    expectEqual(field.text, text)
    expectEqual(label.text, text)
  }

  @Test func aDateAndTimeThatOccursTwiceIsKeptUntilItIsEdited() throws {
    let member = Member()
    member.seen = Instant("2026-10-25T01:30:00.500Z")
    let calendar = CalendarNotation(
      localeIdentifier: "de_DE", timeZone: TimeZone(identifier: "Europe/Berlin"))
    let field = DateTimeTextFieldInteractor(member, \.seen, calendar: calendar)
    field.begin()
    expectEqual(field.text, "25.10.2026 02:30")
    expectEqual(field.end(), .ended)
    expectEqual(member.seen, Instant("2026-10-25T01:30:00.500Z"))
    field.press(.backspace)
    field.press(.character("1"))
    expectEqual(member.seen, Instant("2026-10-25T00:31:00Z"))
  }

  @Test func aUnitStandsBehindALabelAndBesideAField() throws {
    let record = try record(
      Property(
        "price", .decimal(integerDigits: 8, fractionDigits: 2...2), isOptional: true, unit: "€",
        isGrouped: true),
      Property("weight", .double, unit: "kg"),
      values: ["price": .decimal(decimal("1234.5")), "weight": .double(0.5)])
    let price = record.property(named: "price")!
    let label = LabelInteractor(record, price)
    expectEqual(label.text, "1,234.50\u{A0}€")
    expectEqual(
      LabelInteractor(record, record.property(named: "weight")!).text, "0.5\u{A0}kg")
    let field = TextFieldInteractor(record, price)
    expectEqual(field.format.notation.suffix, "\u{A0}€")
    expectEqual(field.text, "1,234.50")
    field.activate()
    field.press(.selectAll)
    field.press(.paste("9,876.50\u{A0}€"))
    expectEqual(record["price"], .decimal(decimal("9876.5")))
    field.end()
    try record.set("price", to: nil)
    expectEqual(label.text, "«nil»")
  }

  @Test func numbersStandAtTheRightAndCardsDoNot() {
    expectEqual(ViewTraits(.card, isEditable: true).alignment, .leading)
    expectEqual(ViewTraits(.card, isEditable: true).keyboard, .number)
    expectEqual(ViewTraits(.date, isEditable: true).alignment, .leading)
    expectEqual(ViewTraits(.integer, isEditable: true).alignment, .trailing)
    #expect(!ViewTraits(.choice(["x"]), isEditable: true).checksSpelling)
  }
}
