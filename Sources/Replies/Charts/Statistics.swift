package import Records
internal import Values

/// What is known of the values that a property has in many records.
package struct Statistics {
  /// A value and how many records have it.
  package struct Tally {
    /// The value.
    package var value: Value
    /// How many records have it.
    package var count: Int
  }

  /// How many values there are.
  package var count = 0
  /// How many records have none.
  package var missing = 0
  /// The different values in their order.
  package var tallies: [Tally] = []
  /// The mean; nil for kinds without distances.
  package var mean: Value?
  /// The sum; nil for kinds that are not added up, and where it is too large.
  package var sum: Value?
  /// Whether the sum of whole numbers is more than 64 bits hold.
  package private(set) var isSumTooLarge = false

  private let property: Property

  /// Makes the statistics of a property, of no values yet.
  package init(of property: Property) { self.property = property }

  /// How many different values there are.
  package var distinct: Int { tallies.count }

  /// The first value of the order; nil where there is none, or the order means nothing.
  package var least: Value? { hasOrder ? tallies.first?.value : nil }

  /// The last value of the order.
  package var greatest: Value? { hasOrder ? tallies.last?.value : nil }

  /// What is in the middle of the order, of an even number of values the lower of two.
  package var median: Value? {
    guard hasOrder else { return nil }
    var seen = 0
    return tallies.first { tally in
      seen += tally.count
      return seen >= (count + 1) / 2
    }?.value
  }

  private var hasOrder: Bool { !property.kind.isReference }

  /// How many digits after the point a decimal of the property has at most.
  private var fractionDigits: Int { property.decimalDigits?.fraction.upperBound ?? 0 }

  /// Adds a value that no other is equal to, later in the order.
  package mutating func add(_ value: Value, count: Int) {
    tallies.append(Tally(value: value, count: count))
    self.count += count
  }

  /// Takes the sum of whole numbers that were added before.
  package mutating func addUp() {
    // Parts of the sum can be larger than all of it.
    var total: Int128?
    for case (.integer(let number), let count) in tallies.map({ ($0.value, $0.count) }) {
      total = (total ?? 0) + Int128(number) * Int128(count)
    }
    sum = total.flatMap { Int(exactly: $0) }.map(Value.integer)
    isSumTooLarge = sum == nil && total != nil
  }

  /// Brings the values into the order that they are defined in, and takes the mean of those that
  /// have distances and none yet.
  package mutating func complete() {
    if case .choice(let options) = property.kind {
      let places = Dictionary(uniqueKeysWithValues: zip(options, options.indices))
      func place(_ tally: Tally) -> Int { places[tally.value.description] ?? options.count }
      tallies.sort { place($0) < place($1) }
    }
    guard mean == nil, let first = tallies.first, first.value.position != nil else { return }
    let total = tallies.reduce(0) { $0 + ($1.value.position ?? 0) * Double($1.count) }
    mean = first.value.moved(to: total / Double(count), fractionDigits: fractionDigits + 4)
  }

  // MARK: Bars

  /// The most bars of values that have no distances.
  private static let mostBars = 12

  /// How often there is what: intervals, or the values themselves where there are few or they have
  /// no distances, those that are most frequent first if their order means nothing.
  package func bars(_ text: (Value) -> String) -> [Bar] {
    guard let first = tallies.first, let last = tallies.last else { return [] }
    if distinct > Self.mostBars / 2,
      var histogram = Histogram(from: first.value, to: last.value)
    {
      for tally in tallies { histogram.add(tally.value, count: tally.count) }
      return histogram.bars(fractionDigits: fractionDigits, text)
    }
    if case .choice(let options) = property.kind, options.count <= Self.mostBars {
      let counts = Dictionary(
        uniqueKeysWithValues: tallies.map { ($0.value.description, $0.count) })
      return options.map { Bar(label: $0, count: counts[$0] ?? 0) }
    }
    guard distinct > Self.mostBars else {
      return tallies.map { Bar(label: text($0.value), count: $0.count) }
    }
    let frequent = tallies.sorted { $0.count > $1.count }.prefix(Self.mostBars - 1)
    let rest = count - frequent.reduce(0) { $0 + $1.count }
    return frequent.map { Bar(label: text($0.value), count: $0.count) }
      + [Bar(label: "\(distinct - frequent.count) others", count: rest)]
  }
}
