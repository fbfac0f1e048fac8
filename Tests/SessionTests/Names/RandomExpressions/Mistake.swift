import TestSupport

/// Invalid expressions, detectable by their kinds.
extension Growth {
  /// A condition with a value that is not a condition, or with unlike kinds.
  mutating func mistake(_ depth: Int) -> String {
    let wrong = wrongValue(depth)
    switch random.below(6) {
    case 0: return wrong
    case 1: return "\(wrong) and \(condition(depth - 1).text)"
    case 2: return "\(condition(depth - 1).text) or not \(wrong)"
    case 3: return "iif(\(wrong), 1, 2) = 1"
    case 4: return "count(T where \(wrong)) > 0"
    default: return "case when \(wrong) then true else false end"
    }
  }

  private mutating func wrongValue(_ depth: Int) -> String {
    func typed(_ sort: Sort) -> String { tree(sort, depth - 1).text }
    let sorts: [Sort] = [.whole, .decimal, .text, .day, .moment, .time, .span, .month, .record]
    let sort = pick(sorts)
    switch random.below(4) {
    case 0: return typed(sort)
    case 1:
      let other = pick(sorts.filter { Self.kind($0) != Self.kind(sort) })
      return "(\(typed(sort)) = \(typed(other)))"
    case 2:
      return pick([
        "(\(property(.choice)) = \"plum\")", "(\(property(.hex)) = \"xyz\")",
        "(\(property(.mail)) = \"nope\")", "(\(property(.iban)) = \"DE00 1234\")",
        "(\(property(.time)) < \"25:00\")", "(\(property(.span)) = \"long\")",
        "(\(property(.month)) = \"2024-13\")", "(\(property(.day)) > \"soon\")",
        "(\(property(.moment)) > 7)", "(\(property(.whole)) = \"7\")",
        "(\(property(.record)) = \"T\")", "(\(property(.card)) = \"1234\")",
      ])
    default:
      return pick([
        "(\(typed(.text)) + \(typed(.whole)) = 1)", "(\(typed(.day)) + \(typed(.day)) > 1)",
        "(\(typed(.month)) + 1 = \"2024-01\")", "(\(typed(.moment)) + \(typed(.whole)) is nil)",
        "(\(typed(.day)) + 1.5 is nil)", "(\(typed(.time)) + \(typed(.span)) is nil)",
        "(coalesce(\(typed(.whole)), \(typed(.day))) is nil)",
        "(iif(b, \(typed(.span)), \(typed(.decimal))) is nil)",
        "(max(\(typed(.time)), \(typed(.day))) is nil)",
        "(sum(T.u) is nil)", "(avg(rs.day) = 1)",
      ])
    }
  }

  private mutating func property(_ sort: Sort) -> String { tree(sort, 0).text }

  /// Numbers can be compared with each other, and with record numbers.
  private static func kind(_ sort: Sort) -> Sort {
    sort == .decimal || sort == .record ? .whole : sort
  }
}
