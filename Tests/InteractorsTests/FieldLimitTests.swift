import Interactors
import Records
import TestSupport
import Testing
import Validation

@Suite struct FieldLimitTests {
  private let person = Person()

  @Test func aDefaultOutsideTheLimitsOfTheFieldIsNone() throws {
    let record = try record(
      Property(
        "n", .integer, range: ValueRange(.integer(5), .integer(9)), default: .integer(5)),
      values: ["n": .integer(7)])
    let field = IntegerTextFieldInteractor(record, "n", in: 6...8)
    field.press(.clear)
    expectEqual(record["n"], .integer(7))
    expectEqual(field.fieldState, .incomplete(reason: "n is required"))
    expectEqual(field.fieldState.reason?.code, .required)
    expectEqual(field.end(), .refused(reason: "n is required"))
    #expect(throws: Never.self) { try field.resetSubject() }
    expectEqual(record["n"], .integer(7))
    let wide = IntegerTextFieldInteractor(record, "n", in: 0...9)
    wide.press(.clear)
    expectEqual(record["n"], .integer(5))
  }

  @Test func aRangeGivenForAPropertyOfAClassExcludesItsZero() {
    person.count = 7
    let field = TextFieldInteractor(
      person, Property("count", .integer, range: ValueRange(.integer(5), .integer(9))))
    for key in [Key.clear, .backspace] {
      field.press(key)
      expectEqual(person.count, 7)
      expectEqual(field.end(), .refused(reason: "count is required"))
      field.cancel()
    }
  }

  @Test func aTextShorterThanTheFieldTakesIsNoDefault() {
    person.name = "Ada"
    let field = TextTextFieldInteractor(person, "name", length: LengthRange(minimum: 2))
    field.press(.clear)
    expectEqual(person.name, "Ada")
    #expect(field.isRequired)
    let free = TextTextFieldInteractor(person, "name", length: LengthRange(minimum: 0))
    free.press(.clear)
    expectEqual(person.name, "")
    expectEqual(free.end(), .ended)
  }

  @Test func aMomentFromTheClockIsADefaultThoughAFieldHasWholeSeconds() throws {
    let record = try record(
      Property("at", .dateTime, default: .now), values: ["at": .dateTime(Instant(milliseconds: 0))])
    let field = TextFieldInteractor(record, record.property(named: "at")!)
    field.present = { Present(now: Instant(milliseconds: 1_500), zoneOffset: 0) }
    field.press(.clear)
    expectEqual(record["at"], .dateTime(Instant(milliseconds: 1_500)))
    expectEqual(field.end(), .ended)
  }

  @Test func aFieldThatIsDetachedRefusesEveryKeyWithTheReason() {
    let field = IntegerTextFieldInteractor(person, "age", in: 0...9)
    field.activate()
    field.detach()
    for key in [Key.character("1"), .clear, .backspace, .undo] {
      guard case .rejected(let rejection) = field.press(key) else {
        Issue.record("a field of nothing takes no keys")
        return
      }
      expectEqual(rejection.reason.code, .detached)
      expectEqual(rejection.message, "the field is not attached to an object")
    }
    guard case .rejected = field.offer(Edit(range: 0..<0, replacement: "1", isTyped: true)) else {
      Issue.record("nor edits")
      return
    }
    expectEqual(field.text, "")
    field.subject = person
    field.press(.character("1"))
    expectEqual(person.age, 1)
  }

  @Test func aFieldMovedToAPropertyThatIsNotThereSaysSo() {
    let field = IntegerTextFieldInteractor(person, "age", in: 0...9)
    field.attach(to: person, "agee")
    guard case .rejected(let rejection) = field.press(.character("1")) else {
      Issue.record("there is no such property")
      return
    }
    expectEqual(rejection.reason.code, .noProperty)
    expectEqual(rejection.message, "there is no property \"agee\"")
  }

  #if DEBUG
    @Test func aNameThatDoesNotExistTrapsInADebugBuild() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = LabelInteractor(Person(), "agee")
      }
      let words = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
      #expect(words.contains("Person has no property \"agee\""))
    }
  #endif

  @Test func theSubjectMayBeGivenLater() {
    let field = IntegerTextFieldInteractor(nil, "age", in: 0...99)
    let label = IntegerLabelInteractor(nil, "age")
    let spy = LabelSpy()
    label.view = spy
    field.activate()
    label.activate()
    person.age = 4
    field.subject = person
    label.attach(to: person, "age")
    field.press(.character("2"))
    expectEqual(person.age, 42)
    expectEqual(spy.texts, ["«nil»", "4", "42"])
  }
}
