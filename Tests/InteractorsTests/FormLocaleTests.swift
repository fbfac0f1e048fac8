import Foundation
import Interactors
import Records
import Synchronization
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

  /// A locale, and a time zone or nil for UTC.
  private struct Place {
    var locale: String?
    var zone: String?

    func set(_ form: FormInteractor) {
      let (locale, zone) = (locale, zone)
      form.locale = locale.map { locale in { Locale(identifier: locale) } }
      form.timeZone = zone.map { zone in { TimeZone(identifier: zone)! } }
    }

    static let (german, american) = (
      Place(locale: "de_DE", zone: "Europe/Berlin"),
      Place(locale: "en_US", zone: "America/New_York")
    )
    static let (canadian, own) = (Place(locale: "fr_CA", zone: "Europe/Berlin"), Place())
  }

  @Test(
    arguments: [
      (
        Place.german, "05.06.2026 10:3", Place.american, "05.06.2026 10:3", "dd.mm.yyyy hh:mm", "0",
        "2026-06-05T14:30:00Z", "06/05/2026 10:30"
      ),
      (
        .american, "06/05/2026 10:3", .german, "06/05/2026 10:3", "mm/dd/yyyy hh:mm", "0",
        "2026-06-05T08:30:00Z", "05.06.2026 10:30"
      ),
      (
        .own, "2026-06-05T10:3", .german, "2026-06-05 10:3", "yyyy-mm-dd hh:mm", "0",
        "2026-06-05T08:30:00Z", "05.06.2026 10:30"
      ),
      (
        .german, "05.06.2026 10:3", .own, "05.06.2026 10:3", "dd.mm.yyyy hh:mm:ss", "0:00",
        "2026-06-05T10:30:00Z", "2026-06-05T10:30:00Z"
      ),
      (
        .canadian, "2026-06-05 10:3", .own, "2026-06-05T10:3", nil, "0:00", "2026-06-05T10:30:00Z",
        "2026-06-05T10:30:00Z"
      ),
    ] as [(Place, String, Place, String, String?, String, String, String)])
  private func aDateAndTimeBegunInOneLocaleIsCompletedInItsNotation(
    before: Place, keys: String, after: Place, text: String, writing: String?, rest: String,
    value: String, end: String
  ) throws {
    let form = FormInteractor(order, ["seen"])
    before.set(form)
    let field = try #require(form.field(at: "seen"))
    field.press(.clear)
    expectEqual(field.type(keys), "")
    Place.american.set(form)
    after.set(form)
    expectEqual(field.text, text)
    expectEqual(field.writing, writing)
    field.press(.left)
    field.press(.right)
    expectEqual(field.type(rest), "")
    expectEqual(order["seen"], .dateTime(Instant(value)!))
    expectEqual(field.writing, writing)
    field.press(.step(by: 1))
    for _ in 0...rest.count { field.press(.undo) }
    expectEqual(field.text, text)
    for _ in rest { field.press(.redo) }
    expectEqual(field.end(), .ended)
    expectEqual(field.text, end)
    expectEqual(field.writing, nil)
  }

  @Test func aDateAndTimeBegunAnewIsInTheNewNotation() throws {
    let form = FormInteractor(order, ["seen"])
    Place.german.set(form)
    let field = try #require(form.field(at: "seen"))
    field.press(.clear)
    expectEqual(field.type("05.06.2026 10:3"), "")
    Place.american.set(form)
    field.press(.selectAll)
    expectEqual(field.type("06/05/2026 10:30"), "")
    expectEqual(order["seen"], .dateTime(Instant("2026-06-05T14:30:00Z")!))
    Place.german.set(form)
    expectEqual(field.text, "05.06.2026 16:30")
  }

  @Test func theSecondOfTwoEqualTimesIsKeptIfTheZoneChangesDuringEditing() throws {
    let second = Value.dateTime(Instant("2026-10-25T01:30:00Z")!)
    try order.set("seen", to: second)
    let form = FormInteractor(order, ["seen"])
    Place.german.set(form)
    let field = try #require(form.field(at: "seen"))
    field.begin()
    expectEqual(field.text, "25.10.2026 02:30")
    Place.american.set(form)
    expectEqual(field.text, "10/24/2026 21:30")
    Place.german.set(form)
    expectEqual(field.text, "25.10.2026 02:30")
    field.press(.backspace)
    field.press(.backspace)
    expectEqual(field.type("45"), "")
    field.press(.undo)
    Place.american.set(form)
    for _ in 0..<3 { field.press(.undo) }
    expectEqual(field.text, "10/24/2026 21:30")
    expectEqual(order["seen"], second)
    for _ in 0..<4 { field.press(.redo) }
    expectEqual(field.text, "10/24/2026 20:45")
    expectEqual(order["seen"], .dateTime(Instant("2026-10-25T00:45:00Z")!))
  }

  @Test func aTextThatTheTimeZoneMakesCompleteIsTheValue() throws {
    let form = FormInteractor(order, ["seen"])
    let field = try #require(form.field(at: "seen"))
    field.press(.clear)
    expectEqual(field.type("2026-11-21T10:00"), "")
    Place.german.set(form)
    expectEqual(order["seen"], .dateTime(Instant("2026-11-21T09:00:00Z")!))
    expectEqual(field.end(), .ended)
    expectEqual(field.text, "21.11.2026 10:00")
  }

  private final class Measure: PropertySubject {
    let propertyChanged = PropertyChanged()
    @Observed var size = 0.1 + 0.2
  }

  @Test func aNumberThatIsTooLongToTypeFollowsTheLocaleDuringEditing() throws {
    let measure = Measure()
    let field = TextFieldInteractor(measure, \.size)
    field.begin()
    field.locale = { Locale(identifier: "de_DE") }
    expectEqual(field.text, "0,30000000000000004")
    expectEqual(field.end(), .ended)
    expectEqual(measure.size, 0.1 + 0.2)
  }

  @Test func theFormatOfAFieldIsLocalizedAtOnceIfItIsReplaced() throws {
    let form = FormInteractor(order, ["price"])
    form.locale = { Locale(identifier: "de_DE") }
    let field = try #require(form.field(at: "price"))
    let format = FieldFormat(order.property(named: "price")!, isGrouped: false)
    field.format = format
    expectEqual(field.text, "1.234,50")
    field.press(.backspace)
    field.format = format
    expectEqual(field.text, "1.234,5")
    form.locale = nil
    expectEqual(field.text, "1,234.5")
  }

  @Test func aLabelIsUpdatedOnceIfItsLocaleChanges() {
    let label = DateTimeLabelInteractor(order, "seen")
    let form = FormInteractor(order)
    form.add(label, as: "label")
    var texts: [String] = []
    label.events = LabelViewEvents { texts.append($0) }
    texts = []
    form.locale = { Locale(identifier: "ar_EG") }
    expectEqual(texts.count, 1)
  }

  @Test func aLabelAsksTheTimeZoneOnlyAboutItsTime() {
    let asked = Mutex<[Int]>([])
    let label = DateTimeLabelInteractor(order, "seen")
    label.calendar = CalendarNotation(.iso) { time in
      asked.withLock { $0.append(time) }
      return 0
    }
    asked.withLock { $0 = [] }
    expectEqual(label.text, "2026-07-01 10:00")
    expectEqual(asked.withLock { $0 }, [Instant("2026-07-01T10:00:00Z")!.milliseconds])
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
