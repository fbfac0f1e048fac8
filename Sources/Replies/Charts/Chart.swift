package import Records

package struct Chart: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double
  }

  package struct Axis: Hashable, Sendable {
    package var name: String
    package var least: String
    package var greatest: String
    package var bounds: ClosedRange<Double>

    /// The relative position between the bounds, from 0 to 1; 0.5 if they are equal.
    package func part(_ position: Double) -> Double {
      // Halves, because the whole distance can overflow.
      let span = bounds.upperBound / 2 - bounds.lowerBound / 2
      return span > 0 ? (position / 2 - bounds.lowerBound / 2) / span : 0.5
    }
  }

  /// From left to right.
  package var points: [Point]
  package var x: Axis
  package var y: Axis
}

extension Chart {
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
    (self.x, self.y) = (across, down)
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
