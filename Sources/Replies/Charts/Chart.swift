package import Records

/// Points that are joined by a line, and what is written along the axes.
package struct Chart: Hashable, Sendable {
  /// A place in the chart.
  package struct Point: Hashable, Sendable {
    /// How far to the right.
    package var x: Double
    /// How far up.
    package var y: Double
  }

  /// The two ends of an axis and what it is about.
  package struct Axis: Hashable, Sendable {
    /// What the axis is about.
    package var name: String
    /// The least value as people read it.
    package var least: String
    /// The greatest value as people read it.
    package var greatest: String
    /// Where the least and the greatest value are.
    package var bounds: ClosedRange<Double>

    /// Where a position is between the ends, from 0 to 1; in the middle where they are the same.
    package func part(_ position: Double) -> Double {
      // Of halves, for the whole distance can be more than a number holds.
      let span = bounds.upperBound / 2 - bounds.lowerBound / 2
      return span > 0 ? (position / 2 - bounds.lowerBound / 2) / span : 0.5
    }
  }

  /// The points from left to right.
  package var points: [Point]
  /// The horizontal axis.
  package var x: Axis
  /// The vertical axis.
  package var y: Axis
}

extension Chart {
  /// Makes a chart of the values of two properties, the first being along the horizontal axis; nil
  /// without values.
  package init?(_ values: [(x: Value, y: Value)], _ x: Property, _ y: Property) {
    points = values.compactMap { pair in
      guard let x = pair.x.position, let y = pair.y.position, x.isFinite, y.isFinite else {
        return nil
      }
      return Point(x: x, y: y)
    }
    guard let across = Axis(values.map(\.x), x), let down = Axis(values.map(\.y), y) else {
      return nil
    }
    self.x = across
    self.y = down
  }
}

extension Chart.Axis {
  fileprivate init?(_ values: [Value], _ property: Property) {
    func position(_ value: Value) -> Double { value.position ?? 0 }
    guard let first = values.min(by: { position($0) < position($1) }),
      let last = values.max(by: { position($0) < position($1) })
    else { return nil }
    name = property.name
    least = Datum(first, of: property).plainText
    greatest = Datum(last, of: property).plainText
    bounds = position(first)...position(last)
  }
}
