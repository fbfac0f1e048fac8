import Records
import TestSupport
import Testing

@Suite struct RecordWithoutStoreTests {
  private let review = Value.reference(RecordID("Review", 1))

  private func type(_ role: Property.ListRole) throws -> RecordType {
    try RecordType(
      "Show", [Property("reviews", .records(of: "Review"), listRole: role)])
  }

  @Test(arguments: [.owns, .refers, .inverse(of: "show")] as [Property.ListRole])
  func aListOfRecordsCanBeChanged(role: Property.ListRole) throws {
    let show = try TypedRecord(type(role), ["reviews": .list([review])])
    expectEqual(show["reviews"], .list([review]))
    var names: [String?] = []
    show.propertyChanged.add { _, change in names.append(change.name) }
    try show.set("reviews", to: .list([]))
    expectEqual(show["reviews"], .list([]))
    expectEqual(names, ["reviews"])
  }

  @Test func whatAStoreKeepsIsChangedInTheStore() throws {
    let show = TypedRecord(try type(.owns), number: 1, values: [.list([])])
    #expect(throws: Violation.self) { try show.set("reviews", to: .list([review])) }
  }

  @Test func itemsOfAnotherTypeAreRefused() throws {
    #expect(throws: Violation.self) {
      try TypedRecord(type(.owns), ["reviews": .list([.reference(RecordID("Show", 1))])])
    }
  }
}
