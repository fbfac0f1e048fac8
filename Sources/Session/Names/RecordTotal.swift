internal import Records
internal import Replies

struct RecordTotal {
  private(set) var values: [Value?]
  private let isSum: [Bool]

  init(of headers: [RecordTable.Header], _ places: [Int]) {
    isSum = headers.indices.map {
      places.isEmpty ? headers[$0].hasSum : places.contains($0)
    }
    values = headers.map { _ in nil }
  }

  mutating func add(_ row: [Value?]) throws(Diagnostic) {
    for (index, value) in row.enumerated() where isSum[index] {
      guard let value else { continue }
      guard let present = values[index] else {
        values[index] = value
        continue
      }
      guard let sum = Self.sum(present, value) else {
        throw Diagnostic(
          .expression,
          value.exact == nil
            ? "a sum is too large for its kind"
            : "the sum has \(ExactDecimal.tooManyDigits)")
      }
      values[index] = sum
    }
  }

  /// Nil if the sum is out of range. An integer sum of more than 64 bits becomes a decimal.
  private static func sum(_ left: Value, _ right: Value) -> Value? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)):
      let (sum, isTooLarge) = left.addingReportingOverflow(right)
      return isTooLarge ? self.sum(.decimal(ExactDecimal(left)), .integer(right)) : .integer(sum)
    case (.duration(let left), .duration(let right)):
      let (sum, isTooLarge) = left.seconds.addingReportingOverflow(right.seconds)
      return isTooLarge ? nil : .duration(TimeSpan(seconds: sum))
    case (.double(let left), .double(let right)):
      return (left + right).isFinite ? .double(left + right) : nil
    default:
      if let left = left.exact, let right = right.exact {
        return left.adding(right).map(Value.decimal)
      }
      return .double(left.approximate + right.approximate)
    }
  }
}

extension PropertyKind {
  var isAddedUp: Bool { isNumeric || storage == .seconds }
}

extension Value {
  fileprivate var exact: ExactDecimal? {
    switch self {
    case .integer(let number): ExactDecimal(number)
    case .decimal(let number): number
    case .text, .double, .boolean, .date, .dateTime, .time, .duration, .month, .percent,
      .reference, .list:
      nil
    }
  }

  fileprivate var approximate: Double {
    if case .double(let number) = self { return number }
    return exact.flatMap { Double($0.description) } ?? 0
  }
}
