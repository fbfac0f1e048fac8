internal import Records
internal import Values

struct Histogram {
  private static let mostIntervals = 10.0

  private let start: Value
  private let end: Value
  private let origin: Double
  /// The width of an interval; 0 if all values are equal.
  private let width: Double
  private var counts: [Int]

  /// Creates the intervals between the least and greatest values; nil for a kind without distances.
  init?(from start: Value, to end: Value) {
    guard let first = start.position, let last = end.position, (last - first).isFinite else {
      return nil
    }
    (self.start, self.end, origin) = (start, end, first)
    let count: Double
    if start.isWhole {
      width = max(1, ((last - first + 1) / Self.mostIntervals).rounded(.up))
      count = ((last - first + 1) / width).rounded(.up)
    } else {
      width = (last - first) / Self.mostIntervals
      count = width > 0 ? Self.mostIntervals : 1
    }
    counts = Array(repeating: 0, count: Int(count))
  }

  mutating func add(_ value: Value, count: Int) {
    guard let position = value.position else { return }
    let index = width > 0 ? Int((position - origin) / width) : 0
    counts[min(max(0, index), counts.count - 1)] += count
  }

  /// One bar per interval, labeled with its bounds.
  func bars(fractionDigits digits: Int, _ text: (Value) -> String) -> [Bar] {
    counts.indices.map { index in
      let lower = origin + Double(index) * width
      let upper = origin + Double(index + 1) * width - (start.isWhole ? 1 : 0)
      let first = index == 0 ? start : start.moved(to: lower, fractionDigits: digits)
      let last = index == counts.count - 1 ? end : start.moved(to: upper, fractionDigits: digits)
      let label = first == last ? text(first) : "\(text(first)) … \(text(last))"
      return Bar(label: label, count: counts[index])
    }
  }
}
