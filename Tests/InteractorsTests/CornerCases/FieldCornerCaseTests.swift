import TestSupport
import Testing
import ValidationTests

/// Known faults of other fields, line by line, and their consequences for interactors.
@Suite struct FieldCornerCaseTests {
  static let ofTheInteractors =
    CornerCase.editing + CornerCase.views + CornerCase.labels + CornerCase.definitions

  @Test(arguments: ofTheInteractors)
  func holds(corner: CornerCase) async throws {
    try await corner.check()
  }

  @Test func eachOfThemIsThereOnce() {
    let numbers = (CornerCase.ofTheEngine + Self.ofTheInteractors).map(\.number)
    expectEqual(numbers.sorted(), Array(1...168))
  }
}
