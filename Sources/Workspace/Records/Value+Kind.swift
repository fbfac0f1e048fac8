package import Records

extension Value {
  /// The kind of a value without a property; nil for a calculated number, which may stand for a
  /// decimal.
  package var kind: PropertyKind? {
    switch self {
    case .text: .text
    case .integer: .integer
    case .boolean: .boolean
    case .date: .date
    case .dateTime: .dateTime
    case .time: .time(hasSeconds: true)
    case .duration: .duration(hasSeconds: true)
    case .month: .month
    case .percent: .percent(integerDigits: nil, fractionDigits: nil)
    case .reference(let id): .reference(to: id.type)
    case .list(let items): Self.kind(ofList: items)
    case .decimal, .double: nil
    }
  }

  /// The kind of a list; a list of mixed kinds counts as texts.
  private static func kind(ofList items: [Value]) -> PropertyKind {
    guard let kind = items.first?.kind, items.allSatisfy({ $0.kind == kind }) else {
      return .list(of: .text)
    }
    if case .reference(let type) = kind { return .records(of: type) }
    return .list(of: kind)
  }
}
