internal import Records
internal import Values

/// How many values are in each of some intervals of the same width.
struct Histogram {
  /// The most intervals.
  private static let mostIntervals = 10.0

  private let start: Value
  private let end: Value
  private let origin: Double
  /// How much of the axis an interval takes; 0 where all values are the same.
  private let width: Double
  private var counts: [Int]

  /// Makes the intervals from the least value to the greatest; nil for a kind without distances.
  init?(from start: Value, to end: Value) {
    guard let first = start.position, let last = end.position, (last - first).isFinite else {
      return nil
    }
    self.start = start
    self.end = end
    origin = first
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

  /// Adds a value, which there is so many times.
  mutating func add(_ value: Value, count: Int) {
    guard let position = value.position else { return }
    let index = width > 0 ? Int((position - origin) / width) : 0
    counts[min(max(0, index), counts.count - 1)] += count
  }

  /// A bar for each interval, its label being its ends.
  ///
  /// - Parameters:
  ///   - digits: how many digits after the point a decimal has at most.
  ///   - text: how a value is written.
  func bars(fractionDigits digits: Int, _ text: (Value) -> String) -> [Bar] {
    counts.indices.map { index in
      let lower = origin + Double(index) * width
      let upper = origin + Double(index + 1) * width - (start.isWhole ? 1 : 0)
      let first = index == 0 ? start : start.moved(to: lower, fractionDigits: digits)
      let last =
        index == counts.count - 1 ? end : start.moved(to: upper, fractionDigits: digits)
      let label = first == last ? text(first) : "\(text(first)) … \(text(last))"
      return Bar(label: label, count: counts[index])
    }
  }
}
