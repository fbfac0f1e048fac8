internal import RecordStore

extension Topic {
  static let functions = Topic(
    name: "functions",
    summary: "The functions of expressions, with their arguments.",
    text: (ExpressionFunction.Group.allCases.map(lines)
      + [["Arguments in brackets are optional. `help substr` explains one function."]])
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))

  private static func lines(of group: ExpressionFunction.Group) -> [String] {
    let rows = ExpressionFunction.all.filter { $0.group == group }.map { ($0.call, $0.summary) }
    return [group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst() + ":"]
      + Session.table(rows).map { "  " + $0 }
  }
}
