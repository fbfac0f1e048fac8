import RecordStore
import Records
import Testing
import Values

struct StoreErrorLanguageTests {
  static let tables = [
    StringTable.german, .french, .spanish, .arabic, .japanese,
  ]

  static let kinds: [StoreError.Kind] = [
    .unopenable, .busy, .readOnly, .lost, .overtaken, .name, .conflict, .rule, .expression,
    .refused, .interrupted, .lostTransaction, .unknownOutcome, .engine,
  ]

  @Test(arguments: tables)
  func everyKindHasASentence(table: StringTable) {
    for kind in Self.kinds {
      #expect(table["store.\(kind)"] != nil, "\(table.language): \(kind)")
      #expect(StoreError(kind, "own words").localized(in: table) == "own words")
    }
  }

  @Test(arguments: tables)
  func everyFaultHasASentenceWithItsArguments(table: StringTable) throws {
    let rule = Rule("adult", of: "Person", text: "an adult", condition: "age >= 18")
    let faults: [(StoreError.Reason, arguments: [String])] = [
      (.taken(property: "name", literal: "\"Ann\"", by: "Person/1"), ["\"Ann\"", "Person/1"]),
      (.noType("Persom"), ["Persom"]), (.noProperty("agee", of: "Person"), ["agee", "Person"]),
      (.noRecord(RecordID("Person", 7)), ["Person/7"]),
      (.breach(rule, RecordID("Person", 7), []), ["adult", "an adult", "Person/7"]),
      (.undeletable(RecordID("Person", 7), with: nil, .kept(why: "in use")), ["Person/7"]),
    ]
    for (reason, arguments) in faults {
      let error = StoreError(.conflict, reason)
      let sentence = error.localized(in: table)
      #expect(sentence != error.message)
      #expect(error.localized(in: .english) == error.message)
      for argument in arguments { #expect(sentence.contains(argument), "\(sentence)") }
    }
  }
}
