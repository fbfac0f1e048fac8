import Interchange
import TestSupport
import Testing

@Suite struct SheetNamesTests {
  @Test func excelAcceptsEveryName() {
    var names = SheetNames()
    let given = [
      "A", "a", "A", "x[y]:*?/\\z", "'quoted'", "History", "", "\u{1}",
      String(repeating: "n", count: 40), String(repeating: "n", count: 41),
      String(repeating: "😀", count: 20), String(repeating: "m", count: 30) + "'m",
    ]
    let made = given.map { names.unique($0) }
    expectEqual(Set(made.map { $0.lowercased() }).count, given.count)
    for name in made {
      #expect(1...31 ~= name.utf16.count, "\(name)")
      #expect(!name.contains { "[]:*?/\\".contains($0) }, "\(name)")
      #expect(!name.hasPrefix("'") && !name.hasSuffix("'") && name.lowercased() != "history")
    }
    expectEqual(Array(made.prefix(3)), ["A", "a 2", "A 3"])
  }
}
