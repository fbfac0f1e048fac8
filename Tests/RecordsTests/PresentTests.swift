import Records
import TestSupport
import Testing

@Suite struct PresentTests {
  @Test func todayIsTheDayOfTheUser() throws {
    let now = try Instant(reading: "2026-11-21T23:30:00Z")
    expectEqual(Present(now: now, zoneOffset: 0)?.today.description, "2026-11-21")
    expectEqual(Present(now: now, zoneOffset: 3_600_000)?.today.description, "2026-11-22")
    #expect(Present(now: Instant(milliseconds: .max / 2), zoneOffset: 0) == nil)
  }
}
