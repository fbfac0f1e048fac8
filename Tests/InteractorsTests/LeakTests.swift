import Interactors
import Records
import TestSupport
import Testing

@Suite struct LeakTests {
  @Test func aFieldOnARecordLeavesNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let count = Property("count", .integer, isOptional: true)
      let record = try TypedRecord(RecordType("Part", [count]))
      Leak.expect { LeakTests.edit(TextFieldInteractor(record, count)) }
    }
  }

  @Test func aFieldOnAClassLeavesNothingBehind() async {
    await #expect(processExitsWith: .success) {
      let person = Person()
      Leak.expect { LeakTests.edit(IntegerTextFieldInteractor(person, "age", in: 0...99)) }
    }
  }

  @Test func anObjectWithALabelLeavesNothingBehind() async {
    await #expect(processExitsWith: .success) {
      Leak.expect {
        let person = Person()
        let label = IntegerLabelInteractor(person, "age")
        let spy = LabelSpy()
        label.view = spy
        label.activate()
        person.age = 41
      }
    }
  }

  /// An object of a few words per round is enough to be found.
  @Test func whatIsLeftBehindIsFound() async {
    await #expect(processExitsWith: .failure) {
      var kept: [PropertyChanged] = []
      Leak.expect { kept.append(PropertyChanged()) }
      LeakTests.keep(kept)
    }
  }

  private static func keep(_ objects: [PropertyChanged]) {
    withExtendedLifetime(objects) {}
  }

  private static func edit(_ field: TextFieldInteractor) {
    let spy = FieldSpy()
    field.view = spy
    field.activate()
    field.type("4x2")
    _ = field.press(.enter)
    field.detach()
  }
}
