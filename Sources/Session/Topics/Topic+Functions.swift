internal import RecordStore

extension Topic {
  static let functions = Topic(
    name: "functions",
    summary: "What expressions can call, with the values that each function takes.",
    text: (ExpressionFunction.Group.allCases.map(lines)
      + [["What is in square brackets can be left out. `help substr` explains one of them."]])
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))

  private static func lines(of group: ExpressionFunction.Group) -> [String] {
    let rows = ExpressionFunction.all.filter { $0.group == group }.map { ($0.call, $0.summary) }
    return [group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst() + ":"]
      + Session.table(rows).map { "  " + $0 }
  }
}
