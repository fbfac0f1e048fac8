import Presentation
import Records

nonisolated public enum StayRow: Hashable, Sendable { case guest, days }
nonisolated public enum StayRowKind: Hashable, Sendable { case text }

public struct StayFormatter: ScreenFormatter {
  public init() {}
  public func output(for stay: Stay) -> [ItemSection<StayRow, StayRowKind>] {
    [
      ItemSection(items: [
        Item(.guest, .text, stay.guest),
        Item(.days, .text, "\(stay.departure - stay.arrival) days"),
      ])
    ]
  }
}
