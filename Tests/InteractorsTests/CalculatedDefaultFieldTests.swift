import Interactors
import Records
import Testing

@Suite struct CalculatedDefaultFieldTests {
  private func record(awaits: Bool) throws -> TypedRecord {
    let type = try RecordType("T", [Property("n", .integer, isKey: true, default: .next)])
    let record = TypedRecord(type, number: 1, values: [nil])
    record.awaitsDefaults = awaits
    record.untouchedDefaults = ["n"]
    return record
  }

  @Test func theNextNumberOfANewRecordIsAPlaceholderAndMayStayEmpty() throws {
    let record = try record(awaits: true)
    let field = TextFieldInteractor(record, record.type.properties[0])
    #expect(field.traits.placeholder == "next")
    #expect(field.text.isEmpty)
    field.activate()
    field.press(.character("4"))
    #expect(record["n"] == .integer(4))
    #expect(record.untouchedDefaults.isEmpty)
    field.press(.backspace)
    #expect(record["n"] == nil)
    #expect(field.end() == .ended)
  }

  @Test func aStoredRecordNeedsItsNumber() throws {
    let record = try record(awaits: false)
    let field = TextFieldInteractor(record, record.type.properties[0])
    #expect(field.traits.placeholder == nil)
    field.activate()
    field.press(.character("4"))
    field.press(.backspace)
    #expect(record["n"] == .integer(4))
    #expect(field.fieldState != .acceptable)
  }
}
