import Foundation
import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct FormLocaleTests {
  private static let names = ["price", "day", "seen", "isPaid", "color", "colors", "days"]

  private let order: TypedRecord

  init() throws {
    let color = PropertyKind.choice(["red", "green"])
    order = try record(
      Property("price", .decimal(integerDigits: 8, fractionDigits: 2...2), isGrouped: true),
      Property("day", .date), Property("seen", .dateTime), Property("isPaid", .boolean),
      Property("color", color), Property("colors", .list(of: color)),
      Property("days", .list(of: .date)),
      values: [
        "price": .decimal(decimal("1234.5")), "day": .date(.epoch),
        "seen": .dateTime(Instant("2026-07-01T10:00:00Z")!), "isPaid": .boolean(true),
        "color": .text("red"), "colors": .list([.text("red"), .text("green")]),
        "days": .list([.date(.epoch)]),
      ])
  }

  /// The fields for the properties, and then a label for each of them.
  private func form() -> (form: FormInteractor, labels: FormInteractor) {
    let form = FormInteractor(order, Self.names)
    let labels = FormInteractor(order)
    for name in Self.names {
      labels.add(LabelInteractor(order, order.property(named: name)!), as: name)
    }
    form.add(labels, as: "labels")
    return (form, labels)
  }

  private func texts(_ form: FormInteractor) -> [String] {
    form.nested.compactMap {
      ($0 as? TextFieldInteractor)?.text ?? ($0 as? LabelInteractor)?.text
    }
  }

  @Test func allFieldsAndLabelsOfAFormFollowItsLocale() throws {
    let (form, labels) = form()
    let plain = ["1,234.50", "1970-01-01", "2026-07-01T10:00:00Z", "true", "red", "red, green"]
    expectEqual(texts(form), plain + ["1970-01-01"])
    var locale = "de_DE"
    form.locale = { Locale(identifier: locale) }
    form.timeZone = { TimeZone(identifier: "Europe/Berlin")! }
    form.stringTables = { locale in
      var table = StringTable(localeIdentifier: locale.identifier) ?? .english
      if table.language == "de" {
        table["choice.red"] = "rot"
        table["choice.color.green"] = "grün"
        table["choice.colors.green"] = "Grün"
      }
      return table
    }
    let german = ["1.234,50", "01.01.1970", "01.07.2026 12:00", "ja", "rot", "rot, Grün"]
    expectEqual(texts(form), german + ["01.01.1970"])
    expectEqual(texts(labels), german + ["01.01.1970"])
    locale = "en_US"
    form.localeDidChange()
    let english = ["1,234.50", "01/01/1970", "07/01/2026 12:00", "true", "red", "red, green"]
    expectEqual(texts(form), english + ["01/01/1970"])
    expectEqual(texts(labels), english + ["01/01/1970"])
    locale = "ar_EG"
    form.localeDidChange()
    expectEqual(form.field(at: "price")?.text, "١٬٢٣٤٫٥٠")
    expectEqual(form.field(at: "isPaid")?.text, "نعم")
    #expect(form.field(at: "seen")?.text.hasSuffix("٢٠٢٦ ١٢:٠٠") == true)
    #expect(texts(form) == texts(labels))
  }

  @Test func withoutItsLocaleAFormHasItsOwnNotationAgain() {
    let (form, labels) = form()
    let own = (texts(form), texts(labels))
    form.locale = { Locale(identifier: "de_DE") }
    form.timeZone = { TimeZone(identifier: "Europe/Berlin")! }
    #expect(texts(form) != own.0 && texts(labels) != own.1)
    form.locale = nil
    form.timeZone = nil
    expectEqual(texts(form), own.0)
    expectEqual(texts(labels), own.1)
    let other = FormInteractor(order)
    form.locale = { Locale(identifier: "de_DE") }
    other.add(labels, as: "labels")
    expectEqual(texts(labels), own.1)
  }

  @Test func fieldsAreTypedInTheLocaleOfTheForm() throws {
    let (form, _) = form()
    form.locale = { Locale(identifier: "de_DE") }
    for (name, text, value) in [
      ("price", "1,5", Value.decimal(decimal("1.5"))), ("day", "1.2.2026", date("2026-02-01")),
      ("isPaid", "nein", .boolean(false)),
    ] {
      let field = try #require(form.field(at: name))
      field.press(.clear)
      expectEqual(field.type(text), "")
      expectEqual(order[name], value)
    }
  }

  @Test func withoutATimeZoneDatesWithTimesAreInUTC() {
    let (form, labels) = form()
    form.locale = { Locale(identifier: "de_DE") }
    expectEqual(form.field(at: "seen")?.text, "2026-07-01T10:00:00Z")
    expectEqual((labels["seen"] as? LabelInteractor)?.text, "2026-07-01T10:00:00.000Z")
  }

  @Test func aTimeZoneThatWasGivenIsKeptUntilTheFormHasOne() {
    let calendar = CalendarNotation(.iso, zoneOffset: { _ in 3_600_000 })
    let field = DateTimeTextFieldInteractor(order, "seen", calendar: calendar)
    let label = DateTimeLabelInteractor(order, "seen")
    label.calendar = calendar
    let form = FormInteractor(order)
    form.add(field, as: "field")
    form.add(label, as: "label")
    expectEqual([field.text, label.text], ["2026-07-01 11:00", "2026-07-01 11:00"])
    form.locale = { Locale(identifier: "de_DE") }
    expectEqual([field.text, label.text], ["01.07.2026 11:00", "01.07.2026 11:00"])
    form.timeZone = { TimeZone(identifier: "Asia/Tokyo")! }
    expectEqual([field.text, label.text], ["01.07.2026 19:00", "01.07.2026 19:00"])
  }

  @Test func aPartThatIsAddedLaterFollowsTheLocaleAndAPartWithItsOwnKeepsIt() {
    let form = FormInteractor(order, ["price"])
    form.locale = { Locale(identifier: "de_DE") }
    let later = TextFieldInteractor(order, order.property(named: "day")!)
    form.add(later, as: "day")
    expectEqual(later.text, "01.01.1970")
    let own = TextFieldInteractor(order, order.property(named: "price")!)
    own.locale = { Locale(identifier: "en_US") }
    form.add(own, as: "own")
    form.localeDidChange()
    expectEqual(own.text, "1,234.50")
    expectEqual(form.field(at: "price")?.text, "1.234,50")
  }

  @Test func rowsOfAListFollowTheLocale() throws {
    let team = Team()
    team.members = [Member()]
    let form = FormInteractor(team)
    form.locale = { Locale(identifier: "de_DE") }
    let list = ListInteractor(team, \.members) { FormInteractor($0, \.born) }
    form.add(list, as: "members")
    team.members.append(Member())
    expectEqual(list.rows.map { $0.interactor.fields[0].text }, ["01.01.1970", "01.01.1970"])
  }

  @Test func displayNamesOfAFieldWinOverThoseOfTheLocale() {
    let field = TextFieldInteractor(
      order, "isPaid",
      format: FieldFormat(
        Property("isPaid", .boolean), displayNames: ["true": "bezahlt", "false": "offen"]))
    let label = BooleanLabelInteractor(order, "isPaid")
    label.displayNames = ["true": "bezahlt"]
    for interactor in [field, label] as [Interactor] {
      interactor.locale = { Locale(identifier: "de_DE") }
    }
    expectEqual([field.text, label.text], ["bezahlt", "bezahlt"])
  }

  @Test(arguments: ["21.11.20", "211120"])
  func aDateBegunInOneLocaleIsCompletedInItsNotation(keys: String) throws {
    let form = FormInteractor(order, ["day"])
    var locale = "de_DE"
    form.locale = { Locale(identifier: locale) }
    let field = try #require(form.field(at: "day"))
    field.press(.clear)
    expectEqual(field.type(keys), "")
    locale = "en_US"
    form.localeDidChange()
    expectEqual(field.text, "21.11.20")
    expectEqual(field.type("26"), "")
    expectEqual(order["day"], date("2026-11-21"))
    field.end()
    expectEqual(field.text, "11/21/2026")
  }

  @Test func theFormatOfAFieldIsLocalizedAgainIfItIsReplaced() throws {
    let form = FormInteractor(order, ["price"])
    form.locale = { Locale(identifier: "de_DE") }
    let field = try #require(form.field(at: "price"))
    field.format = FieldFormat(order.property(named: "price")!, isGrouped: false)
    form.localeDidChange()
    expectEqual(field.text, "1.234,50")
  }

  @Test func messagesAreInTheLanguageOfTheLocale() throws {
    let (form, _) = form()
    form.locale = { Locale(identifier: "de_DE") }
    let fields = try ["price", "isPaid"].map { try #require(form.field(at: $0)) }
    for field in fields { field.confirmsRefusals = true }
    form.focusFirst()
    let rejection = fields[0].press(.character("x")).rejection
    let message = rejection?.reason.localized(in: form.stringTable)
    #expect(message?.hasPrefix("\"x\"") == true && message != rejection?.message)
    fields[0].press(.character("9"))
    fields[0].press(.character("8"))
    fields[1].press(.character("q"))
    let question = form.end().reason?.localized(in: form.stringTable)
    expectEqual(question?.contains("drücken Sie noch einmal die Eingabetaste"), true)
    expectEqual(TextFieldInteractor(order, order.property(named: "day")!).stringTable, .english)
  }

  private func date(_ text: String) -> Value { .date((try? CalendarDate(reading: text))!) }
}

private final class Member: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var born = CalendarDate.epoch
}

private final class Team: PropertySubject {
  let propertyChanged = PropertyChanged()
  @Observed var members: [Member] = []
}
